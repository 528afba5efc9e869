//! Facts about a place where something can be done: the yield of an intersection, its harbour, the length of a road, the harm
//! done by the robber, points. The rules compute the consequences of a step ([`View::outlook`](catan::view::View::outlook)).

use super::table::{Island, Table};
use super::words::by;
use crate::parts::shell::icon_address;
use crate::words::msg;
use ::catan::action::Action;
use ::catan::view::Outlook;
use ::catan::{HexId, Piece, VertexId};
use game::Seat;
use maud::{Markup, html};

/// The facts about an action that has a place, a few words each; none for spectators.
pub(crate) fn facts<R: Island>(table: &Table<'_, R>, action: Action<R>) -> Vec<String> {
    let Some((you, outlook)) = table.you.zip(table.view.outlook(action)) else { return Vec::new() };
    let is_founding = table.view.turns() == 0;
    let mut facts = match action {
        Action::BuildRoad(_) if !is_founding => vec![road_length(table, you, &outlook)],
        Action::BuildSettlement(vertex) | Action::BuildCity(vertex) => yields(table, vertex),
        Action::MoveRobber(hex) => robbed(table, hex),
        Action::Own(own) => R::facts_of(table, own, &outlook),
        _ => Vec::new(),
    };
    facts.extend(changed_roads(table, you, action, &outlook));
    facts.extend(longest_road(table, &outlook));
    if outlook.points != 0 && !is_founding {
        facts.push(points(table, outlook.points));
    }
    if outlook.wins {
        facts.push(msg!(table.words, "outlook-wins"));
    }
    facts
}

/// Renders the facts for a button, to follow its label. The client shows them for the button under the pointer or in focus.
pub(crate) fn fact_lines<R: Island>(table: &Table<'_, R>, action: Action<R>) -> Markup {
    let facts = facts(table, action);
    html! {
        @if !facts.is_empty() { span class="preview" { @for fact in &facts { " " span class="line" { (fact) } } } }
    }
}

/// The picture of the piece that an action puts on the board, in the colour of the reader.
pub(crate) fn piece<R: Island>(table: &Table<'_, R>, action: Action<R>) -> Option<String> {
    let you = table.you?;
    let sign = match action {
        Action::BuildRoad(_) => format!("{}-{you}", Piece::Road.name()),
        Action::BuildSettlement(_) => format!("{}-{you}", Piece::Settlement.name()),
        Action::BuildCity(_) => format!("{}-{you}", Piece::City.name()),
        Action::MoveRobber(_) => "robber".to_owned(),
        Action::Own(own) => R::piece_of(table, own)?,
        _ => return None,
    };
    Some(icon_address(&sign))
}

/// Describes the yield of an intersection, and its harbour. In text mode the label already describes the surroundings.
fn yields<R: Island>(table: &Table<'_, R>, vertex: VertexId) -> Vec<String> {
    let w = table.words;
    let Some(layout) = table.view.layout() else { return Vec::new() };
    let fertile = || vertex.hexes().into_iter().filter(|&hex| layout.pips(hex) > 0);
    let pips: u8 = fertile().map(|hex| layout.pips(hex)).sum();
    if table.text {
        return vec![msg!(w, "outlook-pips", n = pips)];
    }
    let kinds: Vec<String> = fertile()
        .filter_map(|hex| Some((layout.terrain[hex].resource()?, layout.numbers[hex])))
        .map(|(kind, number)| format!("{} ({number})", msg!(w, super::words::resource_key(kind))))
        .collect();
    let mut facts = vec![if kinds.is_empty() {
        msg!(w, "outlook-yields-nothing")
    } else {
        msg!(w, "outlook-yields", n = pips, kinds = kinds.join(", "))
    }];
    facts.extend(layout.harbour_at(vertex).map(|harbour| table.narrator().harbour(harbour)));
    facts
}

/// Describes the production that the robber would block, and the players it could rob.
fn robbed<R: Island>(table: &Table<'_, R>, hex: HexId) -> Vec<String> {
    let w = table.words;
    let owed = table.view.production_of(hex);
    let owners: Vec<String> = table
        .seats()
        .filter(|&seat| owed[seat] > 0)
        .map(|seat| format!("{} {}", table.name(seat), owed[seat]))
        .collect();
    let blocked = if owners.is_empty() {
        msg!(w, "outlook-blocks-nothing")
    } else {
        let pips = table.view.layout().map_or(0, |layout| layout.pips(hex));
        msg!(w, "outlook-blocks", n = pips, owners = owners.join(", "))
    };
    let victims = table.view.victims_at(hex);
    let victims = (!victims.is_empty()).then(|| msg!(w, "outlook-victims", names = table.list(victims)));
    [blocked].into_iter().chain(victims).collect()
}

/// Describes the resulting length of the reader's longest road.
fn road_length<R: Island>(table: &Table<'_, R>, you: Seat, outlook: &Outlook<R::PerSeat<u8>>) -> String {
    let (now, then) = (table.view.road_length(you), outlook.road_lengths[you]);
    let key = if now == then { "outlook-road-stays" } else { "outlook-road" };
    msg!(table.words, key, n = then)
}

/// Other longest roads that would become longer or shorter; the reader's own too where no road is built.
fn changed_roads<R: Island>(
    table: &Table<'_, R>,
    you: Seat,
    action: Action<R>,
    outlook: &Outlook<R::PerSeat<u8>>,
) -> Vec<String> {
    let is_road = matches!(action, Action::BuildRoad(_));
    let narrator = table.narrator();
    let changed = |seat: Seat| {
        let (from, to) = (table.view.road_length(seat), outlook.road_lengths[seat]);
        (from != to && !(is_road && seat == you))
            .then(|| by!(narrator, seat, "outlook-road-changes", from = from, to = to))
    };
    table.seats().filter_map(changed).collect()
}

/// The way of the Longest Road card.
fn longest_road<R: Island>(table: &Table<'_, R>, outlook: &Outlook<R::PerSeat<u8>>) -> Option<String> {
    let narrator = table.narrator();
    match (table.view.longest_road(), outlook.longest_road) {
        (now, then) if now == then => None,
        (_, Some(seat)) => Some(by!(narrator, seat, "outlook-longest-road")),
        (Some(seat), None) => Some(by!(narrator, seat, "outlook-longest-road-lost")),
        (None, None) => None,
    }
}

/// Points with their sign.
fn points<R: Island>(table: &Table<'_, R>, points: i8) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    let n = points.unsigned_abs();
    msg!(table.words, "outlook-points", n = n, points = format!("{sign}{n}"))
}
