//! The names of accounts: each is had once, also by those who look alike.

use table::entry::clean_name;

/// A name without what makes no difference: capitals, spaces and signs, wide letters, and letters of other scripts that
/// look like Latin ones. `None` for what cannot be the name of an account: it has no letters or digits, or marks that
/// stand above others, which can be written in several ways.
pub(crate) fn fold(name: &str) -> Option<String> {
    let name = clean_name(name)?;
    let mut folded = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
        {
            return None;
        }
        let c = match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            _ => c,
        };
        folded.extend(c.to_lowercase().filter(|c| c.is_alphanumeric() || *c == '|').map(look));
    }
    let folded = folded.replace('ß', "ss");
    (!folded.is_empty()).then_some(folded)
}

/// One letter for all that look like it.
fn look(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ı' | 'i' | 'l' | '1' | '|' | 'ӏ' | 'ℓ' => 'l',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'ո' | 'η' => 'n',
        'о' | 'ο' | 'օ' | '0' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ζ' => 'z',
        other => other,
    }
}

/// Names that speak for the house, or for nobody.
pub(crate) fn is_reserved(folded: &str) -> bool {
    const RESERVED: [&str; 27] = [
        "admin",
        "administrator",
        "administration",
        "moderator",
        "moderation",
        "mod",
        "system",
        "server",
        "host",
        "root",
        "support",
        "help",
        "hilfe",
        "team",
        "official",
        "offiziell",
        "bot",
        "bots",
        "guest",
        "gast",
        "anonymous",
        "anonym",
        "nobody",
        "niemand",
        "spectator",
        "zuschauer",
        "N. N.",
    ];
    folded.starts_with("neuland") || RESERVED.iter().any(|name| fold(name).as_deref() == Some(folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_the_same() {
        for same in ["ada", "ADA", " A d a ", "A.d_a", "Аda", "Ａｄａ", "αda"] {
            assert_eq!(fold(same).as_deref(), Some("ada"), "{same}");
        }
        assert_eq!(fold("Ill1"), fold("llIl"));
        assert_eq!(fold("B0b"), fold("Bob"));
        assert_eq!(fold("Groß"), fold("GROSS"));
        assert_ne!(fold("Jürgen"), fold("Jurgen"), "letters with marks are letters of their own");
        assert_eq!(fold("Дарья").map(|name| name.chars().count()), Some(5), "other scripts have names too");
    }

    #[test]
    fn what_has_no_letters_is_no_name() {
        for wrong in ["", "…", "🐑", "e\u{301}", "a\u{200b}b", &"x".repeat(25)] {
            assert_eq!(fold(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn some_names_are_nobodys() {
        for name in ["Admin", "a.d.m.i.n", "ADM1N", "n. n.", "Neuland", "Neuland Team", "NeuIand", "Gast"] {
            assert!(is_reserved(&fold(name).unwrap()), "{name}");
        }
        for name in ["Ada", "Clara", "Adam", "Modesty"] {
            assert!(!is_reserved(&fold(name).unwrap()), "{name}");
        }
    }
}
