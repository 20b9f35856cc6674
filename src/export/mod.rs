//! Pictures, tables and files out of recordings, without window or GPU. Knows nothing of the application state.
