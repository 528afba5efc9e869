//! A page that follows its table by patches shows in every fact what a page shows that is fetched anew: in whole games of each
//! kind, in pictures and in words, whichever figure is unfolded. `morph.js` changes a page in the same way; that it does, a real
//! browser tests (`tests/browser/tests/follow.test.js`).

use crate::tree::{Element, Node, morph, parse};
use game::{Draws, Seat, SeatSet, Seed, TableEvent, Viewer};
use pages::shown::{Contents, Shown};
use pages::{
    Aids, ChatMessage, Clocks, Declined, GameTable, History, Lang, LogEvent, LogLine, Mode, Pace, People,
    PlaceNames, Reader, Restricted, Restrictions, SeatClock, SeatInfo, SeatOccupant, Settings,
    SpectatorChances, Standing, TableContext, TablePage, TableStage, Talk, Talker, UndoAsked,
};
use shelf::{AnyGame, Events, GameKind};

/// A table as it stands: its game, and what goes on around it.
#[derive(Clone)]
struct Table {
    game: AnyGame,
    /// The past events, each with its number.
    past: Vec<(u64, Past)>,
    course: Vec<Standing>,
    rolls: [u32; 13],
    seq: u64,
    /// The seats whose players are present.
    online: SeatSet,
    /// For whom a bot plays.
    stood_in: SeatSet,
    /// The time left on the clocks, in milliseconds.
    left: u64,
    /// A number that stands for all other changes beside the game.
    mood: u32,
    around: Around,
}

/// What the list of people and the chat show besides the seats. Each of it changes by itself, and seldom, so that a page follows
/// changes one by one.
#[derive(Clone, Default)]
struct Around {
    spectators: usize,
    is_public: bool,
    from_position: bool,
    has_options: bool,
    pace: Option<Pace>,
    commitment: Option<&'static str>,
    nonces: SeatSet,
    replaceable: SeatSet,
    can_ask_close: bool,
    close_voters: SeatSet,
    /// Whether a moderator has muted the reader.
    is_muted: bool,
    /// The people whom the reader does not want to hear.
    muted: SeatSet,
    blocked: SeatSet,
    /// The messages, each with its author and its time.
    said: Vec<(Seat, u64)>,
    /// The time, in milliseconds.
    now: u64,
    /// Whether there are clocks, which change with every step.
    has_clocks: bool,
}

impl Around {
    /// One thing changes, or none.
    fn stir(&mut self, seat: Seat, choice: &mut impl Draws) {
        let toggle = |set: &mut SeatSet| {
            *set = if set.contains(seat) { set.without(seat) } else { set.with(seat) };
        };
        match choice.below(60) {
            0 => self.spectators = choice.below(3) as usize,
            1 => self.is_public = !self.is_public,
            2 => self.from_position = !self.from_position,
            3 => self.has_options = !self.has_options,
            4 => {
                let pace = Pace { seconds: 60, increment: None, replace: choice.below(2) == 0 };
                self.pace = (choice.below(3) > 0).then_some(pace);
            }
            5 => self.commitment = [None, Some("c0ffee"), Some("decade")][choice.below(3) as usize],
            6 => toggle(&mut self.nonces),
            7 => toggle(&mut self.replaceable),
            8 => self.can_ask_close = !self.can_ask_close,
            9 => toggle(&mut self.close_voters),
            10 => self.is_muted = !self.is_muted,
            11 => toggle(&mut self.muted),
            12 => toggle(&mut self.blocked),
            13 => self.said.push((seat, self.now)),
            14 => self.now += [30_000, 600_000, 40_000_000][choice.below(3) as usize],
            15 => self.has_clocks = !self.has_clocks,
            _ => {}
        }
    }
}

/// Something that has happened.
#[derive(Clone)]
enum Past {
    Game(Events),
    Table(TableEvent),
}

/// Offers that are tried now and then, since offers are not listed.
const OFFERS: [&str; 4] = [
    "offer 1 wool for 1 ore to B",
    "offer 1 grain for 1 brick to A",
    "offer 1 ore for 1 lumber to C",
    "offer 1 brick for 1 wool",
];

impl Table {
    /// With so many points to win where that can be chosen: random games are long.
    fn new(kind: GameKind, points: Option<u8>) -> Table {
        let options = points.map(|points| ("victory_points".to_owned(), points.into()));
        let game = AnyGame::new(kind, &options.into_iter().collect()).expect("a game");
        let online = SeatSet::first(game.seats());
        Table {
            game,
            past: Vec::new(),
            course: Vec::new(),
            rolls: [0; 13],
            seq: 1,
            online,
            stood_in: SeatSet::EMPTY,
            left: 600_000,
            mood: 0,
            around: Around::default(),
        }
    }

    fn note(&mut self, events: Events) {
        self.seq += 1;
        if let Some(sum) = events.rolled() {
            self.rolls[usize::from(sum)] += 1;
        }
        if self.seq.is_multiple_of(5) {
            let mut points = Standing::default();
            for (seat, of) in self.game.points_open() {
                points[seat] = of;
            }
            self.course.push(points);
        }
        self.past.push((self.seq, Past::Game(events)));
    }

    /// One step of the game, of those that may come; `false` once it is over.
    fn step(&mut self, seed: Seed, choice: &mut impl Draws) -> bool {
        if choice.below(6) == 0 {
            let offer = OFFERS[choice.below(OFFERS.len() as u32) as usize];
            for seat in Seat::first(self.game.seats()) {
                if let Ok(events) = self.game.play(seat, offer) {
                    self.note(events);
                    return true;
                }
            }
        }
        let Some(next) = self.game.random_step(seed, choice) else { return false };
        let events = self.game.apply(&next).expect("a step that is listed");
        self.note(events);
        true
    }

    /// Something around the game changes.
    fn stir(&mut self, choice: &mut impl Draws) {
        let seat = Seat::first(self.game.seats())
            .nth(choice.below(self.game.seats() as u32) as usize)
            .expect("a seat of the table");
        self.left -= self.left / 50;
        self.mood = choice.below(24);
        self.around.stir(seat, choice);
        let toggled = |set: SeatSet| if set.contains(seat) { set.without(seat) } else { set.with(seat) };
        match choice.below(8) {
            0 => self.online = toggled(self.online),
            1 => {
                self.stood_in = toggled(self.stood_in);
                let happened = match self.stood_in.contains(seat) {
                    true => TableEvent::Left { seat, bot: true },
                    false => TableEvent::Returned(seat),
                };
                self.seq += 1;
                self.past.push((self.seq, Past::Table(happened)));
            }
            _ => {}
        }
    }

    /// Goes back to an earlier position, which a seat took an action back to.
    fn undo(&mut self, to: &Table) {
        let (seq, past) = (self.seq + 1, std::mem::take(&mut self.past));
        let around = std::mem::take(&mut self.around);
        let kept = Table { online: self.online, stood_in: self.stood_in, around, ..to.clone() };
        *self = Table { past, seq, ..kept };
        self.past.push((seq, Past::Table(TableEvent::Undone { seat: Seat::A, to: to.seq })));
    }
}

/// Somebody whose page follows a table.
struct Follower {
    viewer: Viewer,
    reader: Reader,
    /// The figure that is unfolded.
    unfolded: String,
    /// The contents of the page, as the server remembers them.
    base: Contents,
    main: Element,
}

/// The chances that the page of a table shows, which spectators alone see.
fn chances(table: &Table, you: Option<Seat>) -> SpectatorChances {
    let shown = you.is_none().then(|| analysis::spectator_chances(&table.game));
    SpectatorChances { allowed: true, shown }
}

/// The page of a table for a viewer, given to `render`.
fn with_page<T>(
    table: &Table,
    viewer: Viewer,
    reader: &Reader,
    (unfolded, shown): (&str, &Shown<'_>),
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fred"];
    let person = |seat: Seat| SeatOccupant::Person {
        name: names[seat.index()],
        online: table.online.contains(seat),
        stand_in: table.stood_in.contains(seat).then_some("random"),
    };
    let all = || Seat::first(table.game.seats());
    let seats: Vec<SeatInfo<'_>> = all().map(|seat| SeatInfo { seat, who: person(seat) }).collect();
    // As the server does it, of what is long past nothing is read.
    let log = table.past[table.past.len().saturating_sub(120)..].iter().map(|(seq, what)| LogLine {
        seq: *seq,
        what: match what {
            Past::Game(events) => LogEvent::Game(events),
            Past::Table(happened) => LogEvent::Table(happened.clone()),
        },
    });
    let history = History { log: log.collect(), course: &table.course, rolls: &table.rolls };
    let clock =
        |seat: Seat| SeatClock { left: table.left, runs: table.mood as usize % 6 == seat.index(), up: false };
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    let around = &table.around;
    let talker = |seat: Seat| Talker {
        id: &names[seat.index()][..1],
        name: names[seat.index()],
        seat: Some(seat),
        muted: you != Some(seat) && around.muted.contains(seat),
        blocked: you != Some(seat) && around.blocked.contains(seat),
    };
    let talkers: Vec<Talker<'_>> = all().map(talker).collect();
    let said = around.said.iter().zip(1..).map(|(&(by, at), seq)| ChatMessage {
        seq,
        at,
        moment: "2026-11-21T08:40:00Z",
        by: by.index(),
        text: "Hello",
    });
    let said: Vec<ChatMessage<'_>> = said.collect();
    let restricted = Restricted { until: None, reason: "abuse", text: None };
    let options = [("victory_points", "6".to_owned())];
    let asked =
        UndoAsked { seat: Seat::B, to: 1, agreed: SeatSet::EMPTY, open: SeatSet::EMPTY.with(Seat::A) };
    let page = TablePage {
        shown,
        unfolded,
        reader,
        table: "x",
        code: None,
        seats: &seats,
        you,
        stage: if table.game.outcome().is_some() { TableStage::Over } else { TableStage::Playing },
        seq: table.seq,
        version: table.seq,
        command: "c1",
        can_undo: table.mood.is_multiple_of(3),
        can_fill: false,
        bot: "random",
        notice: None,
        statistics: None,
        beside: TableContext {
            clocks: around.has_clocks.then(|| Clocks { full: 600_000, seats: all().map(clock).collect() }),
            turns: table.course.len() as u32,
            undo: (table.mood == 1).then_some(asked),
            can_ask_undo: table.mood.is_multiple_of(4),
            declined: Declined { turn: table.mood == 2, from: SeatSet::EMPTY },
            talk: Talk { people: &talkers, said: &said, now: around.now },
            can_ask_close: around.can_ask_close,
            close_voters: around.close_voters,
            chances: chances(table, you),
            restrictions: Restrictions {
                muted: around.is_muted.then_some(restricted),
                ..Restrictions::default()
            },
            ..TableContext::default()
        },
        people: People {
            presence: "somebody",
            spectators: around.spectators,
            is_public: around.is_public,
            from_position: around.from_position,
            options: &options[..usize::from(around.has_options)],
            pace: around.pace,
            commitment: around.commitment,
            nonces: around.nonces,
            replaceable: around.replaceable,
            ..People::default()
        },
        game: GameTable::new(&table.game, viewer, &history, Aids::ALL),
    };
    render(&page)
}

impl Follower {
    fn new(table: &Table, viewer: Viewer, reader: Reader) -> Follower {
        let mut made = Follower {
            viewer,
            reader,
            unfolded: String::new(),
            base: Contents::default(),
            main: Element::default(),
        };
        (made.main, made.base) = made.fetched(table);
        made
    }

    fn is_in_words(&self) -> bool {
        self.reader.settings.mode == Mode::Text
    }

    /// A page that is fetched, and what it shows.
    fn fetched(&self, table: &Table) -> (Element, Contents) {
        let shown = Shown::after(None);
        let html = with_page(table, self.viewer, &self.reader, (&self.unfolded, &shown), pages::main);
        (parse(&html.into_string()), shown.finish())
    }

    /// The next patch comes.
    fn follow(&mut self, table: &Table) {
        let shown = Shown::after(Some(&self.base));
        let html = with_page(table, self.viewer, &self.reader, (&self.unfolded, &shown), pages::main);
        let base = shown.finish();
        morph(&mut self.main, parse(&html.into_string()));
        self.base = base;
    }

    /// The reader unfolds the next figure of the page, or folds the last one: the page is fetched, and followed from there.
    fn unfold(&mut self, table: &Table) {
        let mut figures = vec![String::new()];
        self.main.each(&mut |element| {
            figures.extend(element.attribute("id").filter(|id| id.starts_with("figure-")).map(str::to_owned));
        });
        let at = figures.iter().position(|id| *id == self.unfolded).map_or(0, |at| (at + 1) % figures.len());
        self.unfolded.clone_from(&figures[at]);
        let fetched;
        (fetched, self.base) = self.fetched(table);
        morph(&mut self.main, fetched);
    }

    /// Describes the first difference between the page and a freshly fetched one.
    fn difference(&self, table: &Table) -> Option<String> {
        let (fetched, _) = self.fetched(table);
        let later = self.main.find("placements").and_then(Element::awaited);
        if let Some(action) = later {
            let told = with_page(table, self.viewer, &self.reader, ("", &Shown::NOTHING), |page| {
                pages::preview(page, &action)
            });
            let at_once = fetched.find("placements").and_then(|places| places.told(&action));
            if told.map(|told| parse(&told.into_string())) != at_once {
                return Some(format!("another preview of {action}"));
            }
        }
        let (is, should) = (self.facts(&self.main), self.facts(&fetched));
        let at = is.iter().zip(&should).take_while(|(is, should)| is == should).count();
        let around = |lines: &[String]| {
            lines[at.saturating_sub(3).min(lines.len())..(at + 2).min(lines.len())].join(" ")
        };
        (is != should).then(|| format!("{}\n  should be {}", around(&is), around(&should)))
    }

    /// Everything that can be read off a page, line by line; without what a patch leaves out.
    fn facts(&self, main: &Element) -> Vec<String> {
        let mut copy = main.clone();
        let lit: Vec<String> = copy.find("placements").map(Element::places).unwrap_or_default();
        let in_words = self.is_in_words();
        copy.change(&mut |element| {
            // What the client fills in, and what belongs to the reader.
            if element.name == "input" && matches!(element.attribute("name"), Some("seq" | "id")) {
                element.set("value", "");
            }
            if element.name == "details" {
                element.unset("open");
            }
            if in_words {
                return;
            }
            // Below its heading a folded figure is not kept up to date.
            let id = element.attribute("id").unwrap_or_default().to_owned();
            if element.attribute("name") == Some("figure") && id != self.unfolded {
                element.children.truncate(1);
            }
            // What a placement leads to, and what lies around it, is fetched when the reader looks at it.
            if id == "placements" {
                element.change(&mut |inner| {
                    inner.children.retain(|child| {
                        !matches!(child, Node::Element(of) if of.has_class("preview") || of.name == "p" && of.has_class("hint"))
                    });
                });
            }
            // Where the tile in hand fits, the client lights the places.
            if element.has_class("space") {
                let here = element.attribute("data-place").is_some_and(|place| lit.iter().any(|lit| lit == place));
                element.light(here);
            }
        });
        let mut lines = Vec::new();
        copy.lines(&mut lines);
        lines
    }
}

/// The readers of a table: who plays, in pictures and in words, and who looks on.
fn followers(table: &Table) -> Vec<Follower> {
    let reader = |lang, mode, names| Reader {
        lang,
        settings: Settings { mode, names, ..Settings::default() },
        here: "/t/x".to_owned(),
        ..Reader::default()
    };
    vec![
        Follower::new(table, Viewer::Seat(Seat::A), reader(Lang::En, Mode::Picture, PlaceNames::Off)),
        Follower::new(table, Viewer::Seat(Seat::B), reader(Lang::De, Mode::Text, PlaceNames::Off)),
        Follower::new(table, Viewer::Spectator, reader(Lang::De, Mode::Picture, PlaceNames::On)),
    ]
}

/// Plays a game of a kind to its end; each of the pages follows at one of so many steps, and is compared then.
fn follow(kind: GameKind, points: Option<u8>, rarely: u32) {
    const STEPS: usize = 6000;
    let seed = Seed(31);
    let mut choice = seed.substream("choice", 0);
    let mut table = Table::new(kind, points);
    let mut pages = followers(&table);
    let (mut earlier, mut compared) = (table.clone(), [0; 3]);
    let mut goes_on = true;
    let shows = |page: &Follower| page.main.find("chances").is_some();
    assert_eq!(pages.iter().map(shows).collect::<Vec<_>>(), [false, false, true], "spectators alone");
    for step in 0..STEPS {
        goes_on = table.step(seed, &mut choice);
        table.stir(&mut choice);
        if goes_on && choice.below(25) == 0 {
            table.undo(&earlier);
        }
        if step.is_multiple_of(3) {
            earlier = table.clone();
        }
        for (n, page) in pages.iter_mut().enumerate() {
            if goes_on && choice.below(rarely) > 0 {
                continue;
            }
            page.follow(&table);
            if let Some(difference) = page.difference(&table) {
                panic!("{kind}, page {n} with {:?} unfolded, step {step}: {difference}", page.unfolded);
            }
            compared[n] += 1;
            if compared[n] % 5 == 0 && !page.is_in_words() {
                page.unfold(&table);
            }
        }
        if !goes_on {
            break;
        }
    }
    assert!(!goes_on, "{kind} goes on after {STEPS} steps");
    assert!(compared.iter().all(|n| *n > 25), "{compared:?}");
    assert!(pages.iter().all(|page| page.main.find("chances").is_none()), "{kind}: the game is over");
}

#[test]
fn pages_of_catan_show_by_patches_what_is_there() {
    follow(GameKind::Catan, Some(6), 8);
}

#[test]
fn pages_of_cities_and_knights_show_by_patches_what_is_there() {
    follow(GameKind::CitiesAndKnights, Some(8), 8);
}

#[test]
fn pages_of_carcassonne_show_by_patches_what_is_there() {
    follow(GameKind::Carcassonne, None, 4);
}

#[test]
fn pages_of_traders_and_builders_show_by_patches_what_is_there() {
    follow(GameKind::TradersAndBuilders, None, 4);
}

#[test]
fn pages_of_mayflower_show_by_patches_what_is_there() {
    follow(GameKind::Mayflower, None, 4);
}
