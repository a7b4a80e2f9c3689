//! Rules of Ultima.
