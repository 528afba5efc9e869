//! The differences between the encodings of the three games.

use crate::sink::{Sink, flag};
use carcassonne::options::ConsolationFor;
use carcassonne::{
    Base, Bonus, DoubleTurn, FarmScoring, Game, LayoutLimit, NewWorld, Rules, SecondTile, SmallCity,
    SpecialFigures, Store, Traders,
};

/// The properties of a tile-laying game that determine its encoding.
pub trait TileGame: Rules + Send + Sync {
    /// The most empty places beside tiles while a tile is in hand: `n` connected tiles have at most `2 n + 2`, as in a straight
    /// line, since each but the first takes one place away and adds at most three. `n` counts all tiles but the one in hand, and
    /// the start spaces.
    const PLACES: usize;
    /// Kinds of figures that may be deployed: followers, then builders and pigs.
    const FIGURES: usize;
    /// Whether a second tile is offered.
    const OFFERS_SECOND: bool;
    /// The most buildings that may wait to be settled.
    const SETTLES: usize;
    /// Points, figures and goods: the number of kinds of tiles.
    const KINDS_ROWS: &'static [usize];
    /// Rows of the places.
    const PLACES_ROWS: &'static [usize];
    /// Rows of the buildings that wait.
    const SETTLE_ROWS: &'static [usize];
    /// Rows of the seats.
    const SEATS_ROWS: &'static [usize];
    /// The number of rule switches in the observation.
    const OPTIONS: usize;

    /// The first code of the block for figures.
    const DEPLOY: usize = 4 * Self::PLACES;
    /// The code of passing.
    const PASS: usize = Self::DEPLOY + 8 * Self::FIGURES;
    /// The first code after it: taking the second tile, then ending the turn.
    const SECOND: usize = Self::PASS + 1;
    /// The first code of buildings that wait.
    const SETTLE: usize = Self::SECOND + if Self::OFFERS_SECOND { 2 } else { 0 };
    /// The number of codes.
    const END: usize = Self::SETTLE + Self::SETTLES;

    /// The rule switches that matter.
    #[doc(hidden)]
    fn options(game: &Game<Self>, sink: &mut impl Sink);
}

/// Returns the most empty places beside so many tiles and start spaces; see [`TileGame::PLACES`].
const fn places(tiles: usize) -> usize {
    2 * tiles + 2
}

macro_rules! tile_game {
    ($Game:ty, tiles $tiles:expr, figures $figures:expr, second $second:expr, settles $settles:expr, options $options:expr,
     |$game:ident, $sink:ident| $write:block) => {
        impl TileGame for $Game {
            const PLACES: usize = places($tiles);
            const FIGURES: usize = $figures;
            const OFFERS_SECOND: bool = $second;
            const SETTLES: usize = $settles;
            const KINDS_ROWS: &'static [usize] = &[<$Game as carcassonne::land::Extent>::KINDS.len()];
            const PLACES_ROWS: &'static [usize] = &[Self::PLACES];
            const SETTLE_ROWS: &'static [usize] = &[$settles];
            const SEATS_ROWS: &'static [usize] = &[<$Game as Rules>::SEATS_MAX];
            const OPTIONS: usize = $options;

            #[inline]
            fn options($game: &Game<Self>, $sink: &mut impl Sink) {
                let $game = $game.options();
                $write
            }
        }

        // The table of the game has room for as many places.
        const _: () = assert!(
            <$Game as TileGame>::PLACES <= <<$Game as carcassonne::land::Extent>::Spots as Store<_>>::LEN
        );
    };
}

#[inline(always)]
fn base_options(options: &carcassonne::Options, sink: &mut impl Sink) {
    sink.put("players", 6, "seats at the table", f32::from(options.players));
    let scoring = options.farm_scoring();
    flag(
        sink,
        "first farm scoring",
        "whether fields are scored by the first edition",
        scoring == FarmScoring::First,
    );
    flag(
        sink,
        "second farm scoring",
        "whether fields are scored by the second edition",
        scoring == FarmScoring::Second,
    );
    flag(
        sink,
        "half small city",
        "whether a completed city of two tiles gives half",
        options.small_city() == SmallCity::Half,
    );
    flag(sink, "farmers", "whether anybody may be deployed in a field", options.farmers);
}

// 72 tiles, one of them in hand.
tile_game!(Base, tiles 71, figures 1, second false, settles 0, options 5, |options, sink| {
    base_options(options, sink);
});

// 96 tiles, one of them in hand.
tile_game!(Traders, tiles 95, figures 3, second true, settles 0, options 14, |options, sink| {
    base_options(&options.base, sink);
    let special = options.special_figures();
    flag(sink, "figures need followers", "whether builder and pig are tied to followers", special != SpecialFigures::NoFollowers);
    flag(sink, "figures count", "whether builder and pig count for the majority", special == SpecialFigures::Followers2003Counted);
    flag(sink, "must take second", "whether the second tile must be taken", options.double_turn() != DoubleTurn::Optional);
    flag(sink, "must take all", "whether every further tile must be taken", options.double_turn() == DoubleTurn::MandatoryAll);
    flag(sink, "second at once", "whether the second tile is drawn at once", options.second_tile() == SecondTile::Immediate);
    flag(sink, "builder chain", "whether the builder gives tile after tile", options.house_builder_chain);
    flag(sink, "goods percent", "whether goods give 10 percent of the points", options.house_goods_percent);
    flag(sink, "goods consolation", "whether single tokens are consoled", options.house_goods_consolation);
    let each = options.house_goods_consolation_for == ConsolationFor::EachKind;
    flag(sink, "consolation for each kind", "whether the consolation is for each kind without its majority", each);
});

// 95 tiles, one of them in hand, and 10 start spaces.
tile_game!(NewWorld, tiles 104, figures 1, second false, settles 16, options 7, |options, sink| {
    sink.put("players", 5, "seats at the table", f32::from(options.players));
    flag(sink, "within the board", "whether tiles may lie beside the board only", options.layout_limit == LayoutLimit::Board);
    flag(sink, "start spaces count", "whether start spaces count as tiles", options.start_spaces_count);
    flag(sink, "bonus per settler", "whether each settler in a surveyor's column gives extra points", options.bonus == Bonus::PerSettler);
    flag(sink, "bonus at the end", "whether extra points are given in the final scoring", options.bonus_in_final_scoring);
    flag(sink, "remove without move", "whether settlers in the east go when no surveyor could move", options.remove_without_move);
    sink.put("symbol points", 2, "points of a flag or trading post in the final scoring", f32::from(options.final_symbol_points));
});
