//! An owned position as one seat knows it: the way back from the document of a view.

use crate::contract::{Game, Viewer};
use crate::seat::{Seat, SeatSet};
use crate::turn::Turn;
use crate::view_document::{FAULTS_MAX, Field, UnknownFields, ViewError, contradictions, located, parse};

/// A position as one seat knows it. It is made of the document of the seat's view, which another program may have
/// written, and gives the seat's view and legal list: what a bot is asked with.
///
/// Inside is a whole game; what the seat does not know in it is made up, in a way that contradicts nothing the seat
/// knows. Only the seat's own view leads out, so nothing that is made up can be seen. It is never a position that the rules
/// refuse, nor one that shows something else than its document. Text form: a JSON object (`docs/view.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatPosition<G> {
    game: G,
    seat: Seat,
}

impl<G: Game> SeatPosition<G> {
    /// The position of which this text is the document of a seat's view.
    ///
    /// What follows from the rest may be left out; where it is given, it must be right. Unknown fields are faults.
    ///
    /// # Errors
    /// What cannot be read, cannot be by the rules, or contradicts the rest, each with its path.
    pub fn from_document(text: &str) -> Result<SeatPosition<G>, Vec<ViewError>> {
        SeatPosition::read(text, UnknownFields::Refused)
    }

    /// Reads a position like [`SeatPosition::from_document`], with unknown fields refused or ignored.
    ///
    /// # Errors
    /// As [`SeatPosition::from_document`].
    pub fn read(text: &str, unknown: UnknownFields) -> Result<SeatPosition<G>, Vec<ViewError>> {
        let document = parse(text).map_err(|fault| vec![fault])?;
        let root = Field::root(&document);
        let named = is_named::<G>(&root).and_then(|()| root.field("viewer").given::<Seat>());
        let viewer = named.map_err(|fault| vec![fault])?;
        let setup = G::setup_of_view(&root).map_err(|fault| vec![fault])?;
        let game = G::from_setup(&setup).map_err(|faults| {
            faults.into_iter().take(FAULTS_MAX).map(|fault| located(&document, fault)).collect::<Vec<_>>()
        })?;
        // A game that shows the same to all need not say who looks: whoever decides.
        let seat = viewer.or(deciding(&game).lowest()).unwrap_or(Seat::A);
        if seat.index() >= game.seats() {
            let message = format!("seat {seat} does not play; there are {} seats", game.seats());
            return Err(vec![root.field("viewer").fault(message)]);
        }
        let position = SeatPosition { game, seat };
        let shown = serde_json::to_value(position.view())
            .map_err(|error| vec![root.fault(format!("the view has no document: {error}"))])?;
        let faults = contradictions(&document, &shown, unknown);
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    /// The seat whose view this is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game as the seat may see it.
    #[must_use]
    pub fn view(&self) -> G::View<'_> {
        self.game.view(Viewer::Seat(self.seat))
    }

    /// The legal actions of the seat; empty if it is not the seat's to act.
    #[must_use]
    pub fn legal_actions(&self) -> G::LegalActions {
        self.game.legal_actions(self.seat)
    }

    /// Whether the seat may do this now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: G::Action) -> Result<(), G::Illegal> {
        self.game.check(self.seat, action)
    }

    /// An action by the name that the legal list has for it.
    #[must_use]
    pub fn canonical(&self, action: G::Action) -> G::Action {
        self.game.canonical(action)
    }
}

/// Whether the document is one of this game, as far as it says.
fn is_named<G: Game>(root: &Field<'_>) -> Result<(), ViewError> {
    let field = root.field("game");
    match field.given::<String>()? {
        Some(name) if name != G::NAME => {
            Err(field.fault(format!("this is a view of `{name}`, not of `{}`", G::NAME)))
        }
        _ => Ok(()),
    }
}

fn deciding<G: Game>(game: &G) -> SeatSet {
    match game.turn() {
        Turn::Decide(seats) => seats,
        _ => SeatSet::EMPTY,
    }
}
