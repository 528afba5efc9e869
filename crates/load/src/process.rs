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
    /// The address of its metrics, if it was started with one.
    pub(crate) metrics: Option<SocketAddr>,
    data: PathBuf,
}

/// The file in the data folder that takes the log of a server that is watched.
const LOG: &str = "server.log";

impl Server {
    /// Starts one with its default limits. With `behind_proxy` it counts everybody and believes this machine who asks;
    /// else it does not count what comes from this machine.
    pub(crate) fn start(program: &Path, bot_pause: u64, behind_proxy: bool) -> io::Result<Server> {
        let how: &[&str] = if behind_proxy {
            &["serve", "--trusted-proxy", "127.0.0.1", "--log-level", "error"]
        } else {
            &["play", "--no-open"]
        };
        Server::launch(program, how, &["--bot-pause", &bot_pause.to_string()], None)
    }

    /// Starts one that writes its log into a file and tells its metrics. It believes this machine who asks, and an address may
    /// ask and cost as much as it likes; its other limits are the default ones.
    pub(crate) fn start_watched(program: &Path) -> io::Result<Server> {
        const ANY: &str = "1000000";
        let pace = ["requests-per-second", "burst", "cost", "cost-burst", "table-cost", "table-cost-burst"];
        let pace = pace.map(|limit| format!("--{limit}={ANY}"));
        let mut options = vec!["--trusted-proxy", "127.0.0.1", "--metrics-addr", "127.0.0.1:0"];
        options.extend(pace.iter().map(String::as_str));
        Server::launch(program, &["serve"], &options, Some(LOG))
    }

    fn launch(program: &Path, how: &[&str], options: &[&str], log: Option<&str>) -> io::Result<Server> {
        /// Several servers may run at once, in tests.
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let (own, number) = (std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        let data = std::env::temp_dir().join(format!("neuland-load-{own}-{number}"));
        fs::create_dir_all(&data)?;
        let errors = match log {
            Some(name) => fs::File::create(data.join(name))?.into(),
            None => Stdio::inherit(),
        };
        let mut child = Command::new(program)
            .args(how)
            .args(["--addr", "127.0.0.1:0", "--lang", "en"])
            .args(options)
            .arg("--data")
            .arg(&data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .map_err(|error| {
                let program = program.display();
                io::Error::other(format!(
                    "{program} does not start ({error}); build it with `cargo build --release -p neuland`, or name it \
                     with --server"
                ))
            })?;
        let output = child.stdout.take().map(BufReader::new);
        // The address of the server comes first, that of the metrics after it.
        let mut addresses =
            output.into_iter().flat_map(BufRead::lines).map_while(Result::ok).filter_map(|line| {
                let (_, rest) = line.split_once("http://")?;
                rest.split('/').next()?.trim().parse().ok()
            });
        let addr = addresses.next();
        let metrics = if log.is_some() { addresses.next() } else { None };
        let Some(addr) = addr else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other("the server ended before it said where it listens"));
        };
        Ok(Server { child, addr, metrics, data })
    }

    /// The size of the log.
    pub(crate) fn log_size(&self) -> u64 {
        fs::metadata(self.data.join(LOG)).map_or(0, |log| log.len())
    }

    /// The size of the data folder without the log.
    pub(crate) fn data_size(&self) -> u64 {
        size(&self.data).saturating_sub(self.log_size())
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

/// The sizes of all files in a folder and below it.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => size(&entry.path()),
        Ok(found) => found.len(),
        // It may have gone meanwhile.
        Err(_) => 0,
    });
    sizes.sum()
}

/// Returns the resident memory of a process in MiB; `None` on systems without `/proc`.
pub(crate) fn memory(id: u32) -> Option<f64> {
    status(id, "VmRSS").map(|kib| kib as f64 / 1024.0)
}

/// Returns a number that the kernel reports about a process; sizes are in KiB.
pub(crate) fn status(id: u32, field: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processor time a process has taken, in seconds.
pub(crate) fn cpu(id: u32) -> Option<f64> {
    times(id).map(|[user, system, ..]| user + system)
}

/// The processor time that a process and all its children have taken, in seconds: a database has one for each connection.
pub(crate) fn cpu_of_tree(id: u32) -> Option<f64> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| cpu_of_tree(child.parse().ok()?));
    Some(times(id)?.iter().sum::<f64>() + children.sum::<f64>())
}

/// The processor time in seconds that a process has taken as user and in the system, and that of its children that have ended.
fn times(id: u32) -> Option<[f64; 4]> {
    /// Of the kernel's interface, on every machine.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name may hold anything, so count from its end.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let mut times = [0.0; 4];
    for (time, field) in times.iter_mut().zip(fields.get(11..15)?) {
        *time = field.parse::<f64>().ok()? / TICKS_PER_SECOND;
    }
    Some(times)
}

/// The load average of the machine over a minute.
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0)
}

/// Returns the maximum number of files that a process may have open.
pub(crate) fn files_max() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
