//! FEN for all games: what the page on FEN says, and nothing of a single game's rules.
//! A refusal names the first thing that is wrong, reading from left to right.

use crate::board::{Board, Piece, Side, Square};

/// What a square is to FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// An ordinary square.
    Open,
    /// A hole: written as `*` always and only here; "a digit never spans a hole".
    Hole,
    /// Outside the game, but "counted like empty ones in digits; `*` … is read and never written".
    Unused,
}

/// How a game's FEN looks.
pub(crate) struct Form<'a> {
    pub(crate) width: i8,
    pub(crate) height: i8,
    /// The upper-case letters of the kinds of the game.
    pub(crate) letters: &'a str,
    pub(crate) ground: &'a dyn Fn(Square) -> Ground,
}

/// The six fields of a FEN.
pub(crate) struct Fields {
    pub(crate) board: Board,
    pub(crate) turn: Side,
    pub(crate) halfmove: u16,
    pub(crate) fullmove: u32,
}

/// Reads "six fields …; four or two fields are read too (then `0 1`), and spaces may repeat".
pub(crate) fn read(text: &str, form: &Form) -> Result<Fields, String> {
    let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
    if !matches!(fields.len(), 2 | 4 | 6) {
        return Err(format!("a FEN has six fields, or four, or two, not {}", fields.len()));
    }
    let board = read_placement(fields[0], form)?;
    let turn = match fields[1] {
        "w" => Side::White,
        "b" => Side::Black,
        other => return Err(format!("side to move: `w` or `b` expected, not `{other}`")),
    };
    if fields.len() >= 4 {
        if fields[2] != "-" {
            return Err(format!("castling: only `-` is possible, not `{}`", fields[2]));
        }
        if fields[3] != "-" {
            return Err(format!("en passant: only `-` is possible, not `{}`", fields[3]));
        }
    }
    let (mut halfmove, mut fullmove) = (0, 1);
    if fields.len() == 6 {
        halfmove = read_number(fields[4]).and_then(|number| u16::try_from(number).ok()).ok_or_else(|| {
            format!("half-moves since the last irreversible move: 0 to 65535 expected, not `{}`", fields[4])
        })?;
        fullmove = read_number(fields[5])
            .and_then(|number| u32::try_from(number).ok())
            .filter(|&number| number >= 1)
            .ok_or_else(|| format!("number of the full move: 1 or more expected, not `{}`", fields[5]))?;
    }
    Ok(Fields { board, turn, halfmove, fullmove })
}

/// Digits only: no sign.
fn read_number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Reads "ranks from the top, `/` between, digits for runs of empty squares …. White upper case, Black lower".
fn read_placement(text: &str, form: &Form) -> Result<Board, String> {
    let mut board = Board::empty(form.width, form.height);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != form.height as usize {
        return Err(format!("placement: {} ranks expected, not {}", form.height, rows.len()));
    }
    for (rank, row) in (0..form.height).rev().zip(rows) {
        let mut file = 0;
        for letter in row.chars() {
            let run = letter.to_digit(10).filter(|&run| run > 0);
            for _ in 0..run.unwrap_or(1) {
                if file == form.width {
                    return Err(format!("rank {}: more than {} squares", rank + 1, form.width));
                }
                let square = Square { file, rank };
                let piece = read_cell(letter, square, form)?;
                board.put(square, piece);
                file += 1;
            }
        }
        if file < form.width {
            return Err(format!("rank {}: {} squares expected, not {file}", rank + 1, form.width));
        }
    }
    Ok(board)
}

/// What one letter of a placement puts on one square.
fn read_cell(letter: char, square: Square, form: &Form) -> Result<Option<Piece>, String> {
    let ground = (form.ground)(square);
    let kind = letter.to_ascii_uppercase();
    match letter {
        '*' if ground == Ground::Open => Err(format!("{square}: `*` where there is no hole")),
        '*' => Ok(None),
        '1'..='9' if ground == Ground::Hole => Err(format!("{square}: a hole is written as `*`")),
        '1'..='9' => Ok(None),
        _ if !form.letters.contains(kind) => Err(format!("{square}: `{letter}` is no piece of this game")),
        _ if ground == Ground::Hole => Err(format!("{square}: a piece on a hole")),
        _ if ground == Ground::Unused => Err(format!("{square}: a piece on a light square")),
        _ => {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            Ok(Some(Piece { kind: kind as u8, side }))
        }
    }
}

/// Writes all six fields.
pub(crate) fn write(fields: &Fields, ground: &dyn Fn(Square) -> Ground) -> String {
    let board = &fields.board;
    let mut text = String::new();
    for rank in (0..board.height()).rev() {
        let mut run = 0;
        for file in 0..board.width() {
            let square = Square { file, rank };
            let letter = match board.at(square) {
                Some(piece) if piece.side == Side::White => piece.kind as char,
                Some(piece) => piece.kind.to_ascii_lowercase() as char,
                None if ground(square) == Ground::Hole => '*',
                None => {
                    run += 1;
                    continue;
                }
            };
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text += &run.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let turn = if fields.turn == Side::White { 'w' } else { 'b' };
    format!("{text} {turn} - - {} {}", fields.halfmove, fields.fullmove)
}
