//! Colours, as the terminal has them: all of them, 256, or none.

use std::env;

use ratatui::style::Color;

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Any.
    True,
    /// The 256 of the usual palette.
    Palette,
    /// None: only marks tell.
    None,
}

impl Theme {
    /// What the environment says of the terminal.
    pub fn of_terminal() -> Theme {
        let named = |name: &str| env::var(name).unwrap_or_default();
        if !named("NO_COLOR").is_empty() || named("TERM") == "dumb" {
            Theme::None
        } else if matches!(named("COLORTERM").as_str(), "truecolor" | "24bit") {
            Theme::True
        } else {
            Theme::Palette
        }
    }

    /// A colour, red, green and blue, or the nearest that there is.
    pub fn colour(self, rgb: [u8; 3]) -> Color {
        match self {
            Theme::True => Color::Rgb(rgb[0], rgb[1], rgb[2]),
            Theme::Palette => Color::Indexed(nearest(rgb)),
            Theme::None => Color::Reset,
        }
    }
}

/// The steps of the palette's cube of 6 × 6 × 6 colours, which begins at 16.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn nearest(rgb: [u8; 3]) -> u8 {
    let distance =
        |found: [u8; 3]| -> u32 { (0..3).map(|part| u32::from(found[part].abs_diff(rgb[part])).pow(2)).sum() };
    let step = |value: u8| (0..6u8).min_by_key(|&at| STEPS[usize::from(at)].abs_diff(value)).unwrap_or(0);
    let [red, green, blue] = rgb.map(step);
    let cube = [red, green, blue].map(|at| STEPS[usize::from(at)]);
    // Behind the cube come 24 greys, from 8 on in steps of 10.
    let mean = (u32::from(rgb[0]) + u32::from(rgb[1]) + u32::from(rgb[2])) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let is_grey = distance([8 + 10 * grey; 3]) < distance(cube);
    if is_grey { 232 + grey } else { 16 + 36 * red + 6 * green + blue }
}

/// A colour between two others: `share` of 100 parts are of the second.
pub fn blend(first: [u8; 3], second: [u8; 3], share: u32) -> [u8; 3] {
    std::array::from_fn(|part| ((u32::from(first[part]) * (100 - share) + u32::from(second[part]) * share) / 100) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_has_its_own_colours() {
        for (rgb, index) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([95, 135, 175], 67),
            ([128, 128, 128], 244),
            ([240, 217, 181], 223),
        ] {
            assert_eq!(nearest(rgb), index, "{rgb:?}");
        }
        assert_eq!(blend([0, 100, 200], [100, 100, 0], 50), [50, 100, 100]);
    }
}
