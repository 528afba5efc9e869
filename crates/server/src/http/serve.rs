//! Connections: accepting them, closing those that stall, and letting them finish at the end.

use super::connection::{self, ConnectionTimeouts, RequestBody};
use super::limits::Meter;
use axum::Router;
use axum::extract::Request;
use live::log_throttle::LogThrottle;
use live::metrics::{Limit, METRICS};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant as Moment};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;
use tower::ServiceExt;

/// The address a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Marks a request on a connection beyond the limit of its address: the server answers with that refusal and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverConnectionLimit;

/// The time limit for a client to send the head of a request, and for an idle connection.
const HEAD: Duration = Duration::from_secs(30);
/// The maximum number of connections refused at the same time because their address has too many; others are closed without an
/// answer.
const TOLD_AT_ONCE: usize = 64;
/// The time limit for refusing one.
const TOLD: Duration = Duration::from_secs(5);

/// Serves until `stop` is done, then lets running requests finish, for as long as `drain`.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    meter: Meter,
    drain: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut stop = std::pin::pin!(stop);
    let stopping = watch::Sender::new(false);
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
        let respond = move |request: hyper::Request<RequestBody>| {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(Peer(peer));
            if !is_welcome {
                request.extensions_mut().insert(OverConnectionLimit);
            }
            app.clone().oneshot(request)
        };
        let patience = match is_welcome {
            true => ConnectionTimeouts { head: HEAD, stalled: limits.stalled },
            false => ConnectionTimeouts { head: TOLD, stalled: TOLD },
        };
        let connection = connection::serve(stream, patience, is_welcome, respond, stopping.subscribe());
        let open = METRICS.connections.enter();
        tokio::spawn(async move {
            if is_welcome {
                connection.await;
            } else {
                let _ = tokio::time::timeout(TOLD, connection).await;
            }
            drop((permit, counted, tells, open));
        });
    }
    drop(listener);
    stopping.send_replace(true);
    tokio::select! {
        () = stopping.closed() => {}
        () = sleep(drain) => tracing::warn!("some connections did not finish in time"),
    }
}
