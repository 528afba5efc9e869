//! Reading requests: tables, tokens and bodies, with our own words where something is wrong.

use super::App;
use super::problem::{ErrorCode, Problem};
use crate::hub::Live;
use crate::keys::{Key, KeyHash, TableId};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The table that the address names.
pub(crate) struct AtTable(pub(crate) Arc<Live>);

impl FromRequestParts<App> for AtTable {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let id: TableId = param(parts, app, "id").await?.parse().map_err(|_| Problem::no_table())?;
        Ok(AtTable(app.hub.table(id).await?))
    }
}

/// A part of the address.
pub(crate) async fn param(parts: &mut Parts, app: &App, name: &str) -> Result<String, Problem> {
    let wrong = || Problem::new(ErrorCode::NotFound, "there is nothing at this address");
    let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| wrong())?;
    let found = params.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_owned());
    found.ok_or_else(wrong)
}

/// Who asks, by the token in the `Authorization` header.
pub(crate) struct Bearer(pub(crate) Option<KeyHash>);

impl FromRequestParts<App> for Bearer {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Problem> {
        bearer(&parts.headers).map(|key| Bearer(key.map(|key| key.hash())))
    }
}

/// The key in the `Authorization` header, if there is that header.
fn bearer(headers: &HeaderMap) -> Result<Option<Key>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    match token.and_then(|token| token.parse().ok()) {
        Some(key) => Ok(Some(key)),
        None => Err(Problem::new(
            ErrorCode::BadToken,
            "the Authorization header must be `Bearer` and the 32 hexadecimal digits you got when you sat down",
        )),
    }
}

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if media_type(request.headers()) != Some("application/json") {
            return Err(Problem::new(
                ErrorCode::BadType,
                "the body must be JSON, sent with the header `Content-Type: application/json`",
            ));
        }
        let bytes = body(request, app).await?;
        serde_json::from_slice(&bytes)
            .map(JsonBody)
            .map_err(|error| Problem::new(ErrorCode::BadRequest, format!("the body cannot be read: {error}")))
    }
}

/// The body's type without its parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    text.split(';').next().map(str::trim)
}

/// The whole body, within the limit.
pub(crate) async fn body(request: Request, app: &App) -> Result<Bytes, Problem> {
    Bytes::from_request(request, app).await.map_err(|rejection: BytesRejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            let limit = app.limits.body;
            Problem::new(ErrorCode::TooLarge, format!("the body is larger than {limit} bytes"))
        } else {
            Problem::new(ErrorCode::BadRequest, "the body broke off before its end")
        }
    })
}
