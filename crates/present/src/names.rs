//! The names of seats, so that each means one: who looks alike is marked.

use game::Seat;
use shelf::GameKind;
use std::collections::BTreeSet;
use std::sync::OnceLock;
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
    [look(name), look(&in_small_letters(name))]
}

/// Whether a character is of ASCII or a letter of German: texts of these alone need none of the tables of Unicode.
fn is_common(c: char) -> bool {
    c.is_ascii() || matches!(c, 'ä' | 'ö' | 'ü' | 'Ä' | 'Ö' | 'Ü')
}

/// Returns a text in small letters.
fn in_small_letters(text: &str) -> String {
    if !text.chars().all(is_common) {
        return text.to_lowercase();
    }
    let small = |c: char| match c {
        'Ä' => 'ä',
        'Ö' => 'ö',
        'Ü' => 'ü',
        c => c.to_ascii_lowercase(),
    };
    text.chars().map(small).collect()
}

/// Returns how a text looks: each character is the simplest of those that look alike, as Unicode lists them.
fn look(text: &str) -> String {
    if !text.chars().all(is_common) {
        return skeleton(text).collect();
    }
    let mut look = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => look.push_str("\u{27}\u{27}"),
            '%' => look.push_str("\u{b0}/\u{2080}"),
            '0' => look.push('O'),
            '1' | 'I' | '|' => look.push('l'),
            '`' => look.push('\u{27}'),
            'm' => look.push_str("rn"),
            'ä' => look.push_str("a\u{308}"),
            'ö' => look.push_str("o\u{308}"),
            'ü' => look.push_str("u\u{308}"),
            'Ä' => look.push_str("A\u{308}"),
            'Ö' => look.push_str("O\u{308}"),
            'Ü' => look.push_str("U\u{308}"),
            c => look.push(c),
        }
    }
    look
}

/// Whether two names can be taken for each other.
fn alike(one: &[String; 2], other: &[String; 2]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_characters_look_as_unicode_says() {
        for c in ('\0'..='\u{24f}').filter(|&c| is_common(c)) {
            let text = c.to_string();
            assert_eq!(look(&text), skeleton(&text).collect::<String>(), "{c:?}");
            assert_eq!(in_small_letters(&text), text.to_lowercase());
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
}
