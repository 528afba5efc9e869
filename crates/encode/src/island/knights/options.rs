//! The rule switches of Cities & Knights as numbers.

use crate::sink::{Head, Sink, flag};
use catan::cities_and_knights::{Options, View};
use catan::options::{
    BankRates, BankSameKind, RobberTheft, RobberVictims, ShortageSinglePlayer, TradeBuild, TradeSameKind,
};

const CHOICE: &str = "the option of this name, as the number of its value in the order of the rulebook";

#[inline(always)]
pub(super) fn write(view: &View<'_>, sink: &mut impl Sink) {
    let options = view.options();
    sink.array(Head {
        name: "options",
        dtype: "int16",
        rows: &[],
        channels: 15 + 21,
        about: "the rule switches that matter once the island is laid out",
    });
    sink.put("players", 4, "seats at the table", f32::from(options.players));
    sink.put("victory points", 30, "points that win", f32::from(options.victory_points));
    sink.put(
        "discard limit",
        95,
        "who holds more cards, walls aside, discards half on a 7",
        f32::from(options.discard_limit),
    );
    flag(
        sink,
        "combined",
        "whether trade goes on after a payment",
        options.trade_build == TradeBuild::Combined,
    );
    flag(
        sink,
        "any victim",
        "whether seats without cards can be robbed",
        options.robber_victims == RobberVictims::AnyAdjacent,
    );
    flag(
        sink,
        "friendly robber",
        "whether the robber spares seats with 2 or fewer points",
        options.friendly_robber,
    );
    flag(
        sink,
        "overlap",
        "whether exchanges may have a kind on both sides",
        options.trade_same_kind == TradeSameKind::ForbidIdenticalOnly,
    );
    flag(
        sink,
        "may leave a free road",
        "whether the second free road may be left",
        options.road_building_may_stop,
    );
    flag(sink, "auto declare", "whether victory is declared by itself", options.auto_declare);
    flag(
        sink,
        "single shortage pays nothing",
        "whether a single seat gets nothing in a shortage",
        options.shortage_single_player == ShortageSinglePlayer::PayNothing,
    );
    let limit = options.offer_limit.map_or(256, u16::from);
    sink.put(
        "offer limit",
        256,
        "offers and proposals a seat may make in a turn; 256: any number",
        f32::from(limit),
    );
    let turns = options.turn_limit.unwrap_or(0).min(32767);
    sink.put(
        "turn limit",
        32767,
        "turns after which the game ends without a winner; 0: never",
        f32::from(turns),
    );
    flag(
        sink,
        "best rate only",
        "whether only the best rate may be used at the supply",
        options.bank_rates == BankRates::Best,
    );
    flag(
        sink,
        "may decline theft",
        "whether the theft may be declined",
        options.robber_theft == RobberTheft::May,
    );
    flag(
        sink,
        "same kind at supply",
        "whether the supply gives a card of the kind it is given",
        options.bank_same_kind == BankSameKind::Allow,
    );
    own(options, sink);
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
}
