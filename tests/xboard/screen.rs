//! A virtual screen with a pointer.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::Programs;
use crate::picture::Picture;

/// A virtual screen; it ends with the value.
pub(crate) struct Screen {
    server: Child,
    /// The name that programs know it by.
    pub(crate) display: String,
    programs: Programs,
}

impl Screen {
    pub(crate) fn new(programs: &Programs) -> Screen {
        // The server picks a number that is free and tells it.
        let mut server = Command::new(&programs.xvfb)
            .args(["-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the virtual screen starts");
        let mut number = String::new();
        let out = server.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut number).expect("the number of the screen");
        assert!(!number.trim().is_empty(), "the virtual screen did not start");
        Screen { server, display: format!(":{}", number.trim()), programs: programs.clone() }
    }

    pub(crate) fn picture(&self) -> Picture {
        let shot = Command::new(&self.programs.import)
            .args(["-window", "root", "-depth", "8", "png24:-"])
            .env("DISPLAY", &self.display)
            .output()
            .expect("a picture of the screen");
        Picture::read(&shot.stdout)
    }

    /// Moves the pointer to a place.
    pub(crate) fn point(&self, x: usize, y: usize) {
        self.do_it(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    /// Presses and releases the left button at a place.
    pub(crate) fn click(&self, x: usize, y: usize) {
        self.point(x, y);
        thread::sleep(Duration::from_millis(100));
        self.do_it(&["mousedown", "1"]);
        thread::sleep(Duration::from_millis(60));
        self.do_it(&["mouseup", "1"]);
        thread::sleep(Duration::from_millis(150));
    }

    /// Presses keys, by their names.
    pub(crate) fn press(&self, keys: &[&str]) {
        for key in keys {
            self.do_it(&["key", "--clearmodifiers", key]);
            thread::sleep(Duration::from_millis(80));
        }
    }

    /// Types a text.
    pub(crate) fn write(&self, text: &str) {
        self.do_it(&["type", "--delay", "60", text]);
    }

    fn do_it(&self, arguments: &[&str]) {
        let status = Command::new(&self.programs.xdotool)
            .args(arguments)
            .env("DISPLAY", &self.display)
            .stdout(Stdio::null())
            .status()
            .expect("xdotool runs");
        assert!(status.success(), "xdotool {arguments:?}");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
