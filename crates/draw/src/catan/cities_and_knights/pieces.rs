//! Knights, walls, emblems, the merchant, the lock, the ship: in coordinates of their own around (0, 0). In the markup
//! `@` stands for the prefix of ids and `~` for that of classes, whose meaning is in [`super::PAINTS`].

use ::catan::cities_and_knights::{Area, Strength};

/// The silhouette of a knight: a shield with as many points as it is strong.
pub(super) const fn knight_form(strength: Strength) -> &'static str {
    match strength {
        Strength::Basic => "M-18 -17Q-8 -18 0 -25Q8 -18 18 -17V3Q17 18 0 27Q-17 18 -18 3z",
        Strength::Strong => {
            "M-20 -17Q-14 -19 -10 -27Q-6 -19 0 -17Q6 -19 10 -27Q14 -19 20 -17V3Q19 19 0 29Q-19 19 -20 3z"
        }
        Strength::Mighty => {
            "M-23 -28Q-19 -19 -11.5 -17Q-5 -20 0 -31Q5 -20 11.5 -17Q19 -19 23 -28L22 3Q21 20 0 31Q-21 20 -22 3z"
        }
    }
}

/// The field of the shield that an inactive knight has hollow.
const fn hollow(strength: Strength) -> &'static str {
    match strength {
        Strength::Basic => "M-12.5 -1H12.5V4Q12 13.5 0 20.5Q-12 13.5 -12.5 4z",
        Strength::Strong => "M-14.5 -1H14.5V4Q14 14.5 0 22.5Q-14 14.5 -14.5 4z",
        Strength::Mighty => "M-16.5 -1H16.5V4Q16 15.5 0 24.5Q-16 15.5 -16.5 4z",
    }
}

/// The band with one to three stars.
fn band(strength: Strength) -> String {
    let half = match strength {
        Strength::Basic => 14.2,
        Strength::Strong => 16.2,
        Strength::Mighty => 18.4,
    };
    let count = strength.value();
    let stars: String = (0..count)
        .map(|n| {
            let x = 12.0 * (f32::from(n) - f32::from(count - 1) / 2.0);
            format!(
                "<path class=\"~pip\" d=\"M{x} -15.2l1.7 3.6l3.9 .5l-2.9 2.7l.8 3.9l-3.5 -1.9l-3.5 1.9l.8 -3.9l-2.9 -2.7l3.9 -.5z\"/>"
            )
        })
        .collect();
    format!("<path class=\"~band\" d=\"M-{half} -16H{half}V-3H-{half}z\"/>{stars}")
}

/// The position of the seat's mark on a knight, and its scale.
pub(super) const KNIGHT_MARK: (f32, f32, f32) = (0.0, 8.5, 1.3);

/// The layers of a knight above its silhouette: light, band and pips.
pub(super) fn knight_layers(strength: Strength) -> String {
    format!("<path class=\"~shine\" d=\"M-15 -2H-3V24Q-15 17 -15.5 3z\"/>{}", band(strength))
}

/// Returns the shape that makes a knight hollow.
pub(super) fn knight_hollow(strength: Strength) -> String {
    format!("<path class=\"~hollow\" d=\"{}\"/>", hollow(strength))
}

/// The definitions of knights of a strength.
pub(super) fn knight_definition(strength: Strength) -> String {
    let value = strength.value();
    format!(
        "<path id=\"@knight-{value}-form\" d=\"{}\"/>\
         <g id=\"@knight-{value}\"><use href=\"#@knight-{value}-form\" class=\"~line\"/>{}</g>\
         <g id=\"@knight-{value}-hollow\">{}</g>",
        knight_form(strength),
        knight_layers(strength),
        knight_hollow(strength)
    )
}

/// The crossed swords behind an active knight.
pub(super) const SWORDS: &str = r##"<g transform="rotate(42)"><path class="~steel" d="M-3.6 22V-40L0 -47L3.6 -40V22z"/><path class="~grip" d="M-9 21H9V26H-9zM-2.6 26h5.2v10h-5.2z"/></g><g transform="rotate(-42)"><path class="~steel" d="M-3.6 22V-40L0 -47L3.6 -40V22z"/><path class="~grip" d="M-9 21H9V26H-9zM-2.6 26h5.2v10h-5.2z"/></g>"##;

/// The wall before a city.
pub(super) const WALL: &str = r##"<path class="~stone" d="M-35 31V13H-27V18H-19V13H-11V18H-3V13H5V18H13V13H21V18H29V13H37V31z"/><path class="~joint" d="M-34 23.5H36M-27 18v5M-11 18v5M5 18v5M21 18v5M-19 24v6M-3 24v6M13 24v6M29 24v6"/>"##;

/// The transform that lays a city on its side; [`LAID_MARK`] is the position of its seat's mark then.
pub(super) const LAID: &str = "translate(2 2) rotate(90)";
/// See [`LAID`].
pub(super) const LAID_MARK: (f32, f32) = (-4.5, 13.5);

/// The position of a metropolis's emblem on its city.
pub(super) const METROPOLIS_AT: (i8, i8) = (17, -21);

/// The emblem of an area: trade a round one with scales, politics a square one with a crown, science a hexagon with a
/// book.
pub(super) const fn emblem(area: Area) -> &'static str {
    match area {
        Area::Trade => {
            r##"<circle class="~trade" r="18"/><path class="~trade-ink" d="M-1.7 -13h3.4v3.5h9.6v2.8h-9.6v15.7h5v3h-13.4v-3h5v-15.7h-9.6v-2.8h9.6zM-14.6 .5h10.6a5.3 5.3 0 0 1 -10.6 0zM4 .5h10.6a5.3 5.3 0 0 1 -10.6 0zM-10.2 -7.5l.9 .5l4.2 7h-1.8l-2.9 -4.8l-2.9 4.8h-1.8zM10.2 -7.5l-.9 .5l-4.2 7h1.8l2.9 -4.8l2.9 4.8h1.8z"/>"##
        }
        Area::Politics => {
            r##"<path class="~politics" d="M-12.5 -16.5H12.5a4 4 0 0 1 4 4V12.5a4 4 0 0 1 -4 4H-12.5a4 4 0 0 1 -4 -4V-12.5a4 4 0 0 1 4 -4z"/><path class="~politics-ink" d="M-10 5.5L-13 -7L-5.5 -2.5L0 -11.5L5.5 -2.5L13 -7L10 5.5zM-10 7.5H10V11H-10z"/>"##
        }
        Area::Science => {
            r##"<path class="~science" d="M0 -20L17.5 -10V10L0 20L-17.5 10V-10z"/><path class="~science-ink" d="M-1.1 -6.5Q-6 -10.5 -13 -9V8Q-6 6.5 -1.1 10.5zM1.1 -6.5Q6 -10.5 13 -9V8Q6 6.5 1.1 10.5z"/>"##
        }
    }
}

/// The merchant: a covered wagon in the owner's colour.
pub(super) const MERCHANT: &str = r##"<path class="~shadow" d="M-24 22q24 9 50 -1l-4 -8h-42z"/><path class="~line" d="M-21 7Q-27 -24 0 -24Q27 -24 21 7z"/><path class="~shine" d="M-18 4Q-22 -18 -6 -21.5Q-11 -10 -9 4z"/><path class="~shade" d="M12 5Q16 -10 8 -21.5Q22 -18 18.5 5z"/><path class="~cart" d="M-25 5H25L21 15H-21z"/><circle class="~iron" cx="-13" cy="17" r="7.5"/><circle class="~iron" cx="13" cy="17" r="7.5"/><path class="~joint" d="M-13 10.5v13M-19.5 17h13M13 10.5v13M6.5 17h13"/>"##;

/// The position of the seat's mark on the merchant's wagon, and its scale.
pub(super) const MERCHANT_MARK: (f32, f32, f32) = (0.0, -9.0, 1.5);

/// The lock of a robber that waits for the first attack.
pub(super) const LOCK: &str = r##"<path class="~shackle" d="M-5.5 -2v-5a5.5 5.5 0 0 1 11 0v5"/><path class="~shackle-in" d="M-5.5 -2v-5a5.5 5.5 0 0 1 11 0v5"/><path class="~iron" d="M-10 -3H10V12H-10z"/><path class="~band" d="M-2.2 2a2.2 2.2 0 1 1 4.4 0l-.8 6h-2.800z"/>"##;

/// The barbarian ship, bow to the right.
pub(super) const SHIP: &str = r##"<path class="~hull" d="M-4 -44h3.6v44h-3.6z"/><path class="~sail-red" d="M-27 -38Q-2 -43 23 -38Q29 -20 22 -5Q-2 -11 -26 -5Q-33 -20 -27 -38z"/><path class="~sail-pale" d="M-16.5 -38.7l8 -1q-3 15 0 30.5l-8 .6q-4 -15 0 -30.1zM4.5 -39.7l8 1q4 15 0 30.1l-8 -.6q3 -15 0 -30.5z"/><path class="~hull" d="M-41 -9Q-50 -18 -42 -27Q-31 -29 -31 -20Q-35 -24 -38 -20Q-39 -12 -30 -6H28Q35 -10 34 -22Q35 -33 45 -32L52 -26L51 -22L43 -22Q44 -6 37 4Q32 15 22 18H-22Q-38 12 -41 -9z"/><path class="~pale-line" d="M-36 1Q-32 4 -28 4H26Q33 3 36 -2"/><circle class="~iron" cx="-20" cy="5" r="6"/><circle class="~shield-red" cx="-5" cy="5" r="6"/><circle class="~iron" cx="10" cy="5" r="6"/><circle class="~shield-red" cx="25" cy="5" r="6"/><circle class="~pip" cx="42.5" cy="-26.5" r="1.8"/>"##;

/// Crossed axes.
pub(super) const AXES: &str = r##"<g transform="rotate(40)"><path class="~grip" d="M-2.2 -20h4.400v40h-4.400z"/><path class="~steel" d="M2.2 -18Q9 -22 14 -20Q17 -12 14 -3Q8 -6 2.2 -5z"/></g><g transform="rotate(-40) scale(-1 1)"><path class="~grip" d="M-2.2 -20h4.400v40h-4.400z"/><path class="~steel" d="M2.2 -18Q9 -22 14 -20Q17 -12 14 -3Q8 -6 2.2 -5z"/></g>"##;

/// A shield of nobody's.
pub(super) fn knight(strength: Strength) -> String {
    format!("<path class=\"~steel\" d=\"{}\"/>{}", knight_form(strength), knight_layers(strength))
}

/// All knights together: such a shield before crossed swords.
pub(super) fn knights() -> String {
    format!("{SWORDS}{}", knight(Strength::Strong))
}

/// The gate of an area on the event die: two towers of stone, a door in the area's colour under its symbol.
pub(super) fn gate(area: Area) -> String {
    format!(
        "<path class=\"~arch\" d=\"M-12 11V-6h2.500v2h2.500v-2h2v17zM12 11V-6h-2.500v2h-2.500v-2h-2v17z\"/>\
         <path class=\"~{area}\" d=\"M-6 11V4a6 6 0 0 1 12 0v7z\"/><g transform=\"translate(0 -6.500) scale(.36)\">{}</g>",
        emblem(area)
    )
    .replace(".500", ".5")
}

/// Defender of Catan: a golden shield with a tower.
pub(super) const DEFENDER: &str = r##"<path class="~iron" d="M-17 -17Q-7 -18 0 -21Q7 -18 17 -17V1Q16 14 0 21Q-16 14 -17 1z"/><path class="~band" d="M-9 11V-8h4v3h3v-3h4v3h3v-3h4V11H3V5a3 3 0 0 0 -6 0v6z"/>"##;
