//! A NATS server of a test's own.

use crate::certificate::{free_port, self_signed};
use crate::folder::Folder;
use crate::wait::until;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A NATS server with the user `neuland` and the password `secret`, which ends with its value.
pub struct NatsServer {
    folder: Folder,
    port: u16,
    server: Option<Child>,
    /// The files with key and certificate, if it wants TLS.
    certificate: Option<(PathBuf, PathBuf)>,
}

impl NatsServer {
    /// A new server.
    ///
    /// # Panics
    /// If NATS is not installed or does not start.
    #[must_use]
    pub fn start(name: &str) -> NatsServer {
        NatsServer::start_with(name, false)
    }

    /// A new server that wants TLS. Its certificate is for `localhost`.
    ///
    /// # Panics
    /// If NATS or OpenSSL is not installed, or it does not start.
    #[must_use]
    pub fn start_secure(name: &str) -> NatsServer {
        NatsServer::start_with(name, true)
    }

    fn start_with(name: &str, is_secure: bool) -> NatsServer {
        let folder = Folder::new(&format!("nats-{name}"));
        fs::create_dir_all(&folder.0).expect("a folder for a broker");
        let certificate = is_secure.then(|| self_signed(&folder.0));
        let mut nats = NatsServer { folder, port: free_port(), server: None, certificate };
        nats.start_again();
        nats
    }

    /// Starts the server again after [`NatsServer::stop`], and waits until it takes connections.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        let log = fs::File::options().create(true).append(true).open(self.folder.0.join("log"));
        let mut command = Command::new("nats-server");
        command.args([
            "-a",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "--user",
            "neuland",
            "--pass",
            "secret",
        ]);
        if let Some((key, certificate)) = &self.certificate {
            command.arg("--tls").arg("--tlskey").arg(key).arg("--tlscert").arg(certificate);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.expect("a log of the broker"));
        self.server =
            Some(command.spawn().expect("NATS is not installed; on Debian: apt-get install nats-server"));
        until("the broker takes connections", || {
            let server = self.server.as_mut().expect("it was started");
            assert!(server.try_wait().expect("a child").is_none(), "the broker ended");
            TcpStream::connect(("127.0.0.1", self.port)).is_ok()
        });
    }

    /// The address at which it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// The address of the server, with user and password.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_with("secret")
    }

    /// The address of the server with this password.
    #[must_use]
    pub fn url_with(&self, password: &str) -> String {
        let tls = self.certificate.as_ref();
        let tls = tls.map_or_else(String::new, |(_, file)| format!("?tls=require&tlsca={}", file.display()));
        format!("nats://neuland:{password}@localhost:{}{tls}", self.port)
    }

    /// Stops the server at once.
    pub fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            // An error would mean that it has ended.
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}
