//! Rules of Shashmaty.
