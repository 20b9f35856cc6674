//! Panels: read state and recordings, push `Action`s, own nothing durable. Knows nothing of files and processes.
