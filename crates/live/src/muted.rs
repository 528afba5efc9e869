//! The people of a table whom one of its readers has muted.

use std::fmt;

/// The maximum number of people muted at a table: more than ever sit at one.
const MUTED_MAX: usize = 32;

/// The people of a table whom its reader has muted, by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Muted(Vec<String>);

impl Muted {
    /// Parses ids joined by dots. Malformed ids are left out.
    #[must_use]
    pub fn read(text: &str) -> Muted {
        let is_id = |id: &&str| (2..=20).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric());
        Muted(text.split('.').filter(is_id).take(MUTED_MAX).map(str::to_owned).collect())
    }

    /// Whether the person with this id is one of them.
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.0.iter().any(|other| other == id)
    }

    /// Mutes the person with this id, or shows again what they say.
    pub fn set(&mut self, id: &str, mute: bool) {
        self.0.retain(|other| other != id);
        if mute {
            self.0.push(id.to_owned());
            *self = Muted::read(&self.to_string());
        }
    }
}

impl fmt::Display for Muted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::Muted;

    #[test]
    fn a_text_of_ids_is_read_with_care() {
        let mut muted = Muted::read("3B.0A..<script>.x;y.0A");
        assert_eq!(muted.0, ["3B", "0A", "0A"]);
        muted.set("0A", false);
        muted.set("12C", true);
        muted.set("12C\r\nSet-Cookie: x", true);
        assert_eq!(muted.0, ["3B", "12C"]);
        let many: Vec<String> = (10..99).map(|n| format!("{n}A")).collect();
        assert_eq!(Muted::read(&many.join(".")).0.len(), 32);
    }
}
