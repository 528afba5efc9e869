//! A game that is driven by codes, with explicit chance and with what each seat knows of the past.

use crate::convert::{is_int, seat, type_of, wrong_type};
use crate::errors;
use crate::history::{History, Step};
use crate::state::State;
use crate::views::SeatView;
use encode::any::{AnyCodeError, AnyPlayed, actions, describe};
use encode::{AnyKnowledge, AnyTracked, CodeError, Information, layout};
use game::view_document::UnknownFields;
use game::{Field, Game, Seat, SeatPosition, SeatSet, Seed, Turn, ViewError, Viewer};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shelf::{AnyGame, GameKind, of_kind};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// The actor while nature acts, as OpenSpiel numbers it.
const NATURE: i32 = -1;
/// The actor while nobody acts.
const NOBODY: i32 = -4;

/// The arguments of [`Node::new`], from which a node is rebuilt.
type Arguments = (Py<State>, u32, u32, u64, String);
/// Outcomes of nature with their weights.
type Outcomes = Arc<[(String, u32)]>;

/// The settings that do not change during a game.
struct Terms {
    start: AnyGame,
    limit: u32,
    layouts: u32,
    layout_seed: u64,
}

/// A game driven by codes: a seat at a time gives one, nature's outcomes are chosen from lists.
#[pyclass(module = "neuland._neuland")]
pub(crate) struct Node {
    terms: Arc<Terms>,
    tracked: AnyTracked,
    history: History,
    /// The number of codes given so far.
    decisions: u32,
    /// The actor: a seat, nature or nobody.
    actor: i32,
    /// The codes that the actor may give, made when asked for.
    codes: OnceLock<Arc<[usize]>>,
    outcomes: OnceLock<Outcomes>,
}

impl Node {
    fn copied(&self) -> Node {
        Node {
            terms: self.terms.clone(),
            tracked: self.tracked,
            history: self.history.clone(),
            decisions: self.decisions,
            actor: self.actor,
            codes: self.codes.clone(),
            outcomes: self.outcomes.clone(),
        }
    }

    fn kind(&self) -> GameKind {
        self.tracked.kind()
    }

    fn seats(&self) -> usize {
        self.tracked.seats()
    }

    fn seat(&self, value: &Bound<'_, PyAny>) -> PyResult<Seat> {
        seat(value, self.seats())
    }

    /// The seat that is to give a code.
    fn deciding(&self) -> Option<Seat> {
        usize::try_from(self.actor).ok().and_then(Seat::new)
    }

    /// Updates the fields that change with every step.
    fn settle(&mut self) {
        self.codes = OnceLock::new();
        self.outcomes = OnceLock::new();
        self.actor = if self.decisions >= self.terms.limit {
            NOBODY
        } else if let Some(seat) = self.tracked.to_act() {
            seat.index() as i32
        } else if self.tracked.game().outcome().is_some() {
            NOBODY
        } else {
            NATURE
        };
    }

    fn legal(&self) -> PyResult<Arc<[usize]>> {
        if let Some(codes) = self.codes.get() {
            return Ok(codes.clone());
        }
        let mut mask = vec![0; actions(self.kind())];
        if let Some(seat) = self.deciding() {
            self.tracked.mask(seat, &mut mask).map_err(misuse)?;
        }
        let codes = mask.iter().enumerate().filter(|(_, bit)| **bit == 1).map(|(code, _)| code);
        Ok(self.codes.get_or_init(|| codes.collect()).clone())
    }

    fn outcomes(&self) -> Outcomes {
        let made = self.outcomes.get_or_init(|| {
            if self.actor != NATURE {
                return Arc::new([]);
            }
            let game = self.tracked.game();
            let listed = game.chance_outcomes();
            if !listed.is_empty() {
                return listed.into();
            }
            // Too many to list: some, drawn with seeds that follow each other; those that are drawn twice weigh twice.
            let mut some: Vec<(String, u32)> = Vec::new();
            let mut places = HashMap::new();
            for n in 0..self.terms.layouts {
                let seed = Seed(self.terms.layout_seed.wrapping_add(n.into()));
                let Some(outcome) = game.draw(seed) else { continue };
                let place = *places.entry(outcome.clone()).or_insert(some.len());
                match some.get_mut(place) {
                    Some((_, weight)) => *weight += 1,
                    None => some.push((outcome, 1)),
                }
            }
            some.into()
        });
        made.clone()
    }

    fn give(&mut self, py: Python<'_>, code: usize) -> PyResult<()> {
        let Some(seat) = self.deciding() else {
            return Err(refuse(py, &CodeError::NobodyDecides.to_string(), None));
        };
        let played = self.tracked.play(seat, code, true).map_err(|error| refused(py, &error))?;
        let events = match played {
            AnyPlayed::Pending => None,
            AnyPlayed::Done(events) => events,
        };
        self.decisions += 1;
        self.history = self.history.with(Step::Code(seat, code), events, &self.tracked.game());
        self.settle();
        Ok(())
    }

    fn choose(&mut self, py: Python<'_>, index: usize) -> PyResult<()> {
        let outcomes = self.outcomes();
        let Some((outcome, _)) = outcomes.get(index) else {
            let message = match outcomes.len() {
                0 => "no outcome of nature is due".to_owned(),
                len => format!("outcome {index} does not exist; there are 0 to {}", len - 1),
            };
            return Err(refuse(py, &message, None));
        };
        let events = self.tracked.resolve(outcome).map_err(|refusal| errors::refused(py, &refusal))?;
        self.history = self.history.with(Step::Chance(index), Some(events), &self.tracked.game());
        self.settle();
        Ok(())
    }

    fn sample(&mut self, seat: Seat, seed: u64) -> PyResult<()> {
        self.tracked = self.tracked.determinize(seat, Seed(seed)).map_err(misuse)?;
        self.history = self.history.with(Step::Sampled(seat, seed), None, &self.tracked.game());
        self.settle();
        Ok(())
    }

    /// Repeats the steps that [`Node::steps`] wrote.
    fn repeat(&mut self, py: Python<'_>, steps: &str) -> PyResult<()> {
        for word in steps.split_ascii_whitespace() {
            let wrong = || errors::parse(py, format!("`{word}` is not a step of a game"));
            if let Some(sampled) = word.strip_prefix('~') {
                let (seat, seed) = sampled.split_once(':').ok_or_else(wrong)?;
                let seat: Seat = seat.parse().map_err(|_| wrong())?;
                self.sample(seat, seed.parse().map_err(|_| wrong())?)?;
            } else if let Some(index) = word.strip_prefix('?') {
                self.choose(py, index.parse().map_err(|_| wrong())?)?;
            } else {
                self.give(py, word.parse().map_err(|_| wrong())?)?;
            }
        }
        Ok(())
    }

    /// The steps so far: codes, `?` and a place for an outcome, `~`, a seat and a seed for a sampled world.
    fn steps(&self) -> String {
        let mut text = String::new();
        for step in self.history.steps() {
            // Writing to a text cannot fail.
            let _ = match step {
                Step::Code(_, code) => write!(text, "{code} "),
                Step::Chance(index) => write!(text, "?{index} "),
                Step::Sampled(seat, seed) => write!(text, "~{seat}:{seed} "),
            };
        }
        text
    }
}

impl Node {
    /// The observation of a seat.
    fn observed(&self, seat: Seat, information: Information) -> PyResult<Vec<f32>> {
        let mut numbers = vec![0.0; layout(self.kind(), information).size];
        // Looking changes what a seat remembers; a question does not.
        let mut tracked = self.tracked;
        tracked.observe(seat, information, &mut numbers).map_err(misuse)?;
        Ok(numbers)
    }
}

#[pymethods]
impl Node {
    /// A table at which the game of a state is played on.
    ///
    /// After `limit` codes nobody acts any more. Where nature's outcomes cannot be listed, `layouts` of them are, drawn with
    /// the seeds from `layout_seed` on. `steps` are played at once, as `__reduce__` writes them.
    #[new]
    #[pyo3(signature = (state, limit, layouts, layout_seed, steps=""))]
    fn new(
        py: Python<'_>,
        state: &Bound<'_, State>,
        limit: u32,
        layouts: u32,
        layout_seed: u64,
        steps: &str,
    ) -> PyResult<Node> {
        if limit == 0 || layouts == 0 {
            return Err(PyValueError::new_err("limit and layouts are at least 1"));
        }
        let start = state.try_borrow()?.game;
        let mut node = Node {
            terms: Arc::new(Terms { start, limit, layouts, layout_seed }),
            tracked: AnyTracked::new(start),
            history: History::default(),
            decisions: 0,
            actor: NOBODY,
            codes: OnceLock::new(),
            outcomes: OnceLock::new(),
        };
        node.settle();
        node.repeat(py, steps)?;
        Ok(node)
    }

    /// The actor: the index of a seat, -1 for nature, or -4 for nobody, once the game is over or its limit is reached.
    #[getter]
    fn actor(&self) -> i32 {
        self.actor
    }

    /// The number of codes given so far.
    #[getter]
    fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The codes that the actor may give, ascending; none if no seat acts.
    fn codes(&self) -> PyResult<Vec<usize>> {
        Ok(self.legal()?.to_vec())
    }

    /// An ``int8`` array with a number for each code: 1 if the actor may give it, else 0.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; actions(self.kind())];
        if let Some(seat) = self.deciding() {
            self.tracked.mask(seat, &mut mask).map_err(misuse)?;
        }
        Ok(PyArray1::from_vec(py, mask.into_iter().map(u8::cast_signed).collect()))
    }

    /// Gives a code for the seat that acts.
    ///
    /// Raises `IllegalAction` if it may not.
    fn play(&mut self, py: Python<'_>, code: &Bound<'_, PyAny>) -> PyResult<()> {
        let code = whole(code, "a code")?;
        self.give(py, code)
    }

    /// Nature's outcomes with their probabilities: a list of pairs of a place in the list and a probability.
    fn chances(&self) -> Vec<(usize, f64)> {
        let outcomes = self.outcomes();
        let sum: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        outcomes.iter().enumerate().map(|(place, (_, weight))| (place, f64::from(*weight) / sum)).collect()
    }

    /// The text of the outcome at this place.
    fn outcome(&self, py: Python<'_>, place: &Bound<'_, PyAny>) -> PyResult<String> {
        let place = whole(place, "a place")?;
        let outcomes = self.outcomes();
        let found = outcomes.get(place).map(|(text, _)| text.clone());
        found.ok_or_else(|| refuse(py, &format!("there are {} outcomes of nature now", outcomes.len()), None))
    }

    /// Lets nature choose the outcome at this place.
    ///
    /// Raises `IllegalAction` if there is none.
    fn resolve(&mut self, py: Python<'_>, place: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = whole(place, "a place")?;
        self.choose(py, place)
    }

    /// Encodes the knowledge of a seat by the layout, as a ``float32`` array that is new at each call.
    #[pyo3(signature = (seat, everything=false))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let information = if everything { Information::Everything } else { Information::Seat };
        Ok(PyArray1::from_vec(py, self.observed(self.seat(seat)?, information)?))
    }

    /// The observation of a seat, followed by the bits of ``memory_digest`` as numbers, the highest of each byte first.
    fn information_state<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let mut numbers = self.observed(seat, Information::Seat)?;
        let digest = self.history.digest(self.kind(), seat, self.seats());
        numbers
            .extend(digest.iter().flat_map(|byte| (0..8).rev().map(move |bit| f32::from(byte >> bit & 1))));
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// All that a seat has learned and done, a line each.
    fn memory(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        Ok(self.history.text(self.kind(), seat, self.seats()))
    }

    /// A digest of ``memory``, 32 bytes: SHA-256 over the digest so far and the next line, line by line, from 32 zeros on.
    fn memory_digest<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let seat = self.seat(seat)?;
        Ok(PyBytes::new(py, &self.history.digest(self.kind(), seat, self.seats())))
    }

    /// The document that a viewer sees, as JSON text, and a line with the choice that the viewer has half made.
    #[pyo3(signature = (viewer=None, *, everything=false))]
    fn look(&self, viewer: Option<&Bound<'_, PyAny>>, everything: bool) -> PyResult<String> {
        let viewer = crate::convert::viewer(viewer, everything, self.seats())?;
        let mut text = self.tracked.game().view_text(viewer).get().to_owned();
        for seat in SeatSet::first(self.seats()) {
            if viewer != Viewer::Everything && viewer != Viewer::Seat(seat) {
                continue;
            }
            let choice = self.tracked.choice(seat).map_err(misuse)?;
            if !choice.is_empty() {
                let meanings = choice.codes().iter().filter_map(|&code| describe(self.kind(), code.into()));
                let meanings: Vec<&str> = meanings.collect();
                // Writing to a text cannot fail.
                let _ = write!(text, "\n{seat} has begun: {} {:?}", meanings.join(", "), choice.picked());
            }
        }
        Ok(text)
    }

    /// The zero-sum return of each seat: 0 before the end, and 0 if nobody won. Of n seats each winner of w gets (n / w - 1) / (n
    /// - 1), each other seat -1 / (n - 1).
    fn returns(&self) -> Vec<f64> {
        let seats = self.seats();
        let Turn::Over(outcome) = self.tracked.game().turn() else { return vec![0.0; seats] };
        if outcome.winners.is_empty() || seats < 2 {
            return vec![0.0; seats];
        }
        let (all, winners) = (seats as f64, outcome.winners.len() as f64);
        let of = |seat| if outcome.winners.contains(seat) { all / winners - 1.0 } else { -1.0 };
        Seat::first(seats).map(|seat| of(seat) / (all - 1.0)).collect()
    }

    /// A copy in which everything that a seat does not know is drawn anew, as `docs/encodings.md` describes.
    fn sampled(&self, seat: &Bound<'_, PyAny>, seed: u64) -> PyResult<Node> {
        let seat = self.seat(seat)?;
        let mut node = self.copied();
        node.sample(seat, seed)?;
        Ok(node)
    }

    /// The position, without what was counted.
    fn state(&self) -> State {
        State { game: self.tracked.game() }
    }

    /// A copy that goes on by itself.
    fn __copy__(&self) -> Node {
        self.copied()
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Node {
        self.copied()
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Arguments)> {
        let Terms { start, limit, layouts, layout_seed } = *self.terms;
        let start = Py::new(py, State { game: start })?;
        Ok((py.get_type::<Node>().into_any(), (start, limit, layouts, layout_seed, self.steps())))
    }

    fn __repr__(&self) -> String {
        format!("<Node of {}, {} seats, after {} codes>", self.kind(), self.seats(), self.decisions)
    }
}

/// A world that a seat may be in: a position of which the view is what the seat sees. What the view hides is dealt at random, as
/// ``docs/encodings.md`` says for somebody who counted nothing.
///
/// Args:
///     view: What the seat sees.
///     seed: A number of 64 bits, or its text. The same seed gives the same world.
///
/// Raises:
///     SetupError: The view describes no position.
///
/// >>> view = State("carcassonne").seat_view("B")
/// >>> sample_world(view, seed=1).view("B") == view.document
/// True
#[pyfunction]
pub(crate) fn sample_world(py: Python<'_>, view: &SeatView, seed: &Bound<'_, PyAny>) -> PyResult<State> {
    let seed = crate::convert::seed(seed)?;
    let seat = view.seat_index();
    // Checks the document, which another program may have written.
    let position = view.position(py)?;
    let document = position.view_text();
    let wrong = |fault: ViewError| errors::view(py, &[fault]);
    let parsed: serde_json::Value =
        serde_json::from_str(document.get()).map_err(|error| errors::parse(py, error))?;
    let setup = of_kind!(position.kind(), G => {
        let setup = <G as Game>::setup_of_view(&Field::root(&parsed)).map_err(wrong)?;
        serde_json::to_value(setup).map_err(|error| errors::parse(py, error))?
    });
    let dealt = AnyGame::from_setup(position.kind(), &setup).map_err(|faults| errors::setup(py, &faults))?;
    let draws = &mut seed.substream("determinize", 0);
    let game = AnyKnowledge::new(position.kind()).determinize(&dealt, seat, draws);
    Ok(State { game: game.unwrap_or(dealt) })
}

/// The document of a view without the fields that only a later version knows, as its text: what a program of the bot protocol reads, in which
/// hosts may say more.
///
/// Raises:
///     SetupError: It describes no position.
#[pyfunction]
pub(crate) fn known_view(
    py: Python<'_>,
    document: &Bound<'_, PyDict>,
    game: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let kind = crate::convert::game(game)?;
    let written = crate::convert::json(document, "a view")?;
    of_kind!(kind, G => {
        let read = SeatPosition::<G>::read(&written, UnknownFields::Ignored);
        let position = read.map_err(|faults| errors::view(py, &faults))?;
        serde_json::to_string(&position.view()).map_err(|error| errors::parse(py, error))
    })
}

/// A whole number from 0 on.
fn whole(value: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    // What numpy draws is no `int`; it says its number by `__index__`.
    if !is_int(value) && !value.hasattr("__index__")? {
        return Err(wrong_type(&format!("{what} is a whole number"), value));
    }
    value.extract().map_err(|_| {
        PyValueError::new_err(format!(
            "{what} is a whole number from 0 on, this is {value} ({})",
            type_of(value)
        ))
    })
}

fn misuse(error: encode::Misuse) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

fn refuse(py: Python<'_>, message: &str, clause: Option<&str>) -> PyErr {
    errors::exception(py, "IllegalAction", (message, clause))
}

fn refused(py: Python<'_>, error: &AnyCodeError) -> PyErr {
    match error {
        AnyCodeError::Code(CodeError::Illegal { code, meaning, reason, clause }) => {
            let message = format!("code {code} ({meaning}) is not legal: {reason}");
            refuse(py, &message, Some(clause))
        }
        error => refuse(py, &error.to_string(), None),
    }
}
