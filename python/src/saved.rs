//! Texts in which objects are kept: a format, its version, a body and a checksum (docs/python.md, Saving).

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The version of all formats. It rises when a text of an older package would be read wrongly.
const VERSION: u32 = 1;

/// The longest text that is read.
const BYTES_MAX: usize = 1 << 30;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    version: u32,
    package: String,
    body: Value,
    sha256: String,
}

fn checksum(format: &str, package: &str, body: &Value) -> String {
    hex(&Sha256::digest(format!("{format} {VERSION} {package}\n{body}")))
}

/// Bytes as hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text in which something is kept.
pub(crate) fn write(py: Python<'_>, format: &str, body: &impl Serialize) -> PyResult<String> {
    let body = serde_json::to_value(body).map_err(|error| errors::parse(py, error))?;
    let package = env!("CARGO_PKG_VERSION").to_owned();
    let sha256 = checksum(format, &package, &body);
    let saved = Saved { format: format.to_owned(), version: VERSION, package, sha256, body };
    serde_json::to_string(&saved).map_err(|error| errors::parse(py, error))
}

/// The content of a text of [`write`].
///
/// # Errors
/// `ParseError`, if it is of another format or version, or not what was written.
pub(crate) fn read<T: DeserializeOwned>(py: Python<'_>, format: &str, text: &str) -> PyResult<T> {
    let damaged = |why: &dyn std::fmt::Display| fault(py, format, why);
    if text.len() > BYTES_MAX {
        return Err(damaged(&"it is too long"));
    }
    let saved: Saved = serde_json::from_str(text).map_err(|error| damaged(&error))?;
    if saved.format != format {
        return Err(damaged(&format_args!("it is a text of the format `{}`", saved.format)));
    }
    if saved.version != VERSION {
        let Saved { version, package, .. } = saved;
        let why = format!(
            "it has version {version}, written by neuland {package}; this one reads version {VERSION}"
        );
        return Err(damaged(&why));
    }
    if saved.sha256 != checksum(format, &saved.package, &saved.body) {
        return Err(damaged(&"its checksum is another one, so it was damaged"));
    }
    T::deserialize(saved.body).map_err(|error| damaged(&error))
}

/// A text that does not say what it should.
pub(crate) fn fault(py: Python<'_>, format: &str, why: impl std::fmt::Display) -> PyErr {
    errors::parse(
        py,
        format!("this is no saved {}: {why}", format.trim_start_matches("neuland-").replace('-', " ")),
    )
}

/// A JSON text as one of these texts, for what the Python side keeps.
#[pyfunction]
pub(crate) fn seal(py: Python<'_>, format: &str, body: &str) -> PyResult<String> {
    let body: Value = serde_json::from_str(body).map_err(|error| errors::parse(py, error))?;
    write(py, format, &body)
}

/// The JSON text that [`seal`] was given, if the text is undamaged.
#[pyfunction]
pub(crate) fn unseal(py: Python<'_>, format: &str, saved: &Bound<'_, PyAny>) -> PyResult<String> {
    read::<Value>(py, format, &text(saved)?).map(|body| body.to_string())
}

/// An argument that is a saved text.
pub(crate) fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(written) = value.cast::<PyString>() else {
        return Err(crate::convert::wrong_type("what was saved is a text, as save() returns it", value));
    };
    crate::convert::text(written)
}
