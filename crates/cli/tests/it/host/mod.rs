//! The program as a host meets it: served behind a proxy, watched, logged, stopped, copied and put back.

mod admin;
mod backup;
#[cfg(all(unix, feature = "postgres"))]
mod database;
mod person;
mod ratings;
mod serve;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use testkit::{Client, until};

/// The program in English, whatever the environment of the tests is.
pub(crate) fn bare() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_neuland"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("NEULAND_")) {
        command.env_remove(name);
    }
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    command
}

/// Waits until a server says where it listens: for people, and for those who read its metrics. A thread collects its log.
pub(crate) fn listening(child: &mut Child) -> (SocketAddr, SocketAddr, JoinHandle<String>) {
    let mut err = child.stderr.take().expect("a pipe");
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        err.read_to_string(&mut text).expect("UTF-8");
        text
    });
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut addrs: Vec<SocketAddr> = Vec::new();
    while addrs.len() < 2 {
        let mut line = String::new();
        assert!(out.read_line(&mut line).expect("UTF-8") > 0, "it says where it is");
        let url = line.split("http://127").nth(1).map(|rest| format!("127{}", rest.trim()));
        addrs.extend(url.and_then(|url| url.split('/').next()?.parse::<SocketAddr>().ok()));
    }
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    (addrs[0], addrs[1], log)
}

/// Runs the program to its end.
fn neuland(args: &[&str]) -> Output {
    bare().args(args).stdin(Stdio::null()).output().expect("the program runs")
}

/// Exit code, standard output, standard error.
fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// `neuland serve` under test; killed at the end of the test, whatever happens.
struct Served {
    child: Child,
    addr: SocketAddr,
    /// The address of the metrics.
    metrics: SocketAddr,
    log: Option<JoinHandle<String>>,
}

impl Served {
    fn start(data: &Path, args: &[&str]) -> Served {
        Served::at("--data", data.to_str().expect("UTF-8"), args)
    }

    /// A server whose tables are where the option says.
    fn at(option: &str, place: &str, args: &[&str]) -> Served {
        let mut child = bare()
            .args(["serve", "--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0", "--bot-pause", "0"])
            .args(args)
            .args([option, place])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (addr, metrics, log) = listening(&mut child);
        Served { child, addr, metrics, log: Some(log) }
    }

    fn client(&self) -> Client {
        Client::new(self.addr)
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }

    /// The exit code, once it has ended.
    fn wait(&mut self) -> i32 {
        self.child.wait().expect("it ends").code().expect("an exit code")
    }

    /// SIGTERM; the exit code and the log.
    fn stop(mut self) -> (i32, String) {
        self.signal("-TERM");
        let code = self.wait();
        (code, self.log.take().expect("once").join().expect("the log is read"))
    }

    /// The value of a line of the metrics.
    fn metric(&self, name: &str) -> Option<f64> {
        let text = Client::new(self.metrics).get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|value| value.parse().expect("a number"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a table; its id, its code, and a client with the token.
fn open(served: &Served, seats: &[&str], name: &str) -> (Client, String, String) {
    let mut client = served.client();
    let reply = client.post("/api/v1/tables", &json!({"game": "catan", "seats": seats, "name": name}));
    assert_eq!(reply.status, 201, "{}", reply.text());
    let seated = reply.json();
    client.token = seated["token"].as_str().map(str::to_owned);
    let text = |field: &str| seated[field].as_str().unwrap_or_default().to_owned();
    (client, text("table"), text("code"))
}

/// Carries out the first listed action; `false` if there is none now.
fn act(client: &mut Client, table: &str, id: &str) -> bool {
    let path = format!("/api/v1/tables/{table}");
    let legal: Value = client.get(&format!("{path}/legal")).json();
    let Some(action) = legal["legal"].get(0) else { return false };
    let reply =
        client.post(&format!("{path}/act"), &json!({"seq": legal["version"], "id": id, "action": action}));
    assert!(matches!(reply.status, 200 | 409), "{}", reply.text());
    reply.status == 200
}
