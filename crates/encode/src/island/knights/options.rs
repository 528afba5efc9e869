//! The rule switches of Cities & Knights as numbers.

use crate::island::options::{self, Meaning};
use crate::sink::{Head, Sink};
use catan::cities_and_knights::{Options, View};

const CHOICE: &str = "the option of this name, as the number of its value in the order of the rulebook";

const MEANING: Meaning = Meaning {
    victory_points_max: 30,
    discard_limit: "who holds more cards, walls aside, discards half on a 7",
    combined: "whether trade goes on after a payment",
    friendly_robber: "whether the robber spares seats with 2 or fewer points",
};

#[inline(always)]
pub(super) fn write(view: &View<'_>, sink: &mut impl Sink) {
    let rules = view.options();
    sink.array(Head {
        name: "options",
        dtype: "int16",
        rows: &[],
        channels: options::COMMON_CHANNELS + 24,
        about: "the rule switches that matter once the island is laid out",
    });
    options::common(rules, &MEANING, sink);
    own(rules, sink);
}

/// The options that base Catan does not have.
#[inline(always)]
fn own(options: &Options, sink: &mut impl Sink) {
    let mut choice = |name: &'static str, number: u8| sink.put(name, 3, CHOICE, f32::from(number));
    choice("ck_pillage_no_settlement", options.ck_pillage_no_settlement as u8);
    choice("ck_fifth_card", options.ck_fifth_card as u8);
    choice("ck_progress_draw", options.ck_progress_draw as u8);
    choice("ck_chased_robber", options.ck_chased_robber as u8);
    choice("ck_level4_city", options.ck_level4_city as u8);
    choice("ck_defender_supply", options.ck_defender_supply as u8);
    choice("ck_zero_defence_reward", options.ck_zero_defence_reward.into());
    choice("ck_null_play", options.ck_null_play as u8);
    choice("ck_deserter_substitute", options.ck_deserter_substitute as u8);
    choice("ck_commercial_harbor", options.ck_commercial_harbor as u8);
    choice("ck_robber_start", options.ck_robber_start as u8);
    choice("ck_barbarian_variant", options.ck_barbarian_variant as u8);
    choice("ck_merchant_on_desert", options.ck_merchant_on_desert as u8);
    choice("ck_deserter_acts", options.ck_deserter_acts as u8);
    choice("barbarian_loser", options.barbarian_loser as u8);
    choice("ck_barbarian_compared", options.ck_barbarian_compared as u8);
    choice("ck_pillaged_roads", options.ck_pillaged_roads as u8);
    choice("ck_knight_route", options.ck_knight_route as u8);
    choice("ck_deserter_mighty", options.ck_deserter_mighty as u8);
    choice("ck_metropolis_takeover", options.ck_metropolis_takeover as u8);
    choice("ck_metropolis_placing", options.ck_metropolis_placing as u8);
    choice("ck_crane_first_level", options.ck_crane_first_level as u8);
    choice("ck_merchant_trades", options.ck_merchant_trades as u8);
    choice("ck_progress_play", options.ck_progress_play as u8);
}
