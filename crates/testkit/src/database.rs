//! A PostgreSQL server of a test's own, as an unprivileged user, with a socket in a folder of its own.

use crate::certificate::{free_port, self_signed};
use crate::folder::Folder;
use crate::wait::until;
use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The user as which the server runs if the test runs as root, which PostgreSQL refuses: `nobody`.
const NOBODY: u32 = 65_534;

/// A database server, which ends with its value.
pub struct Database {
    folder: Folder,
    programs: PathBuf,
    server: Option<Child>,
    /// Further settings.
    settings: Vec<String>,
}

/// Whether this process is root.
fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// The folder of the newest PostgreSQL that is installed.
fn programs() -> PathBuf {
    let mut folders = Vec::new();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
        folders.sort();
        folders.reverse();
    }
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    folders
        .into_iter()
        .find(|folder| ["initdb", "postgres", "pg_ctl"].iter().all(|program| folder.join(program).is_file()))
        .expect("PostgreSQL is not installed; on Debian: apt-get install postgresql")
}

impl Database {
    /// A new server with an empty database.
    ///
    /// # Panics
    /// If PostgreSQL is not installed or does not start.
    #[must_use]
    pub fn start(name: &str) -> Database {
        let folder = Folder::new(&format!("database-{name}"));
        fs::create_dir_all(&folder.0).expect("a folder for a database");
        if is_root() {
            chown(&folder.0, Some(NOBODY), Some(NOBODY)).expect("root gives a folder away");
        }
        let mut database = Database { folder, programs: programs(), server: None, settings: Vec::new() };
        let data = database.data();
        let data = data.to_str().expect("a folder with a readable name");
        let made = database
            .run("initdb", &["-D", data, "-U", "neuland", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]);
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        database.start_again();
        let made = database.run("createdb", &["-h", database.socket(), "-U", "neuland", "neuland"]);
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        database
    }

    /// Has the server listen at an address of this machine, where it wants TLS and the password `secret` of its user `neuland`.
    /// Returns the address and the file with the certificate, for `localhost`, that it signed itself.
    ///
    /// # Panics
    /// If it does not start, or OpenSSL is not installed.
    pub fn secure(&mut self) -> (String, PathBuf) {
        let (key, certificate) = self_signed(&self.folder.0);
        if is_root() {
            chown(&key, Some(NOBODY), Some(NOBODY)).expect("root gives a file away");
        }
        let alter = "ALTER USER neuland PASSWORD 'secret'";
        let arguments = ["-X", "-q", "-h", self.socket(), "-U", "neuland", "-d", "neuland", "-c", alter];
        assert!(self.run("psql", &arguments).status.success(), "a password is set");
        self.stop();
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n";
        fs::write(self.data().join("pg_hba.conf"), rules).expect("the rules of the server");
        let port = free_port();
        self.settings = vec![
            "listen_addresses=localhost".to_owned(),
            format!("port={port}"),
            "ssl=on".to_owned(),
            format!("ssl_key_file={}", key.display()),
            format!("ssl_cert_file={}", certificate.display()),
        ];
        self.start_again();
        (format!("postgres://neuland:secret@localhost:{port}/neuland"), certificate)
    }

    fn data(&self) -> PathBuf {
        self.folder.0.join("data")
    }

    fn socket(&self) -> &str {
        self.folder.0.to_str().expect("a folder with a readable name")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(&self.folder.0).stdin(Stdio::null());
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Runs one of PostgreSQL's programs.
    ///
    /// # Panics
    /// If it does not start.
    pub fn run(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program).args(arguments).output().expect("a program of PostgreSQL starts")
    }

    /// The folder in which the programs may write.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// Returns the address of a database of the server; `neuland` is there.
    #[must_use]
    pub fn url(&self, name: &str) -> String {
        format!("postgres://neuland@{}/{name}", self.socket().replace('/', "%2F"))
    }

    /// Starts the server again after [`Database::stop`], and waits until it answers.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(&self.folder.0);
        // A test ends processes, not machines, so nothing has to be on the disk.
        command.args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"]);
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        let log = fs::File::options().create(true).append(true).open(self.folder.0.join("log"));
        command.stdout(Stdio::null()).stderr(log.expect("a log of the database"));
        self.server = Some(command.spawn().expect("PostgreSQL starts"));
        until("the database answers", || {
            let server = self.server.as_mut().expect("it was started");
            let ended = server.try_wait().expect("a child");
            assert!(ended.is_none(), "the database ended: {}", self.log());
            let port =
                self.settings.iter().find_map(|setting| setting.strip_prefix("port=")).unwrap_or("5432");
            self.run("pg_isready", &["-q", "-h", self.socket(), "-p", port]).status.success()
        });
    }

    /// The log of the server.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.0.join("log")).unwrap_or_default()
    }

    /// Sends a signal, such as `-STOP`, to the server and to all processes that it has started.
    ///
    /// # Panics
    /// If it does not run, or there is no `pkill`.
    pub fn signal(&self, name: &str) {
        let server = self.server.as_ref().expect("it runs").id().to_string();
        let send = |program: &str, arguments: &[&str]| {
            Command::new(program).args(arguments).status().expect(program)
        };
        assert!(send("kill", &[name, &server]).success());
        assert!(send("pkill", &[name, "-P", &server]).success());
    }

    /// Stops the server at once, as a crash would: transactions that are under way are lost.
    pub fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        let data = self.data();
        let data = data.to_str().expect("a folder with a readable name");
        let stopped = self.run("pg_ctl", &["stop", "-D", data, "-m", "immediate", "-s"]);
        if !stopped.status.success() {
            // It had not begun, so there is nothing to stop but the process. An error would mean that it has ended.
            let _ = server.kill();
        }
        // It ends by itself; an error would mean that it has.
        let _ = server.wait();
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.stop();
    }
}
