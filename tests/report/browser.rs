//! Chromium, driven through chromedriver by the WebDriver protocol.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::program::Program;

/// A program on the path.
fn find(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed"))
}

/// A browser with one page open.
pub(crate) struct Browser {
    agent: ureq::Agent,
    session: String,
    /// Goes last of all: the session is ended before.
    _driver: Program,
    profile: Folder,
}

impl Browser {
    /// Starts it; `None` where the test is to be skipped, which is said.
    ///
    /// # Panics
    /// If one of the programs is missing and the test must run, or they do not start.
    pub(crate) fn start(name: &str) -> Option<Browser> {
        match find("chromium").and_then(|chromium| Ok((chromium, find("chromedriver")?))) {
            Ok((chromium, driver)) => Some(Browser::open(name, &chromium, &driver)),
            Err(why) if env::var("TRIPTYCH_CHROMIUM").is_ok_and(|value| value == "required") => panic!("{why}"),
            Err(why) => {
                eprintln!("skipped because {why} (packages chromium and chromium-driver)");
                None
            }
        }
    }

    fn open(name: &str, chromium: &Path, driver: &Path) -> Browser {
        let profile = Folder::new(&format!("browser-{name}"));
        let driver = Program::start(Command::new(driver).arg("--port=0"));
        let said = driver.until("ChromeDriver was started");
        let port = said.last().and_then(|line| line.trim_end_matches('.').rsplit(' ').next()).expect("a port");
        let port: u16 = port.parse().unwrap_or_else(|_| panic!("no port in {said:?}"));
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut browser =
            Browser { agent, session: format!("http://127.0.0.1:{port}/session"), _driver: driver, profile };
        let mut arguments = vec![format!("--user-data-dir={}", browser.profile.path("profile"))];
        arguments.extend(
            [
                "headless",
                "no-sandbox",
                "disable-gpu",
                "disable-quic",
                "no-first-run",
                "disable-background-networking",
                "disable-component-update",
                "disable-sync",
            ]
            .map(|word| format!("--{word}")),
        );
        let begun = browser.post(
            "",
            json!({ "capabilities": { "alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": { "binary": chromium, "args": arguments },
                "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            } } }),
        );
        let id = begun["sessionId"].as_str().expect("a session");
        browser.session = format!("{}/{id}", browser.session);
        browser
    }

    /// Asks for something below the session.
    ///
    /// # Panics
    /// If the browser refuses.
    #[track_caller]
    fn post(&self, what: &str, body: Value) -> Value {
        let answer = self.agent.post(format!("{}{what}", self.session)).send(body.to_string());
        let mut answer = answer.unwrap_or_else(|error| panic!("{what}: {error}"));
        let text = answer.body_mut().read_to_string().expect("an answer");
        let mut value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
        assert!(answer.status().is_success(), "{what}: {value}");
        value["value"].take()
    }

    /// Opens a page.
    pub(crate) fn load(&self, url: &str) {
        self.post("/url", json!({ "url": url }));
    }

    /// Runs a script in the page and gives what it returns.
    #[track_caller]
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": [] }))
    }

    /// Presses these keys, one after the other, as a person does.
    pub(crate) fn press(&self, keys: impl IntoIterator<Item = char>) {
        let strokes: Vec<Value> = keys
            .into_iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() })))
            .collect();
        self.post("/actions", json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] }));
    }

    /// Clicks this often in the middle of the element that a selector finds.
    pub(crate) fn click(&self, selector: &str, times: usize) {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }));
        let mut steps = vec![json!({ "type": "pointerMove", "origin": found, "x": 0, "y": 0, "duration": 0 })];
        for _ in 0..times {
            steps.extend(["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 })));
        }
        self.post("/actions", json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": steps }] }));
    }

    /// Makes the window's inside this wide and high, in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.post("/goog/cdp/execute", json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics }));
    }

    /// Lets the person prefer a dark page or a light one.
    pub(crate) fn prefer(&self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.post("/goog/cdp/execute", json!({ "cmd": "Emulation.setEmulatedMedia", "params": features }));
    }

    /// What the page has complained of since it was asked last.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({ "type": "browser" }));
        log.as_array().expect("a log").iter().map(ToString::to_string).collect()
    }

    /// What pages have asked anybody for since this was asked last, but for the browser's own first page.
    pub(crate) fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({ "type": "performance" }));
        let url = |entry: &Value| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let event = &event["message"];
            let is_request = event["method"] == "Network.requestWillBeSent";
            let is_of_browser = event["params"]["documentURL"].as_str().is_some_and(|page| page.starts_with("chrome:"));
            (is_request && !is_of_browser)
                .then(|| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned())
        };
        log.as_array().expect("a log").iter().filter_map(url).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
    }
}
