//! `neuland mcp` as the programs meet it that start it, over standard input and output.

use super::{bare, folder, neuland};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// The program, and a client that speaks with it line by line.
struct Tools {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Tools {
    fn start(data: &Path, arguments: &[&str], token: &str) -> Tools {
        let mut command = bare();
        command
            .args(["mcp", "--addr", "127.0.0.1:0", "--bot-pause", "0", "--data"])
            .arg(data)
            .args(arguments);
        command.env("NEULAND_MCP_TOKENS", token);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = pipes.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let mut tools = Tools { child, input, output: BufReader::new(output), next: 0 };
        let client = json!({ "name": "a test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        assert_eq!(tools.ask("initialize", hello)["result"]["serverInfo"]["name"], "neuland");
        tools.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        tools
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it reads");
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("UTF-8");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("nothing but messages: {error}: {line}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let answer = self.read();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Calls a tool that does what it is asked; returns its data.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert_eq!(answer["result"]["isError"], false, "{tool} {arguments}: {answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Closes the input, as a client that is done; returns the exit code.
    fn end(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Tools {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_program_plays_a_game_over_pipes_and_comes_back_to_its_tables() {
    let data = folder("mcp").join("data");
    let mut tools = Tools::start(&data, &["--lang", "de"], "a-token-of-my-own");
    let listed = tools.ask("tools/list", json!({}))["result"]["tools"].clone();
    let named = |tool: &&str| listed.as_array().is_some_and(|all| all.iter().any(|one| one["name"] == *tool));
    assert!(["open_table", "list_actions", "follow", "act", "list_tables"].iter().all(named), "{listed}");
    let opened = tools.call("open_table", json!({ "game": "carcassonne", "seats": ["me", "bot:novice"] }));
    let table = opened["table"].clone();
    let mut acted = 0;
    let over = loop {
        let listed = tools.call("list_actions", json!({ "table": table }));
        let actions = listed["actions"].as_array().expect("a list");
        let done = match actions.last() {
            None => tools.call("follow", json!({ "table": table, "seconds": 10 })),
            Some(action) => {
                acted += 1;
                let call =
                    json!({ "table": table, "version": listed["version"], "number": action["number"] });
                tools.call("act", call)
            }
        };
        if done["state"]["stage"] == "over" {
            break done;
        }
        assert!(acted < 200, "the game does not end");
    };
    assert!(acted > 30 && over["state"]["winners"].is_array(), "{acted} actions: {over}");
    // What is no message ends nothing, and what was there before is there after a restart.
    for (line, code) in [("this is no message", -32700), (&*"x".repeat(300_000), -32600)] {
        tools.send(line);
        let told = tools.read();
        assert_eq!((told.get("id"), &told["error"]["code"]), (Some(&Value::Null), &json!(code)), "{told}");
    }
    let unknown = tools.ask("no/such/method", json!({}))["error"].clone();
    assert_eq!(unknown["code"], -32601);
    assert!(unknown["message"].as_str().is_some_and(|words| words.contains("`no/such/method`")), "{unknown}");
    assert_eq!(tools.end(), Some(0));
    let mut again = Tools::start(&data, &[], "a-token-of-my-own");
    assert_eq!(again.call("list_tables", json!({}))["tables"][0]["table"], table);
    assert_eq!(again.end(), Some(0));
    let mut other = Tools::start(&data, &[], "a-token-of-another");
    assert_eq!(other.call("list_tables", json!({}))["tables"], json!([]));
    // The folder is in use: how to play at the server that runs.
    let taken = neuland(&["mcp", "--addr", "127.0.0.1:0", "--data", data.to_str().expect("UTF-8")]);
    assert_eq!((taken.code, taken.out.as_str()), (1, ""), "{taken:?}");
    assert!(taken.err.contains("neuland mcp --server http://127.0.0.1:"), "{}", taken.err);
    assert_eq!(other.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn over_http_it_serves_until_it_is_stopped() {
    let data = folder("mcp-http").join("data");
    let mut command = bare();
    command.args(["mcp", "--listen", "127.0.0.1:0", "--addr", "127.0.0.1:0", "--data"]).arg(&data);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut greeting = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut greeting).expect("UTF-8");
    let address = greeting.split_once("http://").and_then(|(_, rest)| rest.split_once("/mcp"));
    let address = address.unwrap_or_else(|| panic!("no address: {greeting}")).0;
    let mut client = testkit::Client::new(address.parse().expect("an address"));
    client.headers = vec![("accept".to_owned(), "application/json, text/event-stream".to_owned())];
    let call = json!({ "name": "list_games", "arguments": { "language": "de" } });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let reply = client.post("/mcp", &call);
    assert!(reply.status == 200 && reply.text().contains("Städte & Ritter"), "{}", reply.text());
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn what_is_wrong_on_the_command_line_is_said() {
    for (arguments, words) in [
        (&["mcp", "--server", "neuland.example"][..], "is not the address of a server"),
        (&["mcp", "--server", "http://x", "--data", "y"], "--server"),
        (&["mcp", "--allow-host", "x"], "--listen"),
        (&["mcp", "--listen", "castle"], "--listen"),
        (&["mcp", "--server", "http://127.0.0.1:9", "--listen", "0.0.0.0:0"], "NEULAND_MCP_TOKENS"),
    ] {
        let answer = neuland(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {answer:?}");
        assert!(answer.err.contains(words), "{arguments:?}: {}", answer.err);
    }
    for (tokens, words) in
        [("short", "16 to 256"), ("the-token-of-one-person,that-of-another-one", "one person can play")]
    {
        let output =
            bare().args(["mcp", "--server", "http://127.0.0.1:9"]).env("NEULAND_MCP_TOKENS", tokens).output();
        let output = output.expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(words) && !said.contains(tokens), "{said}");
    }
    // What a client gets wrong is answered to the client alone: standard error shows no debug text.
    let mut command = bare();
    command.args(["mcp", "--server", "http://127.0.0.1:9"]).stdin(Stdio::piped());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for (method, params) in [
        ("castle/build", json!({})),
        (
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } }),
        ),
        ("castle/build", json!({})),
        ("tools/call", json!({ "name": "castle" })),
        ("tools/call", json!({ "name": "list_games" })),
        ("resources/read", json!({ "uri": "castle" })),
        ("prompts/get", json!({ "name": "castle" })),
    ] {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(input, "{message}").expect("it reads");
        output.read_line(&mut String::new()).expect("UTF-8");
    }
    drop(input);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr)), (Some(0), "".into()));
    // A client that says nothing, or breaks off.
    let silent = neuland(&["mcp", "--server", "http://127.0.0.1:9"]);
    assert_eq!((silent.code, silent.out.as_str(), silent.err.as_str()), (0, "", ""));
}
