//! The start page: make a table, sit down at one, go back to one.

use super::lobby::lobby;
use crate::games::{self, fault};
use crate::model::forms::{ClockChoice, SeatChoice};
use crate::model::{Stage, StartPage, TableSummary};
use crate::parts::clocks;
use crate::parts::nickname::nickname;
use crate::parts::seats::{self, mark, row};
use crate::parts::shell::{Shell, icon};
use crate::parts::terms::dice;
use crate::words::{Aid, Aids, Fault, Words, World, about_key, aid_name, option_value, say};
use game::options::{OptionInfo, Values};
use game::{ErrorCode, Seat};
use maud::{Markup, html};
use shelf::GameKind;

/// `GET /`.
#[must_use]
pub fn start(page: &StartPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = say!(words, "start-title");
    let main = html! {
        main id="main" class="start" {
            div class="hero" {
                h1 { (say!(words, "start-headline")) }
                p class="lead" { (say!(words, "start-lead")) }
            }
            @let elsewhere: Vec<&Fault> = page.faults.iter().filter(|found| !has_field(found)).collect();
            @if !elsewhere.is_empty() {
                div class="notice bad" role="alert" {
                    ul {
                        @for found in elsewhere { li { (fault(page.reader.lang, found)) } }
                    }
                }
            }
            section class="card" aria-labelledby="new-title" {
                h2 id="new-title" { (say!(words, "start-new")) }
                (new_table(words, page))
            }
            div class="column" {
                section class="card" aria-labelledby="tables-title" {
                    h2 id="tables-title" { (say!(words, "start-tables")) }
                    @if page.tables.is_empty() {
                        p class="empty" { (say!(words, "start-no-tables")) }
                    } @else {
                        ul class="tables" {
                            @for table in page.tables { li { (summary(words, table)) } }
                        }
                    }
                }
                (lobby(page.reader.lang, page.public))
                section class="card" aria-labelledby="join-title" {
                    h2 id="join-title" { (say!(words, "start-join")) }
                    form class="inline" method="get" action="/j" {
                        label {
                            span { (say!(words, "start-code")) }
                            input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false";
                        }
                        button type="submit" { (say!(words, "start-join-button")) }
                    }
                }
            }
        }
    };
    Shell { game: Some(page.game), ..Shell::new(page.reader, &title, main) }.render()
}

/// Whether what is wrong is said at its field.
fn has_field(found: &Fault) -> bool {
    matches!(found, Fault::TwoSeats | Fault::Code(ErrorCode::BadName))
}

fn summary(words: Words, table: &TableSummary<'_>) -> Markup {
    let due: Vec<String> = table
        .seats
        .iter()
        .filter(|info| table.due.contains(info.seat))
        .map(|info| seats::name(words, info))
        .collect();
    let left = table.left.map(|left| say!(words, "table-time-left", time = clocks::time(words, left)));
    let stage = match table.stage {
        Stage::Waiting if table.your_turn => say!(words, "table-expected"),
        _ if table.your_turn => say!(words, "table-your-turn"),
        Stage::Waiting => say!(words, "table-waiting"),
        Stage::Playing if !due.is_empty() => say!(words, "table-turn-of", name = words.list(&due)),
        Stage::Playing => say!(words, "table-turn", turn = table.turns),
        Stage::Over => say!(words, "table-over"),
    };
    html! {
        a class="table-link" href={ "/t/" (table.id) } {
            span class="game" { (words.or(&format!("game-{}", table.game), table.game)) }
            " "
            span class={ "stage" @if table.your_turn { " now" } } {
                (stage) @if let Some(left) = left { " · " (left) }
            }
            (row(words, table.seats, table.you))
        }
    }
}

fn new_table(words: Words, page: &StartPage<'_>) -> Markup {
    let sent = page.sent;
    let name = sent.map(|sent| sent.name.as_str()).or(page.reader.name.as_deref()).unwrap_or_default();
    let best = page.bots.first().map(|kind| format!("bot:{kind}"));
    let (info, options) = (page.game.info(), page.game.options());
    let players = options.iter().find(|option| option.name == "players");
    let players = players.and_then(|option| option.default.parse().ok()).unwrap_or(info.seats_min);
    let chosen = |seat: Seat| match sent {
        Some(sent) => match sent.seats.get(seat.index()).and_then(Option::as_ref) {
            Some(SeatChoice::Me) => "me".to_owned(),
            Some(SeatChoice::Bot(kind)) if page.bots.contains(&kind.as_str()) => format!("bot:{kind}"),
            // Another game has other bots.
            Some(SeatChoice::Bot(_)) => best.clone().unwrap_or_else(|| "open".to_owned()),
            Some(SeatChoice::Open) => "open".to_owned(),
            None => "none".to_owned(),
        },
        None if seat == Seat::A => "me".to_owned(),
        None if seat.index() >= players => "none".to_owned(),
        None => best.clone().unwrap_or_else(|| "open".to_owned()),
    };
    let value = |option: &OptionInfo| {
        let sent = sent.and_then(|sent| sent.options.iter().find(|(name, _)| name == option.name));
        match sent {
            Some((_, value)) => value.clone(),
            None => option.default.to_owned(),
        }
    };
    let game = games::start(page.game);
    html! {
        form id="new" method="post" action="/tables" {
            // The first button is the one that the enter key presses: it opens the table, and chooses no game.
            button type="submit" hidden { (say!(words, "start-create")) }
            input type="hidden" name="game" value=(page.game);
            @if GameKind::ALL.len() > 1 { (games(words, page.game)) }
            (nickname(words, Some(name), page.faults.contains(&ErrorCode::BadName.into())))
            fieldset class="seats" {
                legend { (say!(words, "start-seats")) }
                @let twice = page.faults.contains(&Fault::TwoSeats);
                @let own = Seat::first(info.seats_max).rfind(|&seat| chosen(seat) == "me");
                @if twice { p class="fault" id="seats-fault" role="alert" { (fault(page.reader.lang, &Fault::TwoSeats)) } }
                @for seat in Seat::first(info.seats_max) {
                    div class="seat" {
                        (mark(words, seat))
                        @let chosen = chosen(seat);
                        @let wrong = twice && chosen == "me";
                        select name={ "seat-" (seat) } aria-label=(say!(words, "seat-letter", seat = seat.to_string()))
                            aria-invalid=[wrong.then_some("true")] aria-describedby=[wrong.then_some("seats-fault")]
                            autofocus[wrong && own == Some(seat)] {
                            option value="me" selected[chosen == "me"] { (say!(words, "choice-me")) }
                            @for kind in page.bots {
                                @let value = format!("bot:{kind}");
                                option value=(value) selected[chosen == value] {
                                    (words.or(&format!("bot-{kind}"), kind))
                                }
                            }
                            option value="open" selected[chosen == "open"] { (say!(words, "choice-open")) }
                            option value="none" selected[chosen == "none"] { (say!(words, "choice-none")) }
                        }
                    }
                }
                p class="hint" { (say!(words, "start-seats-hint", least = info.seats_min, most = info.seats_max)) }
            }
            fieldset class="options" {
                legend { (say!(words, "start-options")) }
                @for option in game.featured.iter().filter_map(|name| options.iter().find(|option| option.name == *name)) {
                    (option_field(words, option, &value(option)))
                    @if let Some(key) = (game.otherwise)(option.name) {
                        p class="hint otherwise" { (say!(words, key)) }
                    }
                }
                details class="more" {
                    summary { (say!(words, "start-more")) }
                    @for option in options {
                        @if !game.featured.contains(&option.name) && option.name != "players" && choices(option) > 1 {
                            (option_field(words, option, &value(option)))
                        }
                    }
                    @if game.asks_aids {
                        (aids(words, game.world, sent.map_or(Aids::ALL, |sent| sent.aids)))
                    }
                }
            }
            (visibility(words, sent.is_some_and(|sent| sent.public)))
            (clock(words, &sent.map(|sent| sent.clock.clone()).unwrap_or_default()))
            input type="hidden" name="promised" value=(page.promised.0);
            input type="hidden" name="commitment" value=(page.promised.1);
            (dice(words, Some(page.promised.0), page.promised.1, &[], Some("nonce")))
            div class="send" {
                button type="submit" class="primary large" { (icon("check")) (say!(words, "start-create")) }
            }
        }
    }
}

/// Whether strangers find the table.
fn visibility(words: Words, public: bool) -> Markup {
    html! {
        fieldset class="seat-choice visibility" {
            legend { (say!(words, "new-visibility")) }
            @for (value, text) in [("no", say!(words, "new-private")), ("yes", say!(words, "new-public"))] {
                label {
                    input type="radio" name="public" value=(value) checked[public == (value == "yes")];
                    span { (text) }
                }
            }
        }
    }
}

/// How long the seats may think. What belongs to another choice than that made is hidden by the style sheet.
fn clock(words: Words, choice: &ClockChoice) -> Markup {
    let amount = |name: &str, label: String, (n, unit): &(String, String), least: u32| {
        let units = [
            ("s", say!(words, "unit-seconds")),
            ("m", say!(words, "unit-minutes")),
            ("h", say!(words, "unit-hours")),
            ("d", say!(words, "unit-days")),
        ];
        html! {
            div class={ "amount-of " (name) } {
                label for=(name) { (label) }
                input type="number" id=(name) name=(name) value=(n) min=(least) max="3600" inputmode="numeric";
                select name={ (name) "-unit" } aria-label={ (label) ": " (say!(words, "new-unit")) } {
                    @for (value, text) in units { option value=(value) selected[unit == value] { (text) } }
                }
            }
        }
    };
    html! {
        details class="more" id="clock" open[choice.kind != "none"] {
            summary { (say!(words, "new-time")) }
            fieldset class="seat-choice" {
                legend class="unseen" { (say!(words, "new-time")) }
                @for (value, text) in [
                    ("none", say!(words, "new-none")),
                    ("decision", say!(words, "new-decision")),
                    ("bank", say!(words, "new-bank")),
                ] {
                    label {
                        input type="radio" name="clock" value=(value) checked[choice.kind == value];
                        span { (text) }
                    }
                }
            }
            div class="amounts" {
                (amount("decision", say!(words, "new-time-each"), &choice.decision, 1))
                (amount("bank", say!(words, "new-time-bank"), &choice.bank, 1))
                (amount("increment", say!(words, "new-time-more"), &choice.increment, 0))
                div class="amount-of at-zero" {
                    label for="at-zero" { (say!(words, "new-zero")) }
                    select id="at-zero" name="at-zero" {
                        option value="bot" selected[!choice.replace] { (say!(words, "new-zero-bot")) }
                        option value="replace" selected[choice.replace] { (say!(words, "new-zero-replace")) }
                    }
                }
                p class="hint" { (say!(words, "new-time-about")) }
            }
        }
    }
}

/// Which aids the readers of the table may have.
fn aids(words: Words, world: World, chosen: Aids) -> Markup {
    html! {
        fieldset class="aids" {
            legend { (say!(words, "land-aids-allowed")) }
            p class="hint" { (say!(words, "land-aids-allowed-about")) }
            @for aid in Aid::ALL {
                @let id = format!("allow-{}", aid.name());
                div class="option" {
                    input type="hidden" name=(id) value="off";
                    label class="switch" {
                        input type="checkbox" id=(id) name=(id) value="on" checked[chosen.contains(aid)];
                        span { (aid_name(words, world, aid)) }
                    }
                }
            }
        }
    }
}

/// The games of the shelf, each with a form of its own, since seats and options differ. What was entered comes along.
fn games(words: Words, chosen: GameKind) -> Markup {
    html! {
        div class="games" role="group" aria-label=(say!(words, "start-game")) {
            @for &kind in GameKind::ALL {
                @let info = kind.info();
                button type="submit" name="game" value=(kind) formmethod="get" formaction="/" formnovalidate
                    aria-current=[(kind == chosen).then_some("true")] {
                    span class="name" { (words.or(&format!("game-{kind}"), kind.name())) }
                    span class="count" {
                        (say!(words, "start-game-seats", least = info.seats_min, most = info.seats_max))
                    }
                }
            }
        }
    }
}

/// How many values an option can have; one that has but one is no choice.
fn choices(option: &OptionInfo) -> usize {
    if let Values::Counts(kinds) = option.values {
        return kinds.len();
    }
    option.values.range().map_or(option.values.names().len(), |(min, max)| usize::from(max - min) + 1)
}

/// One option with its explanation and the clause that has it.
fn option_field(words: Words, option: &OptionInfo, value: &str) -> Markup {
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
                                (say!(words, "seat-letter", seat = text.as_str()))
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
        }
    }
}
