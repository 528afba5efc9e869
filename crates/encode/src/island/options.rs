//! The options that all games on the island have.

use crate::sink::{Sink, flag};
use catan::CommonOptions;
use catan::options::{
    BankRates, BankSameKind, RobberTheft, RobberVictims, ShortageSinglePlayer, TradeBuild, TradeSameKind,
};

/// Channels of [`common`].
pub(crate) const COMMON_CHANNELS: usize = 15;

/// The differences between the games in what these options mean.
pub(crate) struct Meaning {
    /// The most points that a game may be played for.
    pub(crate) victory_points_max: i32,
    /// The rule of the discard limit, for the documentation.
    pub(crate) discard_limit: &'static str,
    /// The rule of combined trading and building.
    pub(crate) combined: &'static str,
    /// The rule of the friendly robber.
    pub(crate) friendly_robber: &'static str,
}

/// The rule switches that all games on the island have and that matter once it is laid out.
#[inline(always)]
pub(crate) fn common(options: &impl CommonOptions, meaning: &Meaning, sink: &mut impl Sink) {
    sink.put("players", 4, "seats at the table", f32::from(options.players()));
    sink.put(
        "victory points",
        meaning.victory_points_max,
        "points that win",
        f32::from(options.victory_points()),
    );
    sink.put("discard limit", 95, meaning.discard_limit, f32::from(options.discard_limit()));
    flag(sink, "combined", meaning.combined, options.trade_build() == TradeBuild::Combined);
    flag(
        sink,
        "any victim",
        "whether seats without cards can be robbed",
        options.robber_victims() == RobberVictims::AnyAdjacent,
    );
    flag(sink, "friendly robber", meaning.friendly_robber, options.friendly_robber());
    flag(
        sink,
        "overlap",
        "whether exchanges may have a kind on both sides",
        options.trade_same_kind() == TradeSameKind::ForbidIdenticalOnly,
    );
    flag(
        sink,
        "may leave a free road",
        "whether the second free road may be left",
        options.road_building_may_stop(),
    );
    flag(sink, "auto declare", "whether victory is declared by itself", options.auto_declare());
    flag(
        sink,
        "single shortage pays nothing",
        "whether a single seat gets nothing in a shortage",
        options.shortage_single_player() == ShortageSinglePlayer::PayNothing,
    );
    let limit = options.offer_limit().map_or(256, u16::from);
    sink.put(
        "offer limit",
        256,
        "offers and proposals a seat may make in a turn; 256: any number",
        f32::from(limit),
    );
    let turns = options.turn_limit().unwrap_or(0).min(32767);
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
        options.bank_rates() == BankRates::Best,
    );
    flag(
        sink,
        "may decline theft",
        "whether the theft may be declined",
        options.robber_theft() == RobberTheft::May,
    );
    flag(
        sink,
        "same kind at supply",
        "whether the supply gives a card of the kind it is given",
        options.bank_same_kind() == BankSameKind::Allow,
    );
}
