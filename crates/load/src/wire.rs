//! HTTP/1.1 as far as a client of ours needs it: one request after the other on a connection, or an event stream.
//!
//! Written by hand, because it shares the machine with the server that it measures.

use flate2::{Decompress, FlushDecompress, Status};
use serde::Deserialize;
use std::cell::Cell;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// The legal actions of a seat, as the API lists them.
#[derive(Deserialize)]
pub(crate) struct Legal {
    pub(crate) version: u64,
    pub(crate) legal: Vec<String>,
    /// Present if the list is only a part of what is legal.
    pub(crate) choose: Option<serde::de::IgnoredAny>,
}

/// Opens connections to the servers, to each in turn, and counts them.
#[derive(Clone, Debug)]
pub(crate) struct Dialer {
    /// The addresses of the servers; requests name the first one as their host, as behind a proxy.
    addrs: Rc<[SocketAddr]>,
    counts: Rc<SocketCounts>,
    /// The client address that requests claim, in `X-Forwarded-For`.
    client: Option<Ipv4Addr>,
}

#[derive(Default, Debug)]
struct SocketCounts {
    open: Cell<usize>,
    opened: Cell<usize>,
    reopened: Cell<u64>,
}

impl Dialer {
    /// A dialer for these servers, of which there is at least one.
    pub(crate) fn new(addrs: &[SocketAddr]) -> Dialer {
        Dialer { addrs: addrs.into(), counts: Rc::default(), client: None }
    }

    /// Returns the address for the next connection.
    fn next(&self) -> SocketAddr {
        let number = self.counts.opened.get();
        self.counts.opened.set(number + 1);
        self.addrs[number % self.addrs.len()]
    }

    /// Returns a dialer whose requests claim to come from `client`. The server believes it if it trusts this machine as a proxy.
    pub(crate) fn for_client(&self, client: Ipv4Addr) -> Dialer {
        Dialer { client: Some(client), ..self.clone() }
    }

    /// Sockets that are open.
    pub(crate) fn sockets(&self) -> usize {
        self.counts.open.get()
    }

    /// Returns the number of connections that were opened again after the server had closed them.
    pub(crate) fn reopened(&self) -> u64 {
        self.counts.reopened.get()
    }
}

/// A connection, counted while it is open.
struct Socket {
    stream: TcpStream,
    counts: Rc<SocketCounts>,
}

impl Socket {
    async fn connect(dialer: &Dialer) -> io::Result<Socket> {
        let stream = TcpStream::connect(dialer.next()).await?;
        stream.set_nodelay(true)?;
        let counts = Rc::clone(&dialer.counts);
        counts.open.set(counts.open.get() + 1);
        Ok(Socket { stream, counts })
    }

    /// Appends what has come to a buffer, waiting for at least something; `false` at the end.
    async fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            self.stream.readable().await?;
            let mut chunk = [0; 16 * 1024];
            match self.stream.try_read(&mut chunk) {
                Ok(0) => return Ok(false),
                Ok(n) => {
                    buffer.extend_from_slice(&chunk[..n]);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.counts.open.set(self.counts.open.get() - 1);
    }
}

/// The credential of a request.
#[derive(Clone, Copy)]
pub(crate) enum Credential<'a> {
    None,
    /// A program's token.
    Bearer(&'a str),
    /// A browser's cookie, which holds the same token.
    Cookie(&'a str),
}

/// The body of a request.
#[derive(Clone, Copy)]
pub(crate) enum Body<'a> {
    None,
    Json(&'a str),
    Form(&'a str),
    Text(&'a str),
}

/// A request.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) credential: Credential<'a>,
    /// Further header lines, each with its line end.
    pub(crate) headers: &'a str,
    pub(crate) body: Body<'a>,
}

impl<'a> Request<'a> {
    pub(crate) fn new(method: &'a str, path: &'a str) -> Request<'a> {
        Request { method, path, credential: Credential::None, headers: "", body: Body::None }
    }

    pub(crate) fn get(path: &'a str) -> Request<'a> {
        Request::new("GET", path)
    }

    fn write(&self, dialer: &Dialer) -> String {
        let Request { method, path, credential, headers, body } = self;
        let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{headers}", dialer.addrs[0]);
        match credential {
            Credential::None => {}
            Credential::Bearer(token) => text += &format!("authorization: Bearer {token}\r\n"),
            Credential::Cookie(token) => text += &format!("cookie: neuland-key={token}\r\n"),
        }
        if let Some(client) = dialer.client {
            text += &format!("x-forwarded-for: {client}\r\n");
        }
        let (kind, body) = match body {
            Body::None => return text + "\r\n",
            Body::Json(body) => ("application/json", body),
            Body::Form(body) => ("application/x-www-form-urlencoded", body),
            Body::Text(body) => ("application/x-ndjson", body),
        };
        text + &format!("content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    }
}

/// A connection that is kept from one request to the next.
pub(crate) struct Connection {
    dialer: Dialer,
    socket: Option<Socket>,
    buffer: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(dialer: &Dialer) -> io::Result<Connection> {
        let socket = Some(Socket::connect(dialer).await?);
        Ok(Connection { dialer: dialer.clone(), socket, buffer: Vec::new() })
    }

    /// A connection that is opened when the first request is sent.
    pub(crate) fn closed(dialer: &Dialer) -> Connection {
        Connection { dialer: dialer.clone(), socket: None, buffer: Vec::new() }
    }

    /// Asks. A connection that the server has closed meanwhile is opened again, as any client does; what is asked here
    /// may be asked twice.
    pub(crate) async fn ask(&mut self, request: Request<'_>) -> io::Result<Reply> {
        if self.socket.is_some()
            && let Ok(reply) = self.ask_once(request).await
        {
            return Ok(reply);
        }
        let counts = &self.dialer.counts;
        counts.reopened.set(counts.reopened.get() + 1);
        self.ask_once(request).await
    }

    /// Asks once, on the connection that is open or on a new one. After an error the connection is closed.
    pub(crate) async fn ask_once(&mut self, request: Request<'_>) -> io::Result<Reply> {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => Socket::connect(&self.dialer).await?,
        };
        let text = request.write(&self.dialer);
        let (reply, closes) = exchange(&mut socket, &text, &mut self.buffer).await?;
        if !closes {
            self.socket = Some(socket);
        }
        Ok(reply)
    }
}

/// Sends a request whose body comes byte by byte, each after a pause, and returns the status of the answer.
pub(crate) async fn drip(dialer: &Dialer, request: Request<'_>, pause: Duration) -> io::Result<u16> {
    let text = request.write(dialer);
    let (head, body) = text.split_at(text.find("\r\n\r\n").map_or(text.len(), |end| end + 4));
    let mut socket = Socket::connect(dialer).await?;
    socket.stream.write_all(head.as_bytes()).await?;
    let mut buffer = Vec::new();
    for byte in body.bytes() {
        if let Ok(head) = tokio::time::timeout(pause, read_head(&mut socket, &mut buffer)).await {
            return head.map(|head| head.status);
        }
        socket.stream.write_all(&[byte]).await?;
    }
    read_head(&mut socket, &mut buffer).await.map(|head| head.status)
}

/// Sends a request and reads the answer, and whether the server closes after it.
async fn exchange(socket: &mut Socket, request: &str, buffer: &mut Vec<u8>) -> io::Result<(Reply, bool)> {
    let sent = socket.stream.write_all(request.as_bytes()).await;
    buffer.clear();
    // A server may answer before it has read a large body, and close: the answer is there all the same.
    let Head { status, end, length, chunked, mut closes, .. } = match (read_head(socket, buffer).await, sent)
    {
        (Ok(head), _) => head,
        (Err(_), Err(error)) | (Err(error), Ok(())) => return Err(error),
    };
    let body = if chunked {
        let mut raw = buffer.split_off(end);
        let (mut chunks, mut body) = (Chunks::Length, Vec::new());
        while chunks.take_apart(&mut raw, &mut body)? {
            if !socket.read(&mut raw).await? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        // The line end after the last chunk may still be on its way.
        closes |= raw != b"0\r\n\r\n";
        body
    } else {
        let length = match (length, status) {
            (Some(length), _) => length,
            (None, 204 | 304) => 0,
            (None, _) => return Err(io::Error::other("an answer without a length")),
        };
        while buffer.len() < end + length {
            if !socket.read(buffer).await? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        buffer[end..end + length].to_vec()
    };
    Ok((Reply { status, body }, closes))
}

struct Head {
    status: u16,
    end: usize,
    length: Option<usize>,
    chunked: bool,
    closes: bool,
    gzip: bool,
}

async fn read_head(socket: &mut Socket, buffer: &mut Vec<u8>) -> io::Result<Head> {
    loop {
        if let Some(head) = parse_head(buffer)? {
            return Ok(head);
        }
        if !socket.read(buffer).await? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn parse_head(buffer: &[u8]) -> io::Result<Option<Head>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&buffer[..end]).map_err(io::Error::other)?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let status = status.ok_or_else(|| io::Error::other("an answer without a status"))?;
    let mut head = Head { status, end: end + 4, length: None, chunked: false, closes: false, gzip: false };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        if name.eq_ignore_ascii_case("content-length") {
            head.length = value.trim().parse().ok();
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            head.chunked = value.trim().eq_ignore_ascii_case("chunked");
        } else if name.eq_ignore_ascii_case("connection") {
            head.closes = value.trim().eq_ignore_ascii_case("close");
        } else if name.eq_ignore_ascii_case("content-encoding") {
            head.gzip = value.trim().eq_ignore_ascii_case("gzip");
        }
    }
    Ok(Some(head))
}

/// An event stream.
pub(crate) struct Stream {
    socket: Socket,
    /// The bytes that have arrived and are not parsed yet.
    raw: Vec<u8>,
    chunks: Chunks,
    /// The decompressor, and the number of bytes of the gzip header still to come.
    decompressor: Option<(Box<Decompress>, usize)>,
    /// The text from the chunks.
    text: Vec<u8>,
    /// The length of the prefix of the text that is known to hold no end of an event.
    searched: usize,
}

/// The position in the transfer coding of a body.
#[derive(Clone, Copy)]
enum Chunks {
    /// Before the length of a chunk.
    Length,
    /// Within a chunk, with this many bytes of it left before its line end.
    Within(usize),
}

/// The kinds of events on a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EventKind {
    /// There is a new version.
    Version,
    /// The changes that lead a page from one state to another.
    Page {
        /// The state to which it applies.
        from: u64,
        /// The state that the page then has.
        to: u64,
    },
    /// Anything else: who is there, that the server stops.
    Other,
}

/// An event of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    /// The version that the event brings the reader to.
    pub(crate) id: Option<u64>,
}

impl Event {
    fn parse(text: &str) -> io::Result<Event> {
        let (mut id, mut name, mut data) = (None, "", None);
        for line in text.lines() {
            match line.split_once(':') {
                Some(("id", value)) => id = value.trim().parse().ok(),
                Some(("event", value)) => name = value.trim(),
                // The first line tells what the others, which are the page, are for.
                Some(("data", value)) => data = data.or(Some(value.trim())),
                _ => {}
            }
        }
        #[derive(Deserialize)]
        struct Patch<'a> {
            version: u64,
            from: &'a str,
        }
        let kind = match name {
            "version" => EventKind::Version,
            "page" => {
                let patch: Patch<'_> =
                    serde_json::from_str(data.unwrap_or_default()).map_err(io::Error::other)?;
                let wrong = || io::Error::other(format!("a patch to version {id:?} that nobody can apply"));
                let from = u64::from_str_radix(patch.from, 16).ok().filter(|_| id == Some(patch.version));
                let to = attribute(text.as_bytes(), "data-state")
                    .and_then(|state| u64::from_str_radix(state, 16).ok());
                let (from, to) = from.zip(to).ok_or_else(wrong)?;
                EventKind::Page { from, to }
            }
            _ => EventKind::Other,
        };
        Ok(Event { kind, id })
    }
}

impl Stream {
    /// Opens a stream; anything but a stream is an error.
    pub(crate) async fn open(dialer: &Dialer, request: Request<'_>) -> io::Result<Stream> {
        match Stream::try_open(dialer, request).await? {
            Ok(stream) => Ok(stream),
            Err(status) => Err(io::Error::other(format!("no stream, but status {status}"))),
        }
    }

    /// Opens a stream, or returns the status with which the server refuses it.
    pub(crate) async fn try_open(dialer: &Dialer, request: Request<'_>) -> io::Result<Result<Stream, u16>> {
        let mut socket = Socket::connect(dialer).await?;
        socket.stream.write_all(request.write(dialer).as_bytes()).await?;
        let mut raw = Vec::new();
        let head = read_head(&mut socket, &mut raw).await?;
        if head.status != 200 {
            return Ok(Err(head.status));
        }
        raw.drain(..head.end);
        let decompressor = head.gzip.then(|| (Box::new(Decompress::new(false)), GZIP_HEADER));
        Ok(Ok(Stream { socket, raw, chunks: Chunks::Length, decompressor, text: Vec::new(), searched: 0 }))
    }

    /// The next event; `None` when the server ends the stream.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(end) = self.text[self.searched..].windows(2).position(|two| two == b"\n\n") {
                let end = self.searched + end;
                let event = std::str::from_utf8(&self.text[..end]).map_err(io::Error::other)?;
                let event = Event::parse(event)?;
                self.text.drain(..end + 2);
                self.searched = 0;
                if event.id.is_some() || event.kind != EventKind::Other {
                    return Ok(Some(event));
                }
                continue; // a comment that keeps the connection alive, or who is there
            }
            self.searched = self.text.len().saturating_sub(1);
            if self.text.is_empty() {
                // Most streams are still most of the time, and there are thousands.
                self.text = Vec::new();
            }
            let mut raw = std::mem::take(&mut self.raw);
            if !self.socket.read(&mut raw).await? {
                return Ok(None);
            }
            let goes_on = match &mut self.decompressor {
                None => self.chunks.take_apart(&mut raw, &mut self.text)?,
                Some((decompressor, header)) => {
                    let mut compressed = Vec::new();
                    let goes_on = self.chunks.take_apart(&mut raw, &mut compressed)?;
                    let skipped = compressed.len().min(*header);
                    *header -= skipped;
                    decompress(decompressor, &compressed[skipped..], &mut self.text)?;
                    goes_on
                }
            };
            if !goes_on {
                return Ok(None);
            }
            self.raw = if raw.is_empty() { Vec::new() } else { raw };
        }
    }
}

/// The length of the header with which the server begins a compressed stream: it has no optional parts.
const GZIP_HEADER: usize = 10;

/// Appends the decompressed content of some more bytes.
fn decompress(decompressor: &mut Decompress, compressed: &[u8], text: &mut Vec<u8>) -> io::Result<()> {
    let begun = decompressor.total_in();
    loop {
        let read = usize::try_from(decompressor.total_in() - begun).map_err(io::Error::other)?;
        let before = decompressor.total_out();
        text.reserve(4 * compressed.len() + 256);
        let status = decompressor
            .decompress_vec(&compressed[read..], text, FlushDecompress::Sync)
            .map_err(io::Error::other)?;
        let stands_still =
            decompressor.total_out() == before && decompressor.total_in() - begun == read as u64;
        if status == Status::StreamEnd || stands_still {
            return Ok(());
        }
    }
}

impl Chunks {
    /// Moves whole chunks, or parts of them, to the text; `false` after the last.
    fn take_apart(&mut self, raw: &mut Vec<u8>, text: &mut Vec<u8>) -> io::Result<bool> {
        let mut at = 0;
        let goes_on = loop {
            let rest = &raw[at..];
            match *self {
                Chunks::Length => {
                    let Some(end) = rest.windows(2).position(|two| two == b"\r\n") else { break true };
                    let digits = std::str::from_utf8(&rest[..end]).map_err(io::Error::other)?;
                    let length = usize::from_str_radix(digits.trim(), 16).map_err(io::Error::other)?;
                    if length == 0 {
                        break false;
                    }
                    at += end + 2;
                    *self = Chunks::Within(length);
                }
                Chunks::Within(0) => {
                    if rest.len() < 2 {
                        break true;
                    }
                    at += 2;
                    *self = Chunks::Length;
                }
                Chunks::Within(length) => {
                    let part = length.min(rest.len());
                    if part == 0 {
                        break true;
                    }
                    text.extend_from_slice(&rest[..part]);
                    at += part;
                    *self = Chunks::Within(length - part);
                }
            }
        };
        raw.drain(..at);
        Ok(goes_on)
    }
}

/// The value of the first attribute of this name in a page.
pub(crate) fn attribute<'a>(page: &'a [u8], name: &str) -> Option<&'a str> {
    let mark = format!(" {name}=\"");
    let at = page.windows(mark.len()).position(|part| part == mark.as_bytes())? + mark.len();
    let end = at + page[at..].iter().position(|byte| *byte == b'"')?;
    std::str::from_utf8(&page[at..end]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_tell_their_kind_and_their_version() {
        let parse = |text| Event::parse(text).unwrap();
        let event = |kind, id| Event { kind, id };
        assert_eq!(parse("id: 7\nevent: version\ndata: {\"version\":7}"), event(EventKind::Version, Some(7)));
        assert_eq!(
            parse(
                "event: page\nid: 9\ndata: {\"version\":9,\"from\":\"0f\"}\ndata: <main data-state=\"1e\">\ndata: a: b"
            ),
            event(EventKind::Page { from: 15, to: 30 }, Some(9))
        );
        assert_eq!(parse("event: presence\ndata: {\"presence\":\"AB\"}"), event(EventKind::Other, None));
        assert_eq!(parse(": stopping\nid: 9\nretry: 1200"), event(EventKind::Other, Some(9)));
        assert_eq!(parse(":"), event(EventKind::Other, None));
        for head in ["{\"version\":9,\"from\":\"0f\"}", "{\"version\":8,\"from\":\"x\"}"] {
            let text = format!("event: page\nid: 8\ndata: {head}\ndata: <main data-state=\"1e\">");
            assert!(Event::parse(&text).is_err(), "{head}");
        }
    }

    #[test]
    fn chunks_may_come_in_pieces() {
        let whole = b"5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n";
        for cut in 0..whole.len() {
            let (mut chunks, mut raw, mut text) = (Chunks::Length, Vec::new(), Vec::new());
            let mut goes_on = true;
            for part in [&whole[..cut], &whole[cut..]] {
                raw.extend_from_slice(part);
                goes_on = goes_on && chunks.take_apart(&mut raw, &mut text).unwrap();
            }
            assert_eq!((goes_on, &text[..]), (false, &b"hello, world"[..]), "{cut}");
        }
    }
}
