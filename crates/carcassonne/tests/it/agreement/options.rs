//! The options of the games that are compared.

use super::pick;
use crate::common::kinds::any_box;
use crate::reference::{self, Options, Which};
use game::{Draws, Substream};
use serde_json::{Map, Value, json};

/// Every option with the values that are tried, each as often as it stands here.
fn option_table(which: Which) -> Vec<(&'static str, &'static [&'static str])> {
    const CARCASSONNE: [(&str, &[&str]); 3] = [
        ("farm_scoring", &["third", "third", "second", "first"]),
        ("small_city", &["full", "half"]),
        ("farmers", &["on", "on", "on", "on", "on", "off"]),
    ];
    const TRADERS: [(&str, &[&str]); 8] = [
        ("special_figures", &["no_followers", "default", "followers_2003", "followers_2003_counted"]),
        ("double_turn", &["optional", "default", "mandatory", "mandatory_all"]),
        ("second_tile", &["after_first_part", "default", "immediate"]),
        ("traders_edition", &["current", "current", "first"]),
        ("house_builder_chain", &["off", "on"]),
        ("house_goods_percent", &["off", "on"]),
        ("house_goods_consolation", &["off", "on"]),
        ("house_goods_consolation_for", &["each_kind", "no_majority"]),
    ];
    const MAYFLOWER: [(&str, &[&str]); 6] = [
        ("layout_limit", &["free", "free", "board"]),
        ("start_spaces_count", &["true", "true", "false"]),
        ("bonus", &["per_settler", "per_settler", "per_player"]),
        ("bonus_in_final_scoring", &["false", "true"]),
        ("remove_without_move", &["true", "true", "false"]),
        ("final_symbol_points", &["1", "1", "0", "2"]),
    ];
    match which {
        Which::Base => CARCASSONNE.to_vec(),
        Which::Traders => [&CARCASSONNE[..], &TRADERS].concat(),
        Which::Mayflower => MAYFLOWER.to_vec(),
    }
}

/// Any options: half of the games by the book, the others with some of the options or all of them drawn.
pub(crate) fn random_options(which: Which, draws: &mut Substream) -> Map<String, Value> {
    let mut options = Map::new();
    let players = match which {
        Which::Mayflower => *pick(draws, &[2, 2, 3, 4, 5]),
        _ => *pick(draws, &[2, 2, 3, 4, 5, 6]),
    };
    options.insert("players".into(), json!(players));
    let start = draws.below(players + 1);
    let start =
        if start == players { "random".into() } else { reference::letter(start as usize).to_string() };
    options.insert("start_player".into(), json!(start));
    let share = *pick(draws, &[0, 0, 2, 4, 4]);
    for (name, values) in option_table(which) {
        if draws.below(4) < share {
            options.insert(name.into(), json!(pick(draws, values)));
        }
    }
    if which != Which::Mayflower && draws.below(8) == 0 {
        options.insert("edition".into(), json!(pick(draws, &["current", "c1_2000", "c1_2001"])));
    }
    without_chain_at_once(&mut options);
    // MAY-OPT-KINDS
    if which == Which::Mayflower && draws.below(4) == 0 {
        options.insert("tiles".into(), json!(any_box(draws)));
    }
    options
}

/// `TB-HOUSE-4`: no chain of tiles at once, whether that is said or comes with the edition.
pub(crate) fn without_chain_at_once(options: &mut Map<String, Value>) {
    if Options::from_json(&Value::Object(options.clone())).immediate {
        options.remove("house_builder_chain");
    }
}
