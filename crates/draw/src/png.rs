//! SVG to PNG.

use resvg::{tiny_skia, usvg};
use std::fmt;

/// The widest picture [`png`] makes, in pixels; the height follows from the picture and has the same limit.
pub const PNG_WIDTH_MAX: u32 = 8192;

/// The reason a PNG cannot be produced.
#[derive(Debug)]
#[non_exhaustive]
pub enum PngError {
    /// Width (or the height that follows from it) is 0 or above [`PNG_WIDTH_MAX`].
    Size {
        /// The width asked for.
        width: u32,
    },
    /// The SVG cannot be read.
    Svg(String),
    /// The picture cannot be written.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size { width } => {
                write!(
                    f,
                    "a picture {width} pixels wide cannot be made; give a width from 1 to {PNG_WIDTH_MAX}"
                )
            }
            PngError::Svg(why) => write!(f, "the SVG cannot be read: {why}"),
            PngError::Encoding(why) => write!(f, "the PNG cannot be written: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws `svg` as a PNG with transparent background, `width_px` wide and as high as its view box says.
///
/// Works without any installed font, as the pictures of this crate carry their own characters. Nothing outside the
/// text is read: links to files are not followed.
///
/// # Errors
/// A width of 0 or above [`PNG_WIDTH_MAX`], or text that is not SVG.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PngError> {
    let pixels = pixmap(svg, width_px, None)?;
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// A picture as pixels, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green and blue of each pixel.
    pub rgb: Vec<u8>,
}

/// Draws `svg` as [`png`] does, on a background of one colour.
///
/// # Errors
/// As [`png`].
pub fn pixels(svg: &str, width_px: u32, background: [u8; 3]) -> Result<Pixels, PngError> {
    let drawn = pixmap(svg, width_px, Some(background))?;
    // On an opaque background every pixel is opaque, so its colours are not scaled by its opacity.
    let rgb = drawn.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Pixels { width: drawn.width(), height: drawn.height(), rgb })
}

fn pixmap(svg: &str, width_px: u32, background: Option<[u8; 3]>) -> Result<tiny_skia::Pixmap, PngError> {
    let wrong_size = || PngError::Size { width: width_px };
    if width_px == 0 || width_px > PNG_WIDTH_MAX {
        return Err(wrong_size());
    }
    let options = usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let scale = width_px as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    if height == 0 || height > PNG_WIDTH_MAX {
        return Err(wrong_size());
    }
    let mut pixels = tiny_skia::Pixmap::new(width_px, height).ok_or_else(wrong_size)?;
    if let Some([red, green, blue]) = background {
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
    }
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
