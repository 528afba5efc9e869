//! A bot of ours in a process of its own: `own_bot NAME [GAME]…`; without games it plays all that have it.

use shelf::GameKind;
use std::io::{stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        eprintln!("usage: own_bot NAME [GAME]…");
        return ExitCode::from(2);
    };
    let mut kinds = Vec::new();
    for game in arguments {
        match GameKind::ALL.iter().find(|kind| kind.name() == game) {
            Some(&kind) => kinds.push(kind),
            None => {
                eprintln!("`{game}` is not a game");
                return ExitCode::from(2);
            }
        }
    }
    let kinds = if kinds.is_empty() { GameKind::ALL } else { &kinds };
    match arena::serve::serve(&name, kinds, stdin().lock(), stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
