//! Pictures of positions.

use crate::message::{Request, Response};
use pages::{GameTable, Margin, Settings};

/// The picture of a position, in the look that the address asks for.
pub(crate) fn picture_of(game: &GameTable<'_>, request: &Request, margin: Margin) -> Response {
    let mut settings = Settings::default();
    for (name, value) in request.query() {
        if matches!(name.as_str(), "theme" | "board" | "names") {
            settings.set(&name, &value);
        }
    }
    Response::picture(pages::board(game, &settings, margin))
}
