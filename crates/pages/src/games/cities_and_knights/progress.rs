//! Progress cards: those in the hand, each with its effect and the way to play it or the reason why not; and those to choose
//! from.

use super::knights::{Step, called, step};
use super::table::Table;
use crate::games::island::cards::{pick, why_not};
use crate::games::island::desk::{kind_choices, place_buttons, seat_choices};
use crate::parts::clause::clause_link;
use crate::parts::command::command_fields;
use crate::parts::shell::{breakable, close_button, icon};
use crate::words::msg;
use ::catan::cities_and_knights::{Action, CardKind, OwnAction, OwnPhase, Phase, Play, Progress, Strength};
use ::catan::{Die, EdgeId, HexId, VertexId};
use game::Seat;
use maud::{Markup, html};

/// The cards there are, with their counts.
pub(super) fn held(cards: [u8; 25]) -> impl Iterator<Item = (Progress, u8)> {
    Progress::ALL.into_iter().zip(cards).filter(|&(_, count)| count > 0)
}

/// The reader's hidden progress cards.
pub(crate) fn hand(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let Some(cards) = table.view.progress(you) else { return html! {} };
    let total: u8 = cards.iter().sum();
    let commercial_harbor = commercial_harbor(table);
    let bare = total == 0 && commercial_harbor.is_none();
    html! {
        section id="progress" aria-labelledby="progress-title" data-key="c" tabindex="-1"
            class=[bare.then_some("bare")] {
            h2 id="progress-title" { (msg!(w, "progress")) " " span class="count" { (total) } }
            @if bare {
                p class="empty" { (msg!(w, "progress-none")) }
            } @else {
                ul class="hand" {
                    @for (card, count) in held(cards) { li id={ "held-" (card) } { (card_tool(table, card, count)) } }
                    @if let Some(tool) = commercial_harbor { li { (tool) } }
                }
            }
        }
    }
}

fn card_tool(table: &Table<'_>, card: Progress, count: u8) -> Markup {
    let w = table.words;
    let narrator = table.knights_narrator();
    let play = way(table, card);
    html! {
        details class={ "tool dev area-" (card.area()) @if play.is_some() { " ready" } } id={ "progress-" (card) } name="tool" {
            summary {
                (icon(&format!("progress-{}", card.area())))
                span class="label" { (breakable(w, &narrator.card(card))) }
                span class="unseen" { ", " (narrator.area(card.area())) }
                @if count > 1 || table.text { strong class="amount" { (msg!(w, "times", n = count)) } }
            }
            div class="pop" {
                (close_button(w))
                h3 { (narrator.card(card)) " " span class="count" { (narrator.area(card.area())) } }
                p { (narrator.card_text(card)) }
                @match play {
                    Some(play) => (play),
                    None => (why_not(table, samples(table, card).into_iter())),
                }
            }
        }
    }
}

/// Renders the choices of a Commercial Harbor that was played: the player to force to give a commodity, and the resource to give.
fn commercial_harbor(table: &Table<'_>) -> Option<Markup> {
    let w = table.words;
    let forced: Vec<(Seat, Vec<(CardKind, Action)>)> = table
        .seats()
        .map(|seat| (seat, table.of(|kind| Action::Own(OwnAction::Force(seat, kind)))))
        .filter(|(_, kinds)| !kinds.is_empty())
        .collect();
    let body = html! {
        details class="tool dev area-trade ready" id="use-commercial-harbor" name="tool" {
            summary { (icon("trade")) span class="label" { (breakable(w, &msg!(w, "use-commercial-harbor"))) } }
            div class="pop" {
                (close_button(w))
                h3 { (msg!(w, "use-commercial-harbor")) }
                p class="hint" { (msg!(w, "use-commercial-harbor-hint")) " " (clause_link(w, "CK-TRD-1")) }
                @for (seat, kinds) in &forced {
                    div class="forced" {
                        h4 { (icon(&format!("seat-{seat}"))) (table.name(*seat)) }
                        ul class="choices" {
                            @for &(kind, action) in kinds {
                                li {
                                    (table.act(action, "choice", None, html! {
                                        (icon(kind.name()))
                                        span class="unseen" { (table.narrator().action(action)) }
                                    }))
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    (!forced.is_empty()).then_some(body)
}

/// The way to play a card; nothing where the rules list none.
fn way(table: &Table<'_>, card: Progress) -> Option<Markup> {
    let simple = |play: Play| {
        let action = Action::Own(OwnAction::Play(play));
        table.may(action).then(|| table.act(action, "primary", None, html! { (msg!(table.words, "play")) }))
    };
    match card {
        Progress::Alchemist => alchemist(table),
        Progress::Crane => simple(Play::Crane),
        Progress::Irrigation => simple(Play::Irrigation),
        Progress::Mining => simple(Play::Mining),
        Progress::RoadBuilding => simple(Play::RoadBuilding),
        Progress::Bishop => simple(Play::Bishop),
        Progress::Saboteur => simple(Play::Saboteur),
        Progress::Warlord => simple(Play::Warlord),
        Progress::Wedding => simple(Play::Wedding),
        Progress::CommercialHarbor => simple(Play::CommercialHarbor),
        Progress::Engineer => {
            at_places(table, card, table.at(|vertex| Action::Own(OwnAction::Play(Play::Engineer(vertex)))))
        }
        Progress::Medicine => {
            at_places(table, card, table.at(|vertex| Action::Own(OwnAction::Play(Play::Medicine(vertex)))))
        }
        Progress::Intrigue => {
            at_places(table, card, table.at(|vertex| Action::Own(OwnAction::Play(Play::Intrigue(vertex)))))
        }
        Progress::Diplomat => at_places(table, card, diplomat(table)),
        Progress::Merchant => {
            at_places(table, card, hexes(table, |hex| Action::Own(OwnAction::Play(Play::Merchant(hex)))))
        }
        Progress::Inventor => inventor(table),
        Progress::Smith => smith(table),
        Progress::Deserter => on_seats(table, Play::Deserter),
        Progress::Spy => on_seats(table, Play::Spy),
        Progress::MasterMerchant => on_seats(table, Play::MasterMerchant),
        Progress::ResourceMonopoly => of_kinds(table, Play::ResourceMonopoly),
        Progress::TradeMonopoly => of_kinds(table, Play::TradeMonopoly),
        Progress::MerchantFleet => of_kinds(table, Play::MerchantFleet),
        // Turned up at once, never in the hand.
        Progress::Printer | Progress::Constitution => None,
    }
}

fn of_kinds(table: &Table<'_>, play: fn(CardKind) -> Play) -> Option<Markup> {
    let kinds = table.of(|kind| Action::Own(OwnAction::Play(play(kind))));
    (!kinds.is_empty()).then(|| kind_choices(table, &kinds))
}

fn on_seats(table: &Table<'_>, play: fn(Seat) -> Play) -> Option<Markup> {
    let seats = table.on(|seat| Action::Own(OwnAction::Play(play(seat))));
    (!seats.is_empty()).then(|| seat_choices(table, &seats))
}

fn hexes(table: &Table<'_>, make: impl Fn(HexId) -> Action) -> Vec<(String, Action)> {
    let actions = HexId::all().map(|hex| (hex.to_string(), make(hex)));
    actions.filter(|&(_, action)| table.may(action)).collect()
}

fn diplomat(table: &Table<'_>) -> Vec<(String, Action)> {
    let actions =
        EdgeId::all().map(|edge| (edge.to_string(), Action::Own(OwnAction::Play(Play::Diplomat(edge)))));
    actions.filter(|&(_, action)| table.may(action)).collect()
}

/// A card that is played on one place.
fn at_places(table: &Table<'_>, card: Progress, places: Vec<(String, Action)>) -> Option<Markup> {
    (!places.is_empty()).then(|| outer(table, card, place_buttons(table, "play", &places)))
}

/// The step that lets places on the board light up for a card alone.
fn outer(table: &Table<'_>, card: Progress, body: Markup) -> Markup {
    step(&Step {
        id: format!("play-{card}"),
        group: "step",
        mode: format!("play {card}"),
        place: None,
        name: msg!(table.words, "play-choose"),
        prompt: prompt(table, card),
        body,
    })
}

/// Returns the prompt for a card's target.
fn prompt(table: &Table<'_>, card: Progress) -> String {
    let w = table.words;
    match card {
        Progress::Engineer => msg!(w, "prompt-engineer"),
        Progress::Medicine => msg!(w, "prompt-medicine"),
        Progress::Intrigue => msg!(w, "prompt-intrigue"),
        Progress::Diplomat => msg!(w, "prompt-diplomat"),
        Progress::Merchant => msg!(w, "prompt-merchant"),
        Progress::Inventor => msg!(w, "prompt-inventor"),
        _ => msg!(w, "prompt-smith"),
    }
}

/// Two hexes, one after the other.
fn inventor(table: &Table<'_>) -> Option<Markup> {
    let pair = |a: HexId, b: HexId| {
        Action::Own(OwnAction::Play(if a < b { Play::Inventor(a, b) } else { Play::Inventor(b, a) }))
    };
    let steps: Vec<(HexId, Vec<(String, Action)>)> = HexId::all()
        .map(|first| (first, hexes(table, |second| pair(first, second))))
        .filter(|(_, seconds)| !seconds.is_empty())
        .collect();
    let body = html! {
        ul class="places" {
            @for (first, seconds) in &steps {
                li {
                    (step(&Step {
                        id: format!("inventor-{first}"),
                        group: "second-step",
                        mode: format!("play inventor {first}"),
                        place: Some(first.to_string()),
                        name: table.brief().hex(*first),
                        prompt: msg!(table.words, "prompt-inventor-second", place = table.brief().hex(*first)),
                        body: hex_buttons(table, seconds),
                    }))
                }
            }
        }
    };
    (!steps.is_empty()).then(|| outer(table, Progress::Inventor, body))
}

/// Renders the choices of the second hex, each named on its own, without the first.
fn hex_buttons(table: &Table<'_>, places: &[(String, Action)]) -> Markup {
    html! {
        ul class="places" {
            @for (place, action) in places {
                @let told = place.parse().map_or_else(|_| place.clone(), |hex: HexId| table.brief().hex(hex));
                li {
                    button type="submit" form="act" name="action" value=(action) data-action=(action)
                        data-place=(place) data-kind="play" data-label=[table.label(*action)] { (told) }
                }
            }
        }
    }
}

/// One knight, or two one after the other.
fn smith(table: &Table<'_>) -> Option<Markup> {
    let w = table.words;
    let both = |a: VertexId, b: VertexId| {
        Action::Own(OwnAction::Play(if a < b { Play::Smith(a, Some(b)) } else { Play::Smith(b, Some(a)) }))
    };
    let one = |vertex: VertexId| Action::Own(OwnAction::Play(Play::Smith(vertex, None)));
    let firsts: Vec<(VertexId, Vec<(VertexId, Action)>)> = VertexId::all()
        .map(|first| {
            let seconds = VertexId::all().map(|second| (second, both(first, second)));
            (first, seconds.filter(|&(_, action)| table.may(action)).collect::<Vec<_>>())
        })
        .filter(|(first, seconds)| table.may(one(*first)) || !seconds.is_empty())
        .collect();
    let second = |first: VertexId, seconds: &[(VertexId, Action)]| {
        html! {
            @if table.may(one(first)) {
                (table.act(one(first), "", None, html! { (msg!(w, "smith-only")) }))
            }
            ul class="places" {
                @for (second, action) in seconds {
                    li {
                        button type="submit" form="act" name="action" value=(action) data-action=(action)
                            data-place=(second) data-kind="play" data-label=[table.label(*action)] {
                            (called(table, *second))
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        ul class="places" {
            @for (first, seconds) in &firsts {
                li {
                    @if seconds.is_empty() {
                        (place_buttons_of(table, one(*first), *first))
                    } @else {
                        (step(&Step {
                            id: format!("smith-{first}"),
                            group: "second-step",
                            mode: format!("play smith {first}"),
                            place: Some(first.to_string()),
                            name: called(table, *first),
                            prompt: msg!(w, "prompt-smith-second", knight = called(table, *first)),
                            body: second(*first, seconds),
                        }))
                    }
                }
            }
        }
    };
    (!firsts.is_empty()).then(|| outer(table, Progress::Smith, body))
}

/// Renders a place for a card, named after the knight on it.
fn place_buttons_of(table: &Table<'_>, action: Action, vertex: VertexId) -> Markup {
    html! {
        button type="submit" form="act" name="action" value=(action) data-action=(action) data-place=(vertex)
            data-kind="play" data-label=[table.label(action)] { (called(table, vertex)) }
    }
}

/// Renders the form in which the Alchemist sets both dice.
fn alchemist(table: &Table<'_>) -> Option<Markup> {
    let (w, page) = (table.words, table.page);
    table.may(Action::Own(OwnAction::Play(Play::Alchemist(Die::One, Die::One)))).then(|| {
        html! {
            form id="alchemist" method="post" action=(page.act_address()) {
                (command_fields(page))
                input type="hidden" name="action" value="play alchemist";
                @for (name, sign, label) in [("red", "die-red", "alchemist-red"), ("other", "die", "alchemist-other")] {
                    @let dice = Die::ALL.into_iter().map(|n| (n.to_string(), format!("{sign}-{n}"), n.to_string()));
                    (pick(name, &msg!(w, label), dice))
                }
                button type="submit" class="primary" { (msg!(w, "play")) }
            }
        }
    })
}

/// Returns ways to play a card that the rules refuse, the likeliest first, so that they explain why.
fn samples(table: &Table<'_>, card: Progress) -> Vec<Action> {
    let view = &table.view;
    let Some(you) = table.you else { return Vec::new() };
    let others = || table.seats().filter(move |&seat| seat != you);
    let knights =
        |seat: Seat| Strength::ALL.into_iter().flat_map(move |strength| view.knights(seat, strength));
    let or_any = |mut vertices: Vec<VertexId>| {
        vertices.extend(VertexId::all().next());
        vertices
    };
    let plays: Vec<Play> = match card {
        Progress::Alchemist => vec![Play::Alchemist(Die::One, Die::One)],
        Progress::Crane => vec![Play::Crane],
        Progress::Irrigation => vec![Play::Irrigation],
        Progress::Mining => vec![Play::Mining],
        Progress::RoadBuilding => vec![Play::RoadBuilding],
        Progress::Bishop => vec![Play::Bishop],
        Progress::Saboteur => vec![Play::Saboteur],
        Progress::Warlord => vec![Play::Warlord],
        Progress::Wedding => vec![Play::Wedding],
        Progress::CommercialHarbor => vec![Play::CommercialHarbor],
        Progress::Engineer => {
            or_any(view.cities(you).into_iter().collect()).into_iter().map(Play::Engineer).collect()
        }
        Progress::Medicine => {
            or_any(view.settlements(you).into_iter().collect()).into_iter().map(Play::Medicine).collect()
        }
        Progress::Smith => {
            or_any(knights(you).collect()).into_iter().map(|vertex| Play::Smith(vertex, None)).collect()
        }
        Progress::Intrigue => {
            or_any(others().flat_map(knights).collect()).into_iter().map(Play::Intrigue).collect()
        }
        Progress::Diplomat => {
            let roads = table.seats().flat_map(|seat| view.roads(seat));
            roads.chain(EdgeId::all().next()).map(Play::Diplomat).collect()
        }
        Progress::Merchant => HexId::all().map(Play::Merchant).collect(),
        Progress::Inventor => {
            let second = HexId::all().nth(1);
            HexId::all()
                .next()
                .zip(second)
                .map(|(first, second)| Play::Inventor(first, second))
                .into_iter()
                .collect()
        }
        Progress::Deserter => others().map(Play::Deserter).collect(),
        Progress::Spy => others().map(Play::Spy).collect(),
        Progress::MasterMerchant => others().map(Play::MasterMerchant).collect(),
        Progress::ResourceMonopoly => vec![Play::ResourceMonopoly(CardKind::Brick)],
        Progress::TradeMonopoly => vec![Play::TradeMonopoly(CardKind::Paper)],
        Progress::MerchantFleet => vec![Play::MerchantFleet(CardKind::Brick)],
        Progress::Printer | Progress::Constitution => Vec::new(),
    };
    plays.into_iter().map(|it| Action::Own(OwnAction::Play(it))).collect()
}

/// Renders cards to choose from, each with its effect.
fn choices(table: &Table<'_>, cards: [u8; 25], make: impl Fn(Progress) -> Action) -> Markup {
    let narrator = table.knights_narrator();
    html! {
        ul class="progress-choices" {
            @for (card, count) in held(cards) {
                @if table.may(make(card)) {
                    li {
                        (table.act(make(card), "choice", None, html! {
                            (icon(&format!("progress-{}", card.area())))
                            span class="what" { strong { (breakable(table.words, &narrator.card(card))) @if count > 1 { " " (msg!(table.words, "times", n = count)) } }
                                " " span class="about" { (narrator.card_text(card)) } }
                        }))
                    }
                }
            }
        }
    }
}

/// The fifth card: one goes under its deck, or where that is allowed one is played instead.
pub(crate) fn fifth(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(cards) = table.you.and_then(|you| table.view.progress(you)) else { return html! {} };
    let may_play = table.view.phase() == Phase::Own(OwnPhase::PlayOrDrop);
    html! {
        section id="fifth" class="card decision knights-decision" aria-labelledby="fifth-title" {
            h2 id="fifth-title" { (msg!(w, "fifth-title")) }
            p class="hint" {
                @if may_play { (msg!(w, "fifth-hint-play")) " " (clause_link(w, "CK-PROG-15")) }
                @else { (msg!(w, "fifth-hint")) " " (clause_link(w, "CK-PROG-6")) }
            }
            (choices(table, cards, |it| Action::Own(OwnAction::Drop(it))))
        }
    }
}

/// Somebody's cards, of which one may be taken.
pub(crate) fn spied(table: &Table<'_>, victim: Seat) -> Markup {
    let w = table.words;
    let Some(cards) = table.view.progress(victim) else { return html! {} };
    html! {
        section id="spied" class="card decision knights-decision" aria-labelledby="spied-title" {
            h2 id="spied-title" { (msg!(w, "spied-title", name = table.name(victim))) }
            p class="hint" { (msg!(w, "spied-hint")) " " (clause_link(w, "CK-POL-7")) }
            (choices(table, cards, |it| Action::Own(OwnAction::TakeProgress(it))))
        }
    }
}
