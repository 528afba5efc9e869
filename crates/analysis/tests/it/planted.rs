//! Planted games: what is known to be in them is found.

use analysis::fit::record;
use analysis::{Analysis, Chances, Effort, Mark, Puzzle, analyse};
use bots::luck::Luck;
use carcassonne::Carcassonne;
use game::record::{Record, Step};
use game::{Draws as _, Seat, Seed, Turn};
use shelf::{AnyGame, GameKind, Recorder};

fn analysed(record: &Record) -> Analysis {
    analyse(record.to_string().as_bytes(), &Effort::default()).expect("the game is over")
}

/// Plays on from a position to its end with the strongest bots that do not search, once `seat` has played `first`.
fn played_on(start: AnyGame, seat: Seat, first: &str) -> Record {
    let (mut game, mut recorder, mut draws) = (start, Recorder::new(&start), Seed(5).substream("on", 0));
    let roster = bots::any::roster(game.kind());
    let bot = roster.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let mut next = Step::Action { seat, action: first.to_owned() };
    loop {
        game.apply(&next).expect("legal");
        recorder.push(next);
        next = match game.turn() {
            Turn::Over(_) => return recorder.finish(&game),
            Turn::Chance(_) => Step::Outcome(game.draw(Seed(draws.next_u64())).expect("nature moves")),
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                let advised = bots::any::advise(&game, bot, seat, Seed(1), &[]);
                let listed = || game.legal_actions(seat).swap_remove(0);
                // Nobody hears the offers of these bots.
                let is_listed = |action: &String| game.is_listed(seat, action) == Some(true);
                let action = advised.into_iter().map(|it| it.action).find(is_listed).unwrap_or_else(listed);
                Step::Action { seat, action }
            }
        };
    }
}

/// The best action of a puzzle stands out. Whoever lets it go by is marked there, and is told of it.
#[test]
fn a_best_move_that_was_let_go_by_is_marked() {
    for kind in [GameKind::Carcassonne, GameKind::Catan] {
        for puzzle in Puzzle::built_in(kind).iter().step_by(30) {
            let position = puzzle.position().expect("a position");
            let worst = &puzzle.rivals.last().expect("others").action;
            let analysis = analysed(&played_on(position, puzzle.seat, worst));
            let decision = &analysis.decisions[0];
            assert_eq!((decision.step, decision.seat), (1, puzzle.seat), "{kind}, game {}", puzzle.from);
            let mark = decision.mark.unwrap_or_else(|| panic!("{kind}, game {}: {decision:?}", puzzle.from));
            assert!(mark >= Mark::Mistake, "{kind}, game {}: {decision:?}", puzzle.from);
            assert!(position.is_same_action(&decision.best, &puzzle.best), "{kind}: {decision:?}");
            let analysis = analysed(&played_on(position, puzzle.seat, &puzzle.best));
            assert_eq!(analysis.decisions[0].mark, None, "{kind}, game {}: the best move", puzzle.from);
        }
    }
}

/// Two copies of one bot differ in nothing but luck: neither pays more for its decisions than chance explains, and without luck the
/// results vary much less.
#[test]
fn luck_explains_the_results_of_two_copies() {
    let (mut plain, mut rest, mut costs, mut lucks) = (0.0, 0.0, Vec::new(), Vec::new());
    for number in 0..10 {
        let analysis = analysed(&record::<Carcassonne>(&["surveyor", "surveyor"], Seed(200 + number)));
        let [a, b] = &analysis.seats[..] else { panic!("two seats") };
        plain += (a.outcome - a.prior).powi(2);
        rest += (a.outcome - a.prior - a.luck()).powi(2);
        costs.push(a.mistakes - b.mistakes);
        lucks.push(a.luck());
        let rating = (a.rating + b.rating) / 2.0;
        assert!(rating < 15.0, "{rating} thousandths a decision");
    }
    println!("{rest} of {plain} without luck; {costs:?}");
    assert!(rest < 0.7 * plain, "{rest} of {plain}");
    for values in [costs, lucks] {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let error = (values.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        assert!(mean.abs() < 3.0 * error, "{mean} ± {error}");
    }
}

/// The luck that a match takes out of a result is the luck that the coach finds in the record of the game.
#[test]
fn a_match_and_the_coach_see_the_same_luck() {
    let played = record::<Carcassonne>(&["surveyor", "random"], Seed(41));
    let analysis = analysed(&played);
    let mut game = Carcassonne::new(&carcassonne::Options { players: 2, ..carcassonne::Options::default() });
    let mut luck = Luck::<Carcassonne, Chances<Carcassonne>>::by_estimator();
    for step in &played.steps {
        match step {
            Step::Action { seat, action } => {
                game.play(*seat, action.parse().expect("an action"), &mut ()).expect("it was played");
            }
            Step::Outcome(text) => {
                let chance = text.parse().expect("an outcome");
                bots::Recorder::outcome(&mut luck, &game, &chance);
                game.resolve(chance, &mut ()).expect("it was drawn");
            }
        }
    }
    for seat in Seat::first(2) {
        let found = analysis.luck.iter().filter(|it| it.step > 0).map(|it| it.luck[seat.index()]);
        let found: f64 = found.sum();
        assert!((luck.total()[seat] - found).abs() < 1e-9, "{seat}: {found} and {}", luck.total()[seat]);
        assert!(found != 0.0);
    }
}

/// Splits a game and the same game with its seats exchanged: the second split is the first one with its seats exchanged.
#[test]
fn exchanged_seats_exchange_the_split() {
    let game = record::<Carcassonne>(&["surveyor", "random"], Seed(12));
    let mut other = game.clone();
    other.header.options.insert("start_player".to_owned(), "B".into());
    for step in &mut other.steps {
        if let Step::Action { seat, .. } = step {
            *seat = if *seat == Seat::A { Seat::B } else { Seat::A };
        }
    }
    let header = other.header.clone();
    let mut start = AnyGame::under(GameKind::Carcassonne, header.rules, &header.options).expect("an opening");
    let mut recorder = Recorder::new(&start);
    for step in &other.steps {
        start.apply(step).expect("the same game");
        recorder.push(step.clone());
    }
    let [one, two] = [&game, &recorder.finish(&start)].map(analysed);
    for (seat, swapped) in [(0, 1), (1, 0)] {
        let (this, that) = (&one.seats[seat], &two.seats[swapped]);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{this:?}\n{that:?}");
        near(this.outcome, that.outcome);
        near(this.luck(), that.luck());
        near(this.mistakes, that.mistakes);
        near(this.unforeseen, that.unforeseen);
        near(this.effects(), that.effects());
        for (source, luck) in &this.luck {
            near(*luck, that.luck[source]);
        }
    }
    assert!(one.seats[0].luck() != one.seats[1].luck());
}
