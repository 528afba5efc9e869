//! The panels beside the board: players, figures, and the end of the game.

use super::cards::cards;
use super::cues::{cues, matters};
use super::snapshot::{Moment, Walk};
use super::table::{Island, Table};
use super::words::Narrator;
use crate::model::{LogLine, PlainLine, PositionView, RenderedLine};
use crate::parts::bargain::{Bargain, Bargains};
use crate::parts::holdings::{self, Holdings};
use crate::parts::shell::{close_button, columns, icon};
use crate::parts::story::story;
use crate::parts::{charts, log, part, seats, standings};
use crate::words::{Names, World, msg};
use ::catan::CommonOptions as _;
use ::catan::Vocabulary;
use ::catan::event::Event;
use ::catan::{Bundle, Kind, Piece, Rules};
use game::Seat;
use maud::{Markup, html};
use shelf::Statistics;

/// Renders the players at the table, with the public facts about them.
pub(crate) fn players<R: Island>(table: &Table<'_, R>) -> Markup {
    holdings::players(table.words, table.page, table.due(), |seat| Holdings {
        points: R::point_parts(table, seat),
        facts: R::facts(table, seat),
        left: R::left(table, seat),
    })
}

/// A part of the figures that unfolds: its id, its name, and whether it is open in text mode.
pub(crate) struct Figure<'a> {
    pub(crate) id: &'static str,
    pub(crate) name: String,
    pub(crate) open: bool,
    pub(crate) body: Box<dyn Fn() -> Markup + 'a>,
}

/// A pile besides the cards: its sign, its name, and how many are left.
pub(crate) type Deck = (String, String, u32);

/// Something for sale: its name, its price, and its benefit.
pub(crate) type Price<R> = (String, Bundle<<R as Vocabulary>::Kind>, String);

/// Figures: those of the game, then bank, costs, dice and the course of the points.
pub(crate) fn figures<'a, R: Island>(
    table: &'a Table<'_, R>,
    own: Vec<Figure<'a>>,
    decks: fn(&Table<'_, R>) -> Vec<Deck>,
    prices: fn(&Table<'_, R>) -> Vec<Price<R>>,
) -> Markup {
    let w = table.words;
    let figure = |id: &'static str, key: &str, open: bool, body: Box<dyn Fn() -> Markup + 'a>| Figure {
        id,
        name: msg!(w, key),
        open,
        body,
    };
    let mut figures = own;
    figures.push(figure("bank", "figure-bank", true, Box::new(move || supply(table, &decks(table)))));
    figures.push(figure("costs", "figure-costs", false, Box::new(move || costs(table, &prices(table)))));
    figures.push(figure("dice", "figure-dice", false, Box::new(move || dice(table))));
    figures.push(figure("course", "figure-course", false, Box::new(move || course(table))));
    html! {
        section id="figures" class="panel" aria-labelledby="figures-title" {
            (close_button(w))
            h2 id="figures-title" { (msg!(w, "figures")) }
            @for Figure { id, name, open, body } in figures {
                (part::figure(table.page, &format!("figure-{id}"), &name, open && table.text, body))
            }
        }
    }
}

/// Renders the number of times the dice showed each sum.
fn dice<R: Island>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    html! {
        @if !table.text { (charts::rolls(w, table.rolls)) }
        details class="alternative" open[table.text] {
            summary { (msg!(w, "rolls-as-table")) }
            (charts::rolls_table(w, table.rolls))
        }
    }
}

fn supply<R: Island>(table: &Table<'_, R>, decks: &[Deck]) -> Markup {
    let w = table.words;
    let supply = Bundle::from(table.view.supply());
    html! {
        table class="numbers" {
            thead {
                tr {
                    th scope="col" { (msg!(w, "bank-kind")) }
                    th scope="col" { (msg!(w, "bank-supply")) }
                    @if table.you.is_some() { th scope="col" { (msg!(w, "bank-rate")) } }
                }
            }
            tbody {
                @for (&kind, count) in R::Kind::KINDS.iter().zip(supply.0.as_ref()) {
                    tr {
                        th scope="row" { (icon(&kind.to_string())) (table.kind(kind)) }
                        td { (count) }
                        @if let Some(you) = table.you { td { (table.view.rates(you, kind).best()) ":1" } }
                    }
                }
                @for (sign, name, count) in decks {
                    tr {
                        th scope="row" { (icon(sign)) (name) }
                        td { (count) }
                        @if table.you.is_some() { td {} }
                    }
                }
            }
        }
    }
}

fn costs<R: Island>(table: &Table<'_, R>, prices: &[Price<R>]) -> Markup {
    let w = table.words;
    html! {
        table class="numbers" {
            (columns([msg!(w, "cost-what"), msg!(w, "cost-price"), msg!(w, "cost-gives")]))
            tbody {
                @for (what, price, gives) in prices {
                    tr {
                        th scope="row" { (what) }
                        td { (cards(table, *price)) }
                        td { (gives) }
                    }
                }
            }
        }
    }
}

fn course<R: Island>(table: &Table<'_, R>) -> Markup {
    let names: Vec<(Seat, String)> = table.seats().map(|seat| (seat, table.name(seat))).collect();
    charts::course(
        table.words,
        &names,
        table.course,
        Some(table.view.options().victory_points().into()),
        None,
        false,
    )
}

/// Renders the log, newest line last.
pub(crate) fn log<R: Island>(table: &Table<'_, R>) -> Markup {
    let mut walk = Walk::new(&table.view, table.log, table.log.len());
    log::log(table.words, table.page, &table.names, table.log, |names, n, event| {
        line(table, names, &walk.to(n), event)
    })
}

/// The lines of the log after a version as sentences.
pub(crate) fn plain_lines_after<R: Island>(table: &Table<'_, R>, after: u64) -> Vec<PlainLine> {
    let mut walk = Walk::new(&table.view, table.log, table.log.len());
    log::plain_lines_after(table.words, table.page, &table.names, table.log, after, |names, n, event| {
        line(table, names, &walk.to(n), event)
    })
}

impl<R: Rules> Bargains for Event<R> {
    /// Answers may be changed until an exchange (`CATAN-DOM-8`), and offers made again (`CATAN-DOM-9`).
    fn bargain(&self) -> Option<Bargain> {
        match *self {
            Event::Offered { seat, .. } => Some(Bargain::Offers(seat)),
            Event::WithdrewOffer { seat } => Some(Bargain::Withdraws(seat)),
            Event::AcceptedOffer { seat }
            | Event::RejectedOffer { seat }
            | Event::Countered { seat, .. }
            | Event::Proposed { seat, .. }
            | Event::WithdrewProposal { seat }
            | Event::RejectedProposal { proposer: seat, .. }
            | Event::Lapsed { seat } => Some(Bargain::Answers(seat)),
            Event::Traded { .. } | Event::OffersEnded | Event::TurnEnded { .. } => Some(Bargain::Ends),
            _ => None,
        }
    }
}

/// A line of the log, as things stood then.
fn line<R: Island>(
    table: &Table<'_, R>,
    names: &Names,
    moment: &Moment<'_, R>,
    event: &Event<R>,
) -> RenderedLine {
    let layout = moment.past.layout.as_ref();
    let narrator = Narrator { names, layout, pictures: !table.text, ..table.brief() };
    let line = R::line(&narrator, event);
    let cues = if table.text { line.cues } else { cues(moment, event) };
    let sign = if table.text { None } else { sign(event) };
    RenderedLine { cues, sign, toast: matters(event), ..line }
}

/// Returns the icon for the subject of a log line.
fn sign<R: Island>(event: &Event<R>) -> Option<String> {
    let piece = |piece: Piece, seat: Seat| format!("{}-{seat}", piece.name());
    Some(match *event {
        Event::BuiltRoad { seat, .. } => piece(Piece::Road, seat),
        Event::BuiltSettlement { seat, .. } => piece(Piece::Settlement, seat),
        Event::BuiltCity { seat, .. } => piece(Piece::City, seat),
        Event::MovedRobber { .. } | Event::Blocked { .. } => "robber".to_owned(),
        Event::LongestRoad { .. } => "route".to_owned(),
        Event::Own(ref own) => return R::sign(own),
        _ => return None,
    })
}

/// Cards of another sort that a seat keeps hidden.
pub(crate) struct HiddenCards {
    /// Their label.
    pub(crate) label: String,
    /// Their number.
    pub(crate) count: u32,
    /// The cards with sign, name and number, if the reader may see them.
    pub(crate) cards: Option<Vec<(String, String, u8)>>,
}

/// Renders a past position; `kept` returns the other cards of a seat.
pub(crate) fn replay<R: Island>(
    table: &Table<'_, R>,
    board: Markup,
    lines: &[LogLine<Event<R>>],
    kept: impl Fn(Seat) -> HiddenCards,
) -> PositionView {
    let mut walk = Walk::new(&table.view, lines, table.log.len());
    PositionView {
        board,
        players: players(table),
        hands: hands(table, kept),
        log: log::looked_at(table.words, table.page, &table.names, lines, |names, n, event| {
            line(table, names, &walk.to(n), event)
        }),
        goal: Some(table.view.options().victory_points().into()),
        world: World::default(),
    }
}

/// Renders the hands of all seats, as far as the reader may see them.
pub(crate) fn hands<R: Island>(table: &Table<'_, R>, kept: impl Fn(Seat) -> HiddenCards) -> Markup {
    let w = table.words;
    html! {
        section id="hands" class="panel" aria-labelledby="hands-title" {
            h2 id="hands-title" { (msg!(w, "replay-hands")) }
            ul {
                @for seat in table.seats() {
                    @let other = kept(seat);
                    li id={ "hand-" (seat) } {
                        h3 { (seats::mark(w, seat)) (table.name(seat)) }
                        @match table.view.hand(seat).map(Bundle::from) {
                            Some(hand) if table.view.hand_len(seat) > 0 => p class="held" { (cards(table, hand)) },
                            Some(_) => p class="held empty" { (msg!(w, "replay-no-cards")) },
                            None => p class="held covered" { (icon("hand")) (msg!(w, "replay-covered", n = table.view.hand_len(seat))) },
                        }
                        @match other.cards {
                            Some(held) if !held.is_empty() => p class="held" {
                                @for (sign, name, count) in held {
                                    span class="kept" { (icon(&sign)) (name) @if count > 1 { " " (msg!(w, "times", n = count)) } }
                                }
                            },
                            Some(_) => {},
                            None if other.count > 0 => p class="held covered" { (icon("card")) (other.label) ": " (other.count) },
                            None => {},
                        }
                    }
                }
            }
        }
    }
}

/// Cards gained and lost, and trades.
fn in_numbers<R: Island>(table: &Table<'_, R>, statistics: &Statistics) -> Markup {
    let names: Vec<(Seat, String)> = table.seats().map(|seat| (seat, table.name(seat))).collect();
    let base = format!("/t/{}/replay", table.page.table);
    let closing = charts::Closing {
        names: &names,
        statistics,
        goal: None,
        world: World::default(),
        at: None,
        base: &base,
        query: "",
        open: table.text,
    };
    html! {
        details class="alternative" id="numbers" open[table.text] {
            summary { (msg!(table.words, "charts-title")) }
            div class="charts" { (charts::cards_and_trades(table.words, &closing)) }
        }
    }
}

/// The end: standings with their parts, the course of the points, the record.
pub(crate) fn result<R: Island>(table: &Table<'_, R>) -> Markup {
    let ranked = standings::ranked(table.page, |seat| R::point_parts(table, seat));
    let more = html! {
        @if let Some(rolls) = table.page.statistics.and_then(|statistics| statistics.rolls.as_ref()) {
            h3 { (msg!(table.words, "figure-dice")) }
            (charts::rolls(table.words, rolls))
        }
        h3 { (msg!(table.words, "figure-course")) }
        (course(table))
        @if let Some(statistics) = table.page.statistics { (in_numbers(table, statistics)) }
    };
    let story = story(table.words, &table.names, &ranked, table.page.statistics);
    standings::result(table.words, table.page, &table.names, &ranked, &story, more)
}
