//! Event streams, byte by byte.

use super::answers::{Answer, key_of};
use game::Viewer;
use std::io::{Read, Write};
use std::net::TcpStream;
use testkit::RunningServer;
use testkit::twins::World;

/// A stream of a table as it comes over the wire.
pub(crate) struct Stream {
    asked: String,
    socket: TcpStream,
    text: String,
}

impl Stream {
    pub(crate) fn open(
        running: &RunningServer,
        world: &World,
        path: &str,
        viewer: Viewer,
        seen: Option<u64>,
    ) -> Stream {
        Stream::with_key(running, key_of(world, viewer).as_deref(), path, seen)
    }

    /// The stream of somebody with this key, or of a stranger without one.
    pub(crate) fn with_key(
        running: &RunningServer,
        key: Option<&str>,
        path: &str,
        seen: Option<u64>,
    ) -> Stream {
        let mut socket = TcpStream::connect(running.addr).expect("a connection");
        let mut head = key.map_or_else(String::new, |key| {
            format!("authorization: Bearer {key}\r\ncookie: neuland-key={key}\r\n")
        });
        if let Some(seen) = seen {
            head += &format!("last-event-id: {seen}\r\n");
        }
        write!(socket, "GET {path} HTTP/1.1\r\nhost: {}\r\n{head}\r\n", running.addr).expect("it is sent");
        let mut stream = Stream { asked: path.to_owned(), socket, text: String::new() };
        stream.read_until(|text| text.contains("\r\n\r\n"));
        stream
    }

    fn read_until(&mut self, enough: impl Fn(&str) -> bool) {
        let mut buffer = [0; 1 << 14];
        while !enough(&self.text) {
            match self.socket.read(&mut buffer).expect("the stream goes on") {
                0 => panic!("{}: the stream ended: {}", self.asked, self.text),
                n => self.text += std::str::from_utf8(&buffer[..n]).expect("frames are plain"),
            }
        }
    }

    /// The frames up to a version; who comes and goes at this moment is told besides, and has nothing to do with the game.
    pub(crate) fn up_to(&mut self, version: u64) -> Answer {
        let last = format!("id: {version}\n");
        // The last frame ends with an empty line.
        self.read_until(|text| text.rsplit_once(&last).is_some_and(|(_, rest)| rest.contains("\n\n\r\n")));
        self.answer(|frame| !frame.contains("event: presence"))
    }

    /// The first frame that tells who comes and goes.
    pub(crate) fn presence(mut self) -> Answer {
        let told = |text: &str| {
            text.split_once("event: presence").is_some_and(|(_, rest)| rest.contains("\n\n\r\n"))
        };
        self.read_until(told);
        self.answer(|frame| frame.contains("event: presence"))
    }

    fn answer(&self, wanted: impl Fn(&str) -> bool) -> Answer {
        let (head, body) = self.text.split_once("\r\n\r\n").expect("a head");
        let headers = head
            .lines()
            .filter(|line| !line.starts_with("date:"))
            .map(|line| (line.to_owned(), String::new()));
        let body = body.split_inclusive("\n\n\r\n").filter(|frame| wanted(frame)).collect();
        Answer { asked: self.asked.clone(), status: 200, headers: headers.collect(), body }
    }
}
