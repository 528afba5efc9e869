//! The bots that search, on the island.

use crate::advice::{Advised, Notes, Reason};
use crate::{Depth, Player};
use game::{Draws, Game, Legal, SeatSet, Seed, Substream};

/// A game whose settler can search.
pub(crate) trait SearchedGame: Game {
    /// The settler of the game, which counts cards and trades.
    type Settler;

    /// Returns how the best of a settler's lines begins; `None` if there is nothing to be compared.
    fn search(
        settler: &Self::Settler,
        view: &Self::View<'_>,
        legal: &Self::LegalActions,
        search: SearchOf<'_, Self::Action>,
    ) -> Option<Self::Action>;

    /// Returns the settler's reasons for an action.
    fn reasons(
        settler: &mut Self::Settler,
        view: &Self::View<'_>,
        legal: &Self::LegalActions,
        action: Self::Action,
    ) -> Vec<Reason>;
}

/// A search for one decision.
pub(crate) struct SearchOf<'a, A> {
    /// The settler's own choice.
    pub(crate) chosen: A,
    pub(crate) depth: Depth,
    pub(crate) seed: Seed,
    /// The place where the beginnings of the compared lines are noted, if somebody asks for them.
    pub(crate) notes: Option<&'a Notes<A>>,
}

/// A bot that compares the best lines of a settler by rollouts. It counts cards and trades as the settler inside it does.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Master<S> {
    settler: S,
    depth: Depth,
    draws: Substream,
}

impl<S: Default> Master<S> {
    /// A master that searches this deep, with this randomness.
    #[must_use]
    pub fn new(depth: Depth, draws: Substream) -> Master<S> {
        Master { settler: S::default(), depth, draws }
    }
}

impl<S> Master<S> {
    /// Returns what to do instead of the settler's choice, which it may confirm, and notes what it compares.
    fn search<G: SearchedGame<Settler = S>>(
        &mut self,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        chosen: G::Action,
        notes: Option<&Notes<G::Action>>,
    ) -> G::Action {
        if legal.len() < 2 && legal.contains(chosen) {
            return chosen;
        }
        let seed = Seed(self.draws.next_u64());
        let found =
            G::search(&self.settler, view, legal, SearchOf { chosen, depth: self.depth, seed, notes });
        found.unwrap_or(chosen)
    }
}

impl<G: SearchedGame<Settler = S>, S: Player<G>> Player<G> for Master<S> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let chosen = self.settler.choose(view, legal);
        self.search::<G>(view, legal, chosen, None)
    }

    /// The reasons are the settler's.
    fn advise(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> Vec<Advised<G::Action>> {
        let told = self.settler.advise(view, legal);
        let Some(own) = told.first() else { return told };
        let notes = Notes::new();
        let chosen = self.search::<G>(view, legal, own.action, Some(&notes));
        let ranked = notes.best(chosen, |_, _| false);
        if ranked.len() < 2 && chosen == own.action {
            return told;
        }
        let advised = |action| match told.iter().find(|it| it.action == action) {
            Some(told) => told.clone(),
            None => Advised { action, reasons: G::reasons(&mut self.settler, view, legal, action) },
        };
        ranked.into_iter().map(advised).collect()
    }

    fn observe(&mut self, event: &G::Event) {
        self.settler.observe(event);
    }

    fn listens(&self) -> bool {
        self.settler.listens()
    }

    fn meet(&mut self, people: SeatSet) {
        self.settler.meet(people);
    }

    fn remember(&mut self, told: &Self) {
        self.settler.remember(&told.settler);
    }
}
