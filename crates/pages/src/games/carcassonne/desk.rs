//! The player's controls: the tile in hand and its placements, figures, the second tile, and the order of settling.

use super::aids::distinct;
use super::preview::{self, Deployment};
use super::table::{Table, TileGame};
use super::words::kind_of;
use crate::model::TableStage;
use crate::parts::clause::clause_link;
use crate::parts::part::stays;
use crate::parts::shell::{icon, icon_address};
use crate::words::{Aid, World, msg};
use ::carcassonne::{Action, Event, Figure, Phase, Place, Rotation, TileKind};
use maud::{Markup, html};

/// Renders the tile in hand, no matter who is to place it.
pub(crate) fn hand<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let Some(tile) = table.view.tile_in_hand() else { return html! {} };
    let places = table.gaps.iter().filter(|gap| !gap.rotations.is_empty()).count();
    html! {
        section id="hand" aria-labelledby="hand-title" data-key="h" tabindex="-1" {
            h2 id="hand-title" { (msg!(w, "land-hand", named = table.narrator().named(), tile = tile.to_string())) }
            div class="hand-tile" {
                @if !table.text { (picture(tile, table.view.drawn())) }
                div class="about" {
                    p class="printed" { (table.narrator().tile(tile, Rotation::default())) }
                    p class="hint" {
                        (msg!(w, "land-hand-fits", places = places, left = table.view.tiles_left(tile)))
                    }
                    @if table.is_yours() && !table.text {
                        button type="button" id="turn-tile" class="js-only" data-key="r" data-turn-tile {
                            (icon("turn")) (msg!(w, "land-turn-tile"))
                        }
                    }
                }
            }
        }
    }
}

/// Lists the turns of the tile in hand that fit: the name of each in the texts of actions, and the edges that it shows.
pub(crate) fn turns<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let Some(tile) = table.view.tile_in_hand() else { return html! {} };
    let fitting = |turn: &Rotation| table.gaps.iter().any(|gap| gap.rotations.contains(*turn));
    let told = |turn: Rotation| {
        let edges = table.narrator().edges(tile, turn);
        msg!(table.words, "land-turn", n = turn.index(), edges = edges)
    };
    html! { ul { @for turn in (0..4).map(Rotation::new).filter(fitting) { li { (told(turn)) } } } }
}

/// The tile, drawn with the definitions of the board; the client turns it by naming another of its four turns.
fn picture(tile: TileKind, drawn: usize) -> Markup {
    let turns: Vec<String> = (0..4).map(|turn| ghost(tile, Rotation::new(turn))).collect();
    html! {
        svg class="tile land board-auto" viewBox="-52 -52 104 104" aria-hidden="true" data-drawn={ (drawn) " " (tile) } data-turns=(turns.join(" ")) {
            use href={ "#" (turns[0]) } {}
        }
    }
}

/// The id in the board's picture of a tile that is turned so.
fn ghost(tile: TileKind, rotation: Rotation) -> String {
    format!("b-{tile}{}", rotation.index())
}

/// Renders the consequences of an action as lines inside its button.
fn lines(lines: &[String]) -> Markup {
    html! { span class="preview" { @for line in lines { span class="line" { (line) } } } }
}

/// Describes the results among some events in sentences. Returned figures are mentioned only if they are the reader's own.
fn results<R: TileGame>(table: &Table<'_, R>, events: &[Event]) -> Vec<String> {
    let told = |event: &&Event| match event {
        Event::Returned { seat, .. } => Some(*seat) == table.you,
        _ => true,
    };
    events.iter().filter(told).map(|event| table.narrator().event(event)).collect()
}

/// Points with their sign: `+3`.
fn gain(points: i32) -> String {
    if points < 0 { format!("−{}", points.unsigned_abs()) } else { format!("+{points}") }
}

/// The way in which a page delivers the previews of placements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Previews {
    /// With the placement.
    Told,
    /// On demand: the client fetches a preview when the reader looks at the placement ([`crate::preview`]).
    Later,
}

/// Renders the placements as a part of a page that follows its table. Computing the consequences of each takes longer than all
/// the rest of the page, and the reader looks at one or two of them.
pub(crate) fn placements_part<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let shown = table.page.shown;
    if !shown.is_noted() {
        return placements(table, Previews::Told);
    }
    let later = placements(table, Previews::Later);
    if later.0.is_empty() {
        return later;
    }
    // With these the previews are the same as well.
    let figures: Vec<_> = table.view.figures().collect();
    let points: Vec<_> = table.seats().map(|seat| table.view.points(seat).total()).collect();
    if shown.part("placements", &(&later.0, figures, points)) {
        return stays("section", "placements");
    }
    if shown.is_patch() { later } else { placements(table, Previews::Told) }
}

/// The placeholder for a cell in a sentence that is formatted once for many cells.
const CELL: &str = "\u{0}";

/// A sentence with a placeholder for a cell, so that Fluent formats it once for all cells.
struct Blank(String);

impl Blank {
    fn new(sentence: String) -> Blank {
        Blank(sentence)
    }

    fn with(&self, cell: &str) -> String {
        self.0.replace(CELL, cell)
    }
}

/// Every place where the tile in hand may go, with the turns that fit; turns that look the same are named once.
pub(crate) fn placements<R: TileGame>(table: &Table<'_, R>, previews: Previews) -> Markup {
    let w = table.words;
    let Phase::Placing { tile } = table.view.phase() else { return html! {} };
    if table.legal.is_empty() {
        return html! {};
    }
    let place = msg!(w, "land-do-place");
    // The same few sentences for every cell.
    let label = |n: usize| msg!(w, "land-place-label", cell = CELL, n = n);
    let labels: [Blank; 4] = std::array::from_fn(|n| Blank::new(label(n + 1)));
    let what = |n| table.narrator().action_on(CELL, Rotation::new(n));
    let whats: [Blank; 4] = std::array::from_fn(|n| Blank::new(what(n)));
    let later = previews == Previews::Later && table.has(Aid::Preview);
    html! {
        section id="placements" aria-labelledby="placements-title" {
            h3 id="placements-title" { (msg!(w, "land-placements")) }
            @if !table.text { p class="hint without-js" { (msg!(w, "land-cells")) } }
            ul class="spots" {
                @for gap in table.gaps.iter().filter(|gap| !gap.rotations.is_empty()) {
                    @let turns = distinct(tile, gap.rotations);
                    @let cell = gap.cell.to_string();
                    @let label = labels[turns.len() - 1].with(&cell);
                    li {
                        // Without scripts the name leads to the place, which the board then marks.
                        h4 { @if table.text { (cell) } @else { a href={ "#" (cell) } { (cell) } } }
                        @if previews == Previews::Told {
                            p class="hint" {
                                (table.narrator().around(table.view.land(), gap.cell))
                                @if table.has(Aid::Fits) { " · " (msg!(w, "land-fits", n = gap.fitting)) }
                            }
                        }
                        ul class="places" {
                            @for &rotation in &turns {
                                @let action = Action::Place { cell: gap.cell, rotation };
                                @let text = action.to_string();
                                li {
                                    button type="submit" form="act" name="action" value=(text) data-action=(text)
                                        data-place=(cell) data-kind="space" data-ghost=(ghost(tile, rotation))
                                        data-turn=(rotation.index()) data-do=(place)
                                        data-label=(label) {
                                        span class="what" { (whats[rotation.index()].with(&cell)) }
                                        @if table.text { span class="edges" { (table.narrator().edges(tile, rotation)) } }
                                        @if later {
                                            span class="preview" data-later {}
                                        } @else {
                                            (lines(&placement_lines(table, action)))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Describes an action in words that make sense without the picture; `None` for a placement, whose text [`turns`] explains.
pub(crate) fn in_words<R: TileGame>(table: &Table<'_, R>, action: Action) -> Option<String> {
    let narrator = table.narrator();
    Some(match (action, table.view.phase()) {
        (Action::Place { .. }, Phase::Placing { .. }) => return None,
        (Action::Deploy { figure, segment: on }, Phase::Deploying { cell }) => {
            let place = Place { cell, segment: on };
            let role = narrator.role(figure, kind_of(place));
            format!("{role}: {}", about(table, &segment(table, place), place))
        }
        (Action::TakeSecond, _) => narrator.take_tile(table.extras.part.unwrap_or(1) + 1),
        _ => narrator.action(action),
    })
}

/// Renders the preview of a placement, for a page that fetches previews on demand; `None` if the reader may not see it.
pub(crate) fn preview<R: TileGame>(table: &Table<'_, R>, action: &str) -> Option<Markup> {
    let action: Action = action.parse().ok().filter(|action| matches!(action, Action::Place { .. }))?;
    let told = placement_lines(table, action);
    (!told.is_empty() && table.legal.contains(&action)).then(|| lines(&told))
}

fn placement_lines<R: TileGame>(table: &Table<'_, R>, action: Action) -> Vec<String> {
    let (w, world) = (table.words, table.world().key());
    if !table.has(Aid::Preview) {
        return Vec::new();
    }
    let Some(preview) = table.you.and_then(|you| preview::placement(&table.view, you, action)) else {
        return Vec::new();
    };
    let mut lines = results(table, &preview.events);
    if lines.is_empty() {
        lines.push(msg!(w, "land-completes-nothing"));
    }
    if let Some(part) = preview.second_tile {
        lines.push(msg!(w, "land-gives-second", part = part));
    }
    if preview.ends {
        lines.push(msg!(w, "land-no-figure-possible", world = world));
    } else {
        let name = |figure: &Deployment| {
            let role = table.narrator().role(figure.figure, kind_of(figure.place));
            format!("{role}{}", which(table, action, figure.place))
        };
        let figures: Vec<String> =
            preview.figures.iter().map(|figure| format!("{} {}", name(figure), gain(figure.gain))).collect();
        lines.push(msg!(w, "land-then-figures", figures = figures.join(", "), world = world));
        if let Some(leaves) = preview.figures.iter().find_map(|figure| figure.leaves) {
            let leaving = preview.figures.iter().filter(|figure| figure.leaves.is_some());
            let figures: Vec<String> = leaving.map(name).collect();
            lines.push(msg!(w, "land-leave", figures = figures.join(", "), leaves = leaves.key()));
        }
    }
    lines
}

/// Returns the words that distinguish a segment from the others of the tile in hand, in the rotation of the placement.
fn which<R: TileGame>(table: &Table<'_, R>, action: Action, place: Place) -> String {
    match (table.view.tile_in_hand(), action) {
        (Some(tile), Action::Place { rotation, .. }) => table.narrator().which(tile, rotation, place),
        _ => String::new(),
    }
}

/// Renders the choices after a tile was placed: a figure, the second tile, or the next building to settle.
pub(crate) fn choices<R: TileGame>(table: &Table<'_, R>) -> Markup {
    if table.legal.is_empty() {
        return html! {};
    }
    match table.view.phase() {
        Phase::Deploying { cell } => deploy(table, cell),
        Phase::OfferingSecond => second(table),
        Phase::Settling => settle(table),
        _ => html! {},
    }
}

fn deploy<R: TileGame>(table: &Table<'_, R>, cell: ::carcassonne::Cell) -> Markup {
    let (w, world) = (table.words, table.world().key());
    let Some(you) = table.you else { return html! {} };
    let figures = preview::deployments(&table.view, you);
    html! {
        section id="deploy" aria-labelledby="deploy-title" {
            h2 id="deploy-title" { (msg!(w, "land-deploy", named = table.narrator().named(), cell = cell.to_string(), world = world)) }
            ul class="choices" {
                @for (n, figure) in figures.iter().enumerate() { li { (deployment(table, n, figure)) } }
                li {
                    button type="submit" form="act" name="action" value=(Action::Pass) data-action=(Action::Pass)
                        class="choice figure none" data-key="n" data-ask data-do=(msg!(w, "land-do-pass")) {
                        (icon("none")) span class="what" { (table.narrator().action(Action::Pass)) }
                    }
                }
            }
            (impossible(table, cell, &figures))
        }
    }
}

fn deployment<R: TileGame>(table: &Table<'_, R>, n: usize, deployment: &Deployment) -> Markup {
    let w = table.words;
    let Deployment { figure, place, ref events, gain: points, leaves } = *deployment;
    let action = Action::Deploy { figure, segment: place.segment };
    let seat = table.view.active();
    let role = table.narrator().role(figure, kind_of(place));
    let mut told = results(table, events);
    if table.has(Aid::Preview) {
        told.push(msg!(w, "land-gain", n = points));
        told.extend(leaves.map(|leaves| msg!(w, "land-leaves", leaves = leaves.key())));
    }
    html! {
        button type="submit" form="act" name="action" value=(action) data-action=(action) data-place=(place)
            data-kind="segment" class="choice figure" data-key=[(n < 9).then(|| n + 1)] data-ask
            data-label=(msg!(w, "land-deploy-label", figure = role.as_str(), place = table.label_narrator().place(place)))
            data-do=(msg!(w, "land-do-deploy")) data-piece=(icon_address(&figure_icon(figure, kind_of(place), seat))) {
            (icon(&figure_icon(figure, kind_of(place), seat)))
            (figure_on(&role, &about(table, &segment(table, place), place)))
            @if table.has(Aid::Preview) { strong class="gain" aria-hidden="true" { (gain(points)) } (lines(&told)) }
        }
    }
}

/// Renders a figure's role and its segment; screen readers get a colon between them.
fn figure_on(role: &str, segment: &str) -> Markup {
    html! {
        span class="what" {
            span class="role" { (role) } span class="unseen" { ": " } span class="where" { (segment) }
        }
    }
}

/// The icon of a figure: farmers lie.
pub(crate) fn figure_icon(figure: Figure, on: ::carcassonne::SegmentKind, seat: game::Seat) -> String {
    let look = match (figure, on) {
        (Figure::Follower, ::carcassonne::SegmentKind::Field) => "lying",
        (Figure::Follower, _) => "follower",
        (Figure::Builder, _) => "builder",
        (Figure::Pig, _) => "pig",
    };
    format!("{look}-{seat}")
}

/// Describes a segment on the table without naming its tile.
fn segment<R: TileGame>(table: &Table<'_, R>, place: Place) -> String {
    let land = table.view.land();
    match land.tile_at(place.cell).map(|tile| land.tile(tile)) {
        Some(tile) => table.narrator().segment_on(tile.kind, tile.rotation, place),
        None => table.narrator().feature(kind_of(place)),
    }
}

/// A segment, called so, with the size of its feature: `city c1, 3 tiles, 2 open`.
pub(crate) fn about<R: TileGame>(table: &Table<'_, R>, name: &str, place: Place) -> String {
    let w = table.words;
    let Some(claim) = table.claim(place) else { return name.to_owned() };
    let mut parts = vec![name.to_owned()];
    match claim.kind {
        ::carcassonne::SegmentKind::Field if table.world() == World::Old => {
            parts.push(msg!(w, "land-cities-at", n = claim.cities.len()));
        }
        ::carcassonne::SegmentKind::Field => parts.push(msg!(w, "land-animals", n = claim.symbols)),
        _ if claim.completed => parts.push(msg!(w, "land-is-completed")),
        ::carcassonne::SegmentKind::Monastery => parts.push(msg!(w, "land-around-count", n = claim.open)),
        _ => {
            parts.push(msg!(w, "land-tiles-count", n = claim.tiles));
            parts.push(msg!(w, "land-open-count", n = claim.open));
        }
    }
    parts.join(", ")
}

/// The segments of the tile where nothing can be deployed, with the reasons.
fn impossible<R: TileGame>(
    table: &Table<'_, R>,
    cell: ::carcassonne::Cell,
    possible: &[Deployment],
) -> Markup {
    let Some(tile) = table.view.land().tile_at(cell) else { return html! {} };
    let segments = table.view.land().tile(tile).kind.segments();
    let free = |place: Place| possible.iter().any(|figure| figure.place == place);
    let refused: Vec<(Place, ::carcassonne::Illegal)> = segments
        .iter()
        .map(|data| Place { cell, segment: data.id })
        .filter(|&place| !free(place))
        .filter_map(|place| {
            let action = Action::Deploy { figure: Figure::Follower, segment: place.segment };
            Some((place, table.view.check(table.view.active(), action).err()?))
        })
        .collect();
    html! {
        @if !refused.is_empty() {
            details class="impossible" {
                summary { (msg!(table.words, "land-impossible", n = refused.len())) }
                ul {
                    @for (place, why) in &refused { li data-why=(place) { (table.why(why)) } }
                }
            }
        }
    }
}

fn second<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let (w, narrator) = (table.words, table.narrator());
    let part = table.extras.part.unwrap_or(1) + 1;
    let take = (Action::TakeSecond, narrator.take_tile(part), "s", "primary large");
    let end = (Action::EndTurn, narrator.action(Action::EndTurn), "e", "large");
    html! {
        section id="second" aria-labelledby="second-title" {
            h2 id="second-title" { (msg!(w, "land-second-title", part = part)) " " (clause_link(w, "TB-DOUBLE-7")) }
            ul class="choices" {
                @for (action, what, key, class) in [take, end] {
                    li {
                        button type="submit" form="act" name="action" value=(action) data-action=(action)
                            data-key=(key) class=(class) { (what) }
                    }
                }
            }
        }
    }
}

fn settle<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    html! {
        section id="settle" aria-labelledby="settle-title" {
            h2 id="settle-title" { (msg!(w, "land-settle-title")) " " (clause_link(w, "MAY-SCORE-8")) }
            ul class="choices" {
                @for (n, (place, events)) in preview::settlements(&table.view, you).iter().enumerate() {
                    @let action = Action::Settle(*place);
                    li {
                        button type="submit" form="act" name="action" value=(action) data-action=(action)
                            data-place=(place) data-kind="segment" class="choice figure"
                            data-key=[(n < 9).then(|| n + 1)] data-ask data-do=(msg!(w, "land-do-settle"))
                            data-label=(table.label_narrator().action(action)) {
                            (figure_on(&table.narrator().action(action), &about(table, &segment(table, *place), *place)))
                            @if table.has(Aid::Preview) { (lines(&results(table, events))) }
                        }
                    }
                }
            }
        }
    }
}

/// Names the player the table waits for, unless that is the reader.
pub(crate) fn moves<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    html! {
        @if table.you.is_some() && table.legal.is_empty() && !table.is_over() && table.page.stage == TableStage::Playing {
            p class="waiting" { (icon("wait")) (msg!(w, "wait-for", name = table.name(table.view.active()))) }
        }
    }
}
