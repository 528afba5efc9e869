//! Kerbe on the shelf.

use super::Shelved;
use kerbe::{Event, Kerbe};

impl Shelved for Kerbe {
    /// A notch may be taken back until the next die is rolled.
    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Rolled { .. } | Event::Over { .. })
    }
}
