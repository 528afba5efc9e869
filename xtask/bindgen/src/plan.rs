//! Which part of the module each function belongs to, by what ran.

use std::collections::{BTreeMap, BTreeSet};

/// The parts beside the first one, which is there from the beginning.
pub(crate) const PARTS: [&str; 6] = ["rest", "islands", "cities", "tiles", "en", "de"];

/// The part of everything that no run needed.
const REST: usize = 1;

/// The part of each function that ran, by its number; 0 is the first part.
pub(crate) struct Plan(BTreeMap<u32, usize>);

impl Plan {
    /// Reads what ran: a line for each run, with the language, the part of its game, and the numbers of the functions.
    pub(crate) fn read(runs: &str) -> Result<Plan, String> {
        let mut ran: BTreeMap<u32, BTreeSet<(&str, &str)>> = BTreeMap::new();
        let mut all = BTreeSet::new();
        for line in runs.lines() {
            let mut words = line.split(' ');
            let (Some(lang), Some(game)) = (words.next(), words.next()) else {
                return Err("a run has no game".into());
            };
            all.insert((lang, game));
            for number in words {
                let number = number.parse().map_err(|_| format!("`{number}` is no function"))?;
                ran.entry(number).or_default().insert((lang, game));
            }
        }
        let part = |runs: &BTreeSet<(&str, &str)>| {
            let langs: BTreeSet<&str> = runs.iter().map(|(lang, _)| *lang).collect();
            let games: BTreeSet<&str> = runs.iter().map(|(_, game)| *game).collect();
            let of_lang = |lang: &str| all.iter().filter(|(other, _)| *other == lang).count();
            let name = match (langs.iter().next(), langs.len()) {
                (Some(lang), 1) if runs.len() == of_lang(lang) && games.len() > 1 => lang,
                _ if games.contains("tiles") && games.len() == 1 => "tiles",
                _ if games.contains("tiles") => return 0,
                _ if games.contains("islands") => "islands",
                _ => "cities",
            };
            PARTS.iter().position(|part| *part == name).map_or(0, |at| at + 1)
        };
        Ok(Plan(ran.into_iter().map(|(number, runs)| (number, part(&runs))).collect()))
    }

    /// The part of a function.
    pub(crate) fn part(&self, function: u32) -> usize {
        self.0.get(&function).copied().unwrap_or(REST)
    }
}
