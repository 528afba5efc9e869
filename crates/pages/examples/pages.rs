//! Writes every page as a file, from positions of real games: to look at, and for tests in a browser.
//!
//! `cargo run -p pages --example pages -- FOLDER` makes `FOLDER/{en,de}/….html` and `FOLDER/assets/…`; any file server
//! shows them (`python3 -m http.server -d FOLDER`).

use bots::{Player, catan::Bot, cities_and_knights as knights_bots};
use catan::cities_and_knights as knights;
use catan::{Action, Answer, Catan, CitiesAndKnights, Event, Options, OwnEvent, Phase, Resource};
use game::{BySeat, ErrorCode, Game, Points, Seat, SeatSet, Seed, Turn, Viewer};
use pages::catan::CatanTable;
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::{
    Ending, ErrorPage, GameTable, JoinPage, Lang, LogEvent, LogLine, Mode, Notice, Pace, People, PublicTable,
    Reader, RulesPage, SeatInfo, SeatOccupant, Settings, Standing, StartPage, TablePage, TableStage,
    TableSummary, Theme, UserError,
};
use shelf::{GameKind, Refusal};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A commitment as a server would show it.
const COMMITMENT: &str = "9f2c41e07b8d5a63c01e94d7f6b2380a5c7e19d4b8f36a02e1d5c97f4b60a8e3";

/// A game whose tables are shown.
trait Shown: Game {
    type Bot: Player<Self>;
    /// The strongest bot of a seat.
    fn bot(seat: Seat, seed: Seed) -> Self::Bot;
    fn active(&self) -> Seat;
    /// Whether the seat owes an answer to an offer.
    fn is_asked(&self, seat: Seat) -> bool;
    /// Whether the points of all are told after this event.
    fn is_told(event: &Self::Event) -> bool;
    /// The sum of the dice, where this event is a roll.
    fn rolled(event: &Self::Event) -> Option<u8>;
    fn table<'a>(played: &'a Played<Self>, viewer: Viewer) -> GameTable<'a>;
}

impl Shown for Catan {
    type Bot = Bot;
    fn bot(seat: Seat, seed: Seed) -> Bot {
        Bot::new("settler", seat, seed).expect("a bot")
    }
    fn active(&self) -> Seat {
        Catan::active(self)
    }
    fn is_asked(&self, seat: Seat) -> bool {
        self.view(Viewer::Spectator).answer(seat) == Answer::Open && !self.legal_actions(seat).is_empty()
    }
    fn is_told(event: &Event) -> bool {
        matches!(event, Event::TurnEnded { .. } | Event::Over { .. })
    }
    fn rolled(event: &Event) -> Option<u8> {
        match event {
            Event::Own(OwnEvent::Rolled { dice, .. }) => Some(dice.0 + dice.1),
            _ => None,
        }
    }
    fn table<'a>(played: &'a Played<Catan>, viewer: Viewer) -> GameTable<'a> {
        GameTable::from(CatanTable {
            view: played.game.view(viewer),
            log: (&played.log).into(),
            course: &played.course,
            rolls: &played.rolls,
        })
    }
}

impl Shown for CitiesAndKnights {
    type Bot = knights_bots::Bot;
    fn bot(seat: Seat, seed: Seed) -> knights_bots::Bot {
        knights_bots::Bot::new("settler", seat, seed).expect("a bot")
    }
    fn active(&self) -> Seat {
        CitiesAndKnights::active(self)
    }
    fn is_asked(&self, seat: Seat) -> bool {
        let view = self.view(Viewer::Spectator);
        view.phase() != knights::Phase::Building || view.answer(seat) == Answer::Open
    }
    fn is_told(event: &knights::Event) -> bool {
        matches!(event, knights::Event::TurnEnded { .. } | knights::Event::Over { .. })
    }
    fn rolled(event: &knights::Event) -> Option<u8> {
        match event {
            knights::Event::Own(knights::OwnEvent::Rolled { red, other, .. }) => Some(*red + *other),
            _ => None,
        }
    }
    fn table<'a>(played: &'a Played<CitiesAndKnights>, viewer: Viewer) -> GameTable<'a> {
        GameTable::from(CitiesAndKnightsTable {
            view: played.game.view(viewer),
            log: (&played.log).into(),
            course: &played.course,
            rolls: &played.rolls,
        })
    }
}

/// A game with everything a table page shows of it.
#[derive(Clone)]
struct Played<G: Shown> {
    game: G,
    log: Vec<LogLine<G::Event>>,
    course: Vec<Standing>,
    rolls: [u32; 13],
    seq: u64,
}

impl<G: Shown> Played<G> {
    fn observe(&mut self, events: Vec<G::Event>) {
        self.seq += 1;
        for event in events {
            if let Some(sum) = G::rolled(&event) {
                self.rolls[usize::from(sum)] += 1;
            }
            if G::is_told(&event) {
                let mut points = BySeat::default();
                for seat in Seat::first(self.game.seats()) {
                    points[seat] = self.game.visible_points(seat).total();
                }
                self.course.push(points);
            }
            self.log.push(LogLine { seq: self.seq, what: LogEvent::Game(event) });
        }
    }
    fn play(&mut self, seat: Seat, action: G::Action) {
        let mut events = Vec::new();
        assert!(self.game.play(seat, action, &mut events).is_ok(), "a legal action");
        self.observe(events);
    }
}

/// Plays bots against each other until `wanted` says stop.
fn play<G: Shown>(game: G, seed: Seed, mut wanted: impl FnMut(&Played<G>) -> bool) -> Played<G> {
    let mut played = Played { game, log: Vec::new(), course: Vec::new(), rolls: [0; 13], seq: 0 };
    let mut bots: Vec<G::Bot> = Seat::first(4).map(|seat| G::bot(seat, seed)).collect();
    while !wanted(&played) {
        match played.game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = played.game.chance_key();
                let chance = played.game.draw(&mut seed.substream(purpose, index));
                let mut events = Vec::new();
                assert!(played.game.resolve(chance, &mut events).is_ok(), "a possible outcome");
                played.observe(events);
            }
            Turn::Decide(seats) => {
                // The one whose turn it is acts last, so that offers are answered first, each once.
                let active = played.game.active();
                let seat = seats
                    .into_iter()
                    .filter(|&seat| seat != active || seats.len() == 1)
                    .find(|&seat| played.game.is_asked(seat))
                    .unwrap_or(active);
                let action = bots[seat.index()]
                    .choose(&played.game.view(Viewer::Seat(seat)), &played.game.legal_actions(seat));
                played.play(seat, action);
            }
            Turn::Over(_) => break,
        }
    }
    played
}

struct Out {
    folder: PathBuf,
}

impl Out {
    fn page(&self, lang: Lang, name: &str, html: &maud::Markup) {
        let folder = self.folder.join(lang.code());
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(format!("{name}.html")), &html.0).expect("a file");
    }
}

/// Whether the log ends with an event like this.
fn ends_with(played: &Played<Catan>, wanted: impl Fn(&Event) -> bool) -> bool {
    matches!(played.log.last(), Some(LogLine { what: LogEvent::Game(event), .. }) if wanted(event))
}

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/pages".to_owned());
    let out = Out { folder: PathBuf::from(folder) };
    write_assets(&out.folder);
    let options = Options::default();
    let seed = Seed(11);
    let a = |played: &Played<Catan>| played.game.active() == Seat::A;
    let positions: Vec<(&str, Played<Catan>)> = vec![
        (
            "founding",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                matches!(p.game.phase(), Phase::FoundingSettlement { placed: 7 }) && a(p)
            }),
        ),
        (
            "roll",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                p.game.phase() == Phase::BeforeRoll && a(p) && p.game.turns() > 24
            }),
        ),
        (
            "building",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                p.game.phase() == Phase::Building
                    && a(p)
                    && p.game.turns() > 30
                    && p.game.legal_actions(Seat::A).roads().len() > 1
            }),
        ),
        (
            "other",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                p.game.phase() == Phase::Building && !a(p) && p.game.turns() > 33
            }),
        ),
        (
            "robber",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                matches!(p.game.phase(), Phase::MovingRobber { .. }) && a(p) && p.game.turns() > 10
            }),
        ),
        (
            "victim",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                matches!(p.game.phase(), Phase::ChoosingVictim { .. }) && a(p)
            }),
        ),
        (
            "discard",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                p.game.legal_actions(Seat::A).discards_owed() > 0
            }),
        ),
        ("offer", offered(&options, seed)),
        ("incoming", incoming(&options, seed)),
        (
            "over",
            play(Catan::new(&options), seed, |p: &Played<Catan>| {
                ends_with(p, |event| matches!(event, Event::Over { .. }))
            }),
        ),
    ];
    let knights = knights_positions();
    for lang in Lang::ALL {
        for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
            for mode in [Mode::Picture, Mode::Text] {
                let reader = Reader {
                    lang,
                    settings: Settings { theme, mode, ..Settings::default() },
                    name: Some("Robin".to_owned()),
                    here: "/".to_owned(),
                    origin: Some("http://127.0.0.1:7170".to_owned()),
                    house: None,
                    for_others: Some("neuland play --addr 0.0.0.0:7170".to_owned()),
                    network: None,
                    moderates: None,
                    host: pages::HostLinks { contact: true, notice: true },
                    alone: false,
                };
                let end = if mode == Mode::Text { "-text" } else { "" };
                for (name, played) in &positions {
                    let page = table(&reader, played, Viewer::Seat(Seat::A));
                    out.page(lang, &format!("table-{name}{end}{suffix}"), &page);
                }
                for (name, played) in &knights {
                    let page = table(&reader, played, Viewer::Seat(Seat::A));
                    out.page(lang, &format!("knights-{name}{end}{suffix}"), &page);
                }
                if mode == Mode::Text {
                    continue;
                }
                others(&out, &reader, suffix, &positions[2].1);
            }
        }
    }
}

/// Tables of Cities & Knights, each at a step of its own.
fn knights_positions() -> Vec<(String, Played<CitiesAndKnights>)> {
    use knights::Phase as P;
    let mut positions = Vec::new();
    let options = [
        knights::Options::default(),
        knights::Options {
            ck_barbarian_variant: knights::options::BarbarianVariant::Choose,
            ck_progress_draw: knights::options::ProgressDraw::Optional,
            ck_fifth_card: knights::options::FifthCard::ActiveMayPlayNow,
            ..knights::Options::default()
        },
    ];
    // The first position of each step in which seat A has something to decide, from turn 12 on where the step is usual.
    for (n, options) in options.iter().enumerate() {
        for seed in 1..=6 {
            let mut seen: Vec<String> =
                positions.iter().map(|(name, _): &(String, _)| name.clone()).collect();
            play(CitiesAndKnights::new(options), Seed(seed), |p: &Played<CitiesAndKnights>| {
                let usual = matches!(p.game.phase(), P::BeforeRoll | P::Building);
                let due = matches!(p.game.turn(), Turn::Decide(seats) if seats.contains(Seat::A));
                let late = p.game.turns() > if n == 0 { 50 } else { 20 };
                let own = p.game.active() == Seat::A || p.game.phase() != P::Building;
                let mut names = Vec::new();
                if due && own && (late || !usual) {
                    let name = format!("{:?}", p.game.phase());
                    names.push(
                        name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase(),
                    );
                }
                if due && p.game.phase() == P::Building && own {
                    names.extend(two_steps(&p.game));
                }
                for name in names {
                    if !seen.contains(&name) {
                        seen.push(name.clone());
                        positions.push((name, p.clone()));
                    }
                }
                false
            });
        }
    }
    let over = play(CitiesAndKnights::new(&options[0]), Seed(1), |_| false);
    positions.push(("over".to_owned(), over));
    positions
}

/// The names of seat A's legal actions that take two choices on the board, or one for a card.
fn two_steps(game: &CitiesAndKnights) -> BTreeSet<String> {
    use knights::{Action as A, Play};
    let name = |action| match action {
        A::Own(knights::OwnAction::Move { .. }) => Some("move".to_owned()),
        A::Own(knights::OwnAction::Displace { .. }) => Some("displace".to_owned()),
        A::Own(knights::OwnAction::Chase(_)) => Some("chase".to_owned()),
        A::Own(knights::OwnAction::Force(..)) => Some("force".to_owned()),
        A::Own(knights::OwnAction::Play(Play::Smith(_, Some(_)))) => Some("smith".to_owned()),
        A::Own(knights::OwnAction::Play(Play::Smith(_, None))) => None,
        A::Own(knights::OwnAction::Play(play)) => Some(play.card().to_string()),
        _ => None,
    };
    game.legal_actions(Seat::A).into_iter().filter_map(name).collect()
}

/// The pages that are not a table in play. It is long because it is a list of pages.
fn others(out: &Out, reader: &Reader, suffix: &str, played: &Played<Catan>) {
    let lang = reader.lang;
    let seats = seats();
    let open: Vec<SeatInfo<'_>> = seats
        .iter()
        .map(|info| match info.seat {
            Seat::C | Seat::D => SeatInfo { seat: info.seat, who: SeatOccupant::Open },
            _ => info.clone(),
        })
        .collect();
    let tables = [
        TableSummary {
            id: "k3f9",
            game: "catan",
            seats: &seats,
            you: Some(Seat::A),
            stage: TableStage::Playing,
            your_turn: true,
            turns: 31,
            from_position: false,
            due: SeatSet::one(Seat::A),
            left: Some(95_000),
            ending: None,
        },
        TableSummary {
            id: "m8w2",
            game: "catan",
            seats: &open,
            you: Some(Seat::A),
            stage: TableStage::Waiting,
            your_turn: false,
            turns: 0,
            from_position: true,
            due: SeatSet::EMPTY,
            left: None,
            ending: None,
        },
        TableSummary {
            id: "q5t7",
            game: "catan",
            seats: &seats,
            you: Some(Seat::A),
            stage: TableStage::Over,
            your_turn: false,
            turns: 60,
            from_position: true,
            due: SeatSet::EMPTY,
            left: None,
            ending: Some(Ending {
                at: "2026-11-21T08:40:00Z",
                place: Some(2),
                is_shared: false,
                is_closed: false,
            }),
        },
    ];
    let bots = ["settler", "random"];
    let changed = [("victory_points", "12".to_owned()), ("friendly_robber", "true".to_owned())];
    let pace = Some(Pace { seconds: 900, increment: Some(20), replace: false });
    let public = [PublicTable {
        summary: TableSummary { you: None, ..tables[1].clone() },
        code: Some("HX7K"),
        pace,
        options: &changed,
        spectators: 2,
    }];
    for (name, tables) in [("start", &tables[..]), ("start-empty", &[])] {
        let page = StartPage {
            reader,
            game: GameKind::Catan,
            tables,
            public: &public,
            promised: ("k3f9", COMMITMENT),
            bots: &bots,
            sent: None,
            faults: &[],
            unfolds: name == "start-empty",
            lessons: &[],
        };
        out.page(lang, &format!("{name}{suffix}"), &pages::start(&page));
    }
    let faults = [
        ErrorCode::BadName.into(),
        UserError::BadOption { name: "victory_points".to_owned(), value: "99".to_owned() },
    ];
    let page = StartPage {
        reader,
        game: GameKind::Catan,
        tables: &[],
        public: &[],
        promised: ("k3f9", COMMITMENT),
        bots: &bots,
        sent: None,
        faults: &faults,
        unfolds: true,
        lessons: &[],
    };
    out.page(lang, &format!("start-faults{suffix}"), &pages::start(&page));
    let page = JoinPage {
        reader,
        table: "m8w2",
        game: "catan",
        seats: &open,
        options: &changed,
        code: Some("HX7K"),
        pace,
        from_position: false,
        is_public: true,
        commitment: Some(COMMITMENT),
        fault: None,
    };
    out.page(lang, &format!("join{suffix}"), &pages::join(&page));
    let page = RulesPage { reader, game: "catan", lang: None, from: None };
    out.page(lang, &format!("rules{suffix}"), &pages::rules(&page).expect("a game"));
    let page = ErrorPage { reader, status: 404, fault: ErrorCode::NoTable.into() };
    out.page(lang, &format!("error{suffix}"), &pages::error(&page));
    out.page(lang, &format!("table-watching{suffix}"), &table(reader, played, Viewer::Spectator));
    let lobby = play(Catan::new(&Options::default()), Seed(3), |p: &Played<Catan>| p.game.layout().is_some());
    let page = TablePage {
        shown: &pages::shown::Shown::NOTHING,
        unfolded: "",
        seats: &open,
        stage: TableStage::Waiting,
        code: Some("HX7K"),
        can_fill: true,
        people: People {
            is_in_charge: true,
            bots: &bots,
            pace,
            options: &changed,
            spectators: 2,
            commitment: Some(COMMITMENT),
            nonces: SeatSet::one(Seat::A),
            ..People::default()
        },
        ..page_of(reader, &lobby, Viewer::Seat(Seat::A), &seats)
    };
    out.page(lang, &format!("table-lobby{suffix}"), &pages::table(&page));
    let refused = TablePage {
        shown: &pages::shown::Shown::NOTHING,
        unfolded: "",
        notice: Some(Notice::Refused {
            action: "settlement I0".to_owned(),
            why: Refusal::by_rule::<Catan>(catan::Illegal::TooClose {
                vertex: "I17".parse().expect("an intersection"),
                neighbour: "I12".parse().expect("an intersection"),
            }),
        }),
        can_undo: true,
        ..page_of(reader, played, Viewer::Seat(Seat::A), &seats)
    };
    out.page(lang, &format!("table-refused{suffix}"), &pages::table(&refused));
}

fn write_assets(folder: &Path) {
    let assets = folder.join("assets").join(pages::assets_hash());
    std::fs::create_dir_all(&assets).expect("a folder");
    for asset in pages::assets() {
        std::fs::write(assets.join(asset.name), &asset.bytes).expect("a file");
    }
}

fn seats() -> Vec<SeatInfo<'static>> {
    vec![
        SeatInfo { seat: Seat::A, who: SeatOccupant::Person { name: "Robin", online: true, stand_in: None } },
        SeatInfo { seat: Seat::B, who: SeatOccupant::Bot { name: "Bruno", kind: "settler" } },
        SeatInfo {
            seat: Seat::C,
            who: SeatOccupant::Person { name: "Katharina", online: false, stand_in: None },
        },
        SeatInfo { seat: Seat::D, who: SeatOccupant::Bot { name: "David", kind: "random" } },
    ]
}

fn page_of<'a, G: Shown>(
    reader: &'a Reader,
    played: &'a Played<G>,
    viewer: Viewer,
    seats: &'a [SeatInfo<'a>],
) -> TablePage<'a> {
    TablePage {
        shown: &pages::shown::Shown::NOTHING,
        unfolded: "",
        reader,
        table: "k3f9",
        code: None,
        seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        stage: if matches!(played.game.turn(), Turn::Over(_)) {
            TableStage::Over
        } else {
            TableStage::Playing
        },
        seq: played.seq,
        version: played.seq,
        command: "c0ffee",
        can_undo: false,
        can_fill: false,
        bot: "settler",
        notice: None,
        statistics: None,
        beside: pages::TableContext::default(),
        people: People { commitment: Some(COMMITMENT), ..People::default() },
        game: G::table(played, viewer),
    }
}

fn table<G: Shown>(reader: &Reader, played: &Played<G>, viewer: Viewer) -> maud::Markup {
    let mut played = played.clone();
    for line in &mut played.log {
        if let LogEvent::Game(event) = &mut line.what {
            *event = G::redact(*event, viewer);
        }
    }
    let seats = seats();
    pages::table(&page_of(reader, &played, viewer, &seats))
}

/// Seat A has offered something; one accepts, one counters, one thinks.
fn offered(options: &Options, seed: Seed) -> Played<Catan> {
    let mut played = play(Catan::new(options), seed, |p: &Played<Catan>| {
        p.game.phase() == Phase::Building
            && p.game.active() == Seat::A
            && p.game.turns() > 16
            && p.game.view(Viewer::Seat(Seat::A)).trade_is_open()
            && Seat::first(4).all(|seat| p.game.view(Viewer::Everything).hand_len(seat) > 0)
            && deal(p, Seat::A).is_some()
    });
    let (give, want) = deal(&played, Seat::A).expect("a deal");
    let to = SeatSet::first(4).without(Seat::A);
    let offer =
        Action::Offer { give: catan::Cards::of(give, 1).into(), want: catan::Cards::of(want, 1).into(), to };
    played.play(Seat::A, offer);
    let mut accepted = false;
    for seat in to {
        let view = played.game.view(Viewer::Seat(seat));
        if !accepted && view.check(Action::AcceptOffer).is_ok() {
            accepted = true;
            played.play(seat, Action::AcceptOffer);
        } else if let Some(kind) = view.hand(seat).and_then(|hand| hand.kinds().find(|&kind| kind != give)) {
            let counter = Action::CounterOffer {
                give: catan::Cards::of(kind, 1).into(),
                want: catan::Cards::of(give, 2).into(),
            };
            if played.game.check(seat, counter).is_ok()
                && !to.into_iter().any(|seat| {
                    matches!(played.game.view(Viewer::Everything).answer(seat), Answer::Countered(_))
                })
            {
                played.play(seat, counter);
            }
        }
    }
    played
}

/// Another seat offers something to seat A, which also has a proposal open.
fn incoming(options: &Options, seed: Seed) -> Played<Catan> {
    let mut played = play(Catan::new(options), seed, |p: &Played<Catan>| {
        p.game.phase() == Phase::Building
            && p.game.active() == Seat::B
            && p.game.turns() > 16
            && p.game.view(Viewer::Seat(Seat::B)).trade_is_open()
            && deal(p, Seat::B).is_some()
            && p.game.view(Viewer::Seat(Seat::A)).hand_len(Seat::A) > 2
    });
    let (give, want) = deal(&played, Seat::B).expect("a deal");
    let to = SeatSet::first(4).without(Seat::B);
    let cards = |kind| catan::Cards::of(kind, 1).into();
    played.play(Seat::B, Action::Offer { give: cards(give), want: cards(want), to });
    played
}

/// Something the seat has, and something somebody else has.
fn deal(played: &Played<Catan>, seat: Seat) -> Option<(Resource, Resource)> {
    let view = played.game.view(Viewer::Everything);
    let own = view.hand(seat)?;
    let give = own.kinds().max_by_key(|&kind| own.count(kind))?;
    let wanted = if seat == Seat::A { Seat::first(4).skip(1).collect::<Vec<_>>() } else { vec![Seat::A] };
    let want = Resource::ALL.into_iter().find(|&kind| {
        kind != give && wanted.iter().any(|&other| view.hand(other).is_some_and(|hand| hand.count(kind) > 0))
    })?;
    Some((give, want))
}
