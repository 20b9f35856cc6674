//! Cases of a preset: the same plan with a few fields changed by name. Knows nothing of how the fields are set.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::EngineKind;

/// The preset once more, with some fields changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is called in tables and on charts; no two cases of a preset share one.
    pub label: String,
    /// What is changed.
    #[serde(default)]
    pub set: Changes,
    /// Other engines than the preset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engines: Option<Vec<EngineKind>>,
}

/// Fields and their new values as a person writes them, in the order in which they are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub Vec<(String, String)>);

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de> Deserialize<'de> for Changes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

/// Reads a map without sorting it: a field may only exist once another one is set.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Changes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("changes like {\"carriers\": \"8\", \"tasks\": \"64\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Changes, A::Error> {
        let mut changes: Vec<(String, String)> = Vec::new();
        while let Some((key, value)) = map.next_entry()? {
            if changes.iter().any(|(earlier, _)| *earlier == key) {
                return Err(de::Error::custom(format!("\"{key}\" is set twice")));
            }
            changes.push((key, value));
        }
        Ok(Changes(changes))
    }
}
