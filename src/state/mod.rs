//! What the user chose: `Action`, `reduce`, `Effect`, all pure. Knows nothing of egui and threads.
