//! Usage errors that clap finds in a command line, in the user's language.

use crate::admin::ParseSpanError;
use crate::context::Context;
use crate::failure::Failure;
use crate::numbers::ParseNumberError;
use crate::play::ParseAddressError;
use crate::serve::ParseHouseNameError;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pages::msg;

/// Prints the help or version that was asked for, or says what is wrong.
pub(crate) fn answer(error: &Error, asked: &str, context: &Context) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => context.print(&error.render().to_string()),
        _ => Err(failure(error, asked, context)),
    }
}

/// Converts an error of clap to a usage failure.
pub(crate) fn failure(error: &Error, asked: &str, context: &Context) -> Failure {
    let words = context.words;
    let list = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) if !texts.is_empty() => Some(texts.join(", ")),
        Some(ContextValue::StyledStr(text)) => Some(text.to_string()),
        _ => None,
    };
    let arg = list(ContextKind::InvalidArg).unwrap_or_default();
    let value = list(ContextKind::InvalidValue).unwrap_or_default();
    let said = match error.kind() {
        ErrorKind::UnknownArgument => msg!(words, "cli-usage-unknown", arg = arg),
        ErrorKind::InvalidSubcommand => {
            let name = list(ContextKind::InvalidSubcommand).unwrap_or_default();
            msg!(words, "cli-usage-subcommand", name = name)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            msg!(words, "cli-usage-no-value", arg = arg)
        }
        ErrorKind::InvalidValue => match list(ContextKind::ValidValue) {
            Some(valid) => msg!(words, "cli-usage-value-of", arg = arg, value = value, valid = valid),
            None => msg!(words, "cli-usage-value", arg = arg, value = value),
        },
        ErrorKind::ValueValidation => {
            let value = if value.is_empty() { "\"\"".to_owned() } else { value };
            let number = |why: &(dyn std::error::Error + 'static)| {
                why.downcast_ref::<ParseNumberError>().map(|why| why.explain(words))
            };
            let address = |why: &(dyn std::error::Error + 'static)| {
                why.downcast_ref::<ParseAddressError>().map(|why| why.explain(words))
            };
            let outside = |why: &(dyn std::error::Error + 'static)| {
                let name = || why.downcast_ref::<ParseHouseNameError>().map(|why| why.explain(words));
                let network =
                    || why.is::<live::ParseNetworkError>().then(|| msg!(words, "cli-serve-network"));
                let origin = || why.is::<server::ParseOriginError>().then(|| msg!(words, "cli-serve-url"));
                let node = || {
                    why.is::<server::ParseNodeAddressError>()
                        .then(|| msg!(words, "cli-serve-bad-node-address"))
                };
                #[cfg(feature = "postgres")]
                let broker = || {
                    why.is::<broker_nats::ParseBrokerUrlError>().then(|| msg!(words, "cli-serve-bad-broker"))
                };
                #[cfg(not(feature = "postgres"))]
                let broker = || None;
                let span = || why.downcast_ref::<ParseSpanError>().map(|why| why.explain(words));
                let person = || {
                    why.is::<live::admin::ParsePersonSelectorError>().then(|| msg!(words, "cli-person-who"))
                };
                let table =
                    || why.is::<table::keys::ParseTableIdError>().then(|| msg!(words, "cli-admin-table"));
                name()
                    .or_else(network)
                    .or_else(origin)
                    .or_else(node)
                    .or_else(broker)
                    .or_else(person)
                    .or_else(span)
                    .or_else(table)
            };
            let why = std::error::Error::source(error).map(|why| {
                number(why)
                    .or_else(|| address(why))
                    .or_else(|| outside(why))
                    .unwrap_or_else(|| why.to_string())
            });
            match why {
                Some(why) => msg!(words, "cli-usage-value-because", arg = arg, value = value, why = why),
                None => msg!(words, "cli-usage-value", arg = arg, value = value),
            }
        }
        ErrorKind::MissingRequiredArgument => msg!(words, "cli-usage-missing", arg = arg),
        ErrorKind::ArgumentConflict => msg!(words, "cli-usage-conflict", arg = arg),
        ErrorKind::InvalidUtf8 => msg!(words, "cli-usage-utf8"),
        // What is left cannot happen with the arguments we have; clap says it in English.
        _ => error.render().to_string().trim_start_matches("error: ").to_owned(),
    };
    let suggestion = list(ContextKind::SuggestedArg)
        .or_else(|| list(ContextKind::SuggestedSubcommand))
        .or_else(|| list(ContextKind::SuggestedValue))
        .map(|near| msg!(words, "cli-usage-near", near = near));
    let said = [Some(said), suggestion].into_iter().flatten().collect::<Vec<_>>().join("\n");
    Failure::usage(with_help(said, asked, context))
}

/// The message, and where help is for the command that was asked for.
pub(crate) fn with_help(said: String, asked: &str, context: &Context) -> String {
    format!("{said}\n{}", msg!(context.words, "cli-usage-more", command = asked))
}
