//! What is asked of the system in different words on Unix and on Windows: every such call of the program, with its twin.
//!
//! What the standard library and the packages say alike on both is not here: replacing a file by another (`fs::rename`),
//! locks (`File::try_lock`), interrupts (ctrlc), the user's folders (dirs), and the terminal (crossterm).

use std::fs::File;
use std::io;
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
