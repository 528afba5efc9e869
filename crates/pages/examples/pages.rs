//! Writes every page as a file, from positions of real games: to look at, and for tests in a browser.
//!
//! `cargo run -p pages --example pages -- FOLDER` makes `FOLDER/{en,de}/….html` and `FOLDER/assets/…`; any file server
//! shows them (`python3 -m http.server -d FOLDER`).

use bots::Player as _;
use bots::catan::Bot;
use catan::{Action, Answer, Catan, Event, Options, Phase, Resource};
use game::{BySeat, Seat, SeatSet, Seed, Turn, Viewer};
use pages::catan::CatanTable;
use pages::{
    ErrorPage, Fault, GameTable, Happened, JoinPage, Lang, LogLine, Mode, Notice, Reader, RulesPage,
    SeatInfo, Settings, Stage, Standing, StartPage, TablePage, TableSummary, Theme, Who,
};
use shelf::GameKind;
use std::path::{Path, PathBuf};

/// A game with everything a table page shows of it.
#[derive(Clone)]
struct Played {
    game: Catan,
    log: Vec<LogLine<Event>>,
    rolls: [u32; 13],
    course: Vec<Standing>,
    seq: u64,
}

impl Played {
    fn observe(&mut self, events: Vec<Event>) {
        self.seq += 1;
        for event in events {
            if let Event::Rolled { dice, .. } = event {
                self.rolls[usize::from(dice.0 + dice.1)] += 1;
            }
            if matches!(event, Event::TurnEnded { .. } | Event::Over { .. })
                || (matches!(event, Event::StartingCards { .. }) && self.course.is_empty())
            {
                let mut points = BySeat::default();
                for seat in Seat::first(self.game.seats()) {
                    points[seat] = i32::from(self.game.visible_points(seat).total());
                }
                self.course.push(points);
            }
            self.log.push(LogLine { seq: self.seq, what: Happened::Game(event) });
        }
    }
    fn play(&mut self, seat: Seat, action: Action) {
        let mut events = Vec::new();
        self.game.play(seat, action, &mut events).expect("a legal action");
        self.observe(events);
    }
}

/// Plays bots against each other until `wanted` says stop.
fn play(options: &Options, seed: Seed, wanted: impl Fn(&Played) -> bool) -> Played {
    let mut played =
        Played { game: Catan::new(options), log: Vec::new(), rolls: [0; 13], course: Vec::new(), seq: 0 };
    let mut bots: Vec<Bot> = Seat::first(4)
        .map(|seat| {
            Bot::new("settler", seat, seed).or_else(|| Bot::new("random", seat, seed)).expect("a bot")
        })
        .collect();
    while !wanted(&played) {
        match played.game.turn() {
            Turn::Chance(_) => {
                let (purpose, index) = played.game.chance_key();
                let chance = played.game.draw(&mut seed.substream(purpose, index));
                let mut events = Vec::new();
                played.game.resolve(chance, &mut events).expect("a possible outcome");
                played.observe(events);
            }
            Turn::Decide(seats) => {
                // The one whose turn it is acts last, so that offers are answered first, each once.
                let active = played.game.active();
                let seat = seats
                    .into_iter()
                    .filter(|&seat| seat != active || seats.len() == 1)
                    .find(|&seat| {
                        let unanswered = played.game.view(Viewer::Spectator).answer(seat) == Answer::Open;
                        unanswered && !played.game.legal_actions(seat).is_empty()
                    })
                    .unwrap_or(active);
                let view = played.game.view(Viewer::Seat(seat));
                let action = bots[seat.index()].choose(&view, &view.legal_actions());
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
fn ends_with(played: &Played, wanted: impl Fn(&Event) -> bool) -> bool {
    matches!(played.log.last(), Some(LogLine { what: Happened::Game(event), .. }) if wanted(event))
}

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/pages".to_owned());
    let out = Out { folder: PathBuf::from(folder) };
    write_assets(&out.folder);
    let options = Options::default();
    let seed = Seed(11);
    let a = |played: &Played| played.game.active() == Seat::A;
    let positions: Vec<(&str, Played)> = vec![
        (
            "founding",
            play(&options, seed, |p| {
                matches!(p.game.phase(), Phase::FoundingSettlement { placed: 7 }) && a(p)
            }),
        ),
        (
            "roll",
            play(&options, seed, |p| p.game.phase() == Phase::BeforeRoll && a(p) && p.game.turns() > 24),
        ),
        (
            "building",
            play(&options, seed, |p| {
                p.game.phase() == Phase::Building
                    && a(p)
                    && p.game.turns() > 30
                    && p.game.legal_actions(Seat::A).roads().len() > 1
            }),
        ),
        (
            "other",
            play(&options, seed, |p| p.game.phase() == Phase::Building && !a(p) && p.game.turns() > 33),
        ),
        (
            "robber",
            play(&options, seed, |p| p.game.phase() == Phase::MovingRobber && a(p) && p.game.turns() > 10),
        ),
        ("victim", play(&options, seed, |p| matches!(p.game.phase(), Phase::ChoosingVictim { .. }) && a(p))),
        ("discard", play(&options, seed, |p| p.game.legal_actions(Seat::A).discards_owed() > 0)),
        ("offer", offered(&options, seed)),
        ("incoming", incoming(&options, seed)),
        ("over", play(&options, seed, |p| ends_with(p, |event| matches!(event, Event::Over { .. })))),
    ];
    for lang in Lang::ALL {
        for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
            for mode in [Mode::Picture, Mode::Text] {
                let reader = Reader {
                    lang,
                    settings: Settings { theme, mode, ..Settings::default() },
                    name: Some("Robin".to_owned()),
                    here: "/".to_owned(),
                    origin: Some("http://127.0.0.1:7170".to_owned()),
                };
                let end = if mode == Mode::Text { "-text" } else { "" };
                for (name, played) in &positions {
                    let page = table(&reader, played, Viewer::Seat(Seat::A));
                    out.page(lang, &format!("table-{name}{end}{suffix}"), &page);
                }
                if mode == Mode::Text {
                    continue;
                }
                others(&out, &reader, suffix, &positions[2].1);
            }
        }
    }
}

/// The pages that are not a table in play.
fn others(out: &Out, reader: &Reader, suffix: &str, played: &Played) {
    let lang = reader.lang;
    let seats = seats();
    let open: Vec<SeatInfo<'_>> = seats
        .iter()
        .map(|info| match info.seat {
            Seat::C | Seat::D => SeatInfo { seat: info.seat, who: Who::Open },
            _ => info.clone(),
        })
        .collect();
    let tables = [
        TableSummary {
            id: "k3f9",
            game: "catan",
            seats: &seats,
            you: Some(Seat::A),
            stage: Stage::Playing,
            your_turn: true,
            turns: 31,
        },
        TableSummary {
            id: "m8w2",
            game: "catan",
            seats: &open,
            you: Some(Seat::A),
            stage: Stage::Waiting,
            your_turn: false,
            turns: 0,
        },
    ];
    let bots = ["settler", "random"];
    for (name, tables) in [("start", &tables[..]), ("start-empty", &[])] {
        let page = StartPage { reader, game: GameKind::Catan, tables, bots: &bots, sent: None, faults: &[] };
        out.page(lang, &format!("{name}{suffix}"), &pages::start(&page));
    }
    let faults =
        [Fault::BadName, Fault::BadOption { name: "victory_points".to_owned(), value: "99".to_owned() }];
    let page =
        StartPage { reader, game: GameKind::Catan, tables: &[], bots: &bots, sent: None, faults: &faults };
    out.page(lang, &format!("start-faults{suffix}"), &pages::start(&page));
    let changed = [("victory_points", "12".to_owned()), ("friendly_robber", "true".to_owned())];
    let page = JoinPage {
        reader,
        table: "m8w2",
        game: "catan",
        seats: &open,
        options: &changed,
        code: Some("HX7K"),
        fault: None,
    };
    out.page(lang, &format!("join{suffix}"), &pages::join(&page));
    let page = RulesPage { reader, game: "catan", lang: None };
    out.page(lang, &format!("rules{suffix}"), &pages::rules(&page).expect("a game"));
    let page = ErrorPage { reader, status: 404, fault: Fault::NoTable };
    out.page(lang, &format!("error{suffix}"), &pages::error(&page));
    out.page(lang, &format!("table-watching{suffix}"), &table(reader, played, Viewer::Spectator));
    let lobby = play(&Options::default(), Seed(3), |p| p.game.layout().is_some());
    let page = TablePage {
        seats: &open,
        stage: Stage::Waiting,
        code: Some("HX7K"),
        can_fill: true,
        ..page_of(reader, &lobby, Viewer::Seat(Seat::A), &seats)
    };
    out.page(lang, &format!("table-lobby{suffix}"), &pages::table(&page));
    let refused = TablePage {
        notice: Some(Notice::Refused {
            action: "settlement I0".to_owned(),
            why: catan::Illegal::TooClose {
                vertex: "I17".parse().expect("an intersection"),
                neighbor: "I12".parse().expect("an intersection"),
            }
            .into(),
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
        SeatInfo { seat: Seat::A, who: Who::Person { name: "Robin", online: true } },
        SeatInfo { seat: Seat::B, who: Who::Bot { name: "Bruno", kind: "settler" } },
        SeatInfo { seat: Seat::C, who: Who::Person { name: "Katharina", online: false } },
        SeatInfo { seat: Seat::D, who: Who::Bot { name: "David", kind: "random" } },
    ]
}

fn page_of<'a>(
    reader: &'a Reader,
    played: &'a Played,
    viewer: Viewer,
    seats: &'a [SeatInfo<'a>],
) -> TablePage<'a> {
    TablePage {
        reader,
        table: "k3f9",
        code: None,
        seats,
        you: match viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        stage: if matches!(played.game.phase(), Phase::Over(_)) { Stage::Over } else { Stage::Playing },
        seq: played.seq,
        version: played.seq,
        command: "c0ffee",
        can_undo: false,
        can_fill: false,
        bot: "settler",
        notice: None,
        game: GameTable::Catan(CatanTable {
            view: played.game.view(viewer),
            log: &played.log,
            rolls: played.rolls,
            course: &played.course,
        }),
    }
}

fn table(reader: &Reader, played: &Played, viewer: Viewer) -> maud::Markup {
    let mut played = played.clone();
    for line in &mut played.log {
        if let Happened::Game(event) = &mut line.what {
            *event = event.redact(viewer);
        }
    }
    let seats = seats();
    pages::table(&page_of(reader, &played, viewer, &seats))
}

/// Seat A has offered something; one accepts, one counters, one thinks.
fn offered(options: &Options, seed: Seed) -> Played {
    let mut played = play(options, seed, |p| {
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
fn incoming(options: &Options, seed: Seed) -> Played {
    let mut played = play(options, seed, |p| {
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
fn deal(played: &Played, seat: Seat) -> Option<(Resource, Resource)> {
    let view = played.game.view(Viewer::Everything);
    let own = view.hand(seat)?;
    let give = own.kinds().max_by_key(|&kind| own.count(kind))?;
    let wanted = if seat == Seat::A { Seat::first(4).skip(1).collect::<Vec<_>>() } else { vec![Seat::A] };
    let want = Resource::ALL.into_iter().find(|&kind| {
        kind != give && wanted.iter().any(|&other| view.hand(other).is_some_and(|hand| hand.count(kind) > 0))
    })?;
    Some((give, want))
}
