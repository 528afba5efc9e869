//! The panels beside the board: players, aids, the tiles left, the log, and the end of the game.

use super::aids::{Claim, tiles_left};
use super::cues::{cues, matters};
use super::desk::figure_icon;
use super::plain::worth;
use super::table::{Table, TileGame};
use super::words::{Narrator, kind_of};
use crate::model::{Cues, LogEvent, LogLine, RenderedLine};
use crate::parts::clause::clause_link;
use crate::parts::part::{figure, fixed, made_of, part};
use crate::parts::shell::{self, close_button, icon};
use crate::parts::standings::{self, PointPart};
use crate::parts::story::story;
use crate::parts::{charts, clocks, log, people, seats};
use crate::words::{Aid, Aids, Names, Words, World, aid_name, aid_word, msg};
use ::carcassonne::{Event, Figure, Good, Place, Points, Rotation, SegmentKind, TileKind};
use ::draw::shown::{Item, digest};
use game::{Seat, Turn};
use maud::{Markup, PreEscaped, html};

/// The parts of a seat's points, those that are not zero.
fn parts(columns: &[(String, Part)], points: Points) -> impl Iterator<Item = (&str, u16)> {
    let parts = columns.iter().map(move |(head, part)| (head.as_str(), part(points)));
    parts.filter(|(_, points)| *points > 0)
}

/// Picks one part out of the points.
type Part = fn(Points) -> u16;

/// The parts that points of this game can have.
fn columns<R: TileGame>(table: &Table<'_, R>) -> Vec<(String, Part)> {
    let (w, narrator) = (table.words, table.narrator());
    let mut columns: Vec<(String, Part)> = vec![
        (narrator.features(SegmentKind::Road), |points| points.roads),
        (narrator.features(SegmentKind::City), |points| points.cities),
        (narrator.features(SegmentKind::Monastery), |points| points.monasteries),
    ];
    if table.extras.surveyors.is_some() {
        columns.push((msg!(w, "land-points-extra"), |points| points.extra));
    }
    columns.push((narrator.features(SegmentKind::Field), |points| points.fields));
    if table.extras.goods.is_some() {
        columns.push((msg!(w, "land-points-goods"), |points| points.goods));
    }
    if table.seats().any(|seat| table.view.points(seat).earlier > 0) {
        columns.push((msg!(w, "land-points-earlier"), |points| points.earlier));
    }
    columns
}

/// Whether the table waits for this seat.
fn is_due<R: TileGame>(table: &Table<'_, R>, seat: Seat) -> bool {
    match table.view.turn() {
        Turn::Decide(seats) => seats.contains(seat),
        _ => false,
    }
}

/// Renders the players at the table, with their points and pieces.
pub(crate) fn players<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let columns = columns(table);
    people::players(table.words, table.page, |info| {
        part(table.page, "details", &format!("player-{}", info.seat), player(table, info, &columns))
    })
}

fn player<R: TileGame>(
    table: &Table<'_, R>,
    info: &crate::model::SeatInfo<'_>,
    columns: &[(String, Part)],
) -> Markup {
    let w = table.words;
    let view = &table.view;
    let seat = info.seat;
    let points = view.points(seat);
    let fact = |sign: &str, label: String, value: Option<u32>, class: &str| {
        html! {
            span class={ "fact " (class) } title=(label) {
                (icon(sign)) span class="unseen" { (label) @if value.is_some() { ": " } }
                @if let Some(value) = value { (value) }
            }
        }
    };
    let special = |figure: Figure| match table.extras.has_in_supply(seat, figure) {
        Some(true) => fact(
            &figure_icon(figure, SegmentKind::Road, seat),
            msg!(w, "land-in-supply", figure = table.narrator().figure(figure)),
            None,
            "",
        ),
        // Its place stays free, so that what stands behind it does not move.
        Some(false) if !table.text => html! { span class="fact gone" aria-hidden="true" { (icon("none")) } },
        _ => html! {},
    };
    html! {
        details class={ "player" @if is_due(table, seat) { " due" } } id={ "player-" (seat) } {
            @let clock = clocks::face(w, table.page, info);
            summary class=[clocks::class(&clock.0)] {
                (seats::head(w, info, table.you == Some(seat), is_due(table, seat)))
                (clock)
                span class="points" {
                    strong { (points.total()) } span class="unseen" { " " (msg!(w, "points-word", n = points.total())) }
                    @if table.has(Aid::Projected) && !table.is_over() {
                        @let then = table.projected[seat].total();
                        span class="projected" title=(msg!(w, "land-projected")) data-word=(msg!(w, "land-aid-projected-short")) {
                            span class="unseen" { (msg!(w, "land-projected")) ": " }
                            span class="arrow" aria-hidden="true" { "→" } (then)
                        }
                    }
                }
                span class="facts" {
                    (fact(&figure_icon(Figure::Follower, SegmentKind::Road, seat),
                        msg!(w, "land-supply", followers = table.narrator().followers()),
                        Some(view.followers(seat).into()), ""))
                    (special(Figure::Builder))
                    (special(Figure::Pig))
                    @if let Some(goods) = table.extras.goods {
                        @for good in Good::ALL {
                            (fact(good_icon(good), table.narrator().good(good), Some(goods[seat].of(good).into()), "good"))
                        }
                    }
                }
            }
            dl class="parts" {
                @for (part, points) in parts(columns, points) { dt { (part) } dd { (points) } }
                @for figure in [Figure::Builder, Figure::Pig] {
                    @if table.extras.has_in_supply(seat, figure) == Some(true) {
                        dt class="quiet" { (msg!(w, "land-in-supply", figure = table.narrator().figure(figure))) }
                        dd class="quiet" { "1" }
                    }
                }
                @if let Some(goods) = table.extras.goods {
                    @for good in Good::ALL {
                        dt class="quiet" { (table.narrator().good(good)) } dd class="quiet" { (goods[seat].of(good)) }
                    }
                }
                @if table.has(Aid::Projected) && !table.is_over() {
                    dt class="quiet" { (msg!(w, "land-projected")) } dd class="quiet" { (table.projected[seat].total()) }
                    @for (part, points) in parts(columns, more(table.projected[seat], points)) {
                        dt class="quiet sub" { (part) } dd class="quiet" { "+" (points) }
                    }
                }
            }
        }
    }
}

/// Returns the points that the final scoring adds.
fn more(then: Points, now: Points) -> Points {
    Points {
        roads: then.roads - now.roads,
        cities: then.cities - now.cities,
        monasteries: then.monasteries - now.monasteries,
        fields: then.fields - now.fields,
        goods: then.goods - now.goods,
        extra: then.extra - now.extra,
        earlier: 0,
    }
}

/// The sign of a kind of goods.
fn good_icon(good: Good) -> &'static str {
    match good {
        Good::Wine => "good-wine",
        Good::Grain => "good-grain",
        Good::Cloth => "good-cloth",
    }
}

/// Renders the players as one table, for text mode.
pub(crate) fn players_in_words<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let view = &table.view;
    let special = table.extras.builders.is_some();
    let columns = columns(table);
    html! {
        section id="players" aria-labelledby="players-title" {
            h2 id="players-title" { (msg!(w, "players")) }
            div class="scroll" tabindex="0" role="group" aria-labelledby="players-title" {
                table class="words" {
                    thead {
                        tr {
                            th scope="col" { (msg!(w, "player-column")) }
                            @if clocks::are_shown(table.page) { th scope="col" { (msg!(w, "clock-column")) } }
                            th scope="col" { (msg!(w, "points-column")) }
                            th scope="col" { (msg!(w, "parts-column")) }
                            @if table.has(Aid::Projected) && !table.is_over() { th scope="col" { (msg!(w, "land-projected")) } }
                            th scope="col" { (msg!(w, "land-supply", followers = table.narrator().followers())) }
                            @if special { th scope="col" { (msg!(w, "land-special-column")) } }
                            @if table.extras.goods.is_some() { th scope="col" { (msg!(w, "land-points-goods")) } }
                        }
                    }
                    tbody {
                        @for info in table.page.seats {
                            @let seat = info.seat;
                            @let points = view.points(seat);
                            tr {
                                (seats::row_head(w, info, table.you == Some(seat)))
                                @if clocks::are_shown(table.page) { td { (clocks::cell(w, table.page, info)) } }
                                td { (points.total()) }
                                td {
                                    @let parts: Vec<String> = parts(&columns, points)
                                        .map(|(part, points)| format!("{part} {points}")).collect();
                                    @if parts.is_empty() { "–" } @else { (parts.join(", ")) }
                                }
                                @if table.has(Aid::Projected) && !table.is_over() { td { (table.projected[seat].total()) } }
                                td { (view.followers(seat)) }
                                @if special {
                                    td {
                                        @let own: Vec<String> = [Figure::Builder, Figure::Pig].into_iter()
                                            .filter(|&figure| table.extras.has_in_supply(seat, figure) == Some(true))
                                            .map(|figure| table.narrator().figure(figure)).collect();
                                        @if own.is_empty() { "–" } @else { (own.join(", ")) }
                                    }
                                }
                                @if let Some(goods) = table.extras.goods {
                                    td {
                                        @let own: Vec<String> = Good::ALL.into_iter()
                                            .filter(|&good| goods[seat].of(good) > 0)
                                            .map(|good| format!("{} {}", goods[seat].of(good), table.narrator().good(good)))
                                            .collect();
                                        @if own.is_empty() { "–" } @else { (own.join(", ")) }
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

/// The inputs of the switches of the aids.
#[derive(Hash)]
struct Toggles<'a> {
    table: &'a str,
    world: World,
    allowed: Aids,
    own: Aids,
    /// Whether the board is in words.
    text: bool,
}

/// Renders the switches of the aids that this table allows, which draw over the board or count for the reader. Without the client
/// each is a form of its own.
pub(crate) fn toggles<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let inputs = Toggles {
        table: table.page.table,
        world: table.world(),
        allowed: table.allowed,
        own: table.page.reader.settings.aids,
        text: table.text,
    };
    if !SWITCHES.iter().any(|(aid, ..)| inputs.allowed.contains(*aid)) {
        return html! {};
    }
    made_of(table.page, ("section", "aids"), &inputs, |words, toggles, _| toggles.render(words))
}

/// The aids, each with its key and its sign.
const SWITCHES: [(Aid, &str, &str); 8] = [
    (Aid::Fields, "f", "fields"),
    (Aid::Cities, "c", "cities"),
    (Aid::Roads, "w", "route"),
    (Aid::Open, "o", "open"),
    (Aid::Fits, "g", "fits"),
    (Aid::Projected, "", "chart"),
    (Aid::Preview, "", "preview"),
    (Aid::Tiles, "", "stack"),
];

impl Toggles<'_> {
    fn render(&self, w: Words) -> Markup {
        let &Toggles { table, world, allowed, own, text } = self;
        html! {
            section id="aids" aria-labelledby="aids-title" {
                h2 id="aids-title" class=[(!text).then_some("unseen")] { (msg!(w, "land-aids")) }
                form method="post" action="/settings" class="toggles" data-swap {
                    input type="hidden" name="back" value={ "/t/" (table) };
                    @for (aid, key, sign) in SWITCHES.into_iter().filter(|(aid, ..)| allowed.contains(*aid)) {
                        @let label = aid_name(w, world, aid);
                        // What has nothing to be drawn over stays away from the words.
                        @if !text || !matches!(aid, Aid::Fields | Aid::Cities | Aid::Roads | Aid::Open) {
                            button type="submit" name={ "aid-" (aid.name()) }
                                value=(if own.contains(aid) { "off" } else { "on" })
                                aria-pressed=(own.contains(aid)) title=(label)
                                data-key=[(!key.is_empty()).then_some(key)] {
                                (icon(sign))
                                @if !text {
                                    span class="short" aria-hidden="true" { (aid_word(w, world, aid)) }
                                }
                                span class="label" { (label) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the tooltips of the figures, which appear when the pointer rests on their tiles.
pub(crate) fn facts<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let narrator = table.narrator();
    let figures = table.view.figures();
    let facts: Vec<_> = figures
        .filter_map(|(seat, figure, place)| Some((seat, figure, place, table.claim(place)?)))
        .collect();
    let names = digest(&table.names);
    // What a feature is worth follows from its segments and figures.
    let item = |fact: &(Seat, Figure, Place, &Claim)| Item::new(&fact.2, &(fact, names));
    let edits = table.page.shown.list("facts", facts.iter().map(item));
    html! {
        ul id="facts" hidden data-list=[&edits.steps] {
            @for (_, (seat, figure, place, claim)) in facts.iter().enumerate().filter(|&(n, _)| edits.writes(n)) {
                li data-fact=(place.cell) {
                    (table.name(*seat)) ", " (narrator.role(*figure, kind_of(*place))) ": "
                    (fact(table, *place, claim))
                }
            }
        }
    }
}

/// Describes a feature: its size, its open ends, and its value to its owners.
fn fact<R: TileGame>(table: &Table<'_, R>, place: Place, claim: &Claim) -> String {
    let (worth, narrator) = (worth(table, claim), table.narrator());
    let name = format!("{}{}", narrator.feature(claim.kind), narrator.segment_name(place));
    match claim.kind {
        // What is at a field is its worth.
        SegmentKind::Field => format!("{name}: {worth}"),
        _ => format!("{}: {worth}", super::desk::about(table, &name, place)),
    }
}

/// The tiles left and the course of the points.
pub(crate) fn figures<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    html! {
        section id="figures" class="panel" aria-labelledby="figures-title" {
            (close_button(w))
            h2 id="figures-title" { (msg!(w, "figures")) }
            @if table.has(Aid::Tiles) {
                @let heading = msg!(w, "land-tiles-left", n = table.view.stack_len());
                (figure(table.page, "figure-tiles", &heading, table.text, || html! {
                    (sheet(table))
                    (reconstruction(table))
                }))
            } @else {
                (reconstruction(table))
            }
            @if table.allowed.and(Aids::UNCHOSEN) != Aids::UNCHOSEN {
                // Those that everybody has unless the table says otherwise.
                @let usual = |aid: &Aid| Aids::UNCHOSEN.contains(*aid);
                @let without = Aid::ALL.into_iter().filter(|aid| usual(aid) && !table.allowed.contains(*aid));
                @let without: Vec<String> = without.map(|aid| aid_name(w, table.world(), aid)).collect();
                p id="without" class="hint" { (msg!(w, "land-aids-without", aids = without.join(", "))) }
            }
            @if !table.is_over() {
                (figure(table.page, "figure-course", &msg!(w, "figure-course"), false, || course(table)))
            }
        }
    }
}

/// Renders the note that the list of tiles is our reconstruction, in games where it is.
fn reconstruction<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    html! {
        @if table.world() == World::New {
            p id="reconstruction" class="hint" {
                (msg!(w, "land-reconstruction")) " " (clause_link(w, "MAY-COMP-1"))
            }
        }
    }
}

/// Renders the kinds of which tiles are left, with pictures and counts, and the tiles that left the game.
fn sheet<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let left = tiles_left(&table.view);
    let removed: Vec<(TileKind, u8)> = table.view.removed().collect();
    html! {
        @if left.is_empty() { p class="empty" { (msg!(w, "land-tiles-none")) } }
        @if !table.text && (!left.is_empty() || !removed.is_empty()) {
            // All kinds of the game, so that it stays when the last tile of one is drawn.
            (fixed(table.page, "svg", "s-sheet", || {
                let kinds = table.view.kinds();
                PreEscaped(::draw::carcassonne::sheet_svg(kinds.iter(), &super::picture::sheet_style()))
            }))
        }
        @if !left.is_empty() { (kinds(table, "tiles-left", &left)) }
        @if !removed.is_empty() {
            p class="hint" { (msg!(w, "land-removed")) }
            (kinds(table, "tiles-removed", &removed))
        }
    }
}

/// Renders kinds of tiles with their counts: as pictures, or as descriptions in words.
fn kinds<R: TileGame>(table: &Table<'_, R>, id: &'static str, tiles: &[(TileKind, u8)]) -> Markup {
    let style = super::picture::sheet_style();
    let edits = table.page.shown.list(id, tiles.iter().map(|(kind, n)| Item::new(kind, n)));
    let written = tiles.iter().enumerate().filter(|&(n, _)| edits.writes(n)).map(|(_, tile)| tile);
    html! {
        ul id=(id) class=(if table.text { "lying" } else { "sheet" }) data-list=[&edits.steps] {
            @for (kind, n) in written {
                @let told = table.narrator().tile(*kind, Rotation::default());
                @if table.text {
                    li { strong { (n) " × " (kind) } ": " (told) }
                } @else {
                    li title=(told) {
                        (PreEscaped(::draw::carcassonne::tile_use(*kind, &style)))
                        span class="unseen" { (told) ": " } strong { (n) }
                    }
                }
            }
        }
    }
}

fn course<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let names: Vec<(Seat, String)> = table.seats().map(|seat| (seat, table.name(seat))).collect();
    charts::course(table.words, &names, table.course, None, None, false)
}

/// Nobody bargains, and a tile is one entry: where it lies, its figure, and what it brings.
impl crate::parts::bargain::Logged for Event {
    fn goes_on(&self) -> bool {
        match self {
            Event::Placed { .. }
            | Event::Deployed { .. }
            | Event::Passed { .. }
            | Event::Completed { .. }
            | Event::Scored { completed: true, .. }
            | Event::ExtraPoints { .. }
            | Event::Returned { .. }
            | Event::TookGoods { .. }
            | Event::TookSecond { .. }
            | Event::DeclinedSecond { .. }
            | Event::SurveyorMoved { .. }
            | Event::SurveyorStayed { .. }
            | Event::SettlerRemoved { .. }
            | Event::TurnEnded { .. } => true,
            Event::Starts { .. }
            | Event::Drew { .. }
            | Event::Removed { .. }
            | Event::Scored { completed: false, .. }
            | Event::FieldScored { .. }
            | Event::PlainScored { .. }
            | Event::GoodsScored { .. }
            | Event::Over { .. } => false,
        }
    }
    /// A tile that was placed was drawn, and where one turn ends the next entry begins.
    fn is_implied(&self, before: Option<&Event>, after: Option<&Event>) -> bool {
        match self {
            Event::Drew { .. } => matches!(after, Some(Event::Placed { .. })),
            Event::TurnEnded { .. } => before.is_some(),
            _ => false,
        }
    }
}

/// Renders the log, newest line last.
pub(crate) fn log<R: TileGame>(table: &Table<'_, R>) -> Markup {
    log::log(table.words, table.page, &table.names, table.log, |names, n, event| {
        let told = tell(table, names, &table.log[..n], event);
        let narrator = Narrator { names, ..table.narrator() };
        let step = log::goes_on(table.log, n).then(|| narrator.step(event)).flatten();
        RenderedLine { sentence: step.unwrap_or(told.sentence), ..told }
    })
}

/// A line of the log, with those before it.
pub(super) fn tell<R: TileGame>(
    table: &Table<'_, R>,
    names: &Names,
    earlier: &[LogLine<Event>],
    event: &Event,
) -> RenderedLine {
    RenderedLine {
        cues: if table.text { Cues::NONE } else { cues(earlier, event) },
        toast: matters(event),
        seat: actor(event),
        sign: if table.text { None } else { sign(event) },
        sentence: Narrator { names, pictures: !table.text, ..table.narrator() }.event(event),
        sound: sound(event),
        place: place(event),
        ends_turn: matches!(event, Event::TurnEnded { .. }),
    }
}

/// Returns the seat whose mark stands before the log line of an event.
fn actor(event: &Event) -> Option<Seat> {
    match *event {
        Event::Starts { seat }
        | Event::Drew { seat, .. }
        | Event::Placed { seat, .. }
        | Event::Deployed { seat, .. }
        | Event::Passed { seat }
        | Event::Returned { seat, .. }
        | Event::TookGoods { seat, .. }
        | Event::TookSecond { seat, .. }
        | Event::DeclinedSecond { seat, .. }
        | Event::ExtraPoints { seat, .. }
        | Event::SettlerRemoved { seat, .. }
        | Event::FieldScored { seat, .. }
        | Event::GoodsScored { seat, .. }
        | Event::TurnEnded { seat, .. } => Some(seat),
        Event::Scored { seats, .. } | Event::PlainScored { seats, .. } => seats.lowest(),
        Event::Over { outcome } => outcome.winners.lowest(),
        Event::Removed { .. }
        | Event::Completed { .. }
        | Event::SurveyorMoved { .. }
        | Event::SurveyorStayed { .. } => None,
    }
}

/// Returns the icon for the subject of a log line.
fn sign(event: &Event) -> Option<String> {
    match *event {
        Event::Deployed { seat, figure, place } | Event::Returned { seat, figure, place } => {
            Some(figure_icon(figure, kind_of(place), seat))
        }
        Event::SettlerRemoved { seat, place } => Some(figure_icon(Figure::Follower, kind_of(place), seat)),
        Event::GoodsScored { good, .. } => Some(good_icon(good).to_owned()),
        _ => None,
    }
}

/// Returns the sound of an event, for readers who have sounds on.
fn sound(event: &Event) -> &'static str {
    match event {
        Event::Placed { .. } => "build",
        Event::Deployed { .. } => "soft",
        Event::Scored { .. } | Event::FieldScored { .. } | Event::PlainScored { .. } => "award",
        Event::TookGoods { .. } => "trade",
        Event::SettlerRemoved { .. } => "robber",
        Event::Over { .. } => "win",
        _ => "none",
    }
}

/// The place on the board that a line speaks of.
fn place(event: &Event) -> Option<String> {
    match *event {
        Event::Placed { cell, .. } => Some(cell.to_string()),
        Event::Deployed { place, .. }
        | Event::Completed { place, .. }
        | Event::Scored { place, .. }
        | Event::Returned { place, .. }
        | Event::SettlerRemoved { place, .. }
        | Event::FieldScored { place, .. }
        | Event::PlainScored { place, .. } => Some(place.cell.to_string()),
        _ => None,
    }
}

/// A line of the final scoring: a feature, kind of goods or extra points, the seats that scored it, and their points.
struct FinalPoints {
    what: String,
    /// The place of the feature; `None` for goods and extra points.
    place: Option<Place>,
    about: String,
    names: String,
    points: u16,
}

/// The final scoring feature by feature, as the log tells it.
fn final_scoring<R: TileGame>(table: &Table<'_, R>) -> Vec<FinalPoints> {
    let (w, narrator) = (table.words, table.narrator());
    let names = |seats: game::SeatSet| {
        let names: Vec<String> = seats.into_iter().map(|seat| table.name(seat)).collect();
        if names.is_empty() { "–".to_owned() } else { w.list(&names) }
    };
    let mut rows: Vec<FinalPoints> = Vec::new();
    for line in table.log {
        let LogEvent::Game(event) = line.what else { continue };
        let row = match event {
            Event::Scored { place, completed: false, seats, points, .. } => FinalPoints {
                what: narrator.place(place),
                place: Some(place),
                about: String::new(),
                names: names(seats),
                points,
            },
            Event::ExtraPoints { seat, points } if !rows.is_empty() => FinalPoints {
                what: msg!(w, "land-points-extra"),
                place: None,
                about: String::new(),
                names: table.name(seat),
                points,
            },
            Event::FieldScored { seat, place, cities, points } => FinalPoints {
                what: narrator.place(place),
                place: Some(place),
                about: msg!(w, "land-cities-at", n = cities),
                names: table.name(seat),
                points,
            },
            Event::PlainScored { place, seats, animals } => FinalPoints {
                what: narrator.place(place),
                place: Some(place),
                about: msg!(w, "land-animals", n = animals),
                names: names(seats),
                points: animals,
            },
            Event::GoodsScored { seat, good, tokens, points } => FinalPoints {
                what: narrator.good(good),
                place: None,
                about: msg!(w, "land-tokens", n = tokens),
                names: table.name(seat),
                points,
            },
            _ => continue,
        };
        rows.push(row);
    }
    rows
}

/// The end: standings with their parts, the final scoring feature by feature, charts.
pub(crate) fn result<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let w = table.words;
    let columns = columns(table);
    let rows = final_scoring(table);
    let points = |seat| {
        let points = table.view.points(seat);
        let part = |(name, part): &(String, Part)| PointPart {
            name: name.clone(),
            points: part(points).into(),
            each: None,
        };
        columns.iter().map(part).collect()
    };
    let ranked = standings::ranked(table.page, points);
    let bars: Vec<(Seat, String, Vec<u16>)> = ranked
        .iter()
        .map(|&(seat, _)| {
            let points = table.view.points(seat);
            (seat, table.name(seat), columns.iter().map(|(_, part)| part(points)).collect())
        })
        .collect();
    let heads: Vec<String> = columns.iter().map(|(head, _)| head.clone()).collect();
    let more = html! {
        h3 { (msg!(w, "land-chart-kinds")) }
        (charts::kinds(w, &msg!(w, "land-chart-kinds"), &heads, &bars, Some(&msg!(w, "land-chart-about")), table.text))
        @if !rows.is_empty() {
            h3 { (msg!(w, "land-final")) }
            div class="scroll" tabindex="0" role="group" aria-label=(msg!(w, "land-final")) {
                table class="numbers" id="final-scoring" {
                    (shell::columns([msg!(w, "land-column-feature"), msg!(w, "player-column"), msg!(w, "points-column")]))
                    tbody {
                        @for row in &rows {
                            tr data-show=[row.place.map(|place| place.cell)] {
                                th scope="row" {
                                    (row.what)
                                    @if !row.about.is_empty() { span class="hint" { ", " (row.about) } }
                                }
                                td { (row.names) }
                                td { (row.points) }
                            }
                        }
                    }
                }
            }
        }
        h3 { (msg!(w, "figure-course")) }
        (course(table))
    };
    let story = story(w, &table.names, &ranked, table.page.statistics);
    standings::result(w, table.page, &table.names, &ranked, &story, more)
}
