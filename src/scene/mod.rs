//! Viewport and recording in, what to paint out, as plain numbers. Knows nothing of egui.
