//! A bot chooses the same from the document of its seat's view as at the table: nothing that a bot looks at is missing in a
//! document, and nothing that is made up in its place can be seen.

use bots::BotInfo;
use bots::any::{Listener, NoChoice, choose, choose_in_view, roster};
use game::{Draws, Seat, Seed, Turn, Viewer};
use shelf::{AnyGame, AnySeatPosition, GameKind};

/// Options under which there is more to decide, by game; an option that a game does not have is left out.
const TABLES: [&[(&str, &str)]; 3] = [
    &[("players", "3")],
    &[
        ("players", "4"),
        ("trade_build", "combined"),
        ("robber_theft", "may"),
        ("auto_declare", "false"),
        ("ck_barbarian_variant", "choose"),
        ("second_tile", "immediate"),
    ],
    &[("players", "2"), ("setup", "beginner_full"), ("start_player", "highest_roll"), ("discard_limit", "4")],
];

fn table(kind: GameKind, options: &[(&'static str, &'static str)]) -> AnyGame {
    let has = |name: &str| kind.info().options.iter().any(|option| option.name == name);
    let fits = |(name, value): &(&str, &str)| {
        has(name) && AnyGame::with_options(kind, [("players", "2"), (*name, *value)]).is_ok()
    };
    AnyGame::with_options(kind, options.iter().copied().filter(fits)).expect("options")
}

/// The bots of a game but the one that thinks longest, which differs from another by its effort, and `expert` on the island:
/// it plays on with nature's running numbers, such as that of thefts so far, and no document has them.
fn asked(kind: GameKind) -> impl Iterator<Item = &'static BotInfo> {
    let on_island = matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights);
    let compares = move |name| name != "master" && (!on_island || name != "expert");
    roster(kind).iter().filter(move |bot| compares(bot.name))
}

/// Plays a whole game and asks so many bots of the game at every decision, for every seat that may decide; others each time.
fn chooses_alike(kind: GameKind, options: &[(&'static str, &'static str)], seed: Seed, at_once: u32) -> u64 {
    let mut game = table(kind, options);
    let mut listeners: Vec<Listener> = Seat::first(game.seats())
        .flat_map(|seat| asked(kind).filter_map(move |bot| Listener::new(kind, bot.name, seat)))
        .collect();
    let bots = asked(kind).count();
    let mut draws = seed.substream("who", 0);
    let mut decided = 0;
    loop {
        let events = match game.turn() {
            Turn::Over(_) => return decided,
            Turn::Chance(_) => {
                let chance = game.draw(seed).expect("nature is due");
                game.resolve(&chance).expect("it was drawn")
            }
            Turn::Decide(seats) => {
                decided += 1;
                let draws_of_bot = seed.derive(decided);
                for seat in seats {
                    let own = &mut listeners[bots * seat.index()..][..bots];
                    compare(&game, seat, own, draws_of_bot, at_once);
                }
                let seat = game.to_decide().into_iter().last().or(seats.lowest()).expect("somebody decides");
                // Mostly the best bot that does not search, so that games end; sometimes any, so that they differ.
                let own = &mut listeners[bots * seat.index()..][..bots];
                let best = own.iter().rposition(|bot| !bot.searches(kind)).expect("a bot");
                let n = if draws.below(4) > 0 { best } else { draws.below(best as u32) as usize };
                let bot = &mut own[n];
                let action = bot.choose(&game, draws_of_bot).expect("something to decide");
                game.play(seat, &action).expect("a legal action")
            }
        };
        listeners.iter_mut().for_each(|listener| listener.hear(&events));
    }
}

/// Bots that heard what happened, and bots that did not, choose alike at the table and in the document.
fn compare(game: &AnyGame, seat: Seat, bots: &mut [Listener], seed: Seed, at_once: u32) {
    let kind = game.kind();
    let document = game.view_text(Viewer::Seat(seat));
    let position = AnySeatPosition::from_document(kind, document.get())
        .unwrap_or_else(|faults| panic!("{kind}: {faults:#?} in {document}"));
    assert_eq!(position.view_text().get(), document.get(), "{kind}");
    assert_eq!(position.legal_len(), game.legal_len(seat), "{kind}: {document}");
    let listed =
        (0..position.legal_len().min(300)).map(|n| (position.legal_action(n), game.legal_action(seat, n)));
    listed.for_each(|(here, there)| assert_eq!(here, there, "{kind}: {document}"));
    if position.legal_len() == 0 {
        return;
    }
    let first = seed.substream("asked", seat.index() as u64).below(bots.len() as u32) as usize;
    bots.rotate_left(first);
    for bot in bots.iter_mut().take(at_once as usize) {
        // Who searches takes long.
        if bot.searches(kind) && !seed.0.is_multiple_of(8) {
            continue;
        }
        let here = bot.choose_in_view(&position, seed);
        assert_eq!(here, bot.choose(game, seed), "{kind} {}: {document}", bot.name());
        let name = bot.name();
        if seed.0.is_multiple_of(4) {
            let there = choose(game, name, seat, seed, &[]).expect("something to decide");
            assert_eq!(
                choose_in_view(kind, document.get(), name, seed),
                Ok(there),
                "{kind} {name}: {document}"
            );
        }
    }
    bots.rotate_right(first);
}

/// `NEULAND_VIEW_GAMES` sets how many games of each kind are played, one unless said otherwise, and `NEULAND_VIEW_BOTS` how
/// many bots are asked at each decision, all unless said otherwise. Kinds begin with different tables.
#[test]
fn bots_choose_from_a_document_as_at_the_table() {
    let said = |name| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let games = said("NEULAND_VIEW_GAMES").unwrap_or(1);
    let at_once = said("NEULAND_VIEW_BOTS").map_or(u32::MAX, |number: u64| number as u32);
    for (n, &kind) in GameKind::ALL.iter().enumerate() {
        for (seed, options) in (0..games).zip(TABLES.iter().cycle().skip(n)) {
            let decided = chooses_alike(kind, options, Seed(seed), at_once);
            assert!(decided > 30, "{kind}: only {decided} decisions");
        }
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let kind = GameKind::Catan;
    let mut game = table(kind, TABLES[0]);
    game.resolve(&game.draw(Seed(1)).expect("nature is due")).expect("it was drawn");
    let own = game.view_text(Viewer::Seat(Seat::A));
    let unknown = choose_in_view(kind, own.get(), "oracle", Seed(1)).unwrap_err();
    assert!(unknown.to_string().starts_with("`oracle` is not a bot of catan; bots are settler, raider, "));
    let other = game.view_text(Viewer::Seat(Seat::B));
    let idle = choose_in_view(kind, other.get(), "settler", Seed(1)).unwrap_err();
    assert_eq!(idle, NoChoice::NothingToDecide { seat: Seat::B });
    let spectator = game.view_text(Viewer::Spectator);
    let refusal = choose_in_view(kind, spectator.get(), "settler", Seed(1)).unwrap_err();
    assert_eq!(refusal.to_string(), "$.viewer: `spectator` is not a seat; seats are the letters A to F");
}

/// The example of `docs/view.md`, and what the text says about it.
#[test]
fn the_documented_view_is_answered_as_documented() {
    let text = include_str!("../../../../docs/view.md");
    let (_, section) = text.split_once("## From a view back to a position").expect("the section");
    let block = |language: &str| {
        let (_, rest) = section.split_once(&format!("```{language}\n")).expect("a block");
        rest.split_once("```").expect("its end").0.trim()
    };
    let (document, answer) = (block("json"), block("text"));
    let chosen = choose_in_view(GameKind::Catan, document, "settler", Seed(7));
    assert_eq!(chosen.as_deref(), Ok(answer));
    for fault in
        section.split("```text\n").nth(2).expect("faults").lines().take_while(|line| line.starts_with('$'))
    {
        let wrong = match fault {
            _ if fault.contains("roads[1]") => document.replace("\"P58\"", "\"P72\""),
            _ => document.replacen("\"knights\": 0,", "\"knights\": 0, \"road_length\": 5,", 1),
        };
        let told = choose_in_view(GameKind::Catan, &wrong, "settler", Seed(7)).unwrap_err();
        assert_eq!(told.to_string(), fault);
    }
}
