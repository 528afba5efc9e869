//! A position of Kerbe as a picture.

use super::Shown;
use draw::{Style, kerbe::kerbe_svg};
use game::Game;
use kerbe::{Event, Kerbe};

impl Shown for Kerbe {
    fn picture(&self, _: &[Event], style: &Style) -> String {
        let legal: Vec<_> = self.legal_actions(self.active()).into_iter().collect();
        kerbe_svg(self, &legal, style)
    }
}
