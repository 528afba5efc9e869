//! One function for each kind of input.

use carcassonne::{
    Carcassonne, Cell, Figure, Mayflower, Place, Rotation, Rules, TileKind, TradersAndBuilders,
};
use catan::cities_and_knights::{self as knights, Area, CardKind, CitiesAndKnights, Hand, Play, Progress};
use catan::{
    Action, Bundle, Cards, Catan, Chance, Die, EdgeId, HexId, Options, OwnAction, Resource, VertexId,
};
use game::record::{Object, Record};
use game::{Draws, Seat, SeatSet, Seed, Turn, Viewer};
use serde_json::Value;
use shelf::{AnyGame, AnySeatPosition, Events, GameKind, Prompt};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A setup as JSON, of whichever game: refused with reasons, or a position that is described again as it was and can be
/// played on.
pub fn setup(data: &[u8]) {
    let Ok(setup) = serde_json::from_slice::<Value>(data) else { return };
    for &kind in GameKind::ALL {
        match AnyGame::from_setup(kind, &setup) {
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without a reason");
                assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
            }
            Ok(game) => {
                let again = AnyGame::from_setup(kind, &Value::Object(game.to_setup()));
                assert!(again.is_ok_and(|again| again == game), "described, it is another position");
                // Games with tiles are short: to their end, where much is added up.
                play_on(
                    game,
                    data,
                    match kind {
                        GameKind::Catan => 30,
                        GameKind::CitiesAndKnights => 120,
                        _ => 400,
                    },
                );
            }
        }
    }
}

/// The document of a seat's view, of whichever game: refused with paths and reasons, or a position that shows the same view
/// when it is read again, and whose legal list holds.
pub fn view(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for &kind in GameKind::ALL {
        match AnySeatPosition::from_document(kind, text) {
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without a reason");
                assert!(faults.iter().all(|fault| fault.path.starts_with('$') && !fault.message.is_empty()));
            }
            Ok(position) => {
                let shown = position.view_text();
                match AnySeatPosition::from_document(kind, shown.get()) {
                    Ok(again) => assert_eq!(again.view_text().get(), shown.get(), "another view"),
                    Err(faults) => panic!("its own view is refused: {faults:?} in {shown}"),
                }
                let len = position.legal_len();
                for n in [0, len / 2, len.saturating_sub(1)].into_iter().filter(|&n| n < len) {
                    let action = position.legal_action(n).expect("a listed action");
                    assert_eq!(position.check(&action), Ok(()), "{action} is listed");
                }
            }
        }
    }
}

/// Some random steps from a position; each must be possible, and conserve the cards.
fn play_on(mut game: AnyGame, data: &[u8], steps: usize) {
    let seed = Seed(data.iter().fold(data.len() as u64, |sum, &byte| sum.wrapping_mul(31) + u64::from(byte)));
    let mut draws = seed.substream("fuzz", 0);
    for step in 0..steps {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let chance = game.draw(seed.derive(step as u64)).expect("an outcome is due");
                game.resolve(&chance).expect("a drawn outcome is possible");
            }
            Turn::Decide(seats) => {
                assert!(!seats.is_empty());
                let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
                let legal = game.legal_actions(seat);
                if legal.is_empty() {
                    assert!(!game.awaited().contains(&(seat, Prompt::Turn)), "{seat} can do nothing");
                    continue;
                }
                let action = &legal[draws.below(legal.len() as u32) as usize];
                game.play(seat, action).expect("a listed action is legal");
            }
        }
        if !matches!(game, AnyGame::Catan(_)) && step % 16 == 7 {
            let again = AnyGame::from_setup(game.kind(), &Value::Object(game.to_setup()));
            match again {
                Ok(again) => assert!(again == game, "played on and described, it is another position"),
                // A setup may give tokens whose cities are still to be built; with these the seats then have too many.
                Err(faults) if faults.iter().all(|fault| fault.clause == Some("TB-COMP-2")) => {}
                Err(faults) => panic!("played on, it cannot be described: {faults:?}"),
            }
        }
        match &game {
            AnyGame::Catan(game) => {
                let view = game.view(Viewer::Everything);
                let cards =
                    Seat::first(4).fold(view.supply(), |sum, seat| sum + view.hand(seat).expect("seen"));
                assert_eq!(cards, Cards::BOX);
            }
            AnyGame::CitiesAndKnights(game) => {
                let view = game.view(Viewer::Everything);
                let cards = Seat::first(4)
                    .try_fold(view.supply(), |sum, seat| sum.checked_add(view.hand(seat).expect("seen")));
                assert_eq!(cards, Some(Hand::BOX));
            }
            // Tiles and the like are counted by the games themselves.
            _ => {}
        }
    }
}

/// A record: refused with the line, or replayed and written down again as the same record.
pub fn record(data: &[u8]) {
    match Record::read(data) {
        Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
        Ok(record) => assert_eq!(record.to_string().parse::<Record>().expect("its own text"), record),
    }
    match shelf::replay::replay(data) {
        Err(error) => assert!(error.line() > 0 && !error.to_string().is_empty()),
        Ok(replay) => {
            for position in replay.take(2_000) {
                match position {
                    Ok(position) => assert!(position.line > 0),
                    Err(error) => assert!(error.line() > 0 && !error.to_string().is_empty()),
                }
            }
        }
    }
}

/// A list of events as JSON, of whichever game: refused with a reason, or written so that it is read as the same.
pub fn events(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for &kind in GameKind::ALL {
        match Events::from_documents(kind, text) {
            Err(refusal) => {
                let refusal = refusal.to_string();
                assert!(!refusal.is_empty() && refusal.len() < 1_000, "{refusal}");
            }
            Ok(events) => {
                let again = events.documents_text(Viewer::Everything);
                assert_eq!(
                    Events::from_documents(kind, again.get()),
                    Ok(events),
                    "written, these are other events"
                );
            }
        }
    }
}

/// A case file: every case passes or fails with file, line and reason.
pub fn cases(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let summary = shelf::cases::run_text("fuzz.cases", text);
    for failure in &summary.failures {
        assert!(failure.line > 0 && !failure.error.to_string().is_empty(), "{failure}");
    }
}

/// Text forms: whatever is read is written so that it is read as the same.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        round_trip::<Action>(line);
        round_trip::<Chance>(line);
        round_trip::<Cards>(line);
        round_trip::<catan::Layout>(line);
        round_trip::<catan::Harbour>(line);
        round_trip::<catan::DevelopmentCards>(line);
        round_trip::<HexId>(line);
        round_trip::<VertexId>(line);
        round_trip::<EdgeId>(line);
        round_trip::<knights::Action>(line);
        round_trip::<knights::Chance>(line);
        round_trip::<Hand>(line);
        round_trip::<Progress>(line);
        round_trip::<carcassonne::Action>(line);
        round_trip::<carcassonne::Chance>(line);
        round_trip::<carcassonne::Cell>(line);
        round_trip::<carcassonne::Place>(line);
        round_trip::<carcassonne::Segment>(line);
        round_trip::<carcassonne::TileKind>(line);
        round_trip::<Seat>(line);
        round_trip::<Seed>(line);
    }
    if let Ok(options) = serde_json::from_str::<Object>(text) {
        for &kind in GameKind::ALL {
            if let Ok(game) = AnyGame::new(kind, &options) {
                let again = AnyGame::new(kind, &game.options()).expect("its own options");
                assert_eq!(again, game, "with its own options it is another game");
            }
        }
    }
}

fn round_trip<T: FromStr + Display + Debug + PartialEq>(text: &str)
where
    T::Err: Display,
{
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            assert!(again.is_ok_and(|again| again == value), "`{text}` is {value:?}, and `{value}` is not");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Bytes as choices of a game: in every position that they lead to, a wild action is allowed exactly if it is listed,
/// or open-ended and checked; and a refusal changes nothing.
pub fn check_equals_legal(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = move || bytes.next();
    let Some(players) = next() else { return };
    let options = Options {
        players: 2 + players % 3,
        setup: if players & 16 != 0 { catan::options::SetupKind::BeginnerFull } else { Default::default() },
        auto_declare: players & 32 == 0,
        friendly_robber: players & 64 != 0,
        turn_limit: Some(100),
        ..Options::default()
    };
    let mut game = Catan::new(&options);
    let seed = Seed(u64::from(players));
    while let (Some(choice), Some(wild)) = (next(), next()) {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index + u64::from(choice % 8)));
                game.resolve(chance, &mut ()).expect("a drawn outcome is possible");
            }
            Turn::Decide(seats) => {
                for _ in 0..3 {
                    let (Some(what), Some(how)) = (next(), next()) else { return };
                    let seat = Seat::new(usize::from(wild) % 6).expect("a seat");
                    judge(&game, seat, action(what, how, wild));
                }
                let seat = seats.nth(usize::from(wild) % seats.len()).expect("a seat");
                let legal = game.legal_actions(seat);
                if let Some(index) = usize::from(choice).checked_rem(legal.len()) {
                    let action = legal.get(index).expect("a listed action");
                    game.play(seat, action, &mut ()).expect("a listed action is legal");
                }
            }
        }
    }
}

fn judge(game: &Catan, seat: Seat, action: Action) {
    let listed = game.legal_actions(seat).contains(action);
    let open_ended =
        matches!(action, Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. });
    let mut copy = *game;
    match copy.play(seat, action, &mut ()) {
        Ok(()) => assert!(listed || open_ended, "{seat} {action} is legal and not listed"),
        Err(illegal) => {
            assert!(!listed, "{seat} {action} is listed and refused: {illegal}");
            assert_eq!(copy, *game, "{seat} {action} is refused and changes something");
        }
    }
}

/// Any action out of three bytes.
fn action(what: u8, how: u8, more: u8) -> Action {
    let kind = Resource::ALL[usize::from(how) % 5];
    let other = Resource::ALL[usize::from(how / 5) % 5];
    let seat = Seat::new(usize::from(how) % 6).expect("a seat");
    let bundle = |n: u8| Bundle(std::array::from_fn(|kind| (n >> kind & 1) * (1 + (n >> 5) % 4)));
    let edge = EdgeId::new(usize::from(how) % 72).expect("a path");
    let vertex = VertexId::new(usize::from(how) % 54).expect("an intersection");
    match what % 26 {
        0 => Action::Roll,
        1 => Action::BuildRoad(edge),
        2 => Action::BuildSettlement(vertex),
        3 => Action::BuildCity(vertex),
        4 => Action::Own(OwnAction::BuyDevelopmentCard),
        5 => Action::Own(OwnAction::PlayKnight),
        6 => Action::Own(OwnAction::PlayRoadBuilding),
        7 => Action::Own(OwnAction::PlayYearOfPlenty(kind, (more & 1 == 0).then_some(other))),
        8 => Action::Own(OwnAction::PlayMonopoly(kind)),
        9 => Action::Stop,
        10 => Action::MoveRobber(HexId::new(usize::from(how) % 19).expect("a hex")),
        11 => Action::Steal(seat),
        12 => Action::Discard(bundle(how)),
        13 => Action::MaritimeTrade { give: Cards::of(kind, 2 + more % 3).into(), get: other },
        14 => Action::MaritimeTrade { give: bundle(how), get: kind },
        15 => Action::Offer { give: bundle(how), want: bundle(more), to: SeatSet::from_bits(what / 26) },
        16 => Action::AcceptOffer,
        17 => Action::RejectOffer,
        18 => Action::CounterOffer { give: bundle(how), want: bundle(more) },
        19 => Action::Execute(seat),
        20 => Action::WithdrawOffer,
        21 => Action::Propose { give: bundle(how), want: bundle(more) },
        22 => Action::WithdrawProposal,
        23 => Action::AcceptProposal(seat),
        24 => Action::RejectProposal(seat),
        _ => {
            if how & 1 == 0 {
                Action::EndTurn
            } else {
                Action::DeclareVictory
            }
        }
    }
}

/// Checks that `check` accepts exactly the listed actions of Cities & Knights.
pub fn check_equals_legal_knights(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = move || bytes.next();
    let (Some(players), Some(switches)) = (next(), next()) else { return };
    let mut options =
        knights::Options { players: 2 + players % 3, turn_limit: Some(150), ..Default::default() };
    // Any value of any switch, as far as they go together.
    let table = <knights::Options as game::options::NamedOptions>::TABLE;
    for (n, option) in table.iter().enumerate().filter(|(n, _)| switches >> (n % 8) & 1 == 1) {
        let mut other = options;
        let values = option.values.names();
        if let Some(pick) = (usize::from(players) + n).checked_rem(values.len()) {
            use game::options::NamedOptions;
            if other.set_or_none(option.name, Some(&values[pick])).is_ok() && other.validate().is_ok() {
                options = other;
            }
        }
    }
    let mut game = CitiesAndKnights::new(&options);
    let seed = Seed(u64::from(players));
    while let (Some(choice), Some(wild)) = (next(), next()) {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index + u64::from(choice % 8)));
                game.resolve(chance, &mut ()).expect("a drawn outcome is possible");
            }
            Turn::Decide(seats) => {
                for _ in 0..3 {
                    let (Some(what), Some(how)) = (next(), next()) else { return };
                    let seat = Seat::new(usize::from(wild) % 6).expect("a seat");
                    judge_knights(&game, seat, knight_action(what, how, wild));
                }
                let seat = seats.nth(usize::from(wild) % seats.len()).expect("a seat");
                let legal = game.legal_actions(seat);
                // Mostly something else than ending the turn, so that much is built.
                for more in 0..4 {
                    let n = usize::from(choice).wrapping_mul(257).wrapping_add(more * 91 + usize::from(wild));
                    let Some(action) = n.checked_rem(legal.len()).and_then(|n| legal.get(n)) else { break };
                    if action != knights::Action::EndTurn || more == 3 || legal.len() == 1 {
                        game.play(seat, action, &mut ()).expect("a listed action is legal");
                        break;
                    }
                }
            }
        }
    }
}

fn judge_knights(game: &CitiesAndKnights, seat: Seat, action: knights::Action) {
    use knights::Action as A;
    let listed = game.legal_actions(seat).contains(action);
    let open_ended = matches!(action, A::Offer { .. } | A::CounterOffer { .. } | A::Propose { .. });
    let mut copy = *game;
    match copy.play(seat, action, &mut ()) {
        Ok(()) => assert!(listed || open_ended, "{seat} {action} is legal and not listed"),
        Err(illegal) => {
            assert!(!listed, "{seat} {action} is listed and refused: {illegal}");
            assert_eq!(copy, *game, "{seat} {action} is refused and changes something");
        }
    }
}

/// Any action of Cities & Knights out of three bytes.
fn knight_action(what: u8, how: u8, more: u8) -> knights::Action {
    use knights::Action as A;
    let kind = CardKind::ALL[usize::from(how) % 8];
    let seat = Seat::new(usize::from(how) % 6).expect("a seat");
    let vertex = |n: u8| VertexId::new(usize::from(n) % 54).expect("an intersection");
    let die = |n: u8| Die::ALL[usize::from(n) % 6];
    let hex = |n: u8| HexId::new(usize::from(n) % 19).expect("a hex");
    let edge = EdgeId::new(usize::from(how) % 72).expect("a path");
    let area = Area::ALL[usize::from(how) % 3];
    let card = Progress::ALL[usize::from(how) % 25];
    let bundle = |n: u8| Bundle(std::array::from_fn(|kind| (n >> kind & 1) * (1 + (n >> 6) % 3)));
    match what % 64 {
        0 => A::Roll,
        1 => A::EndTurn,
        2 => A::BuildRoad(edge),
        3 => A::BuildSettlement(vertex(how)),
        4 => A::BuildCity(vertex(how)),
        5 => A::Own(knights::OwnAction::BuildWall(vertex(how))),
        6 => A::Own(knights::OwnAction::BuildKnight(vertex(how))),
        7 => A::Own(knights::OwnAction::Activate(vertex(how))),
        8 => A::Own(knights::OwnAction::Promote(vertex(how))),
        9..12 => A::Own(knights::OwnAction::Move { from: vertex(how), to: vertex(more) }),
        12..14 => A::Own(knights::OwnAction::Displace { from: vertex(how), to: vertex(more) }),
        14 => A::Own(knights::OwnAction::Chase(vertex(how))),
        15 => A::Own(knights::OwnAction::Improve(area)),
        16 => A::Own(knights::OwnAction::PlaceMetropolis(vertex(how))),
        17 => A::MoveRobber(hex(how)),
        18 => A::Steal(seat),
        19 => A::Discard(bundle(how)),
        20..22 => A::MaritimeTrade {
            give: Hand::of(kind, 2 + more % 3).into(),
            get: CardKind::ALL[usize::from(more / 3) % 8],
        },
        22 => A::MaritimeTrade { give: bundle(how), get: kind },
        23 => A::Offer { give: bundle(how), want: bundle(more), to: SeatSet::from_bits(what / 16) },
        24 => A::AcceptOffer,
        25 => A::RejectOffer,
        26 => A::CounterOffer { give: bundle(how), want: bundle(more) },
        27 => A::Execute(seat),
        28 => A::WithdrawOffer,
        29 => A::Propose { give: bundle(how), want: bundle(more) },
        30 => A::WithdrawProposal,
        31 => A::AcceptProposal(seat),
        32 => A::RejectProposal(seat),
        33 => A::Own(knights::OwnAction::Pillage(vertex(how))),
        34 => A::Own(knights::OwnAction::Fight([vertex(how), vertex(more)].into_iter().collect())),
        35 => A::Own(knights::OwnAction::ChooseDeck(area)),
        36 => A::Own(knights::OwnAction::Draw),
        37 => A::Own(knights::OwnAction::Drop(card)),
        38 => A::Own(knights::OwnAction::TakeResource(kind)),
        39 => A::Own(knights::OwnAction::TakeCards(bundle(how))),
        40 => A::Own(knights::OwnAction::TakeProgress(card)),
        41 => A::Own(knights::OwnAction::Give(bundle(how))),
        42 => A::Own(knights::OwnAction::GiveCommodity(kind)),
        43 => A::Own(knights::OwnAction::Retreat(vertex(how))),
        44 => A::Own(knights::OwnAction::RemoveKnight(vertex(how))),
        45 => A::Own(knights::OwnAction::PlaceKnight(vertex(how), None)),
        46 => A::Own(knights::OwnAction::PlaceKnight(
            vertex(how),
            Some(knights::Strength::ALL[usize::from(more % 3)]),
        )),
        47 => A::Stop,
        48 => A::Own(knights::OwnAction::Force(seat, CardKind::ALL[usize::from(more) % 8])),
        49 => A::DeclareVictory,
        50 => A::Own(knights::OwnAction::Play(Play::Alchemist(die(how), die(more)))),
        51 => A::Own(knights::OwnAction::Play(Play::Inventor(hex(how), hex(more)))),
        52 => {
            A::Own(knights::OwnAction::Play(Play::Smith(vertex(how), (more & 1 == 1).then(|| vertex(more)))))
        }
        53 => A::Own(knights::OwnAction::Play(Play::Engineer(vertex(how)))),
        54 => A::Own(knights::OwnAction::Play(Play::Medicine(vertex(how)))),
        55 => A::Own(knights::OwnAction::Play(Play::Diplomat(edge))),
        56 => A::Own(knights::OwnAction::Play(Play::Intrigue(vertex(how)))),
        57 => A::Own(knights::OwnAction::Play(Play::Deserter(seat))),
        58 => A::Own(knights::OwnAction::Play(Play::Spy(seat))),
        59 => A::Own(knights::OwnAction::Play(Play::MasterMerchant(seat))),
        60 => A::Own(knights::OwnAction::Play(Play::Merchant(hex(how)))),
        61 => A::Own(knights::OwnAction::Play(Play::ResourceMonopoly(kind))),
        62 => A::Own(knights::OwnAction::Play(if more & 1 == 0 {
            Play::TradeMonopoly(kind)
        } else {
            Play::MerchantFleet(kind)
        })),
        _ => {
            const SIMPLE: [Play; 9] = [
                Play::Crane,
                Play::Irrigation,
                Play::Mining,
                Play::RoadBuilding,
                Play::Bishop,
                Play::Saboteur,
                Play::Warlord,
                Play::Wedding,
                Play::CommercialHarbor,
            ];
            A::Own(knights::OwnAction::Play(SIMPLE[usize::from(how) % SIMPLE.len()]))
        }
    }
}

/// Checks that `check` accepts exactly the listed actions of a tile game: the first byte chooses the game.
pub fn check_equals_legal_tiles(data: &[u8]) {
    let Some((&which, data)) = data.split_first() else { return };
    let seats = 2 + which / 3 % 4;
    match which % 3 {
        0 => walk(Carcassonne::new(&carcassonne::Options { players: seats, ..Default::default() }), data),
        1 => {
            let base = carcassonne::Options { players: seats, ..Default::default() };
            let second_tile = if which & 64 == 0 {
                carcassonne::SecondTile::AfterFirstPart
            } else {
                carcassonne::SecondTile::Immediate
            };
            walk(
                TradersAndBuilders::new(&carcassonne::TradersOptions {
                    base,
                    second_tile: Some(second_tile),
                    ..Default::default()
                }),
                data,
            );
        }
        _ => {
            let options = carcassonne::MayflowerOptions { players: seats, ..Default::default() };
            walk(Mayflower::new(&options), data);
        }
    }
}

fn walk<R: Rules>(mut game: carcassonne::Game<R>, data: &[u8]) {
    let mut bytes = data.iter().copied();
    let mut next = move || bytes.next();
    while let (Some(choice), Some(wild)) = (next(), next()) {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(_) => {
                let mut draws = Seed(u64::from(choice)).substream("fuzz", u64::from(wild));
                let chance = game.draw(&mut draws);
                game.resolve(chance, &mut ()).expect("a drawn outcome is possible");
            }
            Turn::Decide(_) => {
                for _ in 0..3 {
                    let (Some(what), Some(how)) = (next(), next()) else { return };
                    let seat = Seat::new(usize::from(wild) % 6).expect("a seat");
                    judge_tiles(&game, seat, tile_action(&game, what, how, wild));
                }
                let legal = game.legal_actions(game.active());
                let n = (usize::from(choice) << 8 | usize::from(wild)) % legal.len();
                let action = legal.get(n).expect("a listed action");
                game.play(game.active(), action, &mut ()).expect("a listed action is legal");
            }
        }
    }
}

fn judge_tiles<R: Rules>(game: &carcassonne::Game<R>, seat: Seat, action: carcassonne::Action) {
    let listed = game.legal_actions(seat).contains(action);
    let mut copy = *game;
    match copy.play(seat, action, &mut ()) {
        Ok(()) => assert!(listed, "{seat} {action} is legal and not listed"),
        Err(illegal) => {
            assert!(!listed, "{seat} {action} is listed and refused: {illegal}");
            assert_eq!(copy, *game, "{seat} {action} is refused and changes something");
        }
    }
}

/// Any action with tiles out of three bytes, near those that lie.
fn tile_action<R: Rules>(game: &carcassonne::Game<R>, what: u8, how: u8, more: u8) -> carcassonne::Action {
    use carcassonne::Action as A;
    let near = game.land().tiles()[usize::from(more) % game.land().tiles().len()];
    let cell = Cell::new(near.cell.x + (how % 5) as i8 - 2, near.cell.y + (how / 5 % 5) as i8 - 2);
    let kinds: Vec<TileKind> = game.kinds().iter().collect();
    let kind = if how & 1 == 0 { near.kind } else { kinds[usize::from(more) % kinds.len()] };
    let segment = kind.segments()[usize::from(how / 2) % kind.segments().len()].id;
    match what % 16 {
        0..6 => A::Place { cell, rotation: Rotation::new(usize::from(what) / 16 % 4) },
        6..11 => A::Deploy { figure: Figure::ALL[usize::from(what / 16) % Figure::ALL.len()], segment },
        11 => A::Pass,
        12 => A::TakeSecond,
        13 => A::EndTurn,
        _ => A::Settle(Place { cell: near.cell, segment }),
    }
}
