//! A table of Cities & Knights.

use crate::TablePage;
use crate::cities_and_knights::CitiesAndKnightsTable;
use maud::{Markup, html};

/// The title of the page.
pub(crate) fn title(page: &TablePage<'_>, _table: &CitiesAndKnightsTable<'_>) -> String {
    page.game.kind().name().to_owned()
}

/// The `<main>` of the page: what may be done, as the game writes it.
pub(crate) fn main(page: &TablePage<'_>, table: &CitiesAndKnightsTable<'_>) -> Markup {
    let legal = table.view.legal_actions();
    html! {
        main id="main" class="desk" data-table=(page.table) data-seq=(page.seq) data-version=(page.version) {
            ul {
                @for action in (0..legal.len()).filter_map(|n| legal.get(n)) { li { (action) } }
            }
        }
    }
}
