//! The protocol over standard input and output, for programs that start this one.

use crate::handler::Neuland;
use rmcp::service::serve_server;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use std::fmt;

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
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LINE_BYTES);
    let running = match serve_server(neuland, transport).await {
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
