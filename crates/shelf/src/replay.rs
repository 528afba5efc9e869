//! Records, replayed and made.

use crate::{AnyGame, Events, GameKind, Reason, Refusal};
use game::record::{FinalLine, Header, Line, Reader, Record, RecordError, Step};
use game::{ParseError, Seat, Seed};
use std::fmt;
use std::io::BufRead;

/// One position of a replayed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// The number of steps that led here: 0 for the position the game began with.
    pub number: usize,
    /// The line of the record that led here.
    pub line: u64,
    /// The step that led here; `None` at the beginning.
    pub step: Option<Step>,
    /// The events of this step.
    pub events: Option<Events>,
    /// The game after it.
    pub game: AnyGame,
}

/// The reason why a record cannot be replayed, with the line.
#[derive(PartialEq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The file is damaged.
    Record(RecordError),
    /// The header asks for something that is not on this shelf, or for options or a position that cannot be.
    Header {
        /// The faults.
        faults: Vec<Refusal>,
    },
    /// A step is not allowed.
    Step {
        /// The line it stands in.
        line: u64,
        /// The step.
        step: Step,
        /// The reason.
        refusal: Refusal,
    },
    /// The result is not the game's.
    Result {
        /// The line it stands in.
        line: u64,
        /// The right result; `None` where the game is not over.
        right: Option<FinalLine>,
    },
}

impl ReplayError {
    /// The line of the record.
    #[must_use]
    pub fn line(&self) -> u64 {
        match self {
            ReplayError::Record(error) => error.line,
            ReplayError::Header { .. } => 1,
            ReplayError::Step { line, .. } | ReplayError::Result { line, .. } => *line,
        }
    }

    /// The clause that stands against it, if one does.
    #[must_use]
    pub fn clause(&self) -> Option<&'static str> {
        match self {
            ReplayError::Header { faults } => faults.iter().find_map(|fault| fault.clause),
            ReplayError::Step { refusal, .. } => refusal.clause,
            ReplayError::Record(_) | ReplayError::Result { .. } => None,
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Record(error) => error.fmt(f),
            ReplayError::Header { faults } => {
                let faults: Vec<String> = faults.iter().map(Refusal::to_string).collect();
                write!(f, "line 1: {}", faults.join("; "))
            }
            ReplayError::Step { line, step, refusal } => write!(f, "line {line}: `{step}`: {refusal}"),
            ReplayError::Result { line, right: None } => {
                write!(f, "line {line}: the record has a result, but the game is not over here")
            }
            ReplayError::Result { line, right: Some(right) } => {
                let right = serde_json::to_string(right).unwrap_or_default();
                write!(
                    f,
                    "line {line}: the result in the record differs from that of the game, which is {right}"
                )
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<RecordError> for ReplayError {
    fn from(error: RecordError) -> ReplayError {
        ReplayError::Record(error)
    }
}

/// Replays a record as it is read: an iterator over its positions, beginning with the one before the first step. It
/// ends with the record, or after the first error.
#[derive(Debug)]
pub struct Replay<R> {
    reader: Reader<R>,
    game: AnyGame,
    number: usize,
    begun: bool,
    failed: bool,
    result: Option<FinalLine>,
}

impl<R: BufRead> Replay<R> {
    /// Reads the header and puts the game up.
    ///
    /// # Errors
    /// If the first line is not a header, or asks for what is not there.
    pub fn new(input: R) -> Result<Replay<R>, ReplayError> {
        let reader = Reader::new(input)?;
        let game = first_position(reader.header()).map_err(|faults| ReplayError::Header { faults })?;
        Ok(Replay { reader, game, number: 0, begun: false, failed: false, result: None })
    }

    /// The record's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The position reached so far.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The result, once it was read and found right.
    #[must_use]
    pub fn result(&self) -> Option<&FinalLine> {
        self.result.as_ref()
    }

    fn advance(&mut self) -> Result<Option<Position>, ReplayError> {
        if !self.begun {
            self.begun = true;
            return Ok(Some(Position { number: 0, line: 1, step: None, events: None, game: self.game }));
        }
        match self.reader.next().transpose()? {
            None => Ok(None),
            Some((line, Line::Step(step))) => match self.game.apply(&step) {
                Ok(events) => {
                    self.number += 1;
                    Ok(Some(Position {
                        number: self.number,
                        line,
                        step: Some(step),
                        events: Some(events),
                        game: self.game,
                    }))
                }
                Err(refusal) => Err(ReplayError::Step { line, step, refusal }),
            },
            Some((line, Line::Result(given))) => {
                let right = result(&self.game);
                if right.as_ref() != Some(&given) {
                    return Err(ReplayError::Result { line, right });
                }
                self.result = right;
                // The reader refuses whatever follows the result.
                self.advance()
            }
        }
    }
}

impl<R: BufRead> Iterator for Replay<R> {
    type Item = Result<Position, ReplayError>;
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.advance().transpose();
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}

/// Replays a record from any input.
///
/// # Errors
/// As [`Replay::new`].
pub fn replay<R: BufRead>(input: R) -> Result<Replay<R>, ReplayError> {
    Replay::new(input)
}

fn first_position(header: &Header) -> Result<AnyGame, Vec<Refusal>> {
    let kind: GameKind = header.game.parse().map_err(|error: ParseError| {
        vec![Refusal::because(Reason::UnknownGame { name: header.game.clone() }, error.to_string())]
    })?;
    let game = match &header.setup {
        None => AnyGame::under(kind, header.rules, &header.options)?,
        Some(setup) => {
            let game = AnyGame::from_setup_under(kind, header.rules, setup.clone())?;
            if AnyGame::under(kind, header.rules, &header.options)?.options() != game.options() {
                let message = "`options` and the options in `setup` are not the same";
                return Err(vec![Refusal::because(Reason::OptionsDiffer, message)]);
            }
            game
        }
    };
    if header.seats.len() == game.seats() {
        Ok(game)
    } else {
        let (named, seats) = (header.seats.len(), game.seats());
        let message = format!("`seats` names {named} seats, but the game’s options give it {seats}");
        Err(vec![Refusal::because(Reason::SeatNames { named, seats }, message)])
    }
}

/// The last line of a finished game's record.
fn result(game: &AnyGame) -> Option<FinalLine> {
    let outcome = game.outcome()?;
    Some(FinalLine { winners: outcome.winners, points: game.points() })
}

/// Writes a record down as a game is played.
///
/// ```
/// use shelf::{AnyGame, GameKind, Recorder, replay::replay};
/// use game::{Seat, Seed, record::Step};
/// let mut game = AnyGame::with_options(GameKind::Catan, [("players", "2")]).unwrap();
/// let mut recorder = Recorder::new(&game).named(["Ada", "Bob"]).seeded(Seed(3));
/// for step in [Step::Outcome(game.draw(Seed(3)).unwrap()), Step::Action { seat: Seat::A, action: "settlement I17".into() }] {
///     game.apply(&step).unwrap();
///     recorder.push(step);
/// }
/// let text = recorder.finish(&game).to_string();
/// let last = replay(text.as_bytes()).unwrap().last().unwrap().unwrap();
/// assert_eq!(last.game, game);
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
}

impl Recorder {
    /// Begins the record of a game at this position; a position that is not a game's start is written into the
    /// header.
    #[must_use]
    pub fn new(game: &AnyGame) -> Recorder {
        let mut header = Header::new(game.kind().name(), game.rules(), game.options(), game.seats());
        header.setup = game.setup_of_position();
        Recorder { record: Record { header, steps: Vec::new(), result: None } }
    }

    /// Says who sits at the seats from A on.
    #[must_use]
    pub fn named<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Recorder {
        for (seat, name) in self.record.header.seats.iter_mut().zip(names) {
            *seat = Some(name.to_owned());
        }
        self
    }

    /// Says from which seed the outcomes come.
    #[must_use]
    pub fn seeded(mut self, seed: Seed) -> Recorder {
        self.record.header.seed = Some(seed);
        self
    }

    /// Adds a step that was done.
    pub fn push(&mut self, step: Step) {
        self.record.steps.push(step);
    }

    /// Adds a decision that was carried out.
    pub fn action(&mut self, seat: Seat, action: impl fmt::Display) {
        self.push(Step::Action { seat, action: action.to_string() });
    }

    /// Adds an outcome of nature that was carried out.
    pub fn outcome(&mut self, outcome: impl fmt::Display) {
        self.push(Step::Outcome(outcome.to_string()));
    }

    /// Ends the record with the game as it is now: with its result if it is over.
    #[must_use]
    pub fn finish(mut self, game: &AnyGame) -> Record {
        self.record.result = result(game);
        self.record
    }
}
