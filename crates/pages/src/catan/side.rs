//! What lies beside the board: players, figures, the log, and the end of the game.

use super::desk::cards;
use super::table::{Table, ViewExt as _};
use crate::catan::words::{piece_key, resource_key};
use crate::log::Told;
use crate::shell::icon;
use crate::{charts, say, seats};
use ::catan::{Cards, Event, Piece, Points, Resource};
use game::{Seat, Turn};
use maud::{Markup, html};

/// The parts of a seat's points, those that are not zero.
fn parts(table: &Table<'_>, points: Points) -> Vec<(String, u8)> {
    let w = table.words;
    [
        (say!(w, "points-settlements"), points.settlements),
        (say!(w, "points-cities"), points.cities),
        (say!(w, "points-longest-road"), points.longest_road),
        (say!(w, "points-largest-army"), points.largest_army),
        (say!(w, "points-cards"), points.victory_cards),
    ]
    .into_iter()
    .filter(|(_, points)| *points > 0)
    .collect()
}

/// Whether the table waits for this seat.
fn is_due(table: &Table<'_>, seat: Seat) -> bool {
    match table.view.turn() {
        Turn::Decide(seats) if !matches!(table.view.phase(), ::catan::Phase::Building) => {
            seats.contains(seat)
        }
        Turn::Decide(_) => table.view.active() == seat,
        _ => false,
    }
}

/// Everybody at the table, with what is open about them.
pub(crate) fn players(table: &Table<'_>) -> Markup {
    seats::players(table.words, table.page.seats, |info| player(table, info))
}

fn player(table: &Table<'_>, info: &crate::SeatInfo<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let seat = info.seat;
    let points = view.points(seat);
    let fact = |sign: &str, label: String, value: u32, class: &str| {
        html! {
            span class={ "fact " (class) } title=(label) {
                (icon(sign)) span class="unseen" { (label) ": " } (value)
            }
        }
    };
    html! {
        details class={ "player" @if is_due(table, seat) { " due" } } id={ "player-" (seat) } {
            summary {
                (seats::head(w, info, table.you == Some(seat), is_due(table, seat)))
                span class="points" {
                    strong { (points.total()) } span class="unseen" { " " (say!(w, "points-word", n = points.total())) }
                }
                span class="facts" {
                    @let award = |has: bool| if has { "award" } else { "" };
                    @let over = view.hand_len(seat) > u32::from(view.options().discard_limit);
                    (fact("hand", say!(w, "fact-cards"), view.hand_len(seat), if over { "over" } else { "" }))
                    (fact("card", say!(w, "fact-development"), u32::from(view.development_len(seat)), ""))
                    (fact("shield", say!(w, "fact-knights"), u32::from(view.knights(seat)), award(view.largest_army() == Some(seat))))
                    (fact("route", say!(w, "fact-road"), u32::from(view.road_length(seat)), award(view.longest_road() == Some(seat))))
                }
            }
            dl class="parts" {
                @for (part, points) in parts(table, points) { dt { (part) } dd { (points) } }
                @for (piece, key) in [
                    (Piece::Road, "left-roads"), (Piece::Settlement, "left-settlements"), (Piece::City, "left-cities"),
                ] {
                    dt class="quiet" { (w.or(key, piece.name())) } dd class="quiet" { (view.pieces_left(seat, piece)) }
                }
            }
        }
    }
}

/// The same as one table, for those who read rather than look.
pub(crate) fn players_in_words(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    html! {
        section id="players" aria-labelledby="players-title" {
            h2 id="players-title" { (say!(w, "players")) }
            div class="scroll" tabindex="0" role="group" aria-labelledby="players-title" {
                table class="words" {
                    thead {
                        tr {
                            th scope="col" { (say!(w, "player-column")) }
                            th scope="col" { (say!(w, "points-column")) }
                            th scope="col" { (say!(w, "parts-column")) }
                            th scope="col" { (say!(w, "fact-cards")) }
                            th scope="col" { (say!(w, "fact-development")) }
                            th scope="col" { (say!(w, "fact-knights")) }
                            th scope="col" { (say!(w, "fact-road")) }
                        }
                    }
                    tbody {
                        @for info in table.page.seats {
                            @let seat = info.seat;
                            @let points = view.points(seat);
                            tr {
                                (seats::row_head(w, info, table.you == Some(seat)))
                                td { (points.total()) }
                                td {
                                    @let parts: Vec<String> = parts(table, points)
                                        .into_iter().map(|(part, points)| format!("{part} {points}")).collect();
                                    (parts.join(", "))
                                }
                                td { (view.hand_len(seat)) }
                                td { (view.development_len(seat)) }
                                td { (view.knights(seat)) }
                                td { (view.road_length(seat)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Bank, costs, dice and the course of the points.
pub(crate) fn figures(table: &Table<'_>) -> Markup {
    let w = table.words;
    html! {
        section id="figures" class="panel" aria-labelledby="figures-title" {
            h2 id="figures-title" { (say!(w, "figures")) }
            details id="figure-bank" name="figure" open[table.text] {
                summary { (say!(w, "figure-bank")) }
                (bank(table))
            }
            details id="figure-costs" name="figure" {
                summary { (say!(w, "figure-costs")) }
                (costs(table))
            }
            details id="figure-dice" name="figure" {
                summary { (say!(w, "figure-dice")) }
                @if !table.text { (charts::rolls(w, &table.catan.rolls)) }
                details class="alternative" open[table.text] {
                    summary { (say!(w, "rolls-as-table")) }
                    (charts::rolls_table(w, &table.catan.rolls))
                }
            }
            @if !table.view.phase_is_over() {
                details id="figure-course" name="figure" {
                    summary { (say!(w, "figure-course")) }
                    (course(table))
                }
            }
        }
    }
}

fn bank(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    html! {
        table class="numbers" {
            thead {
                tr {
                    th scope="col" { (say!(w, "bank-kind")) }
                    th scope="col" { (say!(w, "bank-supply")) }
                    @if table.you.is_some() { th scope="col" { (say!(w, "bank-rate")) } }
                }
            }
            tbody {
                @for kind in Resource::ALL {
                    tr {
                        th scope="row" { (icon(kind.name())) (say!(w, resource_key(kind))) }
                        td { (view.supply().count(kind)) }
                        @if let Some(you) = table.you { td { (view.rate(you, kind)) ":1" } }
                    }
                }
                tr {
                    th scope="row" { (icon("card")) (say!(w, "bank-deck")) }
                    td { (view.deck_len()) }
                    @if table.you.is_some() { td {} }
                }
            }
        }
    }
}

fn costs(table: &Table<'_>) -> Markup {
    let w = table.words;
    let rows = [
        (say!(w, piece_key(Piece::Road)), Cards::ROAD, say!(w, "cost-road")),
        (say!(w, piece_key(Piece::Settlement)), Cards::SETTLEMENT, say!(w, "cost-settlement")),
        (say!(w, piece_key(Piece::City)), Cards::CITY, say!(w, "cost-city")),
        (say!(w, "tool-buy"), Cards::DEVELOPMENT, say!(w, "cost-card")),
    ];
    html! {
        table class="numbers" {
            thead {
                tr {
                    th scope="col" { (say!(w, "cost-what")) }
                    th scope="col" { (say!(w, "cost-price")) }
                    th scope="col" { (say!(w, "cost-gives")) }
                }
            }
            tbody {
                @for (what, price, gives) in rows {
                    tr {
                        th scope="row" { (what) }
                        td { (cards(table, price)) }
                        td { (gives) }
                    }
                }
            }
        }
    }
}

fn course(table: &Table<'_>) -> Markup {
    let names: Vec<(Seat, String)> = table.seats().map(|seat| (seat, table.name(seat))).collect();
    let goal = table.view.options().victory_points;
    charts::course(table.words, &names, table.catan.course, Some(goal.into()))
}

/// What has happened, newest last.
pub(crate) fn log(table: &Table<'_>) -> Markup {
    crate::log::log(table.words, table.page.table, &table.names, table.catan.log, |event| Told {
        seat: actor(event),
        sentence: table.brief().event(event),
        sound: sound(table, event),
        place: place(event),
        ends_turn: matches!(event, Event::TurnEnded { .. }),
    })
}

/// Whose mark stands before a line.
fn actor(event: &Event) -> Option<Seat> {
    match *event {
        Event::RolledForStart { seat, .. }
        | Event::Starts { seat }
        | Event::BuiltRoad { seat, .. }
        | Event::BuiltSettlement { seat, .. }
        | Event::BuiltCity { seat, .. }
        | Event::StartingCards { seat, .. }
        | Event::Rolled { seat, .. }
        | Event::HandedInDiscard { seat }
        | Event::MovedRobber { seat, .. }
        | Event::BoughtCard { seat, .. }
        | Event::PlayedCard { seat, .. }
        | Event::TookFromSupply { seat, .. }
        | Event::Monopolized { seat, .. }
        | Event::TradedWithSupply { seat, .. }
        | Event::Offered { seat, .. }
        | Event::AcceptedOffer { seat }
        | Event::RejectedOffer { seat }
        | Event::Countered { seat, .. }
        | Event::WithdrewOffer { seat }
        | Event::Proposed { seat, .. }
        | Event::WithdrewProposal { seat }
        | Event::RejectedProposal { seat, .. }
        | Event::Lapsed { seat }
        | Event::RoadBuildingEnded { seat }
        | Event::TurnEnded { seat, .. } => Some(seat),
        Event::Stole { thief, .. } | Event::StoleNothing { thief, .. } => Some(thief),
        Event::Traded { active, .. } => Some(active),
        Event::LongestRoad { holder, .. } => holder,
        Event::LargestArmy { holder, .. } => Some(holder),
        Event::Over { outcome, .. } => outcome.winners.lowest(),
        Event::LaidOut { .. }
        | Event::Produced { .. }
        | Event::Blocked { .. }
        | Event::Shortage { .. }
        | Event::Discarded { .. }
        | Event::OffersEnded => None,
    }
}

/// Which sound goes with an event, for those who want sounds.
fn sound(table: &Table<'_>, event: &Event) -> &'static str {
    match event {
        Event::Rolled { .. } | Event::RolledForStart { .. } => "roll",
        Event::BuiltRoad { .. } | Event::BuiltSettlement { .. } | Event::BuiltCity { .. } => "build",
        Event::MovedRobber { .. } | Event::Stole { .. } | Event::Monopolized { .. } => "robber",
        Event::Traded { .. } | Event::TradedWithSupply { .. } => "trade",
        Event::Offered { .. } | Event::Countered { .. } | Event::Proposed { .. } => "offer",
        Event::LongestRoad { .. } | Event::LargestArmy { .. } => "award",
        Event::Over { .. } => "win",
        Event::TurnEnded { next, .. } if table.you == Some(*next) => "turn",
        _ => "none",
    }
}

/// The place on the board that a line speaks of.
fn place(event: &Event) -> Option<String> {
    match *event {
        Event::BuiltRoad { edge, .. } => Some(edge.to_string()),
        Event::BuiltSettlement { vertex, .. } | Event::BuiltCity { vertex, .. } => Some(vertex.to_string()),
        Event::MovedRobber { to, .. } => Some(to.to_string()),
        Event::Blocked { hex } => Some(hex.to_string()),
        _ => None,
    }
}

/// Picks one part out of the points, for a column of the standings.
type Part = fn(Points) -> u8;

/// The end: standings with their parts, the course of the points, the dice.
pub(crate) fn result(table: &Table<'_>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let mut standings: Vec<(Seat, Points)> = table.seats().map(|seat| (seat, view.points(seat))).collect();
    standings.sort_by_key(|(seat, points)| (std::cmp::Reverse(points.total()), *seat));
    let (title, _) = super::table::headline(table);
    let columns: [(String, Part); 5] = [
        (say!(w, "points-settlements"), |p| p.settlements),
        (say!(w, "points-cities"), |p| p.cities),
        (say!(w, "points-longest-road"), |p| p.longest_road),
        (say!(w, "points-largest-army"), |p| p.largest_army),
        (say!(w, "points-cards"), |p| p.victory_cards),
    ];
    html! {
        details id="result" class="card" open {
            summary { h2 { (title) } }
            div class="scroll" tabindex="0" role="group" aria-label=(say!(w, "result-standings")) {
                table class="numbers standings" {
                    thead {
                        tr {
                            th scope="col" { (say!(w, "player-column")) }
                            th scope="col" { (say!(w, "points-column")) }
                            @for (head, _) in &columns { th scope="col" { (head) } }
                        }
                    }
                    tbody {
                        @for (seat, points) in standings {
                            tr {
                                th scope="row" { (seats::mark(w, seat)) (table.name(seat)) }
                                td { strong { (points.total()) } }
                                @for (_, part) in &columns {
                                    td { @if part(points) > 0 { (part(points)) } @else { "–" } }
                                }
                            }
                        }
                    }
                }
            }
            h3 { (say!(w, "figure-course")) }
            (course(table))
            p class="row" {
                a class="button primary" href="/" { (say!(w, "result-again")) }
                a class="button" href={ "/t/" (table.page.table) "/record" } download={ (table.page.table) ".neuland" } {
                    (icon("out")) (say!(w, "result-record"))
                }
            }
        }
    }
}
