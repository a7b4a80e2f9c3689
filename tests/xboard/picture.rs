//! A picture of the screen, and the board on it.

use std::io::Cursor;

/// Red, green, blue.
pub(crate) type Colour = [u8; 3];

/// The colours of light and dark squares that windows under test are told to have: nothing else has them.
pub(crate) const LIGHT: Colour = [0xff, 0xe1, 0xc3];
pub(crate) const DARK: Colour = [0xc3, 0xa5, 0x87];
/// The colours of the pieces.
pub(crate) const WHITE: Colour = [0xff, 0xff, 0xcc];
pub(crate) const BLACK: Colour = [0x20, 0x20, 0x20];

pub(crate) struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Some pieces are drawn in a colour that is not quite the one asked for.
fn is_near(colour: Colour, wanted: Colour) -> bool {
    colour.iter().zip(wanted).all(|(&a, b)| a.abs_diff(b) <= 8)
}

/// Where a board is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    files: usize,
    ranks: usize,
}

impl Place {
    /// The middle of a square.
    pub(crate) fn middle(&self, square: &str) -> (usize, usize) {
        let name = square.as_bytes();
        let (file, rank) = (usize::from(name[0] - b'a'), usize::from(name[1] - b'1'));
        let across = (self.right - self.left + 1) as f64 / self.files as f64;
        let down = (self.bottom - self.top + 1) as f64 / self.ranks as f64;
        let x = self.left as f64 + across * (file as f64 + 0.5);
        let y = self.top as f64 + down * ((self.ranks - 1 - rank) as f64 + 0.5);
        (x as usize, y as usize)
    }

    fn side(&self) -> usize {
        (self.right - self.left + 1) / self.files
    }
}

impl Picture {
    pub(crate) fn read(png: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> Colour {
        let at = (y * self.width + x) * 3;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// The rectangle of these colours.
    pub(crate) fn board(&self, colours: &[Colour], files: usize, ranks: usize) -> Option<Place> {
        let mut place = Place { left: usize::MAX, top: usize::MAX, right: 0, bottom: 0, files, ranks };
        let mut count = 0;
        for y in 0..self.height {
            for x in 0..self.width {
                if colours.contains(&self.at(x, y)) {
                    count += 1;
                    place.left = place.left.min(x);
                    place.right = place.right.max(x);
                    place.top = place.top.min(y);
                    place.bottom = place.bottom.max(y);
                }
            }
        }
        (count > 5_000).then_some(place)
    }

    /// What stands on a square: `w`, `b`, or `.` for nothing.
    pub(crate) fn piece(&self, place: &Place, square: &str) -> char {
        let (x, y) = place.middle(square);
        let reach = place.side() * 3 / 8;
        let (mut white, mut black) = (0, 0);
        for y in y - reach..y + reach {
            for x in x - reach..x + reach {
                let colour = self.at(x, y);
                white += usize::from(is_near(colour, WHITE));
                black += usize::from(is_near(colour, BLACK));
            }
        }
        // A white piece has black lines, and a black one white ones.
        let most = (2 * reach).pow(2) / 30;
        match (white > most, black > most) {
            (false, false) => '.',
            _ if white > black => 'w',
            _ => 'b',
        }
    }
}
