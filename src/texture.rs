//! A board's colours as a picture, for windows that draw their squares from one.
//!
//! XBoard takes a picture for that of a whole board only if its name ends in `-FILESxRANKS.png`: see [`name_end`].

use std::io::{self, Write};

use crate::arbiter::Arbiter;
use crate::board::Square;
use crate::drawing::palette;

/// Pixels along the side of a square.
const SIDE: usize = 64;

/// The end of the file's name by which XBoard knows that the picture is of a whole board.
pub fn name_end(game: &dyn Arbiter) -> String {
    let layout = game.layout();
    format!("-{}x{}.png", layout.files, layout.ranks)
}

/// Writes the picture: the last rank on top, a thin darker edge around every square.
///
/// # Errors
/// If it cannot be written.
pub fn write(game: &dyn Arbiter, out: impl Write) -> io::Result<()> {
    let layout = game.layout();
    let (files, ranks) = (usize::from(layout.files), usize::from(layout.ranks));
    let (width, height) = (files * SIDE, ranks * SIDE);
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            let square = Square::at((x / SIDE) as u8, (ranks - 1 - y / SIDE) as u8);
            let colour = if layout.squares.has(square) { palette::ground(game, square) } else { palette::HOLE };
            let is_edge = [x % SIDE, y % SIDE].iter().any(|&at| at == 0 || at == SIDE - 1);
            pixels.extend(if is_edge { colour.map(|part| part / 8 * 7) } else { colour });
        }
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn squares_have_the_terrains_colours() {
        let game = Variant::Chameleon.arbiter(None).expect("a game");
        let mut file = Vec::new();
        write(game.as_ref(), &mut file).expect("memory can be written");
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!((info.width, info.height), (448, 448));
        let middle = |file: usize, rank: usize| {
            let (x, y) = (file * SIDE + SIDE / 2, (6 - rank) * SIDE + SIDE / 2);
            let at = (y * 448 + x) * 3;
            [pixels[at], pixels[at + 1], pixels[at + 2]]
        };
        // a1 knight, b1 a hole, c1 queen, d1 bishop, e1 rook, b2 pawn.
        assert_eq!(middle(0, 0), [0xa8, 0xdd, 0x8e]);
        assert_eq!(middle(1, 0), [0, 0, 0]);
        assert_eq!(middle(2, 0), [0xf2, 0xd5, 0x44]);
        assert_eq!(middle(3, 0), [0xe5, 0x8a, 0x7a]);
        assert_eq!(middle(4, 0), [0xb1, 0x8b, 0xe0]);
        assert_eq!(middle(1, 1), [0x4f, 0x9a, 0x5b]);
        assert_eq!(name_end(game.as_ref()), "-7x7.png");
    }
}
