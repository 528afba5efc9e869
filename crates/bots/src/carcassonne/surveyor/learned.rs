//! The learned estimate: what a network is shown of a seat.

use super::SurveyorGame;
use super::evaluation::{BySeat, Evaluation, Holding};
use crate::net::{INPUTS, Row};
use carcassonne::{Phase, SEATS, SegmentKind};
use game::Seat;

/// The inputs of a seat that only one game has.
pub(crate) const OWN: usize = 6;
/// The inputs of a seat that all games have.
const SHARED: usize = 24;
/// The description of a seat by itself.
type Account = [f32; SHARED + OWN];
/// The first of the inputs that compare a seat with its rival, and of those that describe the table.
const LEAD: usize = SHARED + OWN;
const TABLE: usize = 2 * LEAD;
/// The first of the inputs that describe the table in one game.
const TABLE_OWN: usize = INPUTS - OWN;

/// A position of which the rows are made.
pub(crate) struct Judged<'a, R: SurveyorGame> {
    /// Its evaluation.
    pub(crate) worth: &'a Evaluation<'a, R>,
    /// The points that the seats may expect, and the lead that raises the odds e times.
    pub(crate) points: BySeat,
    pub(crate) spread: f32,
    /// The seat that has placed the tile in hand on the way to this position.
    pub(crate) placed: Option<Seat>,
}

impl<R: SurveyorGame> Judged<'_, R> {
    /// Describes every seat, in numbers of about one.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let seats = self.worth.game.seats();
        let accounts: Vec<Account> = Seat::first(seats).map(|seat| self.account(seat)).collect();
        Seat::first(seats).map(|seat| self.row(seat, &accounts)).collect()
    }

    fn row(&self, seat: Seat, accounts: &[Account]) -> Row {
        let (worth, me) = (self.worth, seat.index());
        let (game, seats) = (worth.game, accounts.len());
        let mut others: Vec<usize> = (0..seats).filter(|&n| n != me).collect();
        others.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]));
        let rival = others[0];
        let mut row = [0.0; INPUTS];
        row[..LEAD].copy_from_slice(&accounts[me]);
        for n in 0..LEAD {
            row[LEAD + n] = accounts[me][n] - accounts[rival][n];
        }
        let (left, drawn) = (worth.ground.left, game.drawn() as f32);
        let lead = ((self.points[me] - self.points[rival]) / self.spread).clamp(-8.0, 8.0);
        let is_drawing = game.phase() == Phase::Drawing;
        let next = if is_drawing { game.active() } else { game.active().next(seats) };
        let again =
            game.phase() == Phase::OfferingSecond || (is_drawing && self.placed == Some(game.active()));
        let made = |n: usize| f32::from(game.points(Seat::new(n).expect("a seat")).total());
        let is = |is: bool| f32::from(u8::from(is));
        let table = &mut row[TABLE..TABLE_OWN];
        table[0] = lead / 2.0;
        table[1] = lead * left / (left + drawn).max(1.0);
        table[2] = left / 40.0;
        table[3] = 2.0 / (1.0 + left / seats as f32);
        table[4] = is(seats == 2);
        table[5] = is(seats == 3);
        table[6] = is(next == seat);
        table[7] = is(next.index() == rival);
        table[8] = is(again && game.active() == seat) - is(again && game.active().index() == rival);
        table[9] = (made(me) - made(rival)) / 20.0;
        table[10] = others.get(1).map_or(0.0, |&third| (self.points[me] - self.points[third]) / 40.0);
        table[11] = worth.ground.meetings.len() as f32 / 10.0;
        table[12] = is(self.placed == Some(seat));
        table[13] = is(self.placed.is_some_and(|placed| placed.index() == rival));
        row[TABLE_OWN..].copy_from_slice(&R::describe_table(worth, seat));
        row
    }

    /// Describes a seat by itself.
    fn account(&self, seat: Seat) -> Account {
        let (worth, me) = (self.worth, seat.index());
        let made = f32::from(worth.game.points(seat).total());
        let mut account = [0.0; SHARED + OWN];
        let mut held = 0.0;
        let mut cities = [(0.0, 0.0); 2];
        for holding in &worth.holdings {
            held += self.hold(holding, seat, &mut account);
            if holding.feature.kind() == SegmentKind::City && holding.majority.contains(seat) {
                let this = (holding.points, holding.completion);
                if this.0 > cities[0].0 {
                    cities = [this, cities[0]];
                } else if this.0 > cities[1].0 {
                    cities[1] = this;
                }
            }
        }
        let supply = &worth.supply[me];
        account[0] = worth.points[me] / 50.0;
        account[1] = made / 50.0;
        account[6] = worth.earned[me] / 10.0;
        account[7] = worth.joined[me] / 5.0;
        account[8] = (worth.points[me] - made - held - worth.earned[me] - worth.joined[me]) / 10.0;
        account[9] = supply.now / 4.0;
        account[10] = supply.later / 3.0;
        account[15] = worth.draws[me] / 20.0;
        account[18] = cities[0].0 / 10.0;
        account[19] = cities[0].1;
        account[20] = cities[1].0 / 10.0;
        account[23] = supply.soon / 3.0;
        account[SHARED..].copy_from_slice(&R::describe(worth, seat));
        account
    }

    /// Adds what a feature is to a seat; returns the points that the seat may expect of it.
    fn hold(&self, holding: &Holding, seat: Seat, account: &mut Account) -> f32 {
        let followers = f32::from(holding.feature.followers(seat));
        let kind = holding.feature.kind();
        let is_field = kind == SegmentKind::Field;
        if is_field {
            account[12] += followers / 2.0;
        } else {
            account[11] += followers * (1.0 - holding.later) / 2.0;
        }
        if !holding.majority.contains(seat) {
            account[17] += if followers > 0.0 { holding.points / 10.0 } else { 0.0 };
            return 0.0;
        }
        let n = match kind {
            SegmentKind::Road => 2,
            SegmentKind::City => 3,
            SegmentKind::Monastery => 4,
            SegmentKind::Field => 5,
        };
        account[n] += holding.points / 10.0;
        let risk = 0.4 * holding.points * holding.completion * (1.0 - holding.completion);
        account[if kind == SegmentKind::City { 13 } else { 14 }] += risk;
        account[16] += if holding.majority.len() > 1 { holding.points / 10.0 } else { 0.0 };
        if is_field {
            account[21] = account[21].max(holding.points / 10.0);
            account[22] += self.worth.ground.share(holding.id);
        }
        holding.points
    }
}

/// The features that a seat holds, in Carcassonne.
pub(crate) fn describe_base<R: SurveyorGame>(worth: &Evaluation<'_, R>, seat: Seat) -> [f32; OWN] {
    let mut own = [0.0; OWN];
    let mut best = 0.0;
    for holding in worth.holdings.iter().filter(|it| it.feature.followers(seat) > 0) {
        let is_held = f32::from(u8::from(holding.majority.contains(seat)));
        match holding.feature.kind() {
            SegmentKind::Road => own[1] += is_held / 3.0,
            SegmentKind::City => {
                own[2] += is_held / 3.0;
                if holding.points > best {
                    best = holding.points;
                    own[4] = worth.ground.places(holding.id) / 4.0;
                }
            }
            SegmentKind::Monastery => own[3] += is_held / 2.0,
            SegmentKind::Field => own[5] += is_held / 2.0,
        }
        let is_dead = holding.completion < 0.02 && holding.feature.kind() != SegmentKind::Field;
        own[0] += if is_dead { f32::from(holding.feature.followers(seat)) / 2.0 } else { 0.0 };
    }
    own
}

/// No inputs.
pub(crate) const NOTHING: [f32; OWN] = [0.0; OWN];

const _: () = assert!(TABLE + 14 == TABLE_OWN && SEATS >= 2);
