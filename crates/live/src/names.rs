//! The names of accounts: each is had once, also by those who look alike. The names at a table: who looks alike is marked.

use game::Seat;
use shelf::GameKind;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use table::entry::clean_name;
use table::games::bots_for;
use table::host::Occupant;
use unicode_security::confusable_detection::skeleton;

/// The looks of the words that name bots.
static BOTS: OnceLock<Vec<[String; 2]>> = OnceLock::new();

/// The names at a table so that each means one seat: a name that another seat or a bot could be meant by gets the letter of its
/// own seat, `Ada B`. Capitals make no difference, nor do letters that look alike.
pub fn disambiguated(mut occupants: Vec<Occupant>) -> Vec<Occupant> {
    let mut names: Vec<Option<String>> = occupants
        .iter()
        .zip(pages::BOT_NAMES)
        .map(|(occupant, bot)| match occupant {
            Occupant::Open => None,
            Occupant::Person { name, .. } => Some(name.clone()),
            Occupant::Bot { .. } => Some(bot.to_owned()),
        })
        .collect();
    let bots = BOTS.get_or_init(|| {
        let kinds: BTreeSet<&str> = GameKind::ALL.iter().flat_map(|&kind| bots_for(kind)).collect();
        kinds.into_iter().chain(["bot", "bots"]).map(looks).collect()
    });
    mark(&mut names, bots, |seat| matches!(occupants[seat.index()], Occupant::Person { .. }));
    for (occupant, told) in occupants.iter_mut().zip(names) {
        if let (Occupant::Person { name, .. }, Some(told)) = (occupant, told) {
            *name = told;
        }
    }
    occupants
}

/// Puts the letters of seats behind names that are those of other seats as well, or look like one of `bots`, where a seat may be
/// `marked`.
pub fn mark(names: &mut [Option<String>], bots: &[[String; 2]], marked: impl Fn(Seat) -> bool) {
    // A marked name may be that of another one, who is then marked too.
    for _ in 0..Seat::MAX {
        let looks: Vec<Option<[String; 2]>> = names.iter().map(|name| name.as_deref().map(looks)).collect();
        let is_alike = |at: usize| {
            let Some(own) = &looks[at] else { return false };
            let others = looks.iter().enumerate().filter(|&(other, _)| other != at);
            let mut others = others.filter_map(|(_, looks)| looks.as_ref());
            others.any(|other| alike(own, other)) || bots.iter().any(|bot| alike(own, bot))
        };
        let all = Seat::first(names.len()).filter(|&seat| marked(seat) && is_alike(seat.index()));
        let all: BTreeSet<usize> = all.map(Seat::index).collect();
        if all.is_empty() {
            return;
        }
        for (seat, name) in Seat::first(names.len()).zip(names.iter_mut()) {
            if let Some(name) = name.as_mut().filter(|_| all.contains(&seat.index())) {
                *name = format!("{name} {seat}");
            }
        }
    }
}

/// Returns the looks of a name: as written, and in small letters.
fn looks(name: &str) -> [String; 2] {
    [skeleton(name).collect(), skeleton(&name.to_lowercase()).collect()]
}

/// Whether two names can be taken for each other.
fn alike(one: &[String; 2], other: &[String; 2]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

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
    fn names_at_a_table_mean_one_seat_each() {
        let person = |name: &str| Occupant::Person { name: name.to_owned(), stand_in: None };
        let bot = || Occupant::Bot { kind: "random".to_owned() };
        let told = |seats: &[Occupant]| -> Vec<String> {
            let names = disambiguated(seats.to_vec()).into_iter().map(|occupant| match occupant {
                Occupant::Person { name, .. } => name,
                other => format!("{other:?}").chars().take(3).collect(),
            });
            names.collect()
        };
        assert_eq!(told(&[person("Ada"), person("Ben"), Occupant::Open]), ["Ada", "Ben", "Ope"]);
        assert_eq!(told(&[person("Ada"), person("Ben"), person("Ada")]), ["Ada A", "Ben", "Ada C"]);
        // Cyrillic letters, capitals, an I for an l, and a mark that is written apart.
        for (one, other) in
            [("Ada", "Аdа"), ("Ada", "aDA"), ("Ali", "AIi"), ("J\u{fc}rg", "Ju\u{308}rg"), ("Mark", "Μark")]
        {
            assert_eq!(told(&[person(one), person(other)]), [format!("{one} A"), format!("{other} B")]);
        }
        assert_eq!(told(&[person("Jurg"), person("J\u{fc}rg")]), ["Jurg", "J\u{fc}rg"]);
        // Bots have names of their own, and kinds.
        assert_eq!(told(&[person("Bruno"), bot()]), ["Bruno A", "Bot"]);
        assert_eq!(told(&[person("Bot"), person("Random")]), ["Bot A", "Random B"]);
        // A marked name is nobody else's.
        assert_eq!(told(&[person("Ada B"), person("Ada"), person("Ada")]), ["Ada B A", "Ada B B", "Ada C"]);
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
