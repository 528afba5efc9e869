//! The record of a table as a file, for pages and the API.

use super::App;
use super::answer::file;
use super::problem::{ErrorCode, Problem};
use axum::response::Response;
use live::hub::LiveTable;
use std::sync::Arc;

/// The record of a table as a file.
pub(crate) async fn record_of(app: &App, live: Arc<LiveTable>) -> Result<Response, Problem> {
    app.work(move |_| write_record(&live)).await?
}

fn write_record(live: &LiveTable) -> Result<Response, Problem> {
    let record = live.look().record().ok_or_else(|| {
        Problem::new(
            ErrorCode::StillSecret,
            "the record holds everybody's secrets; it can be downloaded when the game is over",
        )
    })?;
    let text =
        record.write(Vec::new()).map_err(|error| Problem::new(ErrorCode::Internal, error.to_string()))?;
    Ok(file("application/x-ndjson", &format!("{}-{}.neuland", record.header.game, live.id()), text))
}
