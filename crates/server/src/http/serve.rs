//! Connections: accepting them, giving up those that stand still, and letting them finish at the end.

use super::limits::Meter;
use crate::log_throttle::LogThrottle;
use crate::metrics::{Limit, METRICS};
use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant as Moment};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};
use tower::ServiceExt;

/// The address a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// That a request came on a connection more than its address may have: it is told so, and nothing else is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneTooMany;

/// How long a client may take to send the head of a request; also how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(30);
/// How many connections that are too many for their address are told so at the same time; others are closed without a word.
const TOLD_AT_ONCE: usize = 64;
/// How long telling one may take.
const TOLD: Duration = Duration::from_secs(5);

/// Serves until `stop` is done, then lets what is under way finish, for as long as `drain`.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    meter: Meter,
    drain: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut stop = std::pin::pin!(stop);
    let graceful = GracefulShutdown::new();
    let limits = *meter.limits();
    let connections = Arc::new(Semaphore::new(limits.connections));
    let telling = Arc::new(Semaphore::new(TOLD_AT_ONCE));
    let (full, too_many, failed) = (
        LogThrottle::new(LogThrottle::MINUTE),
        LogThrottle::new(LogThrottle::MINUTE),
        LogThrottle::new(LogThrottle::MINUTE),
    );
    loop {
        if connections.available_permits() == 0 {
            METRICS.note_refused(Limit::Connections);
            if let Some(times) = full.count(Moment::now()) {
                tracing::warn!(
                    times,
                    limit = limits.connections,
                    "as many connections are open as may be; others wait"
                );
            }
        }
        let permit = tokio::select! {
            permit = Arc::clone(&connections).acquire_owned() => permit,
            () = &mut stop => break,
        };
        let Ok(permit) = permit else { break };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Mostly too many open files: others must close theirs first.
                    if let Some(times) = failed.count(Moment::now()) {
                        tracing::warn!(times, %error, "connections could not be accepted");
                    }
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let counted = meter.connection(peer.ip(), Moment::now());
        let is_welcome = counted.is_some();
        let mut tells = None;
        if !is_welcome {
            METRICS.note_refused(Limit::ConnectionsPerAddress);
            // The address itself is in no log.
            if let Some(times) = too_many.count(Moment::now()) {
                let limit = limits.connections_per_address;
                tracing::warn!(
                    times,
                    limit,
                    "an address has as many connections open as it may; more are refused"
                );
            }
            tells = Arc::clone(&telling).try_acquire_owned().ok();
            if tells.is_none() {
                continue;
            }
        }
        // Moves are small and should not wait for more.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(Peer(peer));
            if !is_welcome {
                request.extensions_mut().insert(OneTooMany);
            }
            app.clone().oneshot(request)
        });
        let patience = if is_welcome { limits.stalled } else { TOLD };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(if is_welcome { HEAD } else { TOLD })
            .keep_alive(is_welcome)
            .max_buf_size(32 * 1024)
            .serve_connection(TokioIo::new(WriteTimeout::new(stream, patience)), service);
        // In a box of its own: what awaits a future keeps room for it twice.
        let connection = Box::pin(graceful.watch(connection));
        let open = METRICS.connections.enter();
        tokio::spawn(async move {
            // Errors are those of the network: whoever was there is gone.
            if is_welcome {
                let _ = connection.await;
            } else {
                let _ = tokio::time::timeout(TOLD, connection).await;
            }
            drop((permit, counted, tells, open));
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(drain) => tracing::warn!("some connections did not finish in time"),
    }
}

/// A connection that is given up if nothing of what is sent to it is taken for a while. Whoever reads too slowly is
/// dropped so, and comes back with the last version it has seen.
struct WriteTimeout {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    fn new(stream: TcpStream, patience: Duration) -> WriteTimeout {
        WriteTimeout { stream, patience, waiting: None }
    }

    /// Passes a result on; keeps time while there is none.
    fn keep_time<T>(&mut self, context: &mut Context<'_>, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.waiting = None;
            return poll;
        }
        let until = Instant::now() + self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.keep_time(context, poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.keep_time(context, poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.keep_time(context, poll)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
