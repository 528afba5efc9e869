//! What servers of other programs need: a certificate, and a port.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A port that is free now.
pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    free.expect("a free port").port()
}

/// Makes a key and a certificate for `localhost` that it signed itself, and returns their files in the folder.
pub(crate) fn self_signed(folder: &Path) -> (PathBuf, PathBuf) {
    let (key, certificate, config) =
        (folder.join("key.pem"), folder.join("certificate.pem"), folder.join("openssl.cnf"));
    let text = "[req]\ndistinguished_name=name\nx509_extensions=more\nprompt=no\n[name]\nCN=localhost\n\
                [more]\nsubjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n";
    fs::write(&config, text).expect("a file for OpenSSL");
    let make =
        ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let mut openssl = Command::new("openssl");
    openssl.args(make).arg("-config").arg(config).arg("-keyout").arg(&key).arg("-out").arg(&certificate);
    let made = openssl.output().expect("openssl is not installed; on Debian: apt-get install openssl");
    assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
    (key, certificate)
}
