//! English and German have the same messages with the same values, and every file of `locales/` is read.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use pages::{Lang, Words, msg};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of a file (terms excluded: their number may differ by language), each with the values it uses.
fn messages(name: &str, text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let file = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
    let mut messages = BTreeMap::new();
    for entry in &file.body {
        if let Entry::Message(message) = entry {
            let mut values = BTreeSet::new();
            if let Some(pattern) = &message.value {
                pattern_values(pattern, &mut values);
            }
            for attribute in &message.attributes {
                pattern_values(&attribute.value, &mut values);
            }
            let before = messages.insert(message.id.name.to_owned(), values);
            assert!(before.is_none(), "{name}: {} stands there twice", message.id.name);
        }
    }
    messages
}

fn pattern_values(pattern: &Pattern<&str>, values: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            expression_values(expression, values);
        }
    }
}

fn expression_values(expression: &Expression<&str>, values: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => inline_values(inline, values),
        Expression::Select { selector, variants } => {
            inline_values(selector, values);
            for variant in variants {
                pattern_values(&variant.value, values);
            }
        }
    }
}

fn inline_values(inline: &InlineExpression<&str>, values: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            values.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. }
        | InlineExpression::TermReference { arguments: Some(arguments), .. } => {
            for argument in &arguments.positional {
                inline_values(argument, values);
            }
            for argument in &arguments.named {
                inline_values(&argument.value, values);
            }
        }
        InlineExpression::Placeable { expression } => expression_values(expression, values),
        _ => {}
    }
}

/// The files of a language by name.
fn files(lang: Lang) -> BTreeMap<String, String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales").join(lang.code());
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, text)
        })
        .collect()
}

#[test]
fn german_has_the_messages_of_english_with_the_same_values() {
    let (english, german) = (files(Lang::En), files(Lang::De));
    assert_eq!(german.keys().collect::<Vec<_>>(), english.keys().collect::<Vec<_>>());
    for (name, english) in &english {
        assert_eq!(messages(name, &german[name]), messages(name, english), "{name}");
    }
}

#[test]
fn every_file_is_inside() {
    // A message without values from each file, asked for by its key: an unknown key panics.
    let is_inside = |name: &str| cfg!(feature = "sample-game") || name != "kerbe.ftl";
    for lang in Lang::ALL {
        for (name, text) in files(lang).into_iter().filter(|(name, _)| is_inside(name)) {
            for key in
                messages(&name, &text).iter().filter(|(_, values)| values.is_empty()).map(|(key, _)| key)
            {
                assert!(!msg!(Words::new(lang), key).is_empty(), "{name}: {key}");
            }
        }
    }
}
