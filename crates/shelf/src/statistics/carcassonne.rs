//! Carcassonne, Traders & Builders and Mayflower have neither dice nor cards to count.

use super::Counted;
use ::carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};

impl Counted for Carcassonne {}
impl Counted for TradersAndBuilders {}
impl Counted for Mayflower {}
