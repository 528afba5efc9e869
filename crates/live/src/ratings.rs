//! Ratings of people, by game and by the number of seats.
//!
//! A rating is an estimate of somebody's strength with its uncertainty, by the method of Weng and Lin. It follows from the stored
//! results alone, in their order, and a result follows from the log of its table ([`result_of`]): so every rating can be recomputed.
//! Public games count that people alone played to the end, by the standard rules and without aids; their results are kept in the
//! store.

use crate::lock::lock;
use crate::storing::read;

use pages::{Aid, Aids};
use present::summary::places;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use store::{Change, GameResult, Location, Place, ResultChange, Store, StoreError};
use table::host::Host;
use table::keys::{KeyHash, TableId};

/// Results that are read from the store at once.
const CHUNK: usize = 1_000;

/// The points on the shown scale for one point of the method, and the shown rating of a newcomer, whom the method gives 25.
const SCALE: f64 = 40.0;
const NEWCOMER: f64 = 1_500.0;

/// The name under which attempts at puzzles are kept among the results of games.
pub const PUZZLES: &str = "puzzles";

/// The rating of a person in one game with one number of seats, and what it rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The name of the game.
    pub game: String,
    /// The number of seats.
    pub seats: usize,
    /// Games that counted.
    pub games: u32,
    /// Games won among them, alone or with others.
    pub won: u32,
    estimate: WengLinRating,
}

impl Rating {
    /// The estimated strength; a newcomer has 1500.
    #[must_use]
    pub fn value(&self) -> f64 {
        NEWCOMER + SCALE * (self.estimate.rating - WengLinRating::new().rating)
    }

    /// The distance from the estimate within which the true strength lies in about 95 of 100 cases.
    #[must_use]
    pub fn uncertainty(&self) -> f64 {
        2.0 * SCALE * self.estimate.uncertainty
    }
}

/// All ratings, as they follow from the results so far.
#[derive(Clone, Default, Debug)]
pub struct Ratings(HashMap<KeyHash, Vec<Rating>>);

impl Ratings {
    /// The ratings of a person in games, those with most games first.
    #[must_use]
    pub fn of(&self, person: KeyHash) -> Vec<Rating> {
        let mut own = self.0.get(&person).cloned().unwrap_or_default();
        own.retain(|rating| rating.game != PUZZLES);
        own.sort_by(|a, b| (b.games, &a.game, a.seats).cmp(&(a.games, &b.game, b.seats)));
        own
    }

    /// The rating of a person, or of a puzzle, in attempts at puzzles; `None` without any.
    #[must_use]
    pub fn of_puzzles(&self, of: KeyHash) -> Option<Rating> {
        self.0.get(&of)?.iter().find(|rating| rating.game == PUZZLES).cloned()
    }

    /// Counts one more result.
    pub fn add(&mut self, result: &GameResult) {
        let seats = result.seats.len();
        let before: Vec<[WengLinRating; 1]> = result
            .seats
            .iter()
            .map(|(person, _)| [self.entry(*person, &result.game, seats).estimate])
            .collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
            .iter()
            .zip(&result.seats)
            .map(|(one, (_, place))| (&one[..], MultiTeamOutcome::new(usize::from(*place))))
            .collect();
        let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for ((person, place), one) in result.seats.iter().zip(after) {
            let rating = self.entry(*person, &result.game, seats);
            rating.games += 1;
            rating.won += u32::from(*place == 1);
            rating.estimate = one[0];
        }
    }

    fn entry(&mut self, person: KeyHash, game: &str, seats: usize) -> &mut Rating {
        let own = self.0.entry(person).or_default();
        let known = own.iter().position(|rating| rating.seats == seats && rating.game == game);
        let at = known.unwrap_or_else(|| {
            let (game, estimate) = (game.to_owned(), WengLinRating::new());
            own.push(Rating { game, seats, games: 0, won: 0, estimate });
            own.len() - 1
        });
        &mut own[at]
    }
}

/// The options that change no rule: how many play, and who begins.
const FREE_OPTIONS: [&str; 2] = ["players", "start_player"];

/// The result of the game at a table, if it counts: a public game that people alone played to its end, without aids, with every
/// other option at its default.
#[must_use]
pub fn result_of<T>(host: &Host<T>) -> Option<GameResult> {
    let (people, game) = (host.played_by_people()?, host.game()?);
    let kind = game.kind();
    let has_aids = pages::asks_aids(kind) && host.aids() != Some("none");
    let allowed = Aids::allowed(host.aids());
    if has_aids || allowed.contains(Aid::Hint) || allowed.contains(Aid::Chances) {
        return None;
    }
    if game.options_changed().iter().any(|(option, _)| !FREE_OPTIONS.contains(&option.name)) {
        return None;
    }
    let places = places(game, game.outcome()?.winners);
    let seats = people.into_iter().zip(places).collect();
    Some(GameResult { table: host.id(), at: host.due_since(), game: kind.name().to_owned(), seats })
}

/// The stored results beside those that follow from the logs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Comparison {
    /// The results that follow from the logs, in the order in which the games ended.
    pub results: Vec<GameResult>,
    /// The tables whose stored result is missing, is another one, or follows from no log.
    pub differing: Vec<TableId>,
}

/// Compares the stored results with the logs of all tables. A log that cannot be read has no result.
///
/// # Errors
/// If the store cannot be read.
pub fn compare(store: &dyn Store) -> Result<Comparison, StoreError> {
    let mut results = Vec::new();
    for place in [Place::Main, Place::Archive] {
        let mut after = None;
        loop {
            let part = store.resting(place, after, u64::MAX, CHUNK)?;
            for resting in &part.tables {
                let host = Host::<()>::load(resting.table, store.load(resting.table)?);
                results.extend(host.ok().flatten().and_then(|host| result_of(&host)));
            }
            let Some(last) = part.last else { break };
            after = Some(last);
        }
    }
    results.sort_by_key(|result| (result.at, result.table));
    results.dedup();
    let mut stored = HashMap::new();
    let mut last = 0;
    loop {
        let part = store.results(last, CHUNK)?;
        let Some((number, _)) = part.last() else { break };
        last = *number;
        // Attempts at puzzles follow from no log.
        let of_games = part.into_iter().filter(|(_, result)| result.game != PUZZLES);
        stored.extend(of_games.map(|(_, result)| (result.table, result)));
    }
    let mut differing: Vec<TableId> = results
        .iter()
        .filter(|result| stored.remove(&result.table).as_ref() != Some(*result))
        .map(|result| result.table)
        .collect();
    differing.extend(stored.into_keys());
    differing.sort_unstable();
    Ok(Comparison { results, differing })
}

/// Compares the stored results of a place with its logs, while a server may run there.
///
/// # Errors
/// If the place cannot be read.
pub fn check(place: &dyn Location) -> Result<Comparison, StoreError> {
    compare(&*place.open_to_read()?)
}

/// Replaces the stored results of a place by those that follow from its logs, if they differ. No server may run there.
///
/// # Errors
/// If the place cannot be used; then nothing is changed.
pub fn recompute(place: &dyn Location) -> Result<Comparison, StoreError> {
    let store = place.open()?;
    let found = compare(&*store)?;
    if !found.differing.is_empty() {
        let tables = found.results.iter().map(|result| &result.table).chain(&found.differing);
        let mut changes: Vec<Change> =
            tables.map(|table| Change::Results(ResultChange::Remove(*table))).collect();
        changes
            .extend(found.results.iter().cloned().map(|result| Change::Results(ResultChange::Add(result))));
        let (sender, stored) = std::sync::mpsc::channel();
        store.change(changes, Box::new(move |result| drop(sender.send(result))));
        stored.recv().unwrap_or(Err(StoreError::Closed))?;
    }
    Ok(found)
}

/// The ratings of a server, brought up to date when somebody asks for one.
pub struct LiveRatings {
    store: Arc<dyn Store>,
    /// The ratings, and the number of the last result among them.
    known: Arc<Mutex<(Ratings, u64)>>,
}

impl LiveRatings {
    /// The ratings that follow from the results in a store.
    pub fn new(store: Arc<dyn Store>) -> LiveRatings {
        LiveRatings { store, known: Arc::default() }
    }

    /// Returns the ratings of a person in games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of(&self, person: KeyHash) -> Result<Vec<Rating>, StoreError> {
        self.look(move |ratings| ratings.of(person)).await
    }

    /// Returns the ratings of people and puzzles in attempts at puzzles, in the order of `of`.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of_puzzles(&self, of: Vec<KeyHash>) -> Result<Vec<Option<Rating>>, StoreError> {
        self.look(move |ratings| of.iter().map(|&one| ratings.of_puzzles(one)).collect()).await
    }

    /// Brings the ratings up to date, and looks at them.
    async fn look<T: Send + 'static>(
        &self,
        look: impl Fn(&Ratings) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let known = Arc::clone(&self.known);
        read(&self.store, move |store| {
            loop {
                let mut known = lock(&known);
                let (ratings, last) = &mut *known;
                let more = store.results(*last, CHUNK)?;
                let Some((number, _)) = more.last() else { return Ok(look(ratings)) };
                more.iter().for_each(|(_, result)| ratings.add(result));
                *last = *number;
            }
        })
        .await
    }

    /// Forgets all that was computed, since results have left the store or name other people now.
    pub(crate) fn recompute(&self) {
        *lock(&self.known) = Default::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Draws, Seed, Substream};

    /// A person with a strength that only the test knows, on the scale of the method.
    struct Simulated {
        key: KeyHash,
        strength: f64,
    }

    fn uniform(draws: &mut Substream) -> f64 {
        (f64::from(draws.below(1 << 30)) + 0.5) / f64::from(1 << 30)
    }

    /// The strengths of a month's players: as spread as the method expects those of newcomers.
    fn people(draws: &mut Substream, count: usize) -> Vec<Simulated> {
        let normal = |draws: &mut Substream| (0..12).map(|_| uniform(draws)).sum::<f64>() - 6.0;
        let key = |n: usize| KeyHash(std::array::from_fn(|byte| if byte == 0 { n as u8 + 1 } else { 7 }));
        let people = (0..count).map(|n| (key(n), 25.0 + 25.0 / 3.0 * normal(draws)));
        people.map(|(key, strength)| Simulated { key, strength }).collect()
    }

    /// A game between some of them: the better ones are likelier to come first, by the model of the method.
    fn play(people: &[Simulated], seats: usize, at: u64, draws: &mut Substream) -> GameResult {
        let mut order: Vec<usize> = (0..people.len()).collect();
        draws.shuffle(&mut order);
        let width = WengLinConfig::new().beta * 2f64.sqrt();
        let mut luck: Vec<(f64, usize)> = order[..seats]
            .iter()
            .map(|&n| (people[n].strength - width * (-uniform(draws).ln()).ln(), n))
            .collect();
        luck.sort_by(|a, b| b.0.total_cmp(&a.0));
        let seats = luck.iter().zip(1..).map(|(&(_, n), place)| (people[n].key, place)).collect();
        GameResult { table: TableId::new(at + 1).expect("an id"), at, game: "catan".to_owned(), seats }
    }

    /// The distances of the estimates from the strengths, in units of the shown uncertainty.
    fn misses(seats: usize, games: u64, seed: u64) -> (Vec<f64>, f64) {
        let mut draws = Seed(seed).substream("month", seats as u64);
        let people = people(&mut draws, 24);
        let mut ratings = Ratings::default();
        for at in 0..games {
            ratings.add(&play(&people, seats, at, &mut draws));
        }
        let found: Vec<Rating> = people.iter().map(|person| ratings.of(person.key).remove(0)).collect();
        // Only differences show in results, so the means are brought together.
        let shown = |strength: f64| NEWCOMER + SCALE * (strength - 25.0);
        let offset: f64 =
            found.iter().zip(&people).map(|(f, p)| f.value() - shown(p.strength)).sum::<f64>() / 24.0;
        let miss =
            |(f, p): (&Rating, &Simulated)| (f.value() - offset - shown(p.strength)).abs() / f.uncertainty();
        let uncertainty = found.iter().map(Rating::uncertainty).sum::<f64>() / 24.0;
        (found.iter().zip(&people).map(miss).collect(), uncertainty)
    }

    /// Thirty days with forty games each: at least nine in ten strengths lie within the uncertainty that is shown for them, which
    /// has become much smaller than a newcomer's.
    #[test]
    fn a_month_of_games_recovers_the_strengths() {
        for seats in [2, 4] {
            let mut within = 0;
            for seed in 0..5 {
                let (misses, uncertainty) = misses(seats, 1_200, seed);
                assert!(uncertainty < 0.4 * 2.0 * SCALE * 25.0 / 3.0, "{seats} seats: ± {uncertainty:.0}");
                within += misses.iter().filter(|&&miss| miss <= 1.0).count();
            }
            assert!(within >= 5 * 24 * 9 / 10, "{seats} seats: {within} of 120");
        }
    }

    #[test]
    fn ratings_follow_from_the_results_alone() {
        let mut draws = Seed(3).substream("order", 0);
        let people = people(&mut draws, 6);
        let results: Vec<GameResult> = (0..50).map(|at| play(&people, 3, at, &mut draws)).collect();
        let [mut one, mut other] = [Ratings::default(), Ratings::default()];
        results.iter().for_each(|result| one.add(result));
        results.iter().for_each(|result| other.add(result));
        for person in &people {
            assert_eq!(one.of(person.key), other.of(person.key));
            assert_eq!(one.of(person.key).len(), 1);
        }
        assert_eq!(people.iter().map(|person| one.of(person.key)[0].games).sum::<u32>(), 150);
    }

    #[test]
    fn games_and_sizes_of_tables_are_apart() {
        let mut draws = Seed(4).substream("apart", 0);
        let people = people(&mut draws, 4);
        let mut ratings = Ratings::default();
        let four = play(&people, 4, 0, &mut draws);
        ratings.add(&four);
        ratings.add(&GameResult { game: "mayflower".to_owned(), ..four.clone() });
        ratings.add(&GameResult { seats: four.seats[..2].to_vec(), ..four.clone() });
        let (winner, last) = (four.seats[0].0, four.seats[3].0);
        let sizes: Vec<(String, usize)> =
            ratings.of(winner).into_iter().map(|rating| (rating.game, rating.seats)).collect();
        assert_eq!(sizes, [("catan".to_owned(), 2), ("catan".to_owned(), 4), ("mayflower".to_owned(), 4)]);
        assert!(ratings.of(winner)[1].value() > NEWCOMER && ratings.of(last)[0].value() < NEWCOMER);
    }
}
