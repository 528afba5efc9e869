//! `neuland rules`: reads the rulebook aloud.

use crate::context::Context;
use crate::failure::Failure;
use crate::markdown::{Page, render};
use crate::near::nearest;
use crate::options::in_each_language;
use pages::{msg, rulebook_lang};
use rulebook::{Chapter, Clause, Kind, Lang};
use serde_json::{Value, json};
use std::fmt::Write;

/// The arguments of `neuland rules`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A clause, a section of clauses, or a game.
    #[arg(value_name = "CLAUSE|GAME")]
    name: Option<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads a clause, a section, a chapter, or the list of chapters.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    if args.json {
        let document = document(args.name.as_deref(), context)?;
        return context.print(&format!("{document:#}\n"));
    }
    // Lines of more than a hundred columns are hard to read, however wide the terminal is.
    let page = Page { width: context.width.map(|width| width.min(100)), bold: context.bold };
    let text = match &args.name {
        None => contents(context),
        Some(name) => find(name, context)?,
    };
    context.print(&render(&text, page))
}

/// The list of chapters, as Markdown.
fn contents(context: &Context) -> String {
    let words = context.words;
    let mut text = msg!(words, "cli-rules-chapters");
    text.push_str("\n\n");
    for chapter in rulebook::chapters(context.rulebook()) {
        let clauses = msg!(words, "cli-rules-clauses", clauses = rulebook::clauses(&chapter).len());
        let _ = writeln!(text, "- **{}** {} ({clauses})", chapter.game, title(&chapter));
    }
    text
}

/// Whether a clause of a chapter is meant.
type Matches<'a> = dyn Fn(&Chapter, &Clause) -> bool + 'a;

/// The chapters that `name` is in, or all, and the clauses that it names: their texts are Markdown, in both languages.
fn document(name: Option<&str>, context: &Context) -> Result<Value, Failure> {
    let mut chapters = rulebook::chapters(Lang::En);
    let mut found = Vec::new();
    if let Some(name) = name {
        let section = format!("{}-", name.to_ascii_uppercase());
        let is_chapter = |chapter: &Chapter| chapter.game.eq_ignore_ascii_case(name);
        let is_asked = |clause: &Clause| clause.id.eq_ignore_ascii_case(name);
        let all: Vec<(Chapter, Vec<Clause>)> =
            chapters.iter().map(|chapter| (*chapter, rulebook::clauses(chapter))).collect();
        // In this order a name is looked for in the text form too.
        let by_name: [&Matches; 3] =
            [&|chapter, _| is_chapter(chapter), &|_, clause| is_asked(clause), &|_, clause| {
                clause.id.starts_with(&section)
            }];
        let found_by = |matches: &Matches| {
            all.iter().find_map(|(chapter, clauses)| {
                let found: Vec<Value> =
                    clauses.iter().filter(|clause| matches(chapter, clause)).map(row).collect();
                (!found.is_empty()).then_some((*chapter, found))
            })
        };
        let (chapter, clauses) =
            by_name.into_iter().find_map(found_by).ok_or_else(|| unknown(name, context))?;
        chapters = vec![chapter];
        found = clauses;
    }
    let chapters: Vec<Value> = chapters
        .iter()
        .map(|chapter| {
            let in_lang = |lang| rulebook::chapter(chapter.game, rulebook_lang(lang)).unwrap_or(*chapter);
            json!({
                "game": chapter.game,
                "prefix": chapter.prefix,
                "builds_on": chapter.builds_on,
                "title": in_each_language(|lang| title(&in_lang(lang)).to_owned()),
                "clauses": rulebook::clauses(chapter).len(),
            })
        })
        .collect();
    Ok(json!({ "chapters": chapters, "clauses": found }))
}

/// A clause in both languages.
fn row(clause: &Clause) -> Value {
    let in_lang = |lang| rulebook::clause(clause.id, rulebook_lang(lang)).unwrap_or(clause);
    json!({
        "id": clause.id,
        "game": clause.game,
        "kind": match clause.kind {
            Kind::Rule => "rule",
            Kind::Definition => "definition",
            Kind::Consequence => "consequence",
            Kind::NotOffered => "not-offered",
        },
        "heading": in_each_language(|lang| in_lang(lang).heading.to_owned()),
        "text": in_each_language(|lang| in_lang(lang).text.clone()),
    })
}

/// Returns the chapter or clause called `name`, as Markdown.
fn find(name: &str, context: &Context) -> Result<String, Failure> {
    if let Some(chapter) = rulebook::chapter(&name.to_ascii_lowercase(), context.rulebook()) {
        return Ok(whole(&chapter, context));
    }
    if let Some(clause) = rulebook::clause(name, context.rulebook()) {
        // Most headings begin with the id of their section, which the clause id says already.
        let heading = match clause.heading.split_once(' ') {
            Some((section, words)) if clause.id.starts_with(section) => words,
            _ => clause.heading,
        };
        return Ok(format!("**{}** {heading}\n\n{}", clause.id, clause.text));
    }
    let section = format!("{}-", name.to_ascii_uppercase());
    for chapter in rulebook::chapters(context.rulebook()) {
        let clauses = rulebook::clauses(&chapter);
        let mut of_section = clauses.iter().filter(|clause| clause.id.starts_with(&section)).peekable();
        if let Some(first) = of_section.peek() {
            let head = format!("## {}\n\n", first.heading);
            return Ok(head + &of_section.map(item).collect::<String>());
        }
    }
    Err(unknown(name, context))
}

/// A chapter, with the name to ask for where it builds on another.
fn whole(chapter: &Chapter, context: &Context) -> String {
    let words = context.words;
    match (chapter.builds_on, chapter.markdown.split_once("\n\n")) {
        (Some(base), Some((title, rest))) => {
            let game = words.game_title(base);
            format!("{title}\n\n{}\n\n{rest}", msg!(words, "cli-rules-builds-on", game = game, name = base))
        }
        _ => chapter.markdown.to_owned(),
    }
}

fn item(clause: &Clause) -> String {
    format!("- **{}** {}\n", clause.id, clause.text)
}

/// The first heading of a chapter.
fn title(chapter: &Chapter) -> &'static str {
    let line = chapter.markdown.lines().find_map(|line| line.strip_prefix("# "));
    line.unwrap_or(chapter.game).trim()
}

fn unknown(name: &str, context: &Context) -> Failure {
    let words = context.words;
    let chapters = rulebook::chapters(context.rulebook());
    let games: Vec<&str> = chapters.iter().map(|chapter| chapter.game).collect();
    let ids = chapters.iter().flat_map(rulebook::clauses).map(|clause| clause.id);
    let near = nearest(name, games.iter().copied().chain(ids));
    let mut message = msg!(words, "cli-rules-unknown", name = name);
    message.push('\n');
    if near.is_empty() {
        message.push_str(&msg!(words, "cli-rules-games", games = games.join(", ")));
    } else {
        message.push_str(&msg!(words, "cli-rules-near", near = near.join(", ")));
    }
    Failure::usage(message)
}
