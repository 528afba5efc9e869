//! The named rule switches of the three games.
//!
//! ```
//! let mut options = carcassonne::Options::default();
//! options.set("edition", "c1_2000").unwrap();
//! assert_eq!(options.farm_scoring(), carcassonne::FarmScoring::First);
//! options.set("farm_scoring", "third").unwrap();
//! assert_eq!(options.farm_scoring(), carcassonne::FarmScoring::Third);
//! ```

mod tile_counts;

pub(crate) use self::tile_counts::SEGMENTS_MAX;
pub use self::tile_counts::TileCounts;
use game::choice;
pub use game::options::StartPlayer;
use game::options::Values;

choice! {
    /// The revision by which fields are scored (`CARC-OPT-FARM`).
    pub enum FarmScoring { Third = "third", Second = "second", First = "first" }
}
choice! {
    /// The score of a completed city of two tiles (`CARC-OPT-SMALLCITY`).
    pub enum SmallCity { Full = "full", Half = "half" }
}
choice! {
    /// The edition whose scoring is played, unless options say otherwise one by one (`CARC-OPT-PRESET`).
    pub enum Edition { Current = "current", C12000 = "c1_2000", C12001 = "c1_2001" }
}
choice! {
    /// Whether builder and pig are tied to followers, and whether they count like them (`TB-OPT-FIGURE`).
    pub enum SpecialFigures {
        NoFollowers = "no_followers",
        Followers2003 = "followers_2003",
        Followers2003Counted = "followers_2003_counted",
    }
}
choice! {
    /// The rule for declining further tiles of a turn (`TB-OPT-DOUBLE`).
    pub enum DoubleTurn { Optional = "optional", Mandatory = "mandatory", MandatoryAll = "mandatory_all" }
}
choice! {
    /// The beneficiaries of the consolation for goods (`TB-HOUSE-6`).
    pub enum ConsolationFor { EachKind = "each_kind", NoMajority = "no_majority" }
}
choice! {
    /// The time at which the second tile of a double turn is drawn (`TB-OPT-TIMING`).
    pub enum SecondTile { AfterFirstPart = "after_first_part", Immediate = "immediate" }
}
choice! {
    /// The edition of Traders & Builders that is played, unless options say otherwise one by one (`TB-OPT-PRESET`).
    pub enum TradersEdition { Current = "current", First = "first" }
}
choice! {
    /// The limit of the layout (`MAY-OPT-NS`).
    pub enum LayoutLimit { Free = "free", Board = "board" }
}
choice! {
    /// The settlers for which extra points are given (`MAY-OPT-BONUS`).
    pub enum Bonus { PerSettler = "per_settler", PerPlayer = "per_player" }
}

game::options! {
    /// The rule switches of base Carcassonne.
    pub struct Options of "carcassonne" {
        players: u8 = "2", Values::Range(2, 6), "CARC-OPT-PLAYERS", "seats at the table";
        start_player: StartPlayer = "A", Values::SeatOr(6, &["random"]), "CARC-OPT-START", "who begins: a seat, or any seat";
        /// `None` means as the edition has it.
        farm_scoring: Option<FarmScoring> = "default", Values::NamesOrDefault(FarmScoring::NAMES),
            "CARC-OPT-FARM", "which revision of the scoring of fields; by default that of the edition";
        /// `None` means as the edition has it.
        small_city: Option<SmallCity> = "default", Values::NamesOrDefault(SmallCity::NAMES),
            "CARC-OPT-SMALLCITY", "what a completed city of two tiles gives; by default as in the edition";
        farmers: bool = "true", Values::Switch,
            "CARC-OPT-FARMERS", "whether anybody may be deployed in a field";
        six_players: bool = "true", Values::Switch,
            "CARC-OPT-SIX", "whether a sixth player is admitted";
        edition: Edition = "current", Values::Names(Edition::NAMES),
            "CARC-OPT-PRESET", "the edition whose scoring is played: third and full, first and half, second and half";
    }
    conflicts {
        "no_sixth_player", "CARC-OPT-SIX", "six players need six_players=true",
            |options| options.players == 6 && !options.six_players;
    }
}

impl Options {
    /// Returns the revision by which fields are scored: that of the edition, unless the option says otherwise
    /// (`CARC-OPT-PRESET`).
    #[must_use]
    pub fn farm_scoring(&self) -> FarmScoring {
        self.farm_scoring.unwrap_or(match self.edition {
            Edition::Current => FarmScoring::Third,
            Edition::C12000 => FarmScoring::First,
            Edition::C12001 => FarmScoring::Second,
        })
    }

    /// Returns the score of a completed city of two tiles: that of the edition, unless the option says otherwise.
    #[must_use]
    pub fn small_city(&self) -> SmallCity {
        self.small_city.unwrap_or(match self.edition {
            Edition::Current => SmallCity::Full,
            Edition::C12000 | Edition::C12001 => SmallCity::Half,
        })
    }
}

game::options! {
    /// The rule switches of Traders & Builders: those of the base game, then its own.
    pub struct TradersOptions of "traders-and-builders" extends base: Options {
        /// `None` means as the edition has it.
        special_figures: Option<SpecialFigures> = "default", Values::NamesOrDefault(SpecialFigures::NAMES),
            "TB-OPT-FIGURE", "whether builder and pig are tied to followers or count like them; by default as in the edition";
        /// `None` means as the edition has it.
        double_turn: Option<DoubleTurn> = "default", Values::NamesOrDefault(DoubleTurn::NAMES),
            "TB-OPT-DOUBLE", "which further tiles of a turn may be declined: any, all but the second, none; by default as in the edition";
        /// `None` means as the edition has it.
        second_tile: Option<SecondTile> = "default", Values::NamesOrDefault(SecondTile::NAMES),
            "TB-OPT-TIMING", "whether the second tile comes after the first part or at once; by default as in the edition";
        traders_edition: TradersEdition = "current", Values::Names(TradersEdition::NAMES),
            "TB-OPT-PRESET", "the edition whose builder, pig and double turn are played: tied to followers and part after part, or as in 2003";
        house_builder_chain: bool = "false", Values::Switch,
            "TB-HOUSE-1", "house rule: the builder gives tile after tile";
        house_goods_percent: bool = "false", Values::Switch,
            "TB-HOUSE-2", "house rule: goods give 10 percent of the points, at least 10";
        house_goods_consolation: bool = "false", Values::Switch,
            "TB-HOUSE-3", "house rule: 2 points for each single token of a kind of goods without its majority";
        house_goods_consolation_for: ConsolationFor = "each_kind", Values::Names(ConsolationFor::NAMES),
            "TB-HOUSE-6", "whether the consolation is for each kind without its majority, or for players without any majority";
    }
    conflicts {
        "chain_at_once", "TB-HOUSE-4", "house_builder_chain needs second_tile=after_first_part",
            |options| options.house_builder_chain && options.second_tile() == SecondTile::Immediate;
    }
}

impl TradersOptions {
    /// Returns the rule for builder and pig: that of the edition, unless the option says otherwise (`TB-OPT-PRESET`).
    #[must_use]
    #[inline]
    pub fn special_figures(&self) -> SpecialFigures {
        self.special_figures.unwrap_or(match self.traders_edition {
            TradersEdition::Current => SpecialFigures::NoFollowers,
            TradersEdition::First => SpecialFigures::Followers2003,
        })
    }

    /// Returns the rule for declining further tiles. Both editions let the player decide.
    #[must_use]
    #[inline]
    pub fn double_turn(&self) -> DoubleTurn {
        self.double_turn.unwrap_or(match self.traders_edition {
            TradersEdition::Current | TradersEdition::First => DoubleTurn::Optional,
        })
    }

    /// Returns the time at which the second tile comes: that of the edition, unless the option says otherwise.
    #[must_use]
    #[inline]
    pub fn second_tile(&self) -> SecondTile {
        self.second_tile.unwrap_or(match self.traders_edition {
            TradersEdition::Current => SecondTile::AfterFirstPart,
            TradersEdition::First => SecondTile::Immediate,
        })
    }
}

game::options! {
    /// The rule switches of Mayflower.
    pub struct MayflowerOptions of "mayflower" {
        players: u8 = "2", Values::Range(2, 5), "MAY-OPT-PLAYERS", "seats at the table";
        start_player: StartPlayer = "A", Values::SeatOr(5, &["random"]), "MAY-OPT-START", "who begins: a seat, or any seat";
        layout_limit: LayoutLimit = "free", Values::Names(LayoutLimit::NAMES),
            "MAY-OPT-NS", "whether tiles may lie beyond the ends of the board";
        start_spaces_count: bool = "true", Values::Switch,
            "MAY-OPT-STARTCOUNT", "whether start spaces count as tiles of roads and towns";
        bonus: Bonus = "per_settler", Values::Names(Bonus::NAMES),
            "MAY-OPT-BONUS", "extra points for each settler in a surveyor's column, or for the best placed of a player";
        bonus_in_final_scoring: bool = "false", Values::Switch,
            "MAY-OPT-FINALBONUS", "whether extra points are given in the final scoring too";
        remove_without_move: bool = "true", Values::Switch,
            "MAY-OPT-PURGE", "whether settlers in the east are removed when no surveyor could move";
        final_symbol_points: u8 = "1", Values::Range(0, 2),
            "MAY-OPT-SYMBOL", "points of a flag or trading post in the final scoring";
        tiles: TileCounts = "default", Values::Counts(&TileCounts::USUAL),
            "MAY-OPT-TILES", "how many tiles of each kind the box holds, where they are not those of the reconstruction; kinds that it lacks are described";
    }
}
