//! The named rule switches of `CK-OPT`, and those of the base game that go on holding.

use crate::options::{
    BankRates, BankSameKind, CommonOptions, HarbourPlacement, NumberPlacement, RedAdjacency, RobberTheft,
    RobberVictims, SetupKind, ShortageSinglePlayer, SpiralDirection, StartPlayer, TradeBuild, TradeSameKind,
    implement_common_options, with_common_options,
};
use game::choice;
use game::options::Values;

choice! {
    /// The fate of a lost city without a settlement piece (`CK-OPT-3`).
    pub enum Pillage { SeedRemove = "seed_remove", OfficialTip = "official_tip" }
}
choice! {
    /// The time at which a fifth progress card is discarded (`CK-OPT-4`).
    pub enum FifthCard {
        DiscardAtOnce = "discard_at_once",
        ActiveUntilEndOfTurn = "active_until_end_of_turn",
        ActiveMayPlayNow = "active_may_play_now",
    }
}
choice! {
    /// Whether progress cards are drawn by themselves (`CK-OPT-5`).
    pub enum ProgressDraw { WhenFifth = "when_fifth", Automatic = "automatic", Optional = "optional" }
}
choice! {
    /// The hexes to which a chased robber may go (`CK-OPT-6`).
    pub enum ChasedRobber { AnyHex = "any_hex", NumberedOnly = "numbered_only" }
}
choice! {
    /// Whether levels 4 and 5 need a plain city (`CK-OPT-7`).
    pub enum Level4City {
        AlwaysUnlessOwner = "always_unless_owner",
        OnlyIfAwarded = "only_if_awarded",
        Always = "always",
        EachLevel = "each_level",
    }
}
choice! {
    /// The number of Defender cards (`CK-OPT-8`).
    pub enum DefenderSupply { Unlimited = "unlimited", Six = "six" }
}
choice! {
    /// Whether a card known to do nothing may be played (`CK-OPT-10`).
    pub enum NullPlay { ForbidKnownNull = "forbid_known_null", Allow = "allow" }
}
choice! {
    /// The substitutes allowed for a deserter (`CK-OPT-11`).
    pub enum DeserterSubstitute { Basic = "basic", AnyLower = "any_lower" }
}
choice! {
    /// The number of times that Commercial Harbor may force the same opponent (`CK-OPT-12`).
    pub enum CommercialHarbor { PerTurn = "per_turn", PerCard = "per_card" }
}
choice! {
    /// The place of the robber before the first attack, and whether it moves (`CK-OPT-13`).
    pub enum RobberStart {
        DesertLocked = "desert_locked",
        BesideTrack = "beside_track",
        DesertFree = "desert_free",
    }
}
choice! {
    /// Whether all active knights fight (`CK-OPT-14`).
    pub enum BarbarianVariant { All = "all", Choose = "choose" }
}
choice! {
    /// Whether the merchant may stand on the desert (`CK-OPT-15`).
    pub enum MerchantOnDesert { Allow = "allow", Forbid = "forbid" }
}
choice! {
    /// The board (`CK-OPT-16`).
    pub enum Board { Variable = "variable", CkBeginner = "ck_beginner" }
}
choice! {
    /// The time from which a knight that deserted may act (`CK-OPT-18`).
    pub enum DeserterActs { SameTurn = "same_turn", NextTurn = "next_turn" }
}
choice! {
    /// The measure that determines the losers against the barbarians (`CK-OPT-19`).
    pub enum BarbarianLoser { Strength = "strength", Count = "count" }
}
choice! {
    /// The seats that are compared when the barbarians have won (`CK-OPT-20`).
    pub enum Compared { WithPlainCity = "with_plain_city", All = "all" }
}
choice! {
    /// The roads that are lost with a city that is removed (`CK-OPT-21`).
    pub enum PillagedRoads { Adjacent = "adjacent", Connected = "connected" }
}
choice! {
    /// The intersections to which knights move and displace (`CK-OPT-22`).
    pub enum KnightRoute { Connected = "connected", AnyOwnRoad = "any_own_road" }
}
choice! {
    /// Whether Deserter places a mighty knight without the Fortress (`CK-OPT-23`).
    pub enum DeserterMighty { Always = "always", WithFortress = "with_fortress" }
}
choice! {
    /// The seat that takes a metropolis at level 5 (`CK-OPT-24`).
    pub enum MetropolisTakeover { BeforeHolder = "before_holder", AnyLevel5 = "any_level5" }
}
choice! {
    /// Whether the seat that gains a metropolis must place it (`CK-OPT-25`).
    pub enum MetropolisPlacing { Must = "must", May = "may" }
}
choice! {
    /// The effect of a Crane on the price of an area's first level (`CK-OPT-26`).
    pub enum CraneFirstLevel { Free = "free", OneCommodity = "one_commodity" }
}
choice! {
    /// The kinds of cards that the merchant trades two for one (`CK-OPT-27`).
    pub enum MerchantTrades { Resource = "resource", Hex = "hex" }
}
choice! {
    /// The earliest moment in a turn to play progress cards (`CK-OPT-28`).
    pub enum ProgressPlay { AfterProduction = "after_production", AfterDice = "after_dice" }
}

game::options! {
    /// All rule switches of Cities & Knights; those of the base game hold as there (`CK-OPT-17`).
    pub struct Options of "cities-and-knights" {
        players: u8 = "4", Values::Range(2, 4), "CATAN-OPT-17", "seats at the table";
        start_player: StartPlayer = "A", Values::SeatOr(4, &["random", "highest_roll"]),
            "CATAN-OPT-2",
            "who begins: a seat (for example the oldest player's), any seat, or, as experienced players do with the \
             variable set-up, the highest roll of two dice";
        numbers: NumberPlacement = "spiral", Values::Names(NumberPlacement::NAMES),
            "CATAN-OPT-4", "how number tokens are laid";
        spiral_direction: SpiralDirection = "ccw", Values::Names(SpiralDirection::NAMES),
            "CATAN-OPT-5", "which way the spiral of number tokens runs";
        red_adjacency: RedAdjacency = "forbid", Values::Names(RedAdjacency::NAMES),
            "CATAN-OPT-6", "whether 6 and 8 may be neighbours when numbers are random";
        harbours: HarbourPlacement = "shuffled", Values::Names(HarbourPlacement::NAMES),
            "CATAN-OPT-7", "how harbours are laid on the variable board";
        robber_victims: RobberVictims = "with_cards", Values::Names(RobberVictims::NAMES),
            "CATAN-OPT-9", "who can be robbed";
        friendly_robber: bool = "false", Values::Switch,
            "CATAN-OPT-10", "whether the robber spares players with 2 or fewer points";
        discard_limit: u8 = "7", Values::Range(1, 95),
            "CATAN-OPT-11", "who holds more cards, walls aside, discards half on a 7";
        trade_same_kind: TradeSameKind = "forbid_any_overlap", Values::Names(TradeSameKind::NAMES),
            "CATAN-OPT-13", "which exchanges of a kind for itself are forbidden between players";
        road_building_may_stop: bool = "true", Values::Switch,
            "CATAN-OPT-14", "whether the second free road may be left";
        auto_declare: bool = "true", Values::Switch,
            "CATAN-OPT-15", "whether victory is declared by itself as soon as it is reached";
        shortage_single_player: ShortageSinglePlayer = "pay_rest", Values::Names(ShortageSinglePlayer::NAMES),
            "CATAN-OPT-16", "what a single player gets in a shortage";
        offer_limit: Option<u8> = "none", Values::RangeOrNone(0, 200),
            "CATAN-OPT-18", "offers and proposals per seat and turn; 0: no trade between players";
        turn_limit: Option<u16> = "none", Values::RangeOrNone(1, 60_000),
            "CATAN-OPT-19", "the game ends without a winner after this many turns";
        bank_rates: BankRates = "all", Values::Names(BankRates::NAMES),
            "CATAN-OPT-20", "which rates may be used at the supply: all that a player has, or the best alone";
        robber_theft: RobberTheft = "must", Values::Names(RobberTheft::NAMES),
            "CATAN-OPT-21", "whether the theft after moving the robber may be declined";
        bank_same_kind: BankSameKind = "forbid", Values::Names(BankSameKind::NAMES),
            "CATAN-OPT-22", "whether the supply gives a card of the kind that it is given";
        victory_points: u8 = "13", Values::Range(3, 30),
            "CK-OPT-1", "how many points win";
        trade_build: TradeBuild = "combined", Values::Names(&["combined", "separate"]),
            "CK-OPT-2", "whether trade ends with the first payment of a turn";
        ck_pillage_no_settlement: Pillage = "seed_remove", Values::Names(Pillage::NAMES),
            "CK-OPT-3", "what happens to a lost city without a settlement piece left";
        ck_fifth_card: FifthCard = "discard_at_once", Values::Names(FifthCard::NAMES),
            "CK-OPT-4", "when a fifth progress card is discarded";
        ck_progress_draw: ProgressDraw = "when_fifth", Values::Names(ProgressDraw::NAMES),
            "CK-OPT-5", "whether progress cards are drawn by themselves, or who draws is asked";
        ck_chased_robber: ChasedRobber = "any_hex", Values::Names(ChasedRobber::NAMES),
            "CK-OPT-6", "where a chased robber may go";
        ck_level4_city: Level4City = "always_unless_owner", Values::Names(Level4City::NAMES),
            "CK-OPT-7", "when levels 4 and 5 need a city without a metropolis";
        ck_defender_supply: DefenderSupply = "unlimited", Values::Names(DefenderSupply::NAMES),
            "CK-OPT-8", "how many Defender cards there are";
        ck_zero_defence_reward: bool = "false", Values::Switch,
            "CK-OPT-9", "whether all are rewarded for a defence without any knight";
        ck_null_play: NullPlay = "forbid_known_null", Values::Names(NullPlay::NAMES),
            "CK-OPT-10", "whether a card known to do nothing may be played";
        ck_deserter_substitute: DeserterSubstitute = "basic", Values::Names(DeserterSubstitute::NAMES),
            "CK-OPT-11", "what may be placed for a deserted knight";
        ck_commercial_harbor: CommercialHarbor = "per_turn", Values::Names(CommercialHarbor::NAMES),
            "CK-OPT-12", "how often Commercial Harbor forces the same opponent";
        ck_robber_start: RobberStart = "desert_locked", Values::Names(RobberStart::NAMES),
            "CK-OPT-13", "where the robber waits for the first attack, and whether it moves before";
        ck_barbarian_variant: BarbarianVariant = "all", Values::Names(BarbarianVariant::NAMES),
            "CK-OPT-14", "whether all active knights fight, or those that their owners choose";
        ck_merchant_on_desert: MerchantOnDesert = "allow", Values::Names(MerchantOnDesert::NAMES),
            "CK-OPT-15", "whether the merchant may stand on the desert";
        ck_board: Board = "variable", Values::Names(Board::NAMES),
            "CK-OPT-16", "the board: variable, or the beginner map of the expansion";
        ck_deserter_acts: DeserterActs = "same_turn", Values::Names(DeserterActs::NAMES),
            "CK-OPT-18", "when a knight that deserted may act";
        barbarian_loser: BarbarianLoser = "strength", Values::Names(BarbarianLoser::NAMES),
            "CK-OPT-19", "whether the weakest against the barbarians is found by strength or by counting knights";
        ck_barbarian_compared: Compared = "with_plain_city", Values::Names(Compared::NAMES),
            "CK-OPT-20", "who is compared when the barbarians have won";
        ck_pillaged_roads: PillagedRoads = "adjacent", Values::Names(PillagedRoads::NAMES),
            "CK-OPT-21", "which roads are lost with a city that becomes no settlement";
        ck_knight_route: KnightRoute = "connected", Values::Names(KnightRoute::NAMES),
            "CK-OPT-22", "where knights move and displace";
        ck_deserter_mighty: DeserterMighty = "always", Values::Names(DeserterMighty::NAMES),
            "CK-OPT-23", "whether a mighty knight may be placed for a deserted one without the Fortress";
        ck_metropolis_takeover: MetropolisTakeover = "before_holder", Values::Names(MetropolisTakeover::NAMES),
            "CK-OPT-24", "who takes a metropolis by reaching level 5";
        ck_metropolis_placing: MetropolisPlacing = "must", Values::Names(MetropolisPlacing::NAMES),
            "CK-OPT-25", "whether whoever gains a metropolis must place it, or may decline";
        ck_crane_first_level: CraneFirstLevel = "free", Values::Names(CraneFirstLevel::NAMES),
            "CK-OPT-26", "whether a Crane makes the first level of an area free, or that always costs one commodity";
        ck_merchant_trades: MerchantTrades = "resource", Values::Names(MerchantTrades::NAMES),
            "CK-OPT-27", "what the merchant trades two for one: the resource of its hex, or its commodity too";
        ck_progress_play: ProgressPlay = "after_production", Values::Names(ProgressPlay::NAMES),
            "CK-OPT-28", "whether progress cards are played after the production, or as soon as the dice have fallen";
    }
}

with_common_options!(implement_common_options);

impl Options {
    /// The switches of the base game that say how the island is laid out.
    pub(crate) fn board(&self) -> crate::Options {
        crate::Options {
            players: self.players,
            setup: SetupKind::Variable,
            numbers: self.numbers,
            spiral_direction: self.spiral_direction,
            red_adjacency: self.red_adjacency,
            harbours: Some(self.harbours),
            ..crate::Options::default()
        }
    }
}
