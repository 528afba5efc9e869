//! A position of Kerbe: what every game is told by.

use super::Shown;
use kerbe::Kerbe;

impl Shown for Kerbe {}
