//! The server's process: started, looked at through `/proc`, ended.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A server that this program started, with a data folder that goes with it.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    pub(crate) addr: SocketAddr,
    data: PathBuf,
}

impl Server {
    /// Starts one with its default limits. With `behind_proxy` it counts everybody and believes this machine who asks;
    /// else it does not count what comes from this machine.
    pub(crate) fn start(program: &Path, bot_pause: u64, behind_proxy: bool) -> io::Result<Server> {
        /// Several servers may run at once, in tests.
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let (own, number) = (std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        let data = std::env::temp_dir().join(format!("neuland-load-{own}-{number}"));
        fs::create_dir_all(&data)?;
        let how: &[&str] = if behind_proxy {
            &["serve", "--trusted-proxy", "127.0.0.1", "--log-level", "error"]
        } else {
            &["play", "--no-open"]
        };
        let mut child = Command::new(program)
            .args(how)
            .args(["--addr", "127.0.0.1:0", "--lang", "en"])
            .args(["--bot-pause", &bot_pause.to_string()])
            .arg("--data")
            .arg(&data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                let program = program.display();
                io::Error::other(format!(
                    "{program} does not start ({error}); build it with `cargo build --release -p neuland`, or name it \
                     with --server"
                ))
            })?;
        let output = child.stdout.take().map(BufReader::new);
        let addr = output.into_iter().flat_map(BufRead::lines).map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.trim().parse().ok()
        });
        let Some(addr) = addr else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other("the server ended before it said where it listens"));
        };
        Ok(Server { child, addr, data })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}

/// What a process has in memory, in MiB; `None` where there is no such thing as `/proc`.
pub(crate) fn memory(id: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

/// The processor time a process has taken, in seconds.
pub(crate) fn cpu(id: u32) -> Option<f64> {
    /// Of the kernel's interface, on every machine.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name may hold anything, so count from its end.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let (user, system): (f64, f64) = (fields.get(11)?.parse().ok()?, fields.get(12)?.parse().ok()?);
    Some((user + system) / TICKS_PER_SECOND)
}

/// The load average of the machine over a minute.
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0)
}

/// How many files a process may have open.
pub(crate) fn files_max() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
