//! Pictures in pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The text is no drawing.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// There is no room for so many pixels.
    #[error("a picture of {0} pixels a side has no room")]
    Size(u32),
    /// The pixels cannot be packed.
    #[error("the picture cannot be packed: {0}")]
    Png(String),
}

/// A drawing as PNG of this many pixels a side.
///
/// # Errors
/// If the drawing is none, or the picture is empty or too big.
pub fn png(svg: &str, side: u32) -> Result<Vec<u8>, RasterError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut pixels = Pixmap::new(side, side).ok_or(RasterError::Size(side))?;
    let scale = Transform::from_scale(side as f32 / tree.size().width(), side as f32 / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| RasterError::Png(error.to_string()))
}
