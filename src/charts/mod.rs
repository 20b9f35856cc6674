//! Draws scenes with egui; the same functions serve the window and the exported picture. Knows nothing of the application state.
