//! Characters show their style in play: each of them does more, or less, of what it is known for than the bot it thinks like.

#[path = "../../examples/characters/measure.rs"]
mod measure;

use carcassonne::{Base, Definition, Game as TileGame};
use catan::cities_and_knights::{CitiesAndKnights, Options as KnightsOptions};
use catan::{Catan, Options};
use measure::{Measured, Style, measure_named};

/// Measures the characters of a game, each in a few games that seeds fix.
fn styles<G: Measured, const N: usize>(games: u64, start: G, names: [&str; N]) -> [Style; N] {
    names.map(|name| measure_named(games, start, name))
}

#[test]
fn characters_of_the_island_show_their_style() {
    let start = Catan::new(&Options { players: 4, ..Options::default() });
    let [settler, pathfinder, scholar, raider, mason, merchant] =
        styles(8, start, ["settler", "pathfinder", "scholar", "raider", "mason", "merchant"]);
    let more = |style: &Style, what, by| {
        let (own, usual) = (style.mean(what), settler.mean(what));
        assert!(own > usual + by, "{what}: {own} beside {usual}");
    };
    more(&pathfinder, "roads", 1.0);
    more(&scholar, "cards bought", 0.5);
    more(&merchant, "trades", 1.0);
    assert!(mason.mean("trades") < settler.mean("trades") / 2.0, "{}", mason.mean("trades"));
    let at_the_leader = |style: &Style| style.share("robber at the leader", "robber elsewhere");
    let (own, usual) = (at_the_leader(&raider), at_the_leader(&settler));
    assert!(own > 0.9 && own > usual, "robber at the leader: {own} beside {usual}");
}

#[test]
fn characters_of_the_larger_island_show_their_style() {
    let start = CitiesAndKnights::new(&KnightsOptions::default());
    let [settler, raider, mason] = styles(4, start, ["settler", "raider", "mason"]);
    let knights = |style: &Style| style.mean("knights") + style.mean("promotions");
    assert!(knights(&raider) > knights(&settler), "{} beside {}", knights(&raider), knights(&settler));
    assert!(mason.mean("trades") < settler.mean("trades") / 2.0, "{}", mason.mean("trades"));
}

#[test]
fn characters_of_the_land_show_their_style() {
    let start = TileGame::<Base>::new(&<Base as Definition>::Options::default());
    let [surveyor, wayfarer, abbot, farmer, mayor, magpie] =
        styles(8, start, ["surveyor", "wayfarer", "abbot", "farmer", "mayor", "magpie"]);
    for (style, what) in [
        (&wayfarer, "figures on roads"),
        (&abbot, "figures in monasteries"),
        (&farmer, "figures on fields"),
        (&farmer, "points of fields"),
        (&mayor, "figures in cities"),
        (&mayor, "points of cities"),
    ] {
        let (own, usual) = (style.mean(what), surveyor.mean(what));
        assert!(own > 1.1 * usual, "{what}: {own} beside {usual}");
    }
    let (own, usual) = (magpie.mean("figures on fields"), surveyor.mean("figures on fields"));
    assert!(own < usual / 1.5, "figures on fields: {own} beside {usual}");
}
