//! Symbols of the 25 progress cards: within 32 units around (0, 0), drawn on parchment in the frame of their area. In
//! the markup `~` begins a class of [`super::PAINTS`], as in [`super::pieces`].

use super::pieces;
use ::catan::cities_and_knights::{Progress, Strength};

/// The markup of a card's symbol.
pub(super) fn progress(card: Progress) -> String {
    let scaled = |markup: &str, x: f32, y: f32, scale: f32| {
        format!("<g transform=\"translate({x} {y}) scale({scale})\">{markup}</g>")
    };
    match card {
        // What the box has as pieces, too.
        Progress::Engineer => {
            format!("<g transform=\"translate(-.5 -20) scale(.43 .9)\">{}</g>", pieces::WALL)
        }
        Progress::Merchant => scaled(&pieces::MERCHANT.replace("~line", "~sail-line"), 0.0, 0.5, 0.6),
        Progress::Warlord => scaled(pieces::SWORDS, 0.0, 2.5, 0.43),
        Progress::Smith => format!("{}{}", scaled(&pieces::knight(Strength::Strong), 6.0, -2.0, 0.42), ANVIL),
        Progress::Deserter => {
            format!("{}{}", scaled(&pieces::knight(Strength::Basic), -6.0, 0.0, 0.5), LEAVING)
        }
        Progress::Intrigue => {
            format!("{}{}", scaled(&pieces::knight(Strength::Basic), 6.0, 1.0, 0.46), DAGGER)
        }
        card => drawn(card).to_owned(),
    }
}

const ANVIL: &str = r##"<path class="~iron-dark" d="M-14 4H4v4h-3q-3 1 -3 4h3v3H-11v-3h3q0 -5 -6 -8z"/>"##;
const LEAVING: &str = r##"<path class="~mark-red" d="M4 -3.500h5v-4.500l6.5 8l-6.5 8v-4.500h-5z"/>"##;
const DAGGER: &str = r##"<g transform="translate(-8 1) rotate(45)"><path class="~steel" d="M-2.5 3V-11L0 -15L2.5 -11V3z"/><path class="~grip" d="M-6 3H6V6H-6zM-1.8 6h3.600v7h-3.600z"/></g>"##;

/// Returns the art of the cards that have drawings of their own.
const fn drawn(card: Progress) -> &'static str {
    match card {
        // A flask that bubbles.
        Progress::Alchemist => {
            r##"<path class="~sail-pale" d="M-3.5 -14H3.500V-5L11.5 9Q13 13.5 9 14H-9Q-13 13.5 -11.5 9L-3.5 -5z"/><path class="~leaf" d="M-7 3H7L11 10Q12 13 9 13H-9Q-12 13 -11 10z"/><path class="~outline" d="M-3.5 -14H3.500V-5L11.5 9Q13 13.5 9 14H-9Q-13 13.5 -11.5 9L-3.5 -5zM-5.5 -14H5.5"/><circle class="~pip" cx="-2.5" cy="8" r="2"/><circle class="~pip" cx="3.5" cy="6" r="1.5"/><circle class="~leaf" cx="1" cy="-2" r="1.6"/>"##
        }
        // A crane with a stone.
        Progress::Crane => {
            r##"<path class="~grip" d="M-11 14V-12h4V14zM-13 -12H11v3.500H-13zM-7 -3L1 -9.500L-1.5 -9.500L-7 -6z"/><path class="~outline" d="M9 -8.500V0"/><path class="~stone" d="M3.5 0H14V8H3.500z"/><path class="~grip" d="M-15 12H-3v3H-15z"/>"##
        }
        // Two numbers that change places.
        Progress::Inventor => {
            r##"<circle class="~sail-line" cx="-7" cy="0" r="7"/><circle class="~sail-line" cx="7" cy="0" r="7"/><path class="~mark-red" d="M-9 -9.500Q0 -16 8 -10.500L10 -13L11.5 -6.500L4.5 -6.800L6.3 -8.700Q0 -12.5 -7.5 -7.600z"/><path class="~mark-red" d="M9 9.500Q0 16 -8 10.500L-10 13L-11.5 6.500L-4.5 6.800L-6.3 8.700Q0 12.5 7.5 7.600z"/><path class="~outline" d="M-8.5 -2.500l2 -1.500v8M4.8 -2q0 -2 2 -2t2 2q0 2 -4 6h4.4"/>"##
        }
        // A drop above an ear of grain.
        Progress::Irrigation => {
            r##"<path class="~water" d="M-6 -14Q0 -5 0 -1a6 6 0 0 1 -12 0Q-12 -5 -6 -14z"/><path class="~water" d="M8 -14Q11 -9.5 11 -7.300a3.2 3.2 0 0 1 -6.4 0Q4.6 -9.5 8 -14z"/><path class="~outline" d="M4 15V2"/><path class="~iron" d="M4 -2q3 3 0 6q-3 -3 0 -6zM4 8q1 -4 6 -4.500q0 5 -6 7.500q-6 -2.5 -6 -7.500q5 .5 6 4.500z"/>"##
        }
        // A bottle with a cross.
        Progress::Medicine => {
            r##"<path class="~sail-line" d="M-5 -14H5V-10H3.500V-7Q10 -5 10 1V11Q10 14.5 6.5 14.500H-6.500Q-10 14.5 -10 11V1Q-10 -5 -3.5 -7V-10H-5z"/><path class="~mark-red" d="M-2.2 -3.500h4.400v4h4v4.400h-4v4h-4.400v-4h-4v-4.400h4z"/>"##
        }
        // A pickaxe over ore.
        Progress::Mining => {
            r##"<path class="~iron-dark" d="M-13 14L-9 5L-1 3L6 7L9 14z"/><g transform="rotate(42)"><path class="~grip" d="M-1.8 -8h3.600V17h-3.600z"/><path class="~steel" d="M-12 -5Q0 -16 12 -5Q0 -9.5 -12 -5z"/></g>"##
        }
        // A printed page with a star.
        Progress::Printer => {
            r##"<path class="~sail-line" d="M-10 -14H6L10 -10V14H-10z"/><path class="~outline" d="M-6.5 5.500H6.500M-6.5 9.500H3"/><path class="~iron" d="M0 -11.500L2.6 -6L8 -5.500L4 -1.700L5.2 3.600L0 .8L-5.2 3.600L-4 -1.700L-8 -5.500L-2.6 -6z"/>"##
        }
        // Two roads.
        Progress::RoadBuilding => {
            r##"<g transform="rotate(-30)"><path class="~grip" d="M-13 -8.500H11a2.5 2.5 0 0 1 0 6H-13a2.5 2.5 0 0 1 0 -6z"/><path class="~cart" d="M-11 2.500H13a2.5 2.5 0 0 1 0 6H-11a2.5 2.5 0 0 1 0 -6z"/></g>"##
        }
        // A mitre.
        Progress::Bishop => {
            r##"<path class="~sail-line" d="M-9.5 13V-1Q-7 -10 0 -15Q7 -10 9.5 -1V13z"/><path class="~iron" d="M-9.5 7H9.500V13H-9.500z"/><path class="~mark-red" d="M-1.5 -10h3v4.500h4.500v3H1.500V5h-3V-2.500H-6v-3h4.500z"/>"##
        }
        // A charter with a seal.
        Progress::Constitution => {
            r##"<path class="~sail-line" d="M-9 -14H11a3 3 0 0 1 0 6H8V11H-11a3 3 0 0 1 0 -6H-9z"/><path class="~outline" d="M-5 -8.500H4.500M-5 -4H4.500M-5 .5H2"/><path class="~mark-red" d="M3 8l-2 7.500l3.5 -2l3.5 2l-2 -7.500z"/><circle class="~iron" cx="4.5" cy="7" r="4.5"/>"##
        }
        // A road crossed out.
        Progress::Diplomat => {
            r##"<g transform="rotate(-30)"><path class="~grip" d="M-14 -3.500H14a3 3 0 0 1 0 7H-14a3 3 0 0 1 0 -7z"/></g><path class="~mark-red" d="M-9.5 -12L0 -2.800L9.5 -12L12 -9.500L2.8 0L12 9.500L9.5 12L0 2.800L-9.5 12L-12 9.500L-2.8 0L-12 -9.500z"/>"##
        }
        // A bomb.
        Progress::Saboteur => {
            r##"<circle class="~iron-dark" cx="-2" cy="4" r="10"/><path class="~iron-dark" d="M2.5 -7.500l5 3.200l2.5 -3.500l-5 -3.500z"/><path class="~outline" d="M8 -9.500Q10 -14 14 -12"/><path class="~mark-red" d="M14 -16l1 3l2.5 -.5l-1.7 2l1.7 2.500l-3 -1l-2 2l0 -3l-2.8 -1.500l3 -.8z"/><path class="~sail-pale" fill-opacity=".5" d="M-8 2a7 7 0 0 1 5 -5l.6 2a5 5 0 0 0 -3.6 3.600z"/>"##
        }
        // An eye.
        Progress::Spy => {
            r##"<path class="~sail-line" d="M-15 1Q0 -15 15 1Q0 14 -15 1z"/><circle class="~water" cy="0" r="6"/><circle class="~band" cy="0" r="2.8"/><path class="~outline" d="M-12 -8l-2 -3M-5 -11l-1 -3.500M5 -11l1 -3.500M12 -8l2 -3"/>"##
        }
        // Two rings.
        Progress::Wedding => {
            r##"<circle class="~ring-under" cx="-5.5" cy="3" r="7.5"/><circle class="~ring" cx="-5.5" cy="3" r="7.5"/><circle class="~ring-under" cx="5.5" cy="3" r="7.5"/><circle class="~ring" cx="5.5" cy="3" r="7.5"/><path class="~water" d="M2 -10L5.5 -14L9 -10L5.5 -5z"/>"##
        }
        // An anchor.
        Progress::CommercialHarbor => {
            r##"<path class="~iron-dark" d="M-1.8 -7h3.600v3.500h6v3.500h-6v9.500q6 -1 7.5 -6.500l-3 .8l4.5 -6l4.5 6l-2.8 -.7Q11 14 0 15.500Q-11 14 -12.5 3.100l-2.8 .7l4.5 -6l4.5 6l-3 -.8q1.5 5.5 7.5 6.500V0h-6v-3.500h6z"/><circle class="~ring-thin" cy="-10.5" r="3.4"/>"##
        }
        // A full purse.
        Progress::MasterMerchant => {
            r##"<path class="~grip" d="M-4 -8Q-15 3 -12 11Q-9 14.5 0 14.500Q9 14.5 12 11Q15 3 4 -8z"/><path class="~grip" d="M-7 -14Q-3 -11 0 -13.500Q3 -11 7 -14L4 -7.500H-4z"/><circle class="~iron" cy="4" r="5.5"/><path class="~outline" d="M0 1v6"/>"##
        }
        // A crown above bricks.
        Progress::ResourceMonopoly => {
            r##"<path class="~iron" d="M-9 -2L-12 -12L-5 -8L0 -15L5 -8L12 -12L9 -2z"/><path class="~clay" d="M-12 8.500h11.500v6h-11.500zM.5 8.500h11.500v6h-11.500zM-6 1.500h12v6h-12z"/>"##
        }
        // A crown above coins.
        Progress::TradeMonopoly => {
            r##"<path class="~iron" d="M-9 -2L-12 -12L-5 -8L0 -15L5 -8L12 -12L9 -2z"/><circle class="~ring-coin" cx="-7" cy="8" r="6"/><circle class="~ring-coin" cx="7" cy="8" r="6"/><circle class="~ring-coin" cy="9" r="6"/>"##
        }
        // A ship under sail.
        Progress::MerchantFleet => {
            r##"<path class="~hull" d="M-1.2 -15h2.400V8h-2.400zM-14 5Q0 8.5 14 5Q13 12 9 14.500H-9Q-13 12 -14 5z"/><path class="~sail-line" d="M-10 -12.500Q0 -15.5 10 -12.500Q13 -4 9.5 3Q0 .5 -9.5 3Q-13 -4 -10 -12.500z"/><circle class="~iron" cy="-5.5" r="4"/>"##
        }
        // Made of pieces.
        Progress::Engineer
        | Progress::Merchant
        | Progress::Warlord
        | Progress::Smith
        | Progress::Deserter
        | Progress::Intrigue => "",
    }
}
