//! What is counted in Carcassonne, Traders & Builders and Mayflower: there are no cards and no dice, so it is the points
//! alone.

use super::{Counted, Tally};
use ::carcassonne::{Carcassonne, Event, Mayflower, Points, TradersAndBuilders};
use game::Seat;

macro_rules! counted {
    ($($Game:ty: $parts:expr),+ $(,)?) => {$(
        impl Counted for $Game {
            const DICE: bool = false;

            fn parts(&self, seat: Seat, _: bool) -> Vec<(&'static str, i32)> {
                let of: fn(Points) -> Vec<(&'static str, u16)> = $parts;
                let points = self.points(seat);
                let earlier = (points.earlier > 0).then_some(("earlier", points.earlier));
                of(points).into_iter().chain(earlier).map(|(name, points)| (name, points.into())).collect()
            }
            fn hand(&self, _: Seat) -> u32 {
                0
            }
            fn count(_: &Event, _: &mut Tally<'_>) {}
        }
    )+};
}

fn features(points: Points) -> Vec<(&'static str, u16)> {
    vec![
        ("roads", points.roads),
        ("cities", points.cities),
        ("monasteries", points.monasteries),
        ("fields", points.fields),
    ]
}

counted! {
    Carcassonne: features,
    TradersAndBuilders: |points| {
        let mut parts = features(points);
        parts.push(("goods", points.goods));
        parts
    },
    Mayflower: |points| {
        let mut parts = features(points);
        parts.insert(3, ("extra", points.extra));
        parts
    },
}
