//! The playout kernel plays what the list plays: not the same games, as it chooses placements in another way, but games
//! that look the same on the whole. A failure names what differs, and by how many standard deviations.

use carcassonne::{Base, Figure, Game, NewWorld, Phase, Rules, Traders};
use game::{Draws, Seat, Seed, Turn};

/// All games of a test derive from this, by their number.
const SERIES: Seed = Seed(0x7265_6973_6520);
const GAMES: u64 = 4_000;

/// A number of every game: its sum, and the sum of its squares.
#[derive(Clone, Copy, Default)]
struct Tally {
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean, and the variance of that mean.
    fn mean(self) -> (f64, f64) {
        let mean = self.sum / GAMES as f64;
        (mean, (self.squares / GAMES as f64 - mean * mean) / GAMES as f64)
    }
}

/// The numbers that are compared for each game.
const WHAT: [&str; 12] = [
    "points of the first seat",
    "points of the second seat",
    "points for roads",
    "points for cities",
    "points for monasteries",
    "points for fields",
    "points for goods and surveyors",
    "figures on the table at the end",
    "figures in fields at the end",
    "tiles on the table",
    "turns",
    "games won by the first seat",
];

fn numbers<R: Rules>(game: &Game<R>) -> [f64; 12] {
    let points = [Seat::A, Seat::B].map(|seat| game.points(seat));
    let [a, b] = points.map(|points| f64::from(points.total()));
    let both = |part: fn(carcassonne::Points) -> u16| points.into_iter().map(part).map(f64::from).sum();
    let in_fields = |(_, _, place): &(Seat, Figure, carcassonne::Place)| {
        let id = game.land().feature_at(*place).expect("a feature");
        game.land().feature(id).kind() == carcassonne::SegmentKind::Field
    };
    [
        a,
        b,
        both(|points| points.roads),
        both(|points| points.cities),
        both(|points| points.monasteries),
        both(|points| points.fields),
        both(|points| points.goods + points.extra),
        game.figures().count() as f64,
        game.figures().filter(in_fields).count() as f64,
        game.land().tiles().len() as f64,
        f64::from(game.turns()),
        f64::from(u8::from(a > b)),
    ]
}

/// Plays `GAMES` games and adds their numbers up.
fn tally<R: Rules>(purpose: &str, play: impl Fn(&mut Game<R>, &mut game::Substream)) -> [Tally; WHAT.len()] {
    let mut tallies = [Tally::default(); WHAT.len()];
    for index in 0..GAMES {
        let mut game = Game::<R>::new(&R::Options::default());
        play(&mut game, &mut SERIES.substream(purpose, index));
        tallies.iter_mut().zip(numbers(&game)).for_each(|(tally, number)| tally.add(number));
    }
    tallies
}

fn plays_alike<R: Rules>() {
    let list = tally::<R>("list", |game, draws| {
        game.play_out_by_list(draws, &mut ());
    });
    let kernel = tally::<R>("kernel", |game, draws| {
        game.play_out(draws);
    });
    for (what, (list, kernel)) in WHAT.iter().zip(list.into_iter().zip(kernel)) {
        let ((by_list, variance), (by_kernel, other_variance)) = (list.mean(), kernel.mean());
        let spread = (variance + other_variance).sqrt();
        let deviations = if by_list == by_kernel { 0.0 } else { (by_list - by_kernel).abs() / spread };
        println!("{}: {what}: {by_list:.3} by list, {by_kernel:.3} by playout", R::NAME);
        // Of 36 numbers none is as far as this apart in 49 of 50 series that are alike.
        assert!(
            deviations < 3.5,
            "{}, series {SERIES}: {what}: {by_list:.3} by list, {by_kernel:.3} by playout, {deviations:.1} deviations",
            R::NAME
        );
    }
}

#[test]
fn carcassonne_is_played_alike() {
    plays_alike::<Base>();
}

#[test]
fn traders_and_builders_is_played_alike() {
    plays_alike::<Traders>();
}

#[test]
fn mayflower_is_played_alike() {
    plays_alike::<NewWorld>();
}

/// From one position, each placement is as likely by playout as by the list: the first tile of a playout is counted.
#[test]
fn every_placement_is_as_likely_as_any_other() {
    let mut game = Game::<Traders>::new(&Default::default());
    let mut draws = SERIES.substream("to the middle", 0);
    loop {
        match (game.turn(), game.phase()) {
            (_, Phase::Placing { .. }) if game.land().tiles().len() > 12 => break,
            (Turn::Chance(_), _) => {
                let chance = game.draw(&mut draws);
                game.resolve(chance, &mut ()).expect("a drawn outcome");
            }
            (Turn::Decide(_), _) => {
                let legal = game.legal_actions(game.active());
                let n = draws.below(legal.len() as u32) as usize;
                game.play(game.active(), legal.get(n).expect("below len"), &mut ()).expect("listed");
            }
            (Turn::Over(_), _) => panic!("the game ended"),
        }
    }
    let legal = game.legal_actions(game.active());
    let number = game.land().tiles().len();
    let mut counts = vec![0u32; legal.len()];
    let each = 1_000;
    for index in 0..each * legal.len() as u64 {
        let mut copy = game;
        copy.play_out(&mut SERIES.substream("placement", index));
        let tile = copy.land().tiles()[number];
        let is_this = |action: carcassonne::Action| matches!(action, carcassonne::Action::Place { cell, rotation } if (cell, rotation) == (tile.cell, tile.rotation));
        counts[legal.into_iter().position(is_this).expect("a listed placement")] += 1;
    }
    let chi: f64 = counts.iter().map(|&n| (f64::from(n) - each as f64).powi(2) / each as f64).sum();
    // Chi-square with k degrees of freedom is near k, with a standard deviation of √2k.
    let (free, limit) = (counts.len() as f64 - 1.0, 3.5);
    assert!(counts.len() > 10 && chi < free + limit * (2.0 * free).sqrt(), "chi-square {chi:.1}: {counts:?}");
}
