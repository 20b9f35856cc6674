//! Pictures and figures for elsewhere: PNG (offscreen, no window, no GPU), CSV, JSON, a text table. Knows nothing of the application state.

pub mod raster;
