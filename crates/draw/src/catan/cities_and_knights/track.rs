//! The strip above the island: the barbarians' way (`CK-COMP-7`) and the forces of an attack.

use super::pieces;
use crate::Purpose;
use crate::catan::canvas::{Canvas, translate};
use crate::catan::geometry::{self, At};
use crate::catan::picture::{Barbarians, CitiesAndKnights, Mark};
use crate::svg::Num;

/// The height that the strip adds to the picture.
pub const HEIGHT: u16 = 92;

/// The last space, on which the ship lands.
const LANDING: u8 = 7;

/// The middle line of the way.
const Y: f32 = -(geometry::HEIGHT as f32) / 2.0 - 52.0;
/// Half the strip's height.
const HALF: f32 = 36.0;
/// The middle of the start space, and from one space to the next.
const START: f32 = -386.0;
const STEP: f32 = 112.5;
/// The strip's length.
const LENGTH: f32 = 924.0;
/// The land at the left end of the strip, around its middle line.
const SHORE: &str = "M-442 -33H-412q24 12 8 32t12 34H-442q-16 0 -16 -17V-16q0 -17 16 -17z";

/// The barbarians' tents on it.
const TENTS: &str =
    "M-450 -6l13 -21l13 21zM-441 -6l4 -9l4 9zM-446 24l15 -24l15 24zM-435.5 24l4.5 -10l4.5 10z";

fn space(number: u8, y: f32) -> At {
    At::new(START + STEP * f32::from(number.min(LANDING)), y)
}

impl Canvas<'_> {
    /// The symbols of the strip.
    pub(super) fn track_definitions(&mut self, more: &CitiesAndKnights) {
        if more.barbarians.is_some() {
            self.define("barbarians", pieces::SHIP);
            self.define("axes", pieces::AXES);
            self.define("knights", &pieces::knights());
        }
    }

    /// Returns the middle line of the way: at a table the sea has no frame, and the strip is nearer to the island.
    fn track_y(&self) -> f32 {
        if self.style.purpose == Purpose::Table { Y + 18.0 } else { Y }
    }

    /// The strip with the ship, and the two strengths in the corner below it.
    pub(in crate::catan) fn track(&mut self) {
        let Some(more) = &self.picture.cities_and_knights else { return };
        let (waits, barbarians) = (more.robber_waits && self.picture.robber.is_none(), more.barbarians);
        let Some(barbarians) = barbarians else { return };
        let moved = self.picture.marks.contains(&Mark::Ship);
        if !self.opens("g", "track", "barbarians still", &(waits, barbarians, moved)) {
            return;
        }
        let y = self.track_y();
        let waves = self.paint("waves");
        for (paint, value) in [("class", "track"), ("fill", &waves)] {
            let (left, top, height) = (Num(-LENGTH / 2.0), Num(y - HALF), Num(2.0 * HALF));
            self.svg.leaf(
                "rect",
                &[
                    (paint, &value),
                    ("x", &left),
                    ("y", &top),
                    ("width", &LENGTH),
                    ("height", &height),
                    ("rx", &20),
                ],
            );
        }
        self.shores();
        let line = format!("M{} {}H{}", Num(space(0, y).x + 56.0), Num(y), Num(space(LANDING, y).x - 40.0));
        self.svg.leaf("path", &[("class", &"lane"), ("d", &line)]);
        for number in 1..LANDING {
            let At { x, .. } = space(number, y);
            let passed = if number < barbarians.ship { " passed" } else { "" };
            self.svg.leaf(
                "circle",
                &[("class", &format!("space{passed}")), ("cx", &Num(x)), ("cy", &Num(y)), ("r", &25)],
            );
            self.figure(&number.to_string(), &format!("space-name{passed}"), At::new(x, y), 24.0);
        }
        let landing = space(LANDING, y);
        self.svg.leaf(
            "circle",
            &[("class", &"landing"), ("cx", &Num(landing.x)), ("cy", &Num(landing.y)), ("r", &29)],
        );
        self.place("axes", "", &format!("{} scale(1.1)", translate(landing)));
        let ship = space(barbarians.ship, y);
        if self.picture.marks.contains(&Mark::Ship) {
            for (class, width) in [("last-under", 12), ("last", 8)] {
                self.svg.leaf(
                    "circle",
                    &[
                        ("class", &class),
                        ("stroke-width", &width),
                        ("cx", &Num(ship.x)),
                        ("cy", &Num(ship.y)),
                        ("r", &33),
                    ],
                );
            }
        }
        self.place(
            "barbarians",
            "ship",
            &format!("{} scale(.98)", translate(At::new(ship.x - 2.0, ship.y + 11.0))),
        );
        self.forces(barbarians);
        if waits {
            self.place("robber", "robber", &format!("{} scale(1.1)", translate(At::new(-424.0, y + 84.0))));
            self.place("lock", "lock", &translate(At::new(-398.0, y + 98.0)));
        }
        self.svg.close();
    }

    /// Draws the shore from which the ship comes, and that of Catan.
    fn shores(&mut self) {
        let y = self.track_y();
        for mirrored in ["1", "-1"] {
            let transform = format!("{} scale({mirrored} 1)", translate(At::new(0.0, y)));
            self.svg.leaf("path", &[("class", &"strand"), ("d", &SHORE), ("transform", &transform)]);
        }
        self.svg
            .leaf("path", &[("class", &"tent"), ("d", &TENTS), ("transform", &translate(At::new(0.0, y)))]);
    }

    /// Draws the strengths of the barbarians and the knights; the stronger side has a lit background.
    fn forces(&mut self, barbarians: Barbarians) {
        let top = self.track_y() + HALF + 14.0;
        let Barbarians { strength, knights, .. } = barbarians;
        let sides =
            [("axes", 0.85, strength, strength > knights), ("knights", 0.56, knights, knights > strength)];
        for (n, (symbol, scale, strength, is_stronger)) in sides.into_iter().enumerate() {
            let x = 280.0 + 94.0 * n as f32;
            let class = if is_stronger { "force stronger" } else { "force" };
            self.svg.leaf(
                "rect",
                &[
                    ("class", &class),
                    ("x", &Num(x)),
                    ("y", &Num(top)),
                    ("width", &88),
                    ("height", &64),
                    ("rx", &12),
                ],
            );
            let middle = At::new(x + 24.0, top + 32.0);
            self.place(symbol, "", &format!("{} scale({scale})", translate(middle)));
            self.figure(&strength.to_string(), "space-name", At::new(x + 63.0, top + 32.0), 27.0);
        }
    }

    /// Digits `cap` high around `at`.
    fn figure(&mut self, text: &str, class: &str, at: At, cap: f32) {
        let transform = format!("{} scale({})", translate(at), cap / crate::glyphs::CAP);
        let d = crate::glyphs::centred(text, 0.0, 0.0);
        self.svg
            .leaf("path", &[("class", &class), ("transform", &transform), ("stroke-width", &1.7), ("d", &d)]);
    }
}
