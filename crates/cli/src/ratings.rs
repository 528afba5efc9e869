//! `neuland ratings`: whether the stored results, from which ratings follow, are those of the logs.

use crate::context::Context;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::play::explain_store;
use live::ratings;
use pages::msg;

/// The arguments of `neuland ratings`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// `check` or `recompute`.
    #[arg(value_name = "check|recompute", value_parser = ["check", "recompute"])]
    action: String,
    #[command(flatten)]
    location: LocationArgs,
}

/// Checks or recomputes.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let location = args.location.get(words)?;
    let failed = |error| Failure::failed(explain_store(&error, words));
    let recomputes = args.action == "recompute";
    let found = if recomputes { ratings::recompute(&*location) } else { ratings::check(&*location) }
        .map_err(failed)?;
    let (games, differing) = (found.results.len(), found.differing.len());
    if differing == 0 {
        return context.print(&(msg!(words, "cli-ratings-agree", n = games) + "\n"));
    }
    let tables: Vec<String> = found.differing.iter().map(ToString::to_string).collect();
    let tables = tables.join(", ");
    if recomputes {
        let text = msg!(words, "cli-ratings-recomputed", n = differing, tables = tables.as_str());
        return context.print(&(text + "\n"));
    }
    Err(Failure::failed(msg!(words, "cli-ratings-differ", n = differing, tables = tables.as_str())))
}
