//! The fields of the pages' forms, read back: the one place that knows their names.
//!
//! | form | fields |
//! |---|---|
//! | `POST /tables`, and `GET /` to go on with another game | `play` with a game to play at once against bots, as the fields of the form say if it is that of the form and by default otherwise; `game`, `name`, `seat-A` … `seat-F` (`me`, `here`, `open`, `bot:settler`, `none`), `here-A` … `here-F` with the names of those who are `here`, `option-NAME` for every option, `allow-AID` (`on`, `off`) for every aid, `public` (`yes`, `no`), the fields of [`ClockChoice`], `promised` and `commitment` as they stood in the form, `nonce` |
//! | `POST /t/{id}/replay/{n}`, `POST /r/{hash}/{n}` | `name`, `seat-A` … `seat-F` (`me`, `open`, `bot:settler`), `public`, `promised`, `commitment`, `nonce` |
//! | `POST /t/{id}/join` | `name`, `seat`, `nonce`, and `code` where the table asks for one |
//! | `POST /t/{id}/again` | `nonce`, and `commitment` as it stood in the form |
//! | `POST /t/{id}/act` | `seq`, `id`, `action`; for open-ended actions the verb alone, and the rest in fields of their own ([`action`](crate::forms::action)) |
//! | `POST /t/{id}/here` | `seat`: whose hand is to be shown at this device; empty for nobody's |
//! | `POST /t/{id}/undo` | `seq`, `id` |
//! | `POST /t/{id}/fill` | `bot`: its kind |
//! | `POST /t/{id}/wish` | `seq`, `id`, `wish`, and what that wish needs ([`wish`]) |
//! | `POST /settings` | `back`, and any of `lang`, `theme`, `mode`, `confirm`, `motion`, `sounds`, `names`, `keys`, `aids`, `aid-fields` … `aid-preview`, `explanations`, `known-robber` … `known-settling` |

use super::people::Pace;
use crate::words::{Aid, Aids};
use game::{Seat, SeatSet};
use shelf::GameKind;

/// The fields of a form in the order in which they were sent.
pub type Fields = [(String, String)];

/// Returns the last value of a field: a later value overrides an earlier one, as with a check box and the hidden field before it.
#[must_use]
pub fn field<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    fields.iter().rev().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
}

/// The fields of `POST /tables`, not validated yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewTable {
    /// The game's name on the shelf.
    pub game: String,
    /// The name the reader wants to play under.
    pub name: String,
    /// The choice for each seat of the form; `None` leaves the seat out.
    pub seats: Vec<Option<SeatChoice>>,
    /// The options by name and value, without `players`, which follows from the seats.
    pub options: Vec<(String, String)>,
    /// The aids that the table allows its readers.
    pub aids: Aids,
    /// Whether the table is listed publicly.
    pub public: bool,
    /// The time control.
    pub clock: ClockChoice,
    /// The table id that was promised to the form, and the commitment that it showed.
    pub promised: Option<(String, String)>,
    /// The reader's share of the dice; may be empty.
    pub nonce: String,
    /// Whether the game is to begin at once, against bots.
    pub at_once: bool,
}

/// The time control as the form sends it: `clock` is `none`, `decision` or `bank`; `decision`, `bank` and `increment` are
/// numbers, each with its `…-unit` (`s`, `m`, `h`, `d`); `at-zero` is `bot` or `replace`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockChoice {
    /// The kind: `none`, `decision` or `bank`.
    pub kind: String,
    /// The time for each decision, as number and unit.
    pub decision: (String, String),
    /// The time for the whole game, as number and unit.
    pub bank: (String, String),
    /// The time that each decision adds to the bank, as number and unit.
    pub increment: (String, String),
    /// Whether the other players decide what happens when the time is up.
    pub replace: bool,
}

impl Default for ClockChoice {
    /// No clock, with the times that the form suggests first.
    fn default() -> Self {
        let amount = |n: &str, unit: &str| (n.to_owned(), unit.to_owned());
        ClockChoice {
            kind: "none".to_owned(),
            decision: amount("1", "m"),
            bank: amount("15", "m"),
            increment: amount("20", "s"),
            replace: false,
        }
    }
}

impl ClockChoice {
    fn read(fields: &Fields) -> ClockChoice {
        let first = ClockChoice::default();
        let text =
            |name: &str, other: String| field(fields, name).map_or(other, |text| text.trim().to_owned());
        let amount =
            |name: &str, (n, unit): (String, String)| (text(name, n), text(&format!("{name}-unit"), unit));
        ClockChoice {
            kind: text("clock", first.kind),
            decision: amount("decision", first.decision),
            bank: amount("bank", first.bank),
            increment: amount("increment", first.increment),
            replace: field(fields, "at-zero") == Some("replace"),
        }
    }

    /// Returns the time control; `Some(None)` means no clock, `None` that the fields cannot be read.
    #[must_use]
    pub fn pace(&self) -> Option<Option<Pace>> {
        let seconds = |(n, unit): &(String, String)| {
            let unit = match unit.as_str() {
                "s" => 1,
                "m" => 60,
                "h" => 3_600,
                "d" => 86_400,
                _ => return None,
            };
            n.parse::<u32>().ok()?.checked_mul(unit)
        };
        let replace = self.replace;
        match self.kind.as_str() {
            "none" => Some(None),
            "decision" => Some(Some(Pace { seconds: seconds(&self.decision)?, increment: None, replace })),
            "bank" => {
                let increment = Some(seconds(&self.increment)?);
                Some(Some(Pace { seconds: seconds(&self.bank)?, increment, replace }))
            }
            _ => None,
        }
    }
}

/// The choice for one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// The reader.
    Me,
    /// Another person at the reader's device, under this name; it may be empty.
    Here(String),
    /// The first person who takes it.
    Open,
    /// A bot of this kind.
    Bot(String),
}

impl NewTable {
    /// Reads the fields of the form.
    ///
    /// ```
    /// use pages::forms::{NewTable, SeatChoice};
    /// let fields = [("game", "catan"), ("seat-A", "me"), ("seat-B", "none"), ("seat-C", "bot:settler"),
    ///     ("option-victory_points", "12")];
    /// let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
    /// let table = NewTable::read(&fields);
    /// let bot = SeatChoice::Bot("settler".to_owned());
    /// assert_eq!(table.seats, [Some(SeatChoice::Me), None, Some(bot)]);
    /// assert_eq!(table.options, [("victory_points".to_owned(), "12".to_owned())]);
    /// ```
    #[must_use]
    pub fn read(fields: &Fields) -> NewTable {
        let play = field(fields, "play");
        if let Some(game) = play.filter(|&game| field(fields, "game") != Some(game)) {
            // The form is that of another game: its choices say nothing of this one.
            let lasts = |(name, _): &&(String, String)| {
                matches!(name.as_str(), "name" | "promised" | "commitment" | "nonce")
            };
            let kept: Vec<(String, String)> = fields.iter().filter(lasts).cloned().collect();
            return NewTable { game: game.to_owned(), at_once: true, ..NewTable::read(&kept) };
        }
        let text = |name| field(fields, name).unwrap_or_default().trim().to_owned();
        let choice = |seat: Seat, text: &str| match text {
            "me" => Some(SeatChoice::Me),
            "here" => {
                let name = field(fields, &format!("here-{seat}")).unwrap_or_default();
                Some(SeatChoice::Here(name.trim().to_owned()))
            }
            "open" => Some(SeatChoice::Open),
            other => other.strip_prefix("bot:").map(|kind| SeatChoice::Bot(kind.to_owned())),
        };
        let seats = Seat::first(Seat::MAX)
            .filter_map(|seat| field(fields, &format!("seat-{seat}")).map(|text| choice(seat, text)))
            .collect();
        let mut options: Vec<(String, String)> = Vec::new();
        let kind: Option<GameKind> = text("game").parse().ok();
        for (name, value) in fields {
            let Some(name) = name.strip_prefix("option-").filter(|name| *name != "players") else { continue };
            options.retain(|(known, _)| known != name);
            // A field left empty stands for no limit, or for the usual counts.
            let row = kind.and_then(|kind| kind.options().iter().find(|option| option.name == name));
            let none = || row.and_then(|option| option.values.allows_none()).unwrap_or("none");
            let value = if value.trim().is_empty() { none() } else { value.trim() };
            options.push((name.to_owned(), value.to_owned()));
        }
        // A form without these fields allows what the form proposes.
        let allows = |aid: &Aid| {
            field(fields, &format!("allow-{}", aid.name()))
                .map_or(Aids::PROPOSED.contains(*aid), |sent| sent != "off")
        };
        let aids = Aid::ALL.into_iter().filter(allows).fold(Aids::NONE, |aids, aid| aids.with(aid, true));
        let promised = (text("promised"), text("commitment"));
        NewTable {
            game: text("game"),
            name: text("name"),
            seats,
            options,
            aids,
            public: field(fields, "public") == Some("yes"),
            clock: ClockChoice::read(fields),
            promised: (!promised.0.is_empty()).then_some(promised),
            nonce: text("nonce"),
            at_once: play.is_some(),
        }
    }
}

/// The default choice for each seat: the reader takes the first one, the strongest bots take the others up to the game's default
/// number of players.
#[must_use]
pub fn usual_seats(game: GameKind, bots: &[&str]) -> Vec<Option<SeatChoice>> {
    let players = game.options().iter().find(|option| option.name == "players");
    let players = players.and_then(|option| option.default.parse().ok()).unwrap_or(game.info().seats_min);
    let bot = || bots.first().map_or(SeatChoice::Open, |kind| SeatChoice::Bot((*kind).to_owned()));
    Seat::first(game.info().seats_max)
        .map(|seat| match seat.index() {
            0 => Some(SeatChoice::Me),
            n => (n < players).then(bot),
        })
        .collect()
}

impl NewTable {
    /// Returns the choices made before the reader switched to another game in the form, as far as the new game has them. The
    /// first `game` field names the old game, the last one the new game. `None` if the fields are not those of the form.
    ///
    /// ```
    /// use pages::forms::{NewTable, SeatChoice};
    /// let fields = [("game", "carcassonne"), ("name", "Ada"), ("seat-A", "open"), ("seat-E", "me"), ("option-river", "true"),
    ///     ("game", "catan")];
    /// let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
    /// let kept = NewTable::kept(&fields, shelf::GameKind::Catan).unwrap();
    /// assert_eq!(kept.name, "Ada");
    /// assert!(kept.seats.contains(&Some(SeatChoice::Me)), "the reader has a seat, although there are fewer");
    /// assert!(kept.options.is_empty(), "options belong to their game");
    /// ```
    #[must_use]
    pub fn kept(fields: &Fields, game: GameKind) -> Option<NewTable> {
        // A link may choose options alone.
        let is_choice = |(name, _): &(String, String)| name == "seat-A" || name.starts_with("option-");
        fields.iter().find(|pair| is_choice(pair))?;
        let mut kept = NewTable::read(fields);
        if fields.iter().any(|(name, value)| name == "game" && value != game.name()) {
            kept.options.clear();
        }
        let dropped = kept.seats.split_off(kept.seats.len().min(game.info().seats_max));
        if let Some(last) = kept.seats.last_mut().filter(|_| dropped.contains(&Some(SeatChoice::Me))) {
            *last = Some(SeatChoice::Me);
        }
        Some(kept)
    }

    /// Turns this into a table that begins at once: the reader sits there, and no seat waits for anybody else.
    pub fn begin_at_once(&mut self, game: GameKind, bots: &[&str]) {
        if self.own_seats() == 0 {
            self.seats = usual_seats(game, bots);
        }
        if let Some(best) = bots.first() {
            for choice in self.seats.iter_mut().flatten().filter(|choice| **choice == SeatChoice::Open) {
                *choice = SeatChoice::Bot((*best).to_owned());
            }
        }
    }

    /// The number of seats that the reader chose for themselves.
    #[must_use]
    pub fn own_seats(&self) -> usize {
        self.seats.iter().flatten().filter(|choice| **choice == SeatChoice::Me).count()
    }
}

/// A command at a table that is no game action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SideCommand {
    /// Send a chat message to everybody.
    Say(String),
    /// Leave the table.
    Leave,
    /// Return to the game.
    Return,
    /// Let a bot play on for a seat.
    Replace(Seat),
    /// Swap two seats before the game begins.
    Swap(Seat, Seat),
    /// Ask the others to agree to undoing the reader's last action.
    AskUndo,
    /// Answer somebody else's undo request.
    AnswerUndo(bool),
    /// Reject some offers without being asked.
    Decline {
        /// All of this turn.
        turn: bool,
        /// All of these seats.
        from: SeatSet,
    },
    /// Close the table before its game begins, or ask the others to close it.
    Close,
    /// Answer somebody else's request to close the table.
    AnswerClose(bool),
}

/// Reads the command that `POST …/wish` sends: `say` with `text`; `replace` with `seat`; `swap` with `one` and `other`;
/// `answer-undo` and `answer-close` with `agrees` (`yes`, `no`); `decline` with `turn` (`on`) and any number of `from`; `leave`, `return`,
/// `ask-undo` and `close` alone. `None` if something is missing or cannot be read.
///
/// ```
/// use pages::forms::{SideCommand, wish};
/// let fields = [("wish", "swap"), ("one", "A"), ("other", "C")];
/// let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
/// assert_eq!(wish(&fields), Some(SideCommand::Swap(game::Seat::A, game::Seat::C)));
/// ```
#[must_use]
pub fn wish(fields: &Fields) -> Option<SideCommand> {
    let seat = |name| field(fields, name)?.parse::<Seat>().ok();
    let agrees = || match field(fields, "agrees")? {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    Some(match field(fields, "wish")? {
        "say" => SideCommand::Say(field(fields, "text")?.to_owned()),
        "leave" => SideCommand::Leave,
        "return" => SideCommand::Return,
        "replace" => SideCommand::Replace(seat("seat")?),
        "swap" => SideCommand::Swap(seat("one")?, seat("other")?),
        "ask-undo" => SideCommand::AskUndo,
        "answer-undo" => SideCommand::AnswerUndo(agrees()?),
        "answer-close" => SideCommand::AnswerClose(agrees()?),
        "decline" => {
            let from = fields.iter().filter(|(name, _)| name == "from").map(|(_, seat)| seat.parse().ok());
            SideCommand::Decline {
                turn: field(fields, "turn") == Some("on"),
                from: from.collect::<Option<_>>()?,
            }
        }
        "close" => SideCommand::Close,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn aids_are_allowed_unless_they_are_switched_off() {
        assert_eq!(NewTable::read(&fields(&[("game", "catan")])).aids, Aids::PROPOSED);
        let sent = fields(&[("allow-fields", "off"), ("allow-tiles", "off"), ("allow-tiles", "on")]);
        assert_eq!(NewTable::read(&sent).aids, Aids::PROPOSED.with(Aid::Fields, false));
    }

    #[test]
    fn chances_are_allowed_only_if_they_are_switched_on() {
        assert!(!NewTable::read(&fields(&[("game", "catan")])).aids.contains(Aid::Chances));
        let off = fields(&[("allow-chances", "off")]);
        assert_eq!(NewTable::read(&off).aids, Aids::PROPOSED);
        let on = fields(&[("allow-chances", "off"), ("allow-chances", "on")]);
        assert_eq!(NewTable::read(&on).aids, Aids::ALL);
        // What logs say of tables whose opener chose nothing, or had an older form.
        assert!(!Aids::allowed(None).contains(Aid::Chances));
        let older = "fields.cities.roads.open.fits.tiles.projected.preview.hint";
        assert_eq!(Aids::allowed(Some(older)), Aids::PROPOSED);
        assert_eq!(Aids::allowed(Some(&Aids::ALL.to_string())), Aids::ALL);
    }

    #[test]
    fn clocks_are_read_in_the_unit_that_was_chosen() {
        let pace = |pairs: &[(&str, &str)]| NewTable::read(&fields(pairs)).clock.pace();
        assert_eq!(pace(&[]), Some(None));
        assert_eq!(pace(&[("clock", "none"), ("decision", "x")]), Some(None), "only what is chosen counts");
        let days = [("clock", "decision"), ("decision", "3"), ("decision-unit", "d"), ("at-zero", "replace")];
        assert_eq!(pace(&days).unwrap().unwrap().to_string(), "decision 259200 replace");
        let bank = [
            ("clock", "bank"),
            ("bank", "10"),
            ("bank-unit", "m"),
            ("increment", "0"),
            ("increment-unit", "s"),
        ];
        assert_eq!(pace(&bank).unwrap().unwrap().to_string(), "bank 600 0 bot");
        for wrong in [
            &[("clock", "sand")][..],
            &[("clock", "decision"), ("decision", "")],
            &[("clock", "decision"), ("decision", "-1")],
            &[("clock", "decision"), ("decision-unit", "y")],
            &[("clock", "bank"), ("bank", "4000000000"), ("bank-unit", "d")],
        ] {
            assert_eq!(pace(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn wishes_are_whole_or_none() {
        let read = |pairs: &[(&str, &str)]| wish(&fields(pairs));
        assert_eq!(read(&[("wish", "say"), ("text", "")]), Some(SideCommand::Say(String::new())));
        assert_eq!(
            read(&[("wish", "decline"), ("turn", "on"), ("from", "B"), ("from", "D")]),
            Some(SideCommand::Decline { turn: true, from: [Seat::B, Seat::D].into_iter().collect() })
        );
        assert_eq!(
            read(&[("wish", "decline")]),
            Some(SideCommand::Decline { turn: false, from: SeatSet::EMPTY })
        );
        for wrong in [
            &[("wish", "dance")][..],
            &[("wish", "say")],
            &[("wish", "swap"), ("one", "A")],
            &[("wish", "replace"), ("seat", "Z")],
            &[("wish", "answer-undo"), ("agrees", "perhaps")],
            &[("wish", "decline"), ("from", "B"), ("from", "?")],
            &[],
        ] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_game_begins_at_once_with_the_choices_of_its_own_form() {
        let form = [
            ("game", "catan"),
            ("name", "Ada"),
            ("seat-A", "open"),
            ("seat-B", "me"),
            ("option-victory_points", "12"),
            ("promised", "t"),
            ("commitment", "c"),
            ("nonce", "n"),
        ];
        let read = |play: &'static str| NewTable::read(&fields(&[&form[..], &[("play", play)]].concat()));
        let mut own = read("catan");
        own.begin_at_once(GameKind::Catan, &["settler", "random"]);
        assert_eq!(own.seats, [Some(SeatChoice::Bot("settler".to_owned())), Some(SeatChoice::Me)]);
        assert_eq!((own.options.len(), own.at_once), (1, true));
        let mut other = read("mayflower");
        assert_eq!(
            (other.game.as_str(), other.name.as_str(), other.nonce.as_str()),
            ("mayflower", "Ada", "n")
        );
        assert_eq!((other.seats.len(), other.options.len(), other.aids), (0, 0, Aids::PROPOSED));
        assert!(other.promised.is_some());
        other.begin_at_once(GameKind::Mayflower, &["surveyor"]);
        assert_eq!(other.own_seats(), 1);
        assert!(!other.seats.contains(&Some(SeatChoice::Open)));
        assert!(!NewTable::read(&fields(&form)).at_once);
    }

    #[test]
    fn an_unchecked_box_sends_its_hidden_field() {
        let empty = fields(&[("game", "mayflower"), ("option-tiles", " ")]);
        assert_eq!(NewTable::read(&empty).options, [("tiles".to_owned(), "default".to_owned())]);
        let off = fields(&[("option-friendly_robber", "false")]);
        let on = fields(&[("option-friendly_robber", "false"), ("option-friendly_robber", "true")]);
        assert_eq!(NewTable::read(&off).options[0].1, "false");
        assert_eq!(NewTable::read(&on).options, [("friendly_robber".to_owned(), "true".to_owned())]);
    }
}
