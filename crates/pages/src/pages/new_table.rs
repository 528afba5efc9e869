//! The form for a new table: players, rules and time control.

use super::kinds::host_kinds;
use crate::games::{self, fault};
use crate::model::StartPage;
use crate::model::forms::{ClockChoice, SeatChoice, usual_seats};
use crate::parts::bots::all_bots;
use crate::parts::nickname::{UNITS_MAX, nickname};
use crate::parts::seats::mark;
use crate::parts::shell::icon;
use crate::parts::terms::dice;
use crate::words::{Aid, Aids, Fault, Words, World, about_key, aid_name, msg, option_value, ready_name};
use game::options::{OptionInfo, Values};
use game::{ErrorCode, Seat};
use maud::{Markup, html};
use shelf::GameKind;

/// Renders the choices for a new table, for the form of the start page.
pub(super) fn choices(words: Words, page: &StartPage<'_>) -> Markup {
    let sent = page.sent;
    let ready = ready_name(words.lang(), page.promised.0);
    let name = sent
        .map(|sent| sent.name.as_str())
        .filter(|name| !name.is_empty())
        .or(page.reader.name.as_deref())
        .unwrap_or(&ready);
    let options = page.game.options();
    let value = |option: &OptionInfo| {
        let sent = sent.and_then(|sent| sent.options.iter().find(|(name, _)| name == option.name));
        match sent {
            Some((_, value)) => value.clone(),
            None => option.default.to_owned(),
        }
    };
    let game = games::start(page.game);
    // What was chosen there before is not to be overlooked.
    let differs_unseen = sent.is_some()
        && options
            .iter()
            .any(|option| !game.featured.contains(&option.name) && value(option) != option.default);
    html! {
        div class="choices-of-table" {
            (nickname(words, Some(name), page.faults.contains(&ErrorCode::BadName.into())))
            (seats(words, page))
            fieldset class="options" {
                legend { (msg!(words, "start-options")) }
                @for option in game.featured.iter().filter_map(|name| options.iter().find(|option| option.name == *name)) {
                    (option_field(words, page.game, option, &value(option)))
                    @if let Some(key) = (game.otherwise)(option.name) {
                        p class="hint otherwise" { (msg!(words, key)) }
                    }
                }
                details class="more" open[differs_unseen] {
                    summary { (msg!(words, "start-more")) }
                    @for option in options {
                        @if !game.featured.contains(&option.name) && option.name != "players" && values(option) > 1 {
                            (option_field(words, page.game, option, &value(option)))
                        }
                    }
                    @if game.asks_aids {
                        (aids(words, game.world, sent.map_or(Aids::PROPOSED, |sent| sent.aids)))
                    }
                }
                (aid(words, game.world, Aid::Hint, sent.is_none_or(|sent| sent.aids.contains(Aid::Hint))))
                p class="hint" { (msg!(words, "aid-hint-about")) }
                // Nobody looks on where one plays alone.
                @if !page.reader.alone {
                    (aid(words, game.world, Aid::Chances, sent.is_some_and(|sent| sent.aids.contains(Aid::Chances))))
                    p class="hint" { (msg!(words, "aid-chances-about")) }
                }
            }
            @if !page.reader.alone {
                (visibility(words, sent.is_some_and(|sent| sent.public)))
                (clock(words, &sent.map(|sent| sent.clock.clone()).unwrap_or_default()))
            }
            (dice(words, Some(page.promised.0), page.promised.1, &[], Some("nonce")))
            div class="send" {
                button type="submit" class="primary large" { (icon("check")) (msg!(words, "start-create")) }
            }
        }
    }
}

/// Renders the choice of an occupant for each seat.
fn seats(words: Words, page: &StartPage<'_>) -> Markup {
    let info = page.game.info();
    let usual = usual_seats(page.game, page.bots);
    let best = page.bots.first().map(|kind| format!("bot:{kind}"));
    let seats = page.sent.map(|sent| &sent.seats).filter(|seats| !seats.is_empty()).unwrap_or(&usual);
    let chosen = |seat: Seat| match seats.get(seat.index()).and_then(Option::as_ref) {
        Some(SeatChoice::Me) => "me".to_owned(),
        Some(SeatChoice::Here(_)) => "here".to_owned(),
        Some(SeatChoice::Bot(kind)) if page.bots.contains(&kind.as_str()) => format!("bot:{kind}"),
        // Another game has other bots.
        Some(SeatChoice::Bot(_)) => best.clone().unwrap_or_else(|| "open".to_owned()),
        Some(SeatChoice::Open) => "open".to_owned(),
        None => "none".to_owned(),
    };
    let name_here = |seat: Seat| match seats.get(seat.index()) {
        Some(Some(SeatChoice::Here(name))) => name.clone(),
        _ => String::new(),
    };
    let twice = page.faults.contains(&Fault::TwoSeats.into());
    let own = Seat::first(info.seats_max).rfind(|&seat| chosen(seat) == "me");
    html! {
        fieldset class="seats" {
            legend { (msg!(words, "start-seats")) }
            @if twice { p class="fault" id="seats-fault" role="alert" { (fault(page.reader.lang, &Fault::TwoSeats.into())) } }
            @for seat in Seat::first(info.seats_max) {
                div class="seat" {
                    (mark(words, seat))
                    @let chosen = chosen(seat);
                    @let wrong = twice && chosen == "me";
                    select name={ "seat-" (seat) } aria-label=(msg!(words, "seat-letter", seat = seat.to_string()))
                        aria-invalid=[wrong.then_some("true")] aria-describedby=[wrong.then_some("seats-fault")]
                        autofocus[wrong && own == Some(seat)] {
                        option value="me" selected[chosen == "me"] { (msg!(words, "choice-me")) }
                        option value="here" selected[chosen == "here"] { (msg!(words, "choice-here")) }
                        @for kind in page.bots {
                            @let value = format!("bot:{kind}");
                            option value=(value) selected[chosen == value] {
                                (words.or(&format!("bot-{kind}"), kind))
                            }
                        }
                        @if !page.reader.alone {
                            option value="open" selected[chosen == "open"] { (msg!(words, "choice-open")) }
                        }
                        option value="none" selected[chosen == "none"] { (msg!(words, "choice-none")) }
                    }
                    @let usual_name = msg!(words, "here-name", n = seat.index() + 1);
                    input class="here-name" name={ "here-" (seat) } value=(name_here(seat)) maxlength=(UNITS_MAX)
                        placeholder=(usual_name) autocomplete="off"
                        aria-label=(msg!(words, "here-name-label", seat = seat.to_string()));
                }
            }
            p class="hint" { (msg!(words, "start-seats-hint", least = info.seats_min, most = info.seats_max)) }
            (all_bots(words, page.bots))
        }
    }
}

/// Renders the choice whether the table is listed publicly.
pub(super) fn visibility(words: Words, public: bool) -> Markup {
    html! {
        fieldset class="seat-choice visibility" {
            legend { (msg!(words, "new-visibility")) }
            @for (value, text) in [("no", msg!(words, "new-private")), ("yes", msg!(words, "new-public"))] {
                label {
                    input type="radio" name="public" value=(value) checked[public == (value == "yes")];
                    span { (text) }
                }
            }
        }
    }
}

/// Renders the choice of the time control. The style sheet hides the fields of the choices that are not selected.
fn clock(words: Words, choice: &ClockChoice) -> Markup {
    let amount = |name: &str, label: String, (n, unit): &(String, String), least: u32| {
        let units = [
            ("s", msg!(words, "unit-seconds")),
            ("m", msg!(words, "unit-minutes")),
            ("h", msg!(words, "unit-hours")),
            ("d", msg!(words, "unit-days")),
        ];
        html! {
            div class={ "amount-of " (name) } {
                label for=(name) { (label) }
                input type="number" id=(name) name=(name) value=(n) min=(least) max="3600" inputmode="numeric";
                select name={ (name) "-unit" } aria-label={ (label) ": " (msg!(words, "new-unit")) } {
                    @for (value, text) in units { option value=(value) selected[unit == value] { (text) } }
                }
            }
        }
    };
    html! {
        details class="more" id="clock" open[choice.kind != "none"] {
            summary { (msg!(words, "new-time")) }
            fieldset class="seat-choice" {
                legend class="unseen" { (msg!(words, "new-time")) }
                @for (value, text) in [
                    ("none", msg!(words, "new-none")),
                    ("decision", msg!(words, "new-decision")),
                    ("bank", msg!(words, "new-bank")),
                ] {
                    label {
                        input type="radio" name="clock" value=(value) checked[choice.kind == value];
                        span { (text) }
                    }
                }
            }
            div class="amounts" {
                (amount("decision", msg!(words, "new-time-each"), &choice.decision, 1))
                (amount("bank", msg!(words, "new-time-bank"), &choice.bank, 1))
                (amount("increment", msg!(words, "new-time-more"), &choice.increment, 0))
                div class="amount-of at-zero" {
                    label for="at-zero" { (msg!(words, "new-zero")) }
                    select id="at-zero" name="at-zero" {
                        option value="bot" selected[!choice.replace] { (msg!(words, "new-zero-bot")) }
                        option value="replace" selected[choice.replace] { (msg!(words, "new-zero-replace")) }
                    }
                }
                p class="hint" { (msg!(words, "new-time-about")) }
            }
        }
    }
}

/// Renders the choice of the aids that the table allows its readers.
fn aids(words: Words, world: World, chosen: Aids) -> Markup {
    html! {
        fieldset class="aids" {
            legend { (msg!(words, "land-aids-allowed")) }
            p class="hint" { (msg!(words, "land-aids-allowed-about")) }
            // Hints and chances are asked about at every game.
            @for choice in Aid::ALL.into_iter().filter(|aid| !matches!(aid, Aid::Hint | Aid::Chances)) {
                (aid(words, world, choice, chosen.contains(choice)))
            }
        }
    }
}

/// Renders the switch of an aid that the table may allow.
fn aid(words: Words, world: World, aid: Aid, chosen: bool) -> Markup {
    let id = format!("allow-{}", aid.name());
    html! {
        div class="option" {
            input type="hidden" name=(id) value="off";
            label class="switch" {
                input type="checkbox" id=(id) name=(id) value="on" checked[chosen];
                span { (aid_name(words, world, aid)) }
            }
        }
    }
}

/// Counts the values that an option can have; an option with a single value is no choice.
fn values(option: &OptionInfo) -> usize {
    if let Values::Counts(kinds) = option.values {
        return kinds.len();
    }
    option.values.range().map_or(option.values.names().len(), |(min, max)| usize::from(max - min) + 1)
}

/// Renders an option with its explanation and its clause.
fn option_field(words: Words, game: GameKind, option: &OptionInfo, value: &str) -> Markup {
    let id = format!("option-{}", option.name);
    let about = format!("{id}-about");
    let name_of = |value: &str| option_value(words, option.name, value);
    html! {
        div class="option" {
            @match option.values {
                Values::Switch => {
                    input type="hidden" name=(id) value="false";
                    label class="switch" {
                        input type="checkbox" id=(id) name=(id) value="true" checked[value == "true"]
                            aria-describedby=(about);
                        span { (words.or(&id, option.name)) }
                    }
                }
                Values::Range(min, max) => {
                    label for=(id) { (words.or(&id, option.name)) }
                    input type="number" id=(id) name=(id) value=(value) min=(min) max=(max) required
                        aria-describedby=(about);
                }
                Values::RangeOrNone(min, max) => {
                    label for=(id) { (words.or(&id, option.name)) }
                    input type="number" id=(id) name=(id) value=(if value == "none" { "" } else { value }) min=(min)
                        max=(max) placeholder=(name_of("none")) aria-describedby=(about);
                }
                Values::Names(names) | Values::NamesOrDefault(names) => {
                    label for=(id) { (words.or(&id, option.name)) }
                    select id=(id) name=(id) aria-describedby=(about) {
                        @if matches!(option.values, Values::NamesOrDefault(_)) {
                            option value="default" selected[value == "default"] { (name_of("default")) }
                        }
                        @for name in names {
                            option value=(name) selected[value == *name] { (name_of(name)) }
                        }
                    }
                }
                Values::Counts(_) => {
                    label for=(id) { (words.or(&id, option.name)) }
                    input type="text" id=(id) name=(id) value=(if value == "default" { "" } else { value })
                        placeholder=(name_of("default")) autocomplete="off" spellcheck="false" aria-describedby=(about);
                }
                Values::SeatOr(seats, names) => {
                    label for=(id) { (words.or(&id, option.name)) }
                    select id=(id) name=(id) aria-describedby=(about) {
                        @for seat in Seat::first(usize::from(seats)) {
                            @let text = seat.to_string();
                            option value=(text) selected[value == text] {
                                (msg!(words, "seat-letter", seat = text.as_str()))
                            }
                        }
                        @for name in names {
                            option value=(name) selected[value == *name] { (name_of(name)) }
                        }
                    }
                }
            }
            p class="hint" id=(about) {
                (words.or(&about_key(option), option.about)) " "
                a class="clause" href={ "/rules/" (option.clause) } { (option.clause) }
            }
            @if matches!(option.values, Values::Counts(_)) {
                p class="hint" {
                    (msg!(words, "land-reconstruction")) " "
                    a href={ "/rules/" (game) "/kinds" } target="_blank" rel="noopener" { (msg!(words, "kinds-all")) }
                }
                (host_kinds(words, game, option))
            }
        }
    }
}
