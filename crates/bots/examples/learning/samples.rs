//! Positions to learn from.

use super::Learnt;
use bots::net::{INPUTS, Row};
use bots::{Match, Recorder};
use game::options::NamedOptions as _;
use game::{Draws as _, Seat, Seed, Substream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of all games.
pub(crate) const SEED: u64 = 41;
/// Games of one file.
const GAMES_A_FILE: u64 = 100;
/// The steps of a number of a description.
const STEPS: f32 = 1024.0;

/// A position and who won in the end.
pub(crate) struct Sample {
    /// The number of its game.
    pub(crate) game: u32,
    /// The fitted strengths of the seats.
    pub(crate) strengths: Vec<f32>,
    /// The descriptions of the seats.
    pub(crate) rows: Vec<[i16; INPUTS]>,
    /// The shares of the win, in the order of the seats.
    pub(crate) result: Vec<f32>,
}

/// A description as it is kept.
fn kept(row: &Row) -> [i16; INPUTS] {
    row.map(|input| (input * STEPS).clamp(-32_000.0, 32_000.0) as i16)
}

/// A description that was kept.
pub(crate) fn row_of(kept: &[i16; INPUTS]) -> Row {
    kept.map(|input| f32::from(input) / STEPS)
}

struct Sampler<G: Learnt> {
    referee: G::Estimator,
    draws: Substream,
    game: u32,
    samples: Vec<Sample>,
}

impl<G: Learnt> Sampler<G> {
    fn look(&mut self, game: &G, one_in: u32) {
        if self.draws.below(one_in) > 0 {
            return;
        }
        let Some(seats) = G::rows(&mut self.referee, game) else { return };
        self.samples.push(Sample {
            game: self.game,
            strengths: seats.iter().map(|(strength, _)| *strength as f32).collect(),
            rows: seats.iter().map(|(_, row)| kept(row)).collect(),
            result: Vec::new(),
        });
    }
}

impl<G: Learnt> Recorder<G> for Sampler<G> {
    const EVENTS: bool = false;
    fn action(&mut self, game: &G, _: Seat, _: G::Action) {
        self.look(game, G::ONE_IN[1]);
    }
    fn outcome(&mut self, game: &G, _: &G::Chance) {
        self.look(game, G::ONE_IN[0]);
    }
}

/// Plays the game with this number: two of five between bots that err.
fn samples_of<G: Learnt>(number: u64) -> Vec<Sample> {
    let seats = G::TABLES[(number % 5) as usize];
    let errs = number / 5 % 5 < 2;
    let mut options = G::Options::default();
    options.set("players", &seats.to_string()).expect("a number of seats of the game");
    let seed = Seed(SEED).derive(number);
    let mut bots: Vec<G::Bot> = Seat::first(seats).map(|seat| G::learner(errs, seat, seed)).collect();
    let draws = seed.substream("sample", 0);
    let mut sampler =
        Sampler::<G> { referee: G::Estimator::default(), draws, game: number as u32, samples: Vec::new() };
    let played =
        Match::<G>::new(&options, seed).play(&mut bots, &mut sampler).expect("our bots play by the rules");
    let result = bots::luck::won(played.outcome, seats);
    let shares: Vec<f32> = Seat::first(seats).map(|seat| result[seat] as f32).collect();
    sampler.samples.iter_mut().for_each(|sample| sample.result.clone_from(&shares));
    sampler.samples
}

/// Plays games on all processors and keeps their positions, file by file.
pub(crate) fn play<G: Learnt>(folder: &Path, games: u64) {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            let numbers = file * GAMES_A_FILE..(file + 1) * GAMES_A_FILE;
            if numbers.start >= games {
                return;
            }
            let path = folder.join(format!("{file:05}.rows"));
            if path.exists() {
                continue;
            }
            let samples: Vec<Sample> = numbers.flat_map(samples_of::<G>).collect();
            let part = path.with_extension("part");
            std::fs::write(&part, to_bytes(&samples)).expect("a file that can be written");
            std::fs::rename(&part, &path).expect("a file that can be renamed");
            eprintln!("{}: {} positions", path.display(), samples.len());
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

fn to_bytes(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for sample in samples {
        bytes.extend(sample.game.to_le_bytes());
        bytes.push(sample.rows.len() as u8);
        for numbers in [&sample.strengths, &sample.result] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(sample.rows.iter().flatten().flat_map(|input| input.to_le_bytes()));
    }
    bytes
}

/// The files of a folder in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of positions");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "rows")).collect();
    files.sort();
    files
}

/// The positions of a file.
pub(crate) fn read(path: &Path) -> Vec<Sample> {
    let bytes = std::fs::read(path).expect("a file of positions");
    let (mut rest, mut samples) = (&bytes[..], Vec::new());
    fn take<'a>(rest: &mut &'a [u8], len: usize) -> &'a [u8] {
        let (taken, after) = rest.split_at(len);
        *rest = after;
        taken
    }
    let floats = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|it| f32::from_le_bytes(*it)).collect();
    while !rest.is_empty() {
        let game = u32::from_le_bytes(take(&mut rest, 4).try_into().expect("four bytes"));
        let seats = usize::from(take(&mut rest, 1)[0]);
        let strengths = floats(take(&mut rest, 4 * seats));
        let result = floats(take(&mut rest, 4 * seats));
        let row =
            |bytes: &[u8]| std::array::from_fn(|n| i16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]]));
        let rows = (0..seats).map(|_| row(take(&mut rest, 2 * INPUTS))).collect();
        samples.push(Sample { game, strengths, rows, result });
    }
    samples
}
