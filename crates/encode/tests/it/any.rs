//! Any game by its name, as bindings use it: whole games by codes, and what is refused.

use encode::any::AnyCodeError;
use encode::{AnyKnowledge, AnyPlayed, AnyTracked, CodeError, Information, Misuse, layout, sample};
use game::{Seat, Seed, Viewer};
use shelf::{AnyGame, GameKind};

fn table(kind: GameKind) -> AnyTracked {
    AnyTracked::new(AnyGame::with_options(kind, [("players", "2")]).expect("a game for two"))
}

/// A game by codes gives the same position as its actions by text, and counters that listen to events know the same.
#[test]
fn codes_and_texts_play_the_same_game() {
    for &kind in GameKind::ALL {
        let seed = Seed(3);
        let mut draws = seed.substream("choice", 0);
        let (mut coded, mut told) = (table(kind), table(kind));
        let mut heard = AnyKnowledge::new(kind);
        let layout = layout(kind, Information::Seat);
        let (mut mask, mut out) = (vec![0; layout.actions], vec![0.0; layout.size]);
        for _ in 0..400 {
            let (over, events) = coded.advance(seed, true);
            told.advance(seed, false);
            heard.hear(Seat::A, &events.expect("it was asked to tell"));
            if over.is_some() {
                break;
            }
            let seat = coded.to_act().expect("nature has acted");
            coded.observe(seat, Information::Seat, &mut out).unwrap();
            let before = coded;
            let mut codes = Vec::new();
            loop {
                coded.mask(seat, &mut mask).unwrap();
                let code = sample(&mask, &mut draws).expect("something is legal");
                codes.push(code);
                if let AnyPlayed::Done(events) = coded.play(seat, code, true).unwrap() {
                    heard.hear(Seat::A, &events.expect("it was asked to tell"));
                    break;
                }
                assert_eq!(coded.game(), before.game(), "{kind}: half a choice changed the game");
            }
            // The listed action with these codes.
            let game = before.game();
            let listed = (0..game.legal_len(seat)).filter_map(|n| game.legal_action(seat, n));
            let same = listed.take(400).find(|action| told.codes_of(seat, action).as_ref() == Ok(&codes));
            match same {
                Some(action) => drop(told.act(seat, &action).unwrap()),
                None => told = coded,
            }
            assert_eq!(told.game(), coded.game(), "{kind}: {codes:?}");
        }
        if kind != GameKind::CitiesAndKnights {
            // There a counter also looks at hands that are shown for a while.
            assert_eq!(coded.knowledge(Seat::A), heard, "{kind}");
        }
        let world = heard.determinize(&coded.game(), Seat::A, &mut draws).expect("the same game");
        let view = |game: &AnyGame| game.view_text(Viewer::Seat(Seat::A)).get().to_owned();
        assert_eq!(view(&world), view(&coded.game()));
        let other =
            AnyKnowledge::new(if kind == GameKind::Catan { GameKind::Mayflower } else { GameKind::Catan });
        assert!(other.determinize(&coded.game(), Seat::A, &mut draws).is_none());
        assert!(heard.determinize(&coded.game(), Seat::C, &mut draws).is_none());
    }
}

#[test]
fn what_does_not_fit_is_refused_with_what_would() {
    let mut catan = table(GameKind::Catan);
    let error = catan.mask(Seat::A, &mut [0; 7]).unwrap_err().to_string();
    assert_eq!(error, "the mask has 7 elements; by the layout of this game it must have 390");
    let error = catan.observe(Seat::B, Information::Seat, &mut []).unwrap_err();
    assert!(matches!(error, Misuse::Length { what: "observation", has: 0, .. }), "{error}");
    let error = catan.play(Seat::C, 0, false).unwrap_err();
    assert_eq!(error.to_string(), "seat C does not play; there are 2 seats, A to B");
    assert!(catan.determinize(Seat::F, Seed(1)).is_err());
    assert!(catan.choice(Seat::D).is_err());
    catan.advance(Seed(1), false);
    let error = catan.play(Seat::A, 390, false).unwrap_err();
    assert_eq!(error, AnyCodeError::Code(CodeError::OutOfRange { code: 390, actions: 390 }));
    assert_eq!(error.to_string(), "code 390 does not exist; codes are 0 to 389");
    let error = catan.play(Seat::A, 0, false).unwrap_err().to_string();
    assert!(error.starts_with("code 0 (roll) is not legal: ") && error.ends_with(')'), "{error}");
    let error = catan.play(Seat::A, 350, false).unwrap_err().to_string();
    assert!(error.contains("the menu follows a message"), "{error}");
    let error = catan.codes_of(Seat::A, "offer 3 wool for 1 ore to B").unwrap_err().to_string();
    assert!(error.contains("the menu has"), "{error}");
    assert!(catan.codes_of(Seat::A, "fly").is_err());
    assert!(catan.act(Seat::A, "roll").is_err());
    assert!(catan.resolve("dice 3 4").is_err());
    let kept = catan;
    assert_eq!(kept, catan, "a refusal changes nothing");
}

/// `MAY-OPT-KINDS`: no layout has a row for a kind that somebody described.
#[test]
fn a_box_with_described_kinds_is_refused() {
    let tiles = r#"MF-25:1,{"id":"ENCODED","count":1,"edges":["field","field","field","field"],"cities":[],"roads":[],
        "fields":[{"id":"f1","halves":["Nw","Ne","En","Es","Se","Sw","Ws","Wn"],"cities":[],"animals":9}]}"#;
    let game =
        AnyGame::with_options(GameKind::Mayflower, [("players", "2"), ("tiles", tiles)]).expect("a box");
    let mut table = AnyTracked::new(game);
    let information = Information::Seat;
    let mut out = vec![0.0; layout(GameKind::Mayflower, information).size];
    assert_eq!(table.observe(Seat::A, information, &mut out), Err(Misuse::DescribedKinds));
    assert_eq!(
        table.mask(Seat::A, &mut vec![0u8; encode::any::actions(GameKind::Mayflower)]),
        Err(Misuse::DescribedKinds)
    );
    assert!(Misuse::DescribedKinds.to_string().contains("leave them out of `tiles`"));
}
