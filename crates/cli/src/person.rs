//! `neuland person`: what is kept of somebody, told or deleted by the host (`docs/privacy.md`).

use crate::context::Context;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::play::explain_store;
use live::admin::{self, Deleted, PersonSelector};
use pages::msg;
use std::io::BufRead;

/// The arguments of `neuland person`: an act, and the person it is for.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// `export` or `delete`.
    #[arg(value_name = "export|delete", value_parser = ["export", "delete"])]
    action: String,
    /// The person.
    #[arg(value_name = "NAME|TABLE/SEAT")]
    who: PersonSelector,
    #[command(flatten)]
    location: LocationArgs,
    /// Does not ask.
    #[arg(long)]
    yes: bool,
}

/// Tells or deletes.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let location = args.location.get(words)?;
    let data = location.name();
    let who = args.who.to_string();
    let nobody =
        || Failure::failed(msg!(words, "cli-person-nobody", who = who.as_str(), data = data.as_str()));
    let failed = |error| Failure::failed(explain_store(&error, words));
    if args.action == "export" {
        let mut printed = Ok(());
        let found = admin::export(&*location, &args.who, |piece| {
            if printed.is_ok() {
                printed = context.print(piece);
            }
        });
        return if found.map_err(failed)? { printed } else { Err(nobody()) };
    }
    let is_sure = || args.yes || is_sure(&who, &data, context);
    match admin::delete(&*location, &args.who, is_sure).map_err(failed)? {
        Deleted::Nobody => Err(nobody()),
        Deleted::Kept => Err(Failure::failed(msg!(words, "cli-person-kept"))),
        Deleted::Done => context.print(&(msg!(words, "cli-person-deleted", who = who.as_str()) + "\n")),
    }
}

/// Asks; who cannot be asked or heard is not sure.
fn is_sure(who: &str, data: &str, context: &Context) -> bool {
    let words = context.words;
    let yes = msg!(words, "cli-person-yes");
    let question = msg!(words, "cli-person-sure", who = who, data = data, yes = yes.as_str());
    let mut answer = String::new();
    context.print(&(question + " ")).is_ok()
        && std::io::stdin().lock().read_line(&mut answer).is_ok()
        && answer.trim() == yes
}
