//! A client of a few lines: raw HTTP/1.1, so that spoilt requests can be sent too.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// A connection that is kept open, and opened again when the server has closed it.
pub struct Client {
    addr: SocketAddr,
    /// The open connection, with the time of its last answer.
    stream: Option<(BufReader<TcpStream>, Instant)>,
    /// Sent as `Authorization: Bearer`.
    pub token: Option<String>,
    /// Sent as they are.
    pub headers: Vec<(String, String)>,
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The time that an answer may take before the test fails. No correct run comes near it, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

/// The time for which an idle connection is used again. The server closes it after 30 seconds, and a test on a busy machine may
/// send its next request after that.
const FRESH: Duration = Duration::from_secs(10);

fn open(addr: SocketAddr) -> std::io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(addr)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

impl Client {
    /// A client that connects when it first sends something.
    pub fn new(addr: SocketAddr) -> Client {
        Client { addr, stream: None, token: None, headers: Vec::new() }
    }

    /// A client that sends this token.
    pub fn with_token(addr: SocketAddr, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..Client::new(addr) }
    }

    /// Asks for a page.
    pub fn get(&mut self, path: &str) -> Reply {
        self.try_send("GET", path, None, b"").expect("an answer")
    }

    /// Sends JSON.
    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.try_post(path, body).expect("an answer")
    }

    /// Sends JSON, if the server is there.
    pub fn try_post(&mut self, path: &str, body: &Value) -> std::io::Result<Reply> {
        self.try_send("POST", path, Some("application/json"), body.to_string().as_bytes())
    }

    /// Sends a form.
    pub fn post_form(&mut self, path: &str, body: &str) -> Reply {
        self.try_send("POST", path, Some("application/x-www-form-urlencoded"), body.as_bytes())
            .expect("an answer")
    }

    /// Sends anything.
    pub fn send(&mut self, method: &str, path: &str, content_type: Option<&str>, body: &[u8]) -> Reply {
        self.try_send(method, path, content_type, body).expect("an answer")
    }

    fn head(&self, method: &str, path: &str, content_type: Option<&str>, length: Option<usize>) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.addr);
        if let Some(token) = &self.token {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        if let Some(content_type) = content_type {
            head += &format!("content-type: {content_type}\r\n");
        }
        if let Some(length) = length {
            head += &format!("content-length: {length}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + "\r\n"
    }

    /// Sends anything, if the server is there.
    pub fn try_send(
        &mut self,
        method: &str,
        path: &str,
        content_type: Option<&str>,
        body: &[u8],
    ) -> std::io::Result<Reply> {
        let length = (method != "GET").then_some(body.len());
        let mut request = self.head(method, path, content_type, length).into_bytes();
        request.extend_from_slice(body);
        self.raw(&request)
    }

    /// Sends bytes as they are and reads one answer.
    pub fn raw(&mut self, request: &[u8]) -> std::io::Result<Reply> {
        let mut stream = match self.stream.take() {
            Some((stream, answered)) if answered.elapsed() < FRESH => stream,
            _ => open(self.addr)?,
        };
        // A server that refuses early may close while we still write; its answer is there all the same.
        let _ = stream.get_mut().write_all(request);
        let reply = read_reply(&mut stream)?;
        if reply.header("connection") != Some("close") {
            self.stream = Some((stream, Instant::now()));
        }
        Ok(reply)
    }

    /// Follows an event stream.
    pub fn follow(&self, path: &str) -> EventStream {
        self.try_follow(path).expect("a stream")
    }

    /// Follows an event stream, if the server is there.
    pub fn try_follow(&self, path: &str) -> std::io::Result<EventStream> {
        self.try_follow_on(open(self.addr)?.into_inner(), path)
    }

    /// Follows an event stream on a connection that is open already.
    pub fn try_follow_on(&self, stream: TcpStream, path: &str) -> std::io::Result<EventStream> {
        let mut stream = BufReader::new(stream);
        stream.get_mut().write_all(self.head("GET", path, None, None).as_bytes())?;
        let (status, headers) = read_head(&mut stream)?;
        let is_stream =
            headers.iter().any(|(name, value)| name == "content-type" && value == "text/event-stream");
        if status == 200 && is_stream {
            Ok(EventStream { stream, text: String::new() })
        } else {
            Err(std::io::Error::other(format!("no stream: {status} {headers:?}")))
        }
    }
}

fn read_head(stream: &mut impl BufRead) -> std::io::Result<(u16, Vec<(String, String)>)> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| std::io::Error::other(format!("no status line: {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.to_owned())),
            None => return Ok((status, headers)),
        }
    }
}

fn read_reply(stream: &mut impl BufRead) -> std::io::Result<Reply> {
    let (status, headers) = read_head(stream)?;
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let mut body = Vec::new();
    if let Some(length) = header("content-length") {
        body.resize(length.parse().unwrap(), 0);
        stream.read_exact(&mut body)?;
    } else if header("transfer-encoding").as_deref() == Some("chunked") {
        while let Some(chunk) = read_chunk(stream)? {
            body.extend(chunk);
        }
    }
    Ok(Reply { status, headers, body })
}

/// The next chunk; `None` for the last.
fn read_chunk(stream: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let length = usize::from_str_radix(line.trim(), 16)
        .map_err(|_| std::io::Error::other(format!("no chunk length: {line:?}")))?;
    let mut chunk = vec![0; length + 2];
    stream.read_exact(&mut chunk)?;
    chunk.truncate(length);
    Ok((length > 0).then_some(chunk))
}

/// An event stream that is open.
pub struct EventStream {
    stream: BufReader<TcpStream>,
    text: String,
}

/// An event of a stream as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its kind.
    pub kind: String,
    /// Its id, if it has one.
    pub id: Option<u64>,
    /// Its data, line by line.
    pub data: String,
}

impl EventStream {
    /// The next event with data, whatever its kind; `None` when the stream ends.
    pub fn next_event(&mut self) -> Option<Event> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let event = event.to_owned();
                self.text = rest.to_owned();
                let fields =
                    |name: &'static str| event.lines().filter_map(move |line| line.strip_prefix(name));
                let data: Vec<&str> =
                    fields("data:").map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
                if !data.is_empty() {
                    return Some(Event {
                        kind: fields("event:").next().unwrap_or_default().trim().to_owned(),
                        id: fields("id:").next().and_then(|id| id.trim().parse().ok()),
                        data: data.join("\n"),
                    });
                }
            }
            let chunk = read_chunk(&mut self.stream).ok()??;
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }
}

impl Iterator for EventStream {
    type Item = (u64, Value);

    /// The next version as (id, data); `None` when the stream ends.
    fn next(&mut self) -> Option<(u64, Value)> {
        loop {
            let event = self.next_event()?;
            if let Some(id) = event.id {
                assert_eq!(event.kind, "version");
                return Some((id, serde_json::from_str(&event.data).unwrap()));
            }
        }
    }
}
