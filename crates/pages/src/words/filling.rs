//! Messages filled in without the general machinery of Fluent: a page has hundreds of sentences, and nearly all are made of text,
//! names, whole numbers and choices between variants.

use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentValue};
use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use std::fmt::Write as _;

/// The whole numbers that a float represents exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Returns a message as Fluent would; `None` if it contains anything else than text, arguments that are text or whole numbers, and
/// variants selected by those, or if an argument is missing.
pub(super) fn filled_in(pattern: &Pattern<&str>, args: &FluentArgs<'_>) -> Option<String> {
    let mut text = String::with_capacity(64);
    fill_in(&mut text, pattern, args)?;
    Some(text)
}

fn fill_in(text: &mut String, pattern: &Pattern<&str>, args: &FluentArgs<'_>) -> Option<()> {
    for element in &pattern.elements {
        let expression = match element {
            PatternElement::TextElement { value } => {
                text.push_str(value);
                continue;
            }
            PatternElement::Placeable { expression } => expression,
        };
        match expression {
            Expression::Inline(InlineExpression::VariableReference { id }) => match args.get(id.name)? {
                FluentValue::String(value) => text.push_str(value),
                FluentValue::Number(number) => {
                    write!(text, "{}", whole(number)?).expect("a string takes everything");
                }
                _ => return None,
            },
            // A backslash begins an escape.
            Expression::Inline(InlineExpression::StringLiteral { value }) if !value.contains('\\') => {
                text.push_str(value);
            }
            Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
                fill_in(text, &selected(variants, args.get(id.name)?)?.value, args)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// Returns the variant for a value: the first one that matches, or else the default.
fn selected<'v>(variants: &'v [Variant<&str>], by: &FluentValue<'_>) -> Option<&'v Variant<&'v str>> {
    let number = match by {
        FluentValue::String(_) => None,
        FluentValue::Number(number) => Some(whole(number)?),
        _ => return None,
    };
    for variant in variants {
        let matches = match (&variant.key, by, number) {
            (VariantKey::Identifier { name }, FluentValue::String(text), _) => name == text,
            // English and German have these two plurals.
            (VariantKey::Identifier { name: "one" }, _, Some(number)) => number.unsigned_abs() == 1,
            (VariantKey::Identifier { name: "other" }, _, Some(number)) => number.unsigned_abs() != 1,
            (VariantKey::NumberLiteral { value }, _, Some(number)) => value.parse::<i64>().ok()? == number,
            _ => false,
        };
        if matches {
            return Some(variant);
        }
    }
    variants.iter().find(|variant| variant.default)
}

/// Returns a whole number that is written plainly.
fn whole(number: &FluentNumber) -> Option<i64> {
    let is_plain = number.options.minimum_fraction_digits.is_none()
        && number.options.r#type == fluent_bundle::types::FluentNumberType::Cardinal;
    (is_plain && number.value.fract() == 0.0 && number.value.abs() < EXACT).then_some(number.value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::fluent::{ENGLISH, GERMAN, bundle};
    use crate::words::reader::Lang;
    use fluent_bundle::FluentResource;
    use fluent_syntax::ast::{Entry, Message};
    use std::collections::BTreeMap;

    /// Collects the arguments of a pattern, each with the names by which it selects variants.
    fn arguments(pattern: &Pattern<&str>, found: &mut BTreeMap<String, Vec<String>>) {
        for element in &pattern.elements {
            match element {
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => drop(found.entry(id.name.to_owned()).or_default()),
                PatternElement::Placeable {
                    expression:
                        Expression::Select { selector: InlineExpression::VariableReference { id }, variants },
                } => {
                    for variant in variants {
                        if let VariantKey::Identifier { name } = variant.key {
                            found.entry(id.name.to_owned()).or_default().push(name.to_owned());
                        }
                        arguments(&variant.value, found);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns values that an argument could have.
    fn values(names: &[String]) -> Vec<FluentValue<'static>> {
        let numbers = [0, 1, 2, 7, 1_000_000, -1].map(FluentValue::from);
        let texts = names.iter().cloned().chain(["Ada".to_owned(), "1".to_owned()]);
        numbers.into_iter().chain([FluentValue::from(0.5)]).chain(texts.map(FluentValue::from)).collect()
    }

    #[test]
    fn every_message_is_filled_in_as_fluent_does_it() {
        let (mut compared, mut left) = (0, 0);
        for (lang, files) in [(Lang::En, ENGLISH), (Lang::De, GERMAN)] {
            let bundle = bundle(lang, files);
            for file in files {
                let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(it, _)| it);
                for entry in resource.entries() {
                    let Entry::Message(Message { id, value: Some(pattern), .. }) = entry else { continue };
                    let mut found = BTreeMap::new();
                    arguments(pattern, &mut found);
                    for turn in 0..64 {
                        let mut args = FluentArgs::new();
                        for (n, (name, names)) in found.iter().enumerate() {
                            let values = values(names);
                            args.set(name.clone(), values[(turn * (2 * n + 1)) % values.len()].clone());
                        }
                        let mut errors = Vec::new();
                        let whole = bundle.format_pattern(pattern, Some(&args), &mut errors);
                        match filled_in(pattern, &args) {
                            Some(text) => {
                                assert_eq!(text, whole, "{lang} {}: {args:?}", id.name);
                                assert!(errors.is_empty(), "{lang} {}: {errors:?}", id.name);
                                compared += 1;
                            }
                            None => left += 1,
                        }
                    }
                }
            }
        }
        assert!(compared > 4 * left, "{compared} were filled in, {left} were left to Fluent");
    }
}
