//! The protocol over standard input and output, for programs that start this one.

use crate::handler::Neuland;
use crate::message::{self, MessageError};
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage, serve_server};
use rmcp::transport::{Transport, stdio_pipes};
use std::fmt;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// The longest line that is read. Longer ones are dropped.
const LINE_BYTES: usize = 256 * 1024;

/// The reason why the stdio transport ended early.
#[derive(Debug)]
pub struct StdioError(String);

impl fmt::Display for StdioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StdioError {}

/// Speaks with the program at standard input and output until it closes the input. Nothing else may be written to the output.
///
/// # Errors
/// If the program does not begin as the protocol demands, or breaks off.
pub async fn stdio(neuland: Neuland) -> Result<(), StdioError> {
    let (input, output) = stdio_pipes();
    over_lines(neuland, input, output).await
}

/// Speaks with the program at the other end of two streams, one message a line.
///
/// # Errors
/// As [`stdio`].
pub async fn over_lines<R, W>(neuland: Neuland, input: R, output: W) -> Result<(), StdioError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let running = match serve_server(neuland, Lines::new(input, output)).await {
        Ok(running) => running,
        // Nobody spoke: there was nothing to do.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(StdioError(format!("the client did not begin as MCP demands: {error}"))),
    };
    match running.waiting().await {
        Ok(_) => Ok(()),
        Err(error) => Err(StdioError(format!("the conversation broke off: {error}"))),
    }
}

/// A transport with one message a line. It answers what is no message by itself.
struct Lines<R, W> {
    input: BufReader<R>,
    /// The part of the current line read so far. It is a field because the SDK may drop a read half-way.
    line: Vec<u8>,
    /// Whether the rest of the line is dropped, because it is too long.
    is_dropping: bool,
    /// Whether there was a request: what comes before is no conversation.
    has_begun: bool,
    output: Arc<Mutex<W>>,
    /// The answer to the last line that was no message, while it is written. No line is read before, so that a client that
    /// reads nothing cannot pile up answers.
    answering: Option<JoinHandle<io::Result<()>>>,
}

/// The result of reading a line.
enum Read {
    /// A whole line is there.
    Line,
    /// A line was dropped because it is too long.
    TooLong,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    fn new(input: R, output: W) -> Lines<R, W> {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            is_dropping: false,
            has_begun: false,
            output: Arc::new(Mutex::new(output)),
            answering: None,
        }
    }

    /// Reads to the end of a line; `None` at the end of the input. It may be dropped and called again.
    async fn read_line(&mut self) -> Option<Read> {
        loop {
            let there = self.input.fill_buf().await.ok()?;
            if there.is_empty() {
                // The last line may have no end.
                let is_line = !self.line.is_empty() && !self.is_dropping;
                return is_line.then_some(Read::Line);
            }
            let end = there.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(there.len(), |at| at + 1);
            let fits = self.line.len() + taken <= LINE_BYTES;
            if fits && !self.is_dropping {
                self.line.extend_from_slice(&there[..taken]);
            } else {
                self.line.clear();
                self.is_dropping = true;
            }
            self.input.consume(taken);
            if end.is_some() {
                return Some(if std::mem::take(&mut self.is_dropping) { Read::TooLong } else { Read::Line });
            }
        }
    }

    fn answer(&mut self, fault: &MessageError) {
        let line = fault.answer().into_bytes();
        self.answering = Some(tokio::spawn(write_line(Arc::clone(&self.output), line)));
    }
}

async fn write_line<W: AsyncWrite + Unpin>(output: Arc<Mutex<W>>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer>
    for Lines<R, W>
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (output, line) = (Arc::clone(&self.output), serde_json::to_vec(&message));
        async move { write_line(output, line?).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if let Some(answering) = &mut self.answering {
                let written = answering.await;
                self.answering = None;
                written.ok()?.ok()?;
            }
            match self.read_line().await? {
                Read::TooLong => {
                    let message = format!("a line has at most {LINE_BYTES} bytes");
                    self.answer(&MessageError::without_id(ErrorCode::INVALID_REQUEST, message));
                    continue;
                }
                Read::Line if self.line.trim_ascii().is_empty() => self.line.clear(),
                Read::Line => {
                    let read = message::read(&self.line);
                    self.line.clear();
                    match read {
                        Ok(Some(message @ ClientJsonRpcMessage::Request(_))) => {
                            self.has_begun = true;
                            return Some(message);
                        }
                        Ok(message) if self.has_begun && message.is_some() => return message,
                        Ok(_) => {}
                        Err(fault) => self.answer(&fault),
                    }
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}
