//! Letters and digits as strokes of our own, so that a picture needs no font and is the same everywhere.

/// The width of a letter's box.
pub(super) const WIDTH: f64 = 8.0;
/// The height of a letter's box above the line that it stands on.
pub(super) const HEIGHT: f64 = 12.0;

/// The strokes of a coordinate (`a` to `h`, `1` to `8`) or of a colour's letter (`Q`, `R`, `B`, `N`, `P`) as path data in
/// a box of [`WIDTH`] and [`HEIGHT`].
///
/// # Panics
/// For any other character.
pub(super) fn strokes(letter: char) -> &'static str {
    match letter {
        '1' => "M1.6 2.8 4.4.5V12",
        '2' => "M.6 3.2C.6-.7 7.4-.7 7.4 3.2 7.4 6 3 8.5.5 12H7.6",
        '3' => "M.8 1.6C3-.6 7.2 0 7.2 3 7.2 5 5.5 5.7 3.4 5.7 6 5.7 7.6 6.8 7.6 8.8 7.6 12.6 2.5 13 .4 10.5",
        '4' => "M5.6 12V.5L.3 8.6H7.9",
        '5' => "M7 .5H1.5L1 5.5C3.5 4 7.6 4.8 7.6 8.2 7.6 12.4 2.5 12.8.4 10.7",
        '6' => "M6.8 1C3-.5.5 3.5.5 8 .5 13.4 7.5 13.4 7.5 8.2 7.5 4.2 1.8 4 .6 8",
        '7' => "M.5.5H7.5L3 12",
        '8' => "M4 5.6C0 5 .2.3 4 .3S8 5 4 5.6C-.8 6.2-.8 12 4 12S8.8 6.2 4 5.6Z",
        'a' => "M7 5V12M7 8.5C7 4 .5 3.8.5 8.5S7 13.2 7 8.5",
        'b' => "M1 .5V12M1 8.5C1 4 7.5 3.8 7.5 8.5S1 13.2 1 8.5",
        'c' => "M7 6.3C4 3.6.6 5.2.6 8.5S4 13.4 7 10.7",
        'd' => "M7 .5V12M7 8.5C7 4 .5 3.8.5 8.5S7 13.2 7 8.5",
        'e' => "M.7 8.3H7.3C7.3 3.8.5 3.8.5 8.5.5 12 4 13.4 7 10.8",
        'f' => "M7 .9C4.5-.2 3.2 1 3.2 3.5V12M.8 5.4H6",
        'g' => "M7 5V13C7 16 2.5 16 1 14.5M7 8.5C7 4 .5 3.8.5 8.5S7 13.2 7 8.5",
        'h' => "M1 .5V12M1 8C2 4.2 7 4 7 8V12",
        'Q' => "M4 .3C-.9.3-.9 12 4 12S8.9.3 4 .3ZM5 9 8 12.6",
        'R' => "M.8 12V.5H4C8.5.5 8.5 6.2 4 6.2H.8M4.2 6.2 7.6 12",
        'B' => "M.8.5V12H4.2C8.8 12 8.8 5.9 4.2 5.9H.8M.8.5H3.8C7.6.5 7.6 5.9 3.8 5.9",
        'N' => "M.8 12V.5L7.2 12V.5",
        'P' => "M.8 12V.5H4C8.5.5 8.5 6.8 4 6.8H.8",
        other => panic!("no diagram has the letter {other}"),
    }
}
