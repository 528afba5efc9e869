//! The addresses of the files that pages refer to.

/// Returns the hash in the addresses: it changes when any file does. Without the files it is `-`.
#[must_use]
pub fn assets_hash() -> &'static str {
    #[cfg(feature = "assets")]
    return &super::assets::HASH;
    #[cfg(not(feature = "assets"))]
    "-"
}

/// Returns the address of a file: `/assets/{hash}/{name}`.
#[must_use]
pub fn asset_url(name: &str) -> String {
    #[cfg(feature = "assets")]
    debug_assert!(super::assets::assets().iter().any(|asset| asset.name == name), "no asset {name}");
    format!("/assets/{}/{name}", assets_hash())
}
