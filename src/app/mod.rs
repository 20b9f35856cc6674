//! The composition root: the eframe shell performs effects and wakes the window. Knows nothing of painting details.
