//! Records of games between bots.

use bots::{BotGame, Played, Recorder};
use game::record::{FinalLine, Header, Step, Writer};
use game::{Seat, Seed};
use shelf::AnyGame;
use std::io::{self, Write};

/// Writes the record of a game while it is played (`docs/record.md`). The first error is kept until the end.
///
/// ```
/// use arena::RecordWriter;
/// use bots::{BotGame, Match};
/// use carcassonne::Carcassonne;
/// use game::{Seat, Seed};
/// let options = carcassonne::Options { players: 2, ..Default::default() };
/// let (start, seed) = (Carcassonne::new(&options), Seed(1));
/// let mut bots = [Seat::A, Seat::B].map(|seat| Carcassonne::bot("random", seat, seed).unwrap());
/// let mut writer = RecordWriter::new(Vec::new(), &start.into(), ["random", "random"], seed)?;
/// let played = Match::from_position(start, seed).play(&mut bots, &mut writer).unwrap();
/// let record = writer.finish(&played)?;
/// assert!(String::from_utf8(record).unwrap().contains(r#"{"result":"#));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordWriter<W> {
    writer: Writer<W>,
    seats: usize,
    done: io::Result<()>,
}

impl<W: Write> RecordWriter<W> {
    /// Writes the header: a game that begins at `start`, with these bots at seats A, B, …
    ///
    /// # Errors
    /// If the output does not take it.
    pub fn new<'a>(
        output: W,
        start: &AnyGame,
        bots: impl IntoIterator<Item = &'a str>,
        seed: Seed,
    ) -> io::Result<RecordWriter<W>> {
        let seats = start.seats();
        let mut header = Header::new(start.kind().name(), start.rules(), start.options(), seats);
        header.seats = bots.into_iter().map(|name| Some(name.to_owned())).collect();
        header.seed = Some(seed);
        Ok(RecordWriter { writer: Writer::new(output, &header)?, seats, done: Ok(()) })
    }

    /// Writes the result and gives the output back. The record of a game that a seat gave up, or that the match stopped, has no
    /// result: by the rules that game is unfinished.
    ///
    /// # Errors
    /// If the output did not take everything.
    pub fn finish(self, played: &Played) -> io::Result<W> {
        self.done?;
        let points = Seat::first(self.seats).map(|seat| (seat, played.points[seat])).collect();
        let result = FinalLine { winners: played.outcome.winners, points };
        let is_finished = played.gave_up.is_none() && !played.is_stopped;
        self.writer.finish(is_finished.then_some(&result))
    }

    fn step(&mut self, step: &Step) {
        if self.done.is_ok() {
            self.done = self.writer.step(step);
        }
    }
}

impl<G: BotGame, W: Write> Recorder<G> for RecordWriter<W> {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, seat: Seat, action: G::Action) {
        self.step(&Step::Action { seat, action: action.to_string() });
    }
    fn outcome(&mut self, _: &G, chance: &G::Chance) {
        self.step(&Step::Outcome(chance.to_string()));
    }
}
