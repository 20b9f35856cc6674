//! Everything a run left behind: samples, spans with levels of detail, latencies, outcome; statistics; save and open. Knows nothing of egui.
