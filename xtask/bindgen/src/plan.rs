//! Which part of the module each function belongs to, by what ran.

use std::collections::{BTreeMap, BTreeSet};

/// The parts beside the first one, which is there from the beginning. What ran only after the first question of a game is in a part of
/// its own, `later` or the name of the game's part with that ending.
pub(crate) const PARTS: [&str; 12] = [
    "rest",
    "islands",
    "cities",
    "tiles",
    "en",
    "de",
    "later",
    "islands-later",
    "cities-later",
    "tiles-later",
    "en-later",
    "de-later",
];

/// The part of everything that no run needed.
const REST: usize = 1;

/// A language and the part of a game.
type Run<'a> = (&'a str, &'a str);

/// The part of each function that ran, by its number; 0 is the first part.
pub(crate) struct Plan(BTreeMap<u32, usize>);

impl Plan {
    /// Reads what ran: a line for each run, with `first` or `later`, the language, the part of its game, and the numbers of the
    /// functions.
    pub(crate) fn read(runs: &str) -> Result<Plan, String> {
        let (mut first, mut later) = (BTreeMap::new(), BTreeMap::new());
        let mut all: BTreeSet<Run> = BTreeSet::new();
        for line in runs.lines() {
            let mut words = line.split(' ');
            let (Some(phase), Some(lang), Some(game)) = (words.next(), words.next(), words.next()) else {
                return Err("a run has no game".into());
            };
            let ran: &mut BTreeMap<u32, BTreeSet<Run>> = match phase {
                "first" => &mut first,
                "later" => &mut later,
                other => return Err(format!("`{other}` is neither first nor later")),
            };
            all.insert((lang, game));
            for number in words.filter(|number| !number.is_empty()) {
                let number = number.parse().map_err(|_| format!("`{number}` is no function"))?;
                ran.entry(number).or_default().insert((lang, game));
            }
        }
        let before = |runs| part_of(runs, &all).map_or(0, number_of);
        let after = |runs| match part_of(runs, &all) {
            Some(part) => number_of(&format!("{part}-later")),
            None => number_of("later"),
        };
        let later = later.iter().map(|(&number, runs)| (number, after(runs)));
        let first = first.iter().map(|(&number, runs)| (number, before(runs)));
        Ok(Plan(later.chain(first).collect()))
    }

    /// The part of a function.
    pub(crate) fn part(&self, function: u32) -> usize {
        self.0.get(&function).copied().unwrap_or(REST)
    }
}

/// The part of a function that ran in these games; none if games of both kinds share it.
fn part_of(runs: &BTreeSet<Run>, all: &BTreeSet<Run>) -> Option<&'static str> {
    match of_language(runs, all) {
        Some("de") => return Some("de"),
        Some(_) => return Some("en"),
        None => {}
    }
    let games: BTreeSet<&str> = runs.iter().map(|(_, game)| *game).collect();
    match (games.contains("tiles"), games.len()) {
        (true, 1) => Some("tiles"),
        (true, _) => None,
        _ if games.contains("islands") => Some("islands"),
        _ => Some("cities"),
    }
}

/// The language of all these runs, if they are the runs of all games in it.
fn of_language<'a>(runs: &BTreeSet<Run<'a>>, all: &BTreeSet<Run>) -> Option<&'a str> {
    let langs: BTreeSet<&str> = runs.iter().map(|(lang, _)| *lang).collect();
    let lang = langs.first().copied().filter(|_| langs.len() == 1)?;
    (runs.len() == all.iter().filter(|(other, _)| *other == lang).count()).then_some(lang)
}

/// The number of a part.
fn number_of(part: &str) -> usize {
    PARTS.iter().position(|known| *known == part).map_or(0, |at| at + 1)
}
