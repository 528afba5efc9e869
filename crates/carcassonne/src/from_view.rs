//! From the document of a view back to a position. Nothing is hidden, so nothing is made up.

use crate::{
    Figure, FigureSetup, Game, Place, Points, Rules, SeatSetup, Segment, Setup, TileKind, TileSetup,
};
use game::options::NamedOptions;
use game::{Field, Seat, ViewError};
use std::collections::BTreeMap;

/// The setup of a view.
pub(crate) fn setup_of_view<R: Rules>(view: &Field<'_>) -> Result<Setup<R>, ViewError> {
    let options: R::Options = view.field("options").read()?;
    options.validate().map_err(|faults| {
        let fault = faults.into_iter().next().map_or_else(String::new, |fault| fault.to_string());
        view.field("options").fault(fault)
    })?;
    let mut setup = Setup::<R> {
        active: view.field("active").read()?,
        start: view.field("start").given()?.unwrap_or(Seat::A),
        turn: view.field("turns").given()?,
        phase: view.field("phase").read()?,
        part: view.field("part").given()?,
        surveyors: view.field("surveyors").given()?,
        ..Setup::default()
    };
    for (seat, has) in view.field("seats").seats(R::players(&options))? {
        setup.seats.insert(seat, seat_setup(&has)?);
    }
    // What lies from the start comes first, and is not among the tiles of a setup.
    let implied = Game::<R>::new(&options).land().tiles().len();
    for item in view.field("tiles").items()?.iter().skip(implied) {
        let tile = TileSetup {
            tile: item.field("tile").read()?,
            cell: item.field("cell").read()?,
            rotation: item.field("rotation").read()?,
        };
        setup.figures.extend(figure(&item.field("figure"), tile)?);
        setup.tiles.push(tile);
    }
    for (tile, count) in view.field("removed").read::<BTreeMap<TileKind, u8>>()? {
        setup.removed.extend(std::iter::repeat_n(tile, count.into()));
    }
    Ok(Setup { options, ..setup }.with_own_kinds())
}

fn seat_setup(has: &Field<'_>) -> Result<SeatSetup, ViewError> {
    let points = has.field("points");
    let part = |name: &str| points.field(name).read::<u16>();
    Ok(SeatSetup {
        score: Points {
            roads: part("roads")?,
            cities: part("cities")?,
            monasteries: part("monasteries")?,
            fields: part("fields")?,
            goods: part("goods")?,
            extra: part("extra")?,
            earlier: part("earlier")?,
        },
        followers: Some(has.field("followers").read()?),
        goods: has.field("goods").given()?,
    })
}

/// The figure on a tile.
fn figure(field: &Field<'_>, on: TileSetup) -> Result<Option<FigureSetup>, ViewError> {
    if field.given::<serde::de::IgnoredAny>()?.is_none() {
        return Ok(None);
    }
    let segment: Segment = field.field("segment").read()?;
    let place = Place { cell: on.cell, segment };
    Ok(Some(FigureSetup {
        seat: field.field("seat").read()?,
        figure: field.field("figure").read::<Figure>()?,
        place,
    }))
}
