//! Trade with eight kinds of cards, as the base game trades five (`CK-TRADE-1`, `CK-TRADE-5`, `CATAN-DOM`). Progress cards
//! are in no message, so nobody can trade them (`CK-TRADE-4`).

use crate::Bundle;
use crate::cities_and_knights::{CardKind, CitiesAndKnights, Event, Hand, Illegal};
use crate::options::TradeSameKind;
use crate::rules::trade::{Answer, Exchange, trades};
use game::{Observer, Seat, SeatSet};

trades!(CitiesAndKnights with Hand of CardKind);
