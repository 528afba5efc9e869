//! HTTP/1.1 as far as a client of ours needs it: one request after the other on a connection, or an event stream.
//!
//! Written by hand, because it shares the machine with the server that it measures.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Sockets that are open.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sockets(Rc<Cell<usize>>);

impl Sockets {
    pub(crate) fn open(&self) -> usize {
        self.0.get()
    }
}

/// A connection, counted while it is open.
struct Socket {
    stream: TcpStream,
    counted: Sockets,
}

impl Socket {
    async fn connect(addr: SocketAddr, counted: &Sockets) -> io::Result<Socket> {
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        counted.0.set(counted.0.get() + 1);
        Ok(Socket { stream, counted: counted.clone() })
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
        self.counted.0.set(self.counted.0.get() - 1);
    }
}

/// What is asked.
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    pub(crate) token: Option<&'a str>,
    pub(crate) body: Option<&'a str>,
}

impl Request<'_> {
    fn write(&self, addr: SocketAddr) -> String {
        let Request { method, path, token, body } = self;
        let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {addr}\r\n");
        if let Some(token) = token {
            text += &format!("authorization: Bearer {token}\r\n");
        }
        if let Some(body) = body {
            let length = body.len();
            text += &format!("content-type: application/json\r\ncontent-length: {length}\r\n");
        }
        text += "\r\n";
        text + body.unwrap_or_default()
    }
}

/// A connection that is kept from one request to the next.
pub(crate) struct Line {
    addr: SocketAddr,
    sockets: Sockets,
    socket: Option<Socket>,
    /// How often it was opened after the first time.
    pub(crate) reconnected: u64,
    buffer: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Line {
    pub(crate) async fn open(addr: SocketAddr, sockets: &Sockets) -> io::Result<Line> {
        let socket = Some(Socket::connect(addr, sockets).await?);
        Ok(Line { addr, sockets: sockets.clone(), socket, reconnected: 0, buffer: Vec::new() })
    }

    /// Asks. A connection that the server has closed meanwhile is opened again, as any client does; what is asked here
    /// may be asked twice.
    pub(crate) async fn ask(&mut self, request: Request<'_>) -> io::Result<Reply> {
        let text = request.write(self.addr);
        if let Some(socket) = &mut self.socket
            && let Ok(reply) = exchange(socket, &text, &mut self.buffer).await
        {
            return Ok(self.keep(reply));
        }
        self.socket = None;
        self.reconnected += 1;
        let socket = self.socket.insert(Socket::connect(self.addr, &self.sockets).await?);
        let reply = exchange(socket, &text, &mut self.buffer).await?;
        Ok(self.keep(reply))
    }

    fn keep(&mut self, (reply, closes): (Reply, bool)) -> Reply {
        if closes {
            self.socket = None;
        }
        reply
    }
}

/// Sends a request and reads the answer, and whether the server closes after it.
async fn exchange(socket: &mut Socket, request: &str, buffer: &mut Vec<u8>) -> io::Result<(Reply, bool)> {
    socket.stream.write_all(request.as_bytes()).await?;
    buffer.clear();
    let head = read_head(socket, buffer).await?;
    let length = head.length.ok_or_else(|| io::Error::other("an answer without a length"))?;
    while buffer.len() < head.end + length {
        if !socket.read(buffer).await? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let body = String::from_utf8_lossy(&buffer[head.end..head.end + length]).into_owned();
    Ok((Reply { status: head.status, body }, head.closes))
}

struct Head {
    status: u16,
    end: usize,
    length: Option<usize>,
    closes: bool,
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
    let mut head = Head { status, end: end + 4, length: None, closes: false };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        if name.eq_ignore_ascii_case("content-length") {
            head.length = value.trim().parse().ok();
        } else if name.eq_ignore_ascii_case("connection") {
            head.closes = value.trim().eq_ignore_ascii_case("close");
        }
    }
    Ok(Some(head))
}

/// An event stream.
pub(crate) struct Stream {
    socket: Socket,
    /// What has come and was not taken apart yet.
    raw: Vec<u8>,
    chunks: Chunks,
    /// What the chunks held.
    text: Vec<u8>,
}

/// Where in the transfer coding a stream is.
#[derive(Clone, Copy)]
enum Chunks {
    /// Before the length of a chunk.
    Length,
    /// Within a chunk, before so many bytes of it and the line end after them.
    Within(usize),
}

impl Stream {
    pub(crate) async fn open(
        addr: SocketAddr,
        sockets: &Sockets,
        path: &str,
        token: Option<&str>,
    ) -> io::Result<Stream> {
        let mut socket = Socket::connect(addr, sockets).await?;
        let request = Request { method: "GET", path, token, body: None }.write(addr);
        socket.stream.write_all(request.as_bytes()).await?;
        let mut raw = Vec::new();
        let head = read_head(&mut socket, &mut raw).await?;
        if head.status != 200 {
            return Err(io::Error::other(format!("no stream, but status {}", head.status)));
        }
        raw.drain(..head.end);
        Ok(Stream { socket, raw, chunks: Chunks::Length, text: Vec::new() })
    }

    /// The version of the next event; `None` when the server ends the stream.
    pub(crate) async fn next(&mut self) -> io::Result<Option<u64>> {
        loop {
            if let Some(end) = self.text.windows(2).position(|two| two == b"\n\n") {
                let event = std::str::from_utf8(&self.text[..end]).map_err(io::Error::other)?;
                let id = event.lines().find_map(|line| line.strip_prefix("id:")?.trim().parse().ok());
                self.text.drain(..end + 2);
                if id.is_some() {
                    return Ok(id);
                }
                continue; // a comment that keeps the connection alive
            }
            if self.text.is_empty() {
                // Most streams are still most of the time, and there are thousands.
                self.text = Vec::new();
            }
            let mut raw = std::mem::take(&mut self.raw);
            if !self.socket.read(&mut raw).await? || !self.take_apart(&mut raw)? {
                return Ok(None);
            }
            self.raw = if raw.is_empty() { Vec::new() } else { raw };
        }
    }

    /// Moves whole chunks, or parts of them, to the text; `false` after the last.
    fn take_apart(&mut self, raw: &mut Vec<u8>) -> io::Result<bool> {
        let mut at = 0;
        let goes_on = loop {
            let rest = &raw[at..];
            match self.chunks {
                Chunks::Length => {
                    let Some(end) = rest.windows(2).position(|two| two == b"\r\n") else { break true };
                    let digits = std::str::from_utf8(&rest[..end]).map_err(io::Error::other)?;
                    let length = usize::from_str_radix(digits.trim(), 16).map_err(io::Error::other)?;
                    if length == 0 {
                        break false;
                    }
                    at += end + 2;
                    self.chunks = Chunks::Within(length);
                }
                Chunks::Within(0) => {
                    if rest.len() < 2 {
                        break true;
                    }
                    at += 2;
                    self.chunks = Chunks::Length;
                }
                Chunks::Within(length) => {
                    let part = length.min(rest.len());
                    if part == 0 {
                        break true;
                    }
                    self.text.extend_from_slice(&rest[..part]);
                    at += part;
                    self.chunks = Chunks::Within(length - part);
                }
            }
        };
        raw.drain(..at);
        Ok(goes_on)
    }
}
