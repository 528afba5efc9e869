//! Matches with players that give up, or choose what the game refuses.

use bots::{IllegalMove, Match, Player};
use carcassonne::{Action, Carcassonne, LegalActions, Options, View};
use game::{Seat, SeatSet, Seed};

/// Does the first thing that is allowed, apart from its faults.
#[derive(Clone, Copy, Default)]
struct Faulty {
    /// The number of decisions after which it gives up.
    patience: Option<u32>,
    /// The number of decisions after which it chooses something illegal.
    sense: Option<u32>,
    /// Whether it then has a better idea.
    repents: bool,
    asked: u32,
    refused: u32,
}

impl Player<Carcassonne> for Faulty {
    fn choose(&mut self, _: &View<'_, carcassonne::Base>, legal: &LegalActions<carcassonne::Base>) -> Action {
        self.asked += 1;
        match self.sense {
            Some(sense) if self.asked > sense => "place (40,40)r0".parse().expect("an action"),
            _ => legal.get(0).expect("something is legal"),
        }
    }
    fn choose_instead(
        &mut self,
        _: &View<'_, carcassonne::Base>,
        legal: &LegalActions<carcassonne::Base>,
        refused: &IllegalMove,
    ) -> Option<Action> {
        assert_eq!(refused.seat, Seat::B);
        self.refused += 1;
        legal.get(0).filter(|_| self.repents)
    }
    fn has_given_up(&self) -> bool {
        self.patience.is_some_and(|patience| self.asked >= patience)
    }
}

fn play(faulty: Faulty) -> (Result<bots::Played, IllegalMove>, Faulty) {
    let mut table = [Faulty::default(), faulty, Faulty::default()];
    let options = Options { players: 3, ..Options::default() };
    let result = Match::<Carcassonne>::new(&options, Seed(1)).play(&mut table, &mut ());
    (result, table[1])
}

#[test]
fn all_others_win_when_a_seat_gives_up() {
    let (result, faulty) = play(Faulty { patience: Some(5), ..Faulty::default() });
    let played = result.expect("it ends");
    let others: SeatSet = [Seat::A, Seat::C].into_iter().collect();
    assert_eq!((played.gave_up, played.outcome.winners, faulty.asked), (Some(Seat::B), others, 5));
    let (result, _) = play(Faulty { patience: Some(0), ..Faulty::default() });
    assert_eq!(result.expect("it ends").actions, 0, "it has given up before the first action");
    let (result, _) = play(Faulty::default());
    assert_eq!(result.expect("it ends").gave_up, None);
}

#[test]
fn a_refused_action_is_replaced_or_ends_the_match() {
    let (result, faulty) = play(Faulty { sense: Some(3), repents: true, ..Faulty::default() });
    assert_eq!(result.expect("it ends").gave_up, None);
    assert_eq!(faulty.refused, faulty.asked - 3);
    let (result, faulty) = play(Faulty { sense: Some(3), ..Faulty::default() });
    let refused = result.expect_err("nothing else was chosen");
    assert_eq!((refused.seat, refused.action.as_str(), faulty.refused), (Seat::B, "place (40,40)r0", 1));
}
