//! The merchant (`CK-MERCH`).

use crate::cities_and_knights::illegal::bad_target;
use crate::cities_and_knights::options::MerchantOnDesert;
use crate::cities_and_knights::{CitiesAndKnights, Illegal, LegalActions, Progress};
use crate::{HexId, HexSet};

impl CitiesAndKnights {
    /// Hexes where the merchant may be put: beside an own building (`CK-MERCH-1`), the desert by option
    /// (`CK-MERCH-5`).
    fn merchant_places(&self) -> HexSet {
        let mut places = self.hexes_beside(self.active);
        if self.options.ck_merchant_on_desert == MerchantOnDesert::Forbid {
            places.remove(self.layout.desert());
        }
        places
    }

    pub(crate) fn check_merchant(&self, hex: HexId) -> Result<(), Illegal> {
        if !self.merchant_places().contains(hex) {
            return bad_target(Progress::Merchant, "CK-MERCH-1");
        }
        self.check_effect(Progress::Merchant, self.own.merchant != Some((self.active, hex)))
    }

    #[inline]
    pub(crate) fn list_merchant(&self, legal: &mut LegalActions) {
        let mut places = self.merchant_places();
        if let Some((owner, hex)) = self.own.merchant
            && owner == self.active
            && !self.null_is_allowed()
        {
            places.remove(hex);
        }
        legal.list_merchant(places);
    }
}
