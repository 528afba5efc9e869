//! A connection between two programs that a test can cut.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The other end of a cable.
#[derive(Clone, Debug)]
pub enum CableEnd {
    /// A program that listens at this address.
    Address(SocketAddr),
    /// A program that listens at a socket in the file system.
    Socket(PathBuf),
}

/// A proxy between two programs. While it is cut, nothing passes in either direction, and nobody is told: connections stay open, as
/// those over a network that is interrupted.
pub struct Cable {
    addr: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    is_cut: Mutex<bool>,
    changed: Condvar,
}

impl State {
    fn is_cut(&self) -> MutexGuard<'_, bool> {
        self.is_cut.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the cable is whole.
    fn until_whole(&self) {
        let waited = self.changed.wait_while(self.is_cut(), |is_cut| *is_cut);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn set(&self, is_cut: bool) {
        *self.is_cut() = is_cut;
        self.changed.notify_all();
    }
}

/// One direction of a connection: a reader and a writer.
type Half = (Box<dyn Read + Send>, Box<dyn Write + Send>, Box<dyn Fn() + Send>);

impl Cable {
    /// A cable to a program, which may start later.
    ///
    /// # Panics
    /// If there is no port.
    #[must_use]
    pub fn to(end: CableEnd) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let addr = listener.local_addr().expect("an address");
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (end, state) = (end.clone(), Arc::clone(&shared));
                // A connection that cannot be made ends, as one to a program that is not there.
                std::thread::spawn(move || connect(client, &end, &state));
            }
        });
        Cable { addr, state }
    }

    /// The address at which it takes connections.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Cuts it.
    pub fn cut(&self) {
        self.state.set(true);
    }

    /// Makes it whole again. What was on its way arrives.
    pub fn mend(&self) {
        self.state.set(false);
    }
}

impl Drop for Cable {
    /// Lets whoever waits go on, and end.
    fn drop(&mut self) {
        self.mend();
    }
}

fn connect(client: TcpStream, end: &CableEnd, state: &Arc<State>) -> io::Result<()> {
    state.until_whole();
    let (there, back): (Half, Half) = match end {
        CableEnd::Address(addr) => {
            let server = TcpStream::connect(addr)?;
            (half(&client, &server)?, half(&server, &client)?)
        }
        CableEnd::Socket(path) => {
            let server = UnixStream::connect(path)?;
            let (own, other) = (server.try_clone()?, client.try_clone()?);
            let ended = server.try_clone()?;
            // An error means that it has ended.
            let close_server = move || drop(ended.shutdown(Shutdown::Both));
            let there: Half = (Box::new(client.try_clone()?), Box::new(own), Box::new(close_server));
            let close_client = move || drop(client.shutdown(Shutdown::Both));
            (there, (Box::new(server), Box::new(other), Box::new(close_client)))
        }
    };
    for half in [there, back] {
        let state = Arc::clone(state);
        std::thread::spawn(move || pass(half, &state));
    }
    Ok(())
}

fn half(from: &TcpStream, to: &TcpStream) -> io::Result<Half> {
    let ended = to.try_clone()?;
    let close = move || drop(ended.shutdown(Shutdown::Both));
    Ok((Box::new(from.try_clone()?), Box::new(to.try_clone()?), Box::new(close)))
}

/// Passes on what comes, as long as the cable is whole; then ends the other side.
fn pass((mut from, mut to, close): Half, state: &State) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let count = match from.read(&mut bytes) {
            Ok(count) if count > 0 => count,
            _ => break,
        };
        state.until_whole();
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    // The end of a connection is a message as well.
    state.until_whole();
    close();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that repeats what it hears.
    fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for mut client in listener.incoming().flatten() {
                let mut back = client.try_clone().unwrap();
                std::thread::spawn(move || std::io::copy(&mut client, &mut back));
            }
        });
        addr
    }

    #[test]
    fn nothing_passes_while_it_is_cut() {
        let end = CableEnd::Address(echo());
        let (cable, whole) = (Cable::to(end.clone()), Cable::to(end));
        let mut stream = TcpStream::connect(cable.addr()).unwrap();
        let mut answer = [0; 3];
        stream.write_all(b"one").unwrap();
        stream.read_exact(&mut answer).unwrap();
        cable.cut();
        stream.write_all(b"two").unwrap();
        let mut later = TcpStream::connect(cable.addr()).unwrap();
        later.write_all(b"new").unwrap();
        // By then the others would be answered as well.
        for _ in 0..100 {
            let mut stream = TcpStream::connect(whole.addr()).unwrap();
            stream.write_all(b"yes").unwrap();
            stream.read_exact(&mut answer).unwrap();
        }
        for stream in [&stream, &later] {
            stream.set_nonblocking(true).unwrap();
            let silent = { stream }.read(&mut answer).unwrap_err();
            assert_eq!(silent.kind(), io::ErrorKind::WouldBlock);
            stream.set_nonblocking(false).unwrap();
        }
        cable.mend();
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"two");
        later.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"new");
    }
}
