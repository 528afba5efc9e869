//! Icons of Cities & Knights: each a whole `<svg>` without ids, with colours that serve on light and dark ground alike.

use super::{cards, look, pieces};
use crate::catan::pieces as base;
use crate::catan::symbols::resource_markup;
use crate::icons::{BONE, die, icon};
use crate::palette::SeatLook;
use ::catan::Piece;
use ::catan::cities_and_knights::{Area, CardKind, EventFace, Progress, Strength};

/// Markup with what its classes mean as attributes; `fill` is the seat's colour.
fn standalone(markup: &str, fill: &str) -> String {
    let mut whole = markup.to_owned();
    let shared = [
        ("line", format!("fill:{fill};stroke:$outline;stroke-width:2.4;stroke-linejoin:round")),
        ("shine", "fill:#fff;fill-opacity:.3".to_owned()),
        ("shade", "fill:#000;fill-opacity:.2".to_owned()),
        ("shadow", "fill:#000;fill-opacity:0".to_owned()),
    ];
    let paints =
        look::PAINTS.iter().chain(look::ICON_PAINTS).map(|&(class, paint)| (class, paint.to_owned()));
    for (class, paint) in paints.chain(shared) {
        let attributes: Vec<String> = paint
            .split(';')
            .map(|part| {
                let (key, value) = part.split_once(':').expect("a paint is a list of properties");
                format!("{key}=\"{}\"", look::light(value))
            })
            .collect();
        whole = whole.replace(&format!("class=\"~{class}\""), &attributes.join(" "));
    }
    whole
}

/// A light edge that keeps dark outlines visible on dark ground.
fn edge(outline: &str) -> String {
    format!(
        "<path fill=\"none\" stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"6\" stroke-linejoin=\"round\" d=\"{outline}\"/>"
    )
}

/// A seat's mark.
fn mark(look: SeatLook, ink: &str, (x, y, scale): (f32, f32, f32)) -> String {
    format!(
        "<path fill=\"{ink}\" transform=\"translate({x} {y}) scale({scale})\" d=\"{}\"/>",
        look.mark.path()
    )
}

/// The markup of a card kind's symbol, without the `<svg>` around it.
fn card_markup(kind: CardKind) -> &'static str {
    match kind {
        // Two sheets, the upper one written on.
        CardKind::Paper => {
            r##"<g stroke="#6b5f43" stroke-width="1.6" stroke-linejoin="round"><path fill="#d9cfae" d="M-5 -13L11.5 -10L8 13.5L-8.5 10.5z"/><path fill="#fbf6e4" d="M-11 -11.500L4 -13L10 -7.500L11.5 10L-8.5 12z"/><path fill="#e3d9b8" d="M4 -13L4.6 -7L10 -7.500z"/></g><path fill="none" stroke="#3d6b54" stroke-width="1.7" stroke-linecap="round" d="M-6.5 -6.500l6 -.6M-6 -2l11.5 -1.100M-5.5 2.500l11.5 -1.100M-5 7l8 -.8"/>"##
        }
        // A roll of cloth with a free end.
        CardKind::Cloth => {
            r##"<g stroke="#5d1f45" stroke-width="1.6" stroke-linejoin="round"><path fill="#d06aa3" d="M-9 -3Q-3 -1 10 -3V11.500Q6.5 9.5 3.5 12Q.5 14.5 -2.5 12Q-6 9.5 -9 12z"/><path fill="#b64a87" d="M-10 -12H10a4.5 4.8 0 0 1 0 9.600H-10z"/><ellipse cx="-10" cy="-7.2" rx="4" ry="4.8" fill="#f0b8d5"/></g><path fill="none" stroke="#5d1f45" stroke-width="1.2" d="M-10 -4.600a2 2.6 0 1 1 1.4 -1.8"/><path fill="none" stroke="#f6d9e8" stroke-width="1.5" stroke-dasharray="2.2 2.2" d="M-7 6.500Q-1 8 9 6"/>"##
        }
        // A pile of coins.
        CardKind::Coin => {
            r##"<g fill="#e8b73a" stroke="#6d4a0b" stroke-width="1.5"><path d="M-13 6v4.500a7.5 3.4 0 0 0 15 0V6z"/><ellipse cx="-5.5" cy="6" rx="7.5" ry="3.4"/><path d="M-13 1v4.500a7.5 3.4 0 0 0 15 0V1z"/><ellipse cx="-5.5" cy="1" rx="7.5" ry="3.4" fill="#f7d777"/><circle cx="5.5" cy="-3.5" r="9" fill="#f2c64f"/></g><circle cx="5.5" cy="-3.5" r="6.2" fill="none" stroke="#8c6414" stroke-width="1.2"/><path fill="#8c6414" d="M5.5 -8L6.9 -4.900L10.2 -4.500L7.7 -2.300L8.4 .9L5.5 -.7L2.6 .9L3.3 -2.300L.8 -4.500L4.1 -4.900z"/>"##
        }
        resource => resource_markup(resource.resource().expect("what is no commodity is a resource")),
    }
}

/// A hand card's symbol as an icon of its own; of a resource that of the base game.
#[must_use]
pub fn card_symbol(kind: CardKind) -> String {
    icon(kind.name(), 32, card_markup(kind))
}

/// The emblem of an area as an icon of its own.
#[must_use]
pub fn area_symbol(area: Area) -> String {
    icon(&format!("area-{area}"), 44, &standalone(pieces::emblem(area), ""))
}

/// The back of a progress card: its area's colour and emblem.
#[must_use]
pub fn progress_back(area: Area) -> String {
    let card = format!(
        "<rect x=\"-14.5\" y=\"-20\" width=\"29\" height=\"40\" rx=\"4\" fill=\"#fff\" stroke=\"#241a14\" stroke-width=\"1.8\"/>\
         <rect x=\"-11.5\" y=\"-17\" width=\"23\" height=\"34\" rx=\"2.5\" class=\"~{area}\"/>\
         <g transform=\"scale(.56)\">{}</g>",
        pieces::emblem(area)
    );
    icon(&format!("progress-{area}"), 44, &standalone(&card, ""))
}

/// The symbol of a progress card, on parchment in its area's colour.
#[must_use]
pub fn progress_symbol(card: Progress) -> String {
    let body = format!(
        "<rect x=\"-20.5\" y=\"-20.5\" width=\"41\" height=\"41\" rx=\"7\" class=\"~{}\"/>\
         <rect x=\"-17\" y=\"-17\" width=\"34\" height=\"34\" rx=\"4\" class=\"~parchment\"/>{}",
        card.area(),
        cards::progress(card)
    );
    icon(&format!("progress-{card}"), 44, &standalone(&body, ""))
}

/// A face of the event die: the ship, or the gate of an area (`CK-COMP-6`).
#[must_use]
pub fn event_symbol(face: EventFace) -> String {
    let body = match face.gate() {
        None => format!("<g transform=\"translate(-.4 3.6) scale(.27)\">{}</g>", pieces::SHIP),
        Some(area) => format!("<g transform=\"translate(0 -.7)\">{}</g>", pieces::gate(area)),
    };
    icon(&format!("die die-{}", face.name()), 32, &die(BONE, &standalone(&body, "")))
}

/// A wall as an icon of its own.
#[must_use]
pub fn wall_symbol() -> String {
    let body = format!("<g transform=\"translate(-1 -42) scale(1 1.9)\">{}</g>", pieces::WALL);
    icon("wall", 76, &standalone(&body, ""))
}

/// A knight of a seat, as an icon of its own.
#[must_use]
pub fn knight_symbol(strength: Strength, is_active: bool, look: SeatLook) -> String {
    let outline = pieces::knight_form(strength);
    let mut body = edge(outline);
    if is_active {
        body += pieces::SWORDS;
    }
    body += &format!("<path class=\"~line\" d=\"{outline}\"/>{}", pieces::knight_layers(strength));
    let ink = if is_active {
        look.ink
    } else {
        body += &pieces::knight_hollow(strength);
        look::light("$hollow-ink")
    };
    body += &mark(look, ink, pieces::KNIGHT_MARK);
    let state = if is_active { "active" } else { "inactive" };
    icon(&format!("knight knight-{} {state}", strength.value()), 76, &standalone(&body, look.fill))
}

/// Knights as such, nobody's: a shield before swords.
#[must_use]
pub fn knights_symbol() -> String {
    icon("knights", 76, &standalone(&pieces::knights(), ""))
}

/// The merchant of a seat as an icon of its own.
#[must_use]
pub fn merchant_symbol(look: SeatLook) -> String {
    let body = format!("{}{}", pieces::MERCHANT, mark(look, look.ink, pieces::MERCHANT_MARK));
    icon("merchant", 60, &standalone(&body, look.fill))
}

/// A city of a seat with the metropolis of an area as an icon of its own.
#[must_use]
pub fn metropolis_symbol(area: Area, look: SeatLook) -> String {
    let form = base::form(Piece::City);
    let (x, y) = pieces::METROPOLIS_AT;
    let body = format!(
        "<g transform=\"translate(-3 7)\">{}<path class=\"~line\" d=\"{}\"/><path class=\"~shine\" d=\"{}\"/><path class=\"~shade\" d=\"{}\"/>{}\
         <g transform=\"translate({x} {y})\">{}</g></g>",
        edge(form.outline),
        form.outline,
        form.light,
        form.shade,
        mark(look, look.ink, form.mark),
        pieces::emblem(area)
    );
    icon(&format!("metropolis metropolis-{area}"), 76, &standalone(&body, look.fill))
}

/// The barbarian ship as an icon of its own.
#[must_use]
pub fn ship_symbol() -> String {
    let body = format!("<g transform=\"translate(-2 12)\">{}</g>", pieces::SHIP);
    icon("barbarian-ship", 104, &standalone(&body, ""))
}

/// The barbarians' strength: crossed axes.
#[must_use]
pub fn barbarian_symbol() -> String {
    icon("barbarians", 52, &standalone(pieces::AXES, ""))
}

/// A Defender of Catan card: a shield with a laurel-gold star.
#[must_use]
pub fn defender_symbol() -> String {
    icon("defender", 44, &standalone(pieces::DEFENDER, ""))
}

/// The calendar of a seat: for each area, in the order of [`Area::ALL`], a bar of five steps with its emblem, filled up
/// to the level; the metropolis is a ring around the emblem.
#[must_use]
pub fn calendar_symbol(levels: [u8; 3], metropolises: [bool; 3]) -> String {
    let mut body = String::new();
    for (n, area) in Area::ALL.into_iter().enumerate() {
        let y = 28.0 * (n as f32 - 1.0);
        if metropolises[n] {
            body += &format!(
                "<rect x=\"-71\" y=\"{}\" width=\"30\" height=\"27\" rx=\"8\" class=\"~pip\"/>",
                y - 13.5
            );
        }
        body += &format!("<g transform=\"translate(-56 {y}) scale(.6)\">{}</g>", pieces::emblem(area));
        for step in 0..5_u8 {
            let class = if step < levels[n] { area.name() } else { "unreached" };
            let height = 8.0 + 3.5 * f32::from(step);
            body += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"19\" height=\"{height}\" rx=\"3\" class=\"~{class}\"/>",
                -38.0 + 22.0 * f32::from(step),
                y + 11.5 - height,
            );
        }
    }
    let body = standalone(&body, "");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"icon icon-calendar\" viewBox=\"-73 -43 146 86\" \
         aria-hidden=\"true\" focusable=\"false\">{body}</svg>"
    )
}

/// Cards, areas, faces of the event die, pieces of no seat, with their names.
pub(crate) fn named() -> Vec<(String, String)> {
    let mut named: Vec<(String, String)> = Vec::new();
    named.extend(CardKind::COMMODITIES.map(|kind| (kind.name().to_owned(), card_symbol(kind))));
    for area in Area::ALL {
        named.push((format!("area-{area}"), area_symbol(area)));
        named.push((format!("progress-{area}"), progress_back(area)));
    }
    named.extend(EventFace::FACES.map(|(face, _)| (format!("event-{}", face.name()), event_symbol(face))));
    let others = [
        ("wall", wall_symbol()),
        ("knights", knights_symbol()),
        ("ship", ship_symbol()),
        ("barbarian", barbarian_symbol()),
        ("defender", defender_symbol()),
        ("calendar", calendar_symbol([3, 2, 1], [false; 3])),
    ];
    named.extend(others.map(|(name, svg)| (name.to_owned(), svg)));
    named
}

/// The knights of a seat, with their names: `knight-2-on`, `knight-2-off`.
pub(crate) fn knights(look: SeatLook) -> Vec<(String, String)> {
    let states =
        Strength::ALL.into_iter().flat_map(|strength| [(strength, true, "on"), (strength, false, "off")]);
    states
        .map(|(strength, active, state)| {
            (format!("knight-{}-{state}", strength.value()), knight_symbol(strength, active, look))
        })
        .collect()
}
