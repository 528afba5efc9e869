//! One connection: its socket, and the exchanges of requests and responses on it.
//!
//! The HTTP library holds two buffers of 8 KiB for each connection, also while nothing passes through them: between two
//! exchanges, and while an event stream has nothing to say. Such a connection is taken away from the library. Between two
//! exchanges only the socket is kept, until the client sends something again; a stream goes on in chunks of its own. Ten thousand
//! open sockets then take a third less memory (docs/load.md).
//!
//! The server may answer a request before it has arrived in full: a refusal needs the head alone. The server then reads and drops
//! the rest of the body, up to a few megabytes, so that the connection goes on: if it closed, a proxy that is still sending the
//! body would report a bad gateway to its client instead of passing the response on. Otherwise the response announces that the
//! connection closes, and the socket stays open for a moment to receive what is under way: if it closed at once, the client would
//! get an error before it has read the response.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::{TokioIo, TokioTimer};
use live::lock::lock;
use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, timeout};

/// The time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionTimeouts {
    /// The limit for a client to send the head of a request, and for an idle connection.
    pub(super) head: Duration,
    /// The limit for a client that reads nothing of what is sent to it.
    pub(super) stalled: Duration,
}

/// The largest unread body that is drained to keep the connection alive, in bytes.
const UNWANTED_BYTES: u64 = 4 * 1024 * 1024;
/// The longest time that draining may take.
const UNWANTED_TIME: Duration = Duration::from_secs(10);
/// The longest time without a byte meanwhile.
const UNWANTED_PAUSE: Duration = Duration::from_secs(1);
/// The number of bytes that are drained after the last answer, before the socket is closed.
const LINGER_BYTES: usize = 4 * 1024 * 1024;
/// The longest time that this may take.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// Serves the requests that come over a socket, until either side closes it. `stopping` turning true closes it after the
/// exchange that is in progress.
pub(super) async fn serve<S>(
    stream: TcpStream,
    patience: ConnectionTimeouts,
    keep_alive: bool,
    respond: impl Fn(hyper::Request<RequestBody>) -> S + Clone,
    mut stopping: watch::Receiver<bool>,
) where
    S: Future<Output = Result<hyper::Response<Body>, Infallible>>,
{
    let mut resting = (stream, Bytes::new());
    loop {
        let (stream, received) = resting;
        let exchange = Arc::new(Exchange::default());
        let socket = Socket { stream, received, exchange: Arc::clone(&exchange), patience, waiting: None };
        let noted = Arc::clone(&exchange);
        let respond = respond.clone();
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            noted.begin();
            let takes_chunks = request.version() == Version::HTTP_11 && request.method() != Method::HEAD;
            let noted = Arc::clone(&noted);
            let may_go_on = keep_alive && !waits_for_consent(request.headers());
            let response = respond(request.map(|body| RequestBody::new(body, &noted)));
            async move {
                let mut response = response.await?;
                let drains_rest = response.status() == StatusCode::PAYLOAD_TOO_LARGE;
                if !noted.settle(may_go_on, drains_rest).await {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                let streams = takes_chunks && is_event_stream(&response);
                Ok::<_, Infallible>(response.map(|body| ResponseBody {
                    body,
                    streams,
                    ended: false,
                    exchange: noted,
                }))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience.head)
            .keep_alive(keep_alive)
            .max_buf_size(32 * 1024)
            .serve_connection(TokioIo::new(socket), service);
        // In a box of its own: what awaits a future keeps room for it twice.
        let connection = Box::new(connection);
        let (mut socket, received) = match until_quiet(connection, &exchange, &mut stopping).await {
            Reached::Quiet(socket, received) => (socket, received),
            Reached::End(socket) => {
                if let Some(socket) = socket {
                    tokio::select! {
                        () = linger(socket.stream) => {}
                        _ = stopping.wait_for(|stopping| *stopping) => {}
                    }
                }
                return;
            }
        };
        let rest = lock(&exchange.rest).take();
        if let Some(body) = rest {
            // What came with the request that asked for the stream would have to wait until the stream has ended.
            let ended = received.is_empty() && stream_on(&mut socket, body).await.is_ok();
            if !ended {
                return;
            }
        }
        let stream = socket.stream;
        if received.is_empty() {
            tokio::select! {
                ready = timeout(patience.head, stream.readable()) => match ready {
                    Ok(Ok(())) => {}
                    _ => return,
                },
                _ = stopping.wait_for(|stopping| *stopping) => return,
            }
        }
        resting = (stream, received);
    }
}

/// The reason why `until_quiet` returned.
enum Reached {
    /// Nothing passes through it; with its socket, and the bytes of the next request that were read already.
    Quiet(Socket, Bytes),
    /// It has ended; with its socket, if the client may still send something.
    End(Option<Socket>),
}

/// Drives a connection until nothing passes through it, or to its end.
async fn until_quiet<S>(
    mut connection: Box<http1::Connection<TokioIo<Socket>, S>>,
    exchange: &Exchange,
    stopping: &mut watch::Receiver<bool>,
) -> Reached
where
    S: HttpService<Incoming, ResBody = ResponseBody>,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut is_last = false;
    loop {
        let ended_or_quiet = poll_fn(|context| match Pin::new(connection.as_mut()).poll(context) {
            Poll::Ready(ended) => Poll::Ready(Some(ended)),
            Poll::Pending if exchange.is_quiet() => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        });
        tokio::select! {
            ended = ended_or_quiet => match ended {
                None => break,
                Some(Ok(())) if !exchange.request_read.load(SeqCst) => {
                    return Reached::End(Some(connection.into_parts().io.into_inner()));
                }
                // Errors are those of the network: the client is gone.
                Some(_) => return Reached::End(None),
            },
            _ = stopping.wait_for(|stopping| *stopping), if !is_last => {
                is_last = true;
                Pin::new(connection.as_mut()).graceful_shutdown();
            }
        }
    }
    let parts = connection.into_parts();
    // An empty rest still keeps the library's buffer alive.
    let received = if parts.read_buf.is_empty() { Bytes::new() } else { parts.read_buf };
    Reached::Quiet(parts.io.into_inner(), received)
}

/// Whether the client sends the body of its request only when the server asks for it.
fn waits_for_consent(headers: &HeaderMap) -> bool {
    headers.contains_key(header::EXPECT)
}

/// Drains what a client still sends after the last answer, for a limited time.
async fn linger(stream: TcpStream) {
    let take = async {
        let mut left = LINGER_BYTES;
        while left > 0 && stream.readable().await.is_ok() {
            match stream.try_read(&mut [0; 4096]) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => break,
                Ok(taken) => left = left.saturating_sub(taken),
            }
        }
    };
    // Whoever still sends then is no client that reads answers.
    let _ = timeout(LINGER_TIME, take).await;
}

/// Whether this response is an event stream, which sends something now and then, and nothing in between.
fn is_event_stream(response: &hyper::Response<Body>) -> bool {
    let is = |value: &HeaderValue| value.as_bytes().starts_with(b"text/event-stream");
    response.headers().get(header::CONTENT_TYPE).is_some_and(is)
}

/// Sends the rest of a body whose beginning the HTTP library has sent in chunks (RFC 9112, section 7.1), with their lengths in
/// the same capital digits: the bytes do not depend on which of the two sends a frame. An error if the
/// connection is of no use any more: the client is gone, or has sent something meanwhile, which is not read.
async fn stream_on(socket: &mut Socket, mut body: Body) -> io::Result<()> {
    loop {
        let frame = tokio::select! {
            frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)) => frame,
            ready = socket.stream.readable() => {
                ready?;
                match socket.stream.try_read(&mut [0]) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                    _ => return Err(io::ErrorKind::ConnectionAborted.into()),
                }
            }
        };
        let Some(frame) = frame else { break };
        let Ok(data) = frame.map_err(io::Error::other)?.into_data() else { continue };
        // An empty chunk would be the last.
        if !data.is_empty() {
            let chunk = [format!("{:X}\r\n", data.len()).as_bytes(), &data, b"\r\n"].concat();
            socket.write_all(&chunk).await?;
        }
    }
    socket.write_all(b"0\r\n\r\n").await
}

/// The progress of one exchange of a request and its response.
#[derive(Debug, Default)]
struct Exchange {
    /// The request was read to the end. A request of which something was not read leaves the connection with the HTTP
    /// library, which alone knows where the next one begins.
    request_read: AtomicBool,
    /// The library has taken all that there is of the response: the whole of it, or the messages of a stream so far.
    taken: AtomicBool,
    /// Everything that was taken has been sent.
    sent: AtomicBool,
    /// The rest of the body of a stream whose connection was taken away from the library.
    rest: Mutex<Option<Body>>,
    unwanted: Mutex<Unwanted>,
}

/// The body of a request that is dropped before it was read to its end.
#[derive(Debug, Default)]
enum Unwanted {
    /// It may still be read.
    #[default]
    Open,
    Dropped {
        body: Incoming,
        /// Whether a handler had begun to read it.
        begun: bool,
    },
    /// The request is answered.
    Answered,
}

impl Exchange {
    /// A request has come.
    fn begin(&self) {
        for step in [&self.request_read, &self.taken, &self.sent] {
            step.store(false, SeqCst);
        }
        *lock(&self.unwanted) = Unwanted::Open;
    }

    /// Settles how the connection goes on after an answer: whether the next request can come on it. If it `may`, a body
    /// that nobody wanted is read to its end for that; one of which a part was read only if `rest` says so.
    async fn settle(&self, may: bool, rest: bool) -> bool {
        let unwanted = std::mem::replace(&mut *lock(&self.unwanted), Unwanted::Answered);
        if self.request_read.load(SeqCst) {
            return true;
        }
        let Unwanted::Dropped { mut body, begun } = unwanted else { return false };
        if !may || (begun && !rest) || body.size_hint().lower() > UNWANTED_BYTES {
            return false;
        }
        let read = async {
            let mut left = UNWANTED_BYTES;
            loop {
                let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
                let Some(frame) = timeout(UNWANTED_PAUSE, next).await.ok()? else { break };
                let length = frame.ok()?.data_ref().map_or(0, Bytes::len);
                left = left.checked_sub(length as u64)?;
            }
            Some(())
        };
        let is_read = matches!(timeout(UNWANTED_TIME, read).await, Ok(Some(())));
        self.request_read.store(is_read, SeqCst);
        is_read
    }

    /// Whether nothing waits in the buffers of the library.
    fn is_quiet(&self) -> bool {
        self.request_read.load(SeqCst) && self.sent.load(SeqCst)
    }
}

/// The body of a request, which notes that it was read to the end.
#[derive(Debug)]
pub(super) struct RequestBody {
    /// Taken only when this is dropped.
    body: Option<Incoming>,
    /// Whether a handler has begun to read it.
    is_wanted: bool,
    exchange: Arc<Exchange>,
}

impl RequestBody {
    fn new(body: Incoming, exchange: &Arc<Exchange>) -> RequestBody {
        exchange.request_read.store(body.is_end_stream(), SeqCst);
        RequestBody { body: Some(body), is_wanted: false, exchange: Arc::clone(exchange) }
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let mut unwanted = lock(&self.exchange.unwanted);
        if matches!(*unwanted, Unwanted::Open)
            && let Some(body) = self.body.take()
        {
            *unwanted = Unwanted::Dropped { body, begun: self.is_wanted };
        }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.is_wanted = true;
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(&mut *body).poll_frame(context));
        if frame.is_none() || body.is_end_stream() {
            self.exchange.request_read.store(true, SeqCst);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(Incoming::size_hint).unwrap_or_default()
    }
}

/// The body of a response, which notes when the HTTP library has taken all that there is of it.
struct ResponseBody {
    body: Body,
    /// Whether it may be taken away from the library before its end.
    streams: bool,
    ended: bool,
    exchange: Arc<Exchange>,
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.ended = matches!(frame, Poll::Ready(None));
        if frame.is_ready() {
            self.exchange.sent.store(false, SeqCst);
        }
        self.exchange.taken.store(frame.is_pending() && self.streams, SeqCst);
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        if self.streams && !self.ended {
            let rest = std::mem::replace(&mut self.body, Body::empty());
            *lock(&self.exchange.rest) = Some(rest);
        }
        self.exchange.taken.store(true, SeqCst);
    }
}

/// A socket that is closed if the client reads nothing of what is sent to it for a while. A client that reads too slowly is
/// dropped this way, and comes back with the last version it has seen.
struct Socket {
    stream: TcpStream,
    /// Bytes already read from the socket; they come first.
    received: Bytes,
    exchange: Arc<Exchange>,
    patience: ConnectionTimeouts,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    /// Passes a result on; keeps time while there is none.
    fn run_clock<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.waiting = None;
            return poll;
        }
        let until = Instant::now() + self.patience.stalled;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.received.is_empty() {
            let taken = self.received.len().min(buffer.remaining());
            buffer.put_slice(&self.received.split_to(taken));
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.run_clock(context, poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.run_clock(context, poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// The HTTP library flushes when it has written everything that it has.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        if poll.is_ready() && self.exchange.taken.load(SeqCst) {
            self.exchange.sent.store(true, SeqCst);
        }
        self.run_clock(context, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
