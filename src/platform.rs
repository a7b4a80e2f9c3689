//! What is asked of the system in different words on Unix and on Windows: every such call of the program, with its twin.
//!
//! What the standard library and the packages say alike on both is not here: replacing a file by another (`fs::rename`),
//! locks (`File::try_lock`), interrupts (ctrlc), the user's folders (dirs), and the terminal (crossterm).

use std::env;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};

/// Fills the buffer from this place of a file on, whatever others read of it meanwhile.
///
/// # Errors
/// If the file cannot be read or ends before the buffer is full.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills the buffer from this place of a file on, whatever others read of it meanwhile.
///
/// # Errors
/// If the file cannot be read or ends before the buffer is full.
#[cfg(windows)]
pub fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                offset += read as u64;
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// Has a program started in a group of processes of its own: a Ctrl-C is not for it, and [`kill`] ends all of it.
#[cfg(unix)]
pub fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Has a program started in a group of processes of its own: a Ctrl-C is not for it, and [`kill`] ends all of it.
#[cfg(windows)]
pub fn set_apart(command: &mut Command) {
    /// `CREATE_NEW_PROCESS_GROUP` of the Windows API.
    const NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, NEW_PROCESS_GROUP);
}

/// Ends a process that was [set apart](set_apart) at once, with all that it has started, and waits until it is gone.
pub fn kill(child: &mut Child) {
    kill_tree(child.id());
    // Whatever became of the others.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
fn kill_tree(process: u32) {
    if let Some(group) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(windows)]
fn kill_tree(process: u32) {
    // The system's own tool goes by who has started whom; the API for that cannot be called safely.
    let mut tool = Command::new("taskkill");
    tool.args(["/T", "/F", "/PID", &process.to_string()]);
    let _ = tool.stdin(std::process::Stdio::null()).output();
}

/// Lets all other threads go before the calling one, where the system can do that for one thread.
#[cfg(target_os = "linux")]
pub fn step_back() {
    // Without leave to do so it just runs beside them.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

/// Lets all other threads go before the calling one, where the system can do that for one thread.
#[cfg(windows)]
pub fn step_back() {
    // Without leave to do so it just runs beside them.
    let _ = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min);
}

/// Lets all other threads go before the calling one, where the system can do that for one thread: this one cannot.
#[cfg(not(any(target_os = "linux", windows)))]
pub fn step_back() {}

/// The program of the chess window.
pub const WINDOW: &str = if cfg!(windows) { "winboard" } else { "xboard" };

/// The chess window as it is started here: Debian keeps games where not everybody's path leads.
pub fn window() -> &'static str {
    const GAMES: &str = "/usr/games/xboard";
    if cfg!(unix) && std::path::Path::new(GAMES).exists() { GAMES } else { WINDOW }
}

/// Where the chess window looks for entries of engines that no package has brought; WinBoard has no such folder.
pub const PLUGINS: Option<&str> = if cfg!(windows) { None } else { Some("/usr/local/share/games/plugins/xboard") };

/// The user's folder for what can be made again, the program's own part of it; `None` where the surroundings name none.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else {
        set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    base.map(|base| base.join("triptych"))
}

/// A word as a shell takes it: sh, or the command prompt of Windows.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,@%".contains(c) || (cfg!(windows) && c == '\\');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{}\"", word.replace('"', "\\\""))
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_shells() {
        assert_eq!(quoted("-tc"), "-tc");
        if cfg!(windows) {
            assert_eq!(quoted("#f0d9b5"), "\"#f0d9b5\"");
            assert_eq!(quoted("a \"b\""), "\"a \\\"b\\\"\"");
        } else {
            assert_eq!(quoted("#f0d9b5"), "'#f0d9b5'");
            assert_eq!(quoted("it's"), r"'it'\''s'");
            assert_eq!(quoted(""), "''");
        }
    }

    #[test]
    fn a_file_is_read_at_any_place() {
        let path = env::temp_dir().join(format!("triptych-platform-{}", std::process::id()));
        std::fs::write(&path, "0123456789").expect("written");
        let file = File::open(&path).expect("a file");
        let mut buffer = [0; 4];
        for (offset, text) in [(6, "6789"), (0, "0123"), (3, "3456")] {
            read_at(&file, &mut buffer, offset).expect("read");
            assert_eq!(buffer, text.as_bytes());
        }
        assert_eq!(read_at(&file, &mut buffer, 8).expect_err("too far").kind(), io::ErrorKind::UnexpectedEof);
        drop(file);
        std::fs::remove_file(path).expect("removed");
    }

    /// The program and what it has started are gone.
    #[test]
    #[cfg(unix)]
    fn a_process_is_ended_with_all_that_it_started() {
        let mut command = Command::new("sh");
        command
            .stderr(std::process::Stdio::null())
            .arg("-c")
            .arg("sleep 30 & echo $!; wait")
            .stdout(std::process::Stdio::piped());
        set_apart(&mut command);
        let mut child = command.spawn().expect("a shell");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe");
        io::BufRead::read_line(&mut io::BufReader::new(output), &mut line).expect("a number");
        let number = line.trim().parse().ok().and_then(rustix::process::Pid::from_raw).expect("a number");
        kill(&mut child);
        let is_gone = || {
            // What nobody has waited for is still listed.
            let state = std::fs::read_to_string(format!("/proc/{}/stat", line.trim())).unwrap_or_default();
            rustix::process::test_kill_process(number).is_err() || state.contains(") Z ")
        };
        assert!((0..500).any(|_| is_gone() || {
            std::thread::sleep(std::time::Duration::from_millis(10));
            false
        }));
    }
}
