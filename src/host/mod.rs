//! The parent side of a run: process life, frames, OS sampling, limits and machine facts, plans. Knows nothing of egui.
