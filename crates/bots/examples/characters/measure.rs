//! Counts what one bot does in a series of games against others.
#![allow(dead_code, reason = "the example and the test use different parts")]

use bots::carcassonne::SurveyorGame;
use bots::{BotGame, Match, Recorder};
use carcassonne::SegmentKind;
use catan::{Island, Rules};
use game::{Game, Points as _, Seat, Seed, Viewer};
use std::collections::BTreeMap;

/// What a bot did in its games, added up.
#[derive(Default)]
pub(crate) struct Style {
    pub(crate) games: u64,
    /// The number of seats at each table.
    pub(crate) seats: usize,
    /// Games won; a shared victory counts in part.
    pub(crate) won: f64,
    pub(crate) points: f64,
    counts: BTreeMap<&'static str, f64>,
}

impl Style {
    /// The average of a game.
    pub(crate) fn mean(&self, what: &str) -> f64 {
        self.counts.get(what).copied().unwrap_or_default() / self.games as f64
    }

    /// The Elo difference to one of the others, who are alike, with its 95 % interval: by the share of games won, and Wilson's
    /// interval of that.
    #[expect(clippy::disallowed_methods, reason = "no choice depends on it")]
    pub(crate) fn elo(&self) -> [f64; 3] {
        let (n, share, z) = (self.games as f64, self.won / self.games as f64, 1.96f64);
        let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        let others = self.seats as f64 - 1.0;
        [share, centre - spread, centre + spread].map(|share| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            400.0 * (others * share / (1.0 - share)).log10()
        })
    }

    /// The names of all that was counted.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.counts.keys().copied()
    }

    /// The share of one count in the sum of two.
    pub(crate) fn share(&self, what: &str, other: &str) -> f64 {
        self.mean(what) / (self.mean(what) + self.mean(other)).max(1e-9)
    }
}

/// A game whose styles can be told apart.
pub(crate) trait Measured: BotGame {
    /// What an action of the seat `by` means for the seat `of`.
    fn deed(&self, of: Seat, by: Seat, action: Self::Action) -> Option<&'static str>;
    /// The points of a seat by what they are for, in games that tell.
    fn sources(&self, seat: Seat) -> Vec<(&'static str, f64)> {
        let _ = seat;
        Vec::new()
    }
}

/// What a card or a piece that only one game has is counted as.
fn own_deed(text: &str) -> Option<&'static str> {
    Some(match text.split(' ').next()? {
        "buy" => "cards bought",
        "knight" => "knights",
        "promote" => "promotions",
        "improve" => "improvements",
        "wall" => "walls",
        "monopoly" | "year-of-plenty" | "road-building" | "play" => "other cards played",
        _ => return None,
    })
}

impl<R: Rules> Measured for Island<R>
where
    Island<R>: BotGame + Game<Action = catan::action::Action<R>>,
{
    fn deed(&self, of: Seat, by: Seat, action: Self::Action) -> Option<&'static str> {
        use catan::action::Action;
        let view = self.view(Viewer::Everything);
        match action {
            Action::Execute(partner) | Action::AcceptProposal(partner) if by == of || partner == of => {
                Some("trades")
            }
            _ if by != of => None,
            Action::Offer { .. } => Some("offers"),
            Action::BuildRoad(_) => Some("roads"),
            Action::BuildSettlement(_) => Some("settlements"),
            Action::BuildCity(_) => Some("cities"),
            Action::MoveRobber(hex) => {
                let others = || Seat::first(view.seats()).filter(|&seat| seat != of);
                let points = |seat| Game::points(self, seat).total();
                let most = others().map(points).max();
                let is_robbed =
                    |seat| !((view.settlements(seat) | view.cities(seat)) & hex.vertex_set()).is_empty();
                let leads = others().any(|seat| Some(points(seat)) == most && is_robbed(seat));
                Some(if leads { "robber at the leader" } else { "robber elsewhere" })
            }
            Action::Own(own) => own_deed(&own.to_string()),
            _ => None,
        }
    }
}

impl<R: SurveyorGame> Measured for carcassonne::Game<R> {
    fn deed(&self, of: Seat, by: Seat, action: Self::Action) -> Option<&'static str> {
        let (carcassonne::Action::Deploy { segment, .. }, carcassonne::Phase::Deploying { cell }) =
            (action, self.phase())
        else {
            return None;
        };
        let land = self.land();
        let kind = land.tile(land.tile_at(cell)?).kind;
        let segment = &kind.segments()[kind.index_of(segment)?];
        (by == of).then_some(match segment.kind {
            SegmentKind::Road => "figures on roads",
            SegmentKind::City => "figures in cities",
            SegmentKind::Monastery => "figures in monasteries",
            SegmentKind::Field => "figures on fields",
        })
    }

    fn sources(&self, seat: Seat) -> Vec<(&'static str, f64)> {
        let points = carcassonne::Game::points(self, seat);
        let of = [
            ("points of roads", points.roads),
            ("points of cities", points.cities),
            ("points of monasteries", points.monasteries),
            ("points of fields", points.fields),
        ];
        of.map(|(name, points)| (name, f64::from(points))).to_vec()
    }
}

/// Counts the deeds of a seat.
struct Watch<'a> {
    of: Seat,
    style: &'a mut Style,
}

impl<G: Measured> Recorder<G> for Watch<'_> {
    const EVENTS: bool = false;
    fn action(&mut self, game: &G, by: Seat, action: G::Action) {
        if let Some(deed) = game.deed(self.of, by, action) {
            *self.style.counts.entry(deed).or_default() += 1.0;
        }
    }
    fn outcome(&mut self, _: &G, _: &G::Chance) {}
}

/// Plays games of one bot against others of another kind, in each seat in turn.
pub(crate) fn measure<G: Measured>(
    games: u64,
    start: G,
    bot: impl Fn(Seat, Seed) -> G::Bot,
    other: impl Fn(Seat, Seed) -> G::Bot,
) -> Style {
    let seats = Game::seats(&start) as u64;
    let mut style = Style { games, seats: seats as usize, ..Style::default() };
    for number in 0..games {
        let seed = Seed(1).derive(number / seats);
        let of = Seat::new((number % seats) as usize).expect("a seat");
        let mut bots: Vec<G::Bot> = Seat::first(seats as usize)
            .map(|seat| if seat == of { bot(seat, seed) } else { other(seat, seed) })
            .collect();
        let mut series = Match::from_position(start, seed);
        let played = series
            .play(&mut bots, &mut Watch { of, style: &mut style })
            .unwrap_or_else(|illegal| panic!("{illegal}"));
        let winners = played.outcome.winners;
        style.won += if winners.contains(of) { 1.0 / winners.len() as f64 } else { 0.0 };
        style.points += f64::from(played.points[of]);
        for (name, points) in series.game().sources(of) {
            *style.counts.entry(name).or_default() += points;
        }
    }
    style
}

/// Plays games of the bot of this name against the strongest bots of the game.
pub(crate) fn measure_named<G: Measured>(games: u64, start: G, name: &str) -> Style {
    let best = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("every game has bots").name;
    let named = |name: &str, seat, seed| {
        G::bot(name, seat, seed).unwrap_or_else(|| panic!("no bot is called {name}"))
    };
    measure(games, start, |seat, seed| named(name, seat, seed), |seat, seed| named(best, seat, seed))
}
