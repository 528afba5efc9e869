//! The kinds of tiles in a box, with pictures: to look one up, and to enter the counts of one's own box.

use crate::games::contract::KindList;
use crate::games::kinds as kinds_of;
use crate::model::KindsPage;
use crate::parts::clause::clause_link;
use crate::parts::shell::{Load, Shell, icon};
use crate::words::{Words, count_error, msg};
use game::options::{OptionError, OptionInfo, Values};
use maud::{Markup, html};
use shelf::{AnyGame, GameKind, Reason, Refusal, TileCounts, own_box};

/// `GET /rules/{game}/kinds`; `None` if the shelf has no such game, or it has no tiles.
#[must_use]
pub fn kinds(page: &KindsPage<'_>) -> Option<Markup> {
    let words = Words::new(page.reader.lang);
    let game: GameKind = page.game.parse().ok()?;
    let list = kinds_of(game, words)?;
    let name = words.game_title(game.name());
    let title = msg!(words, "kinds-title", game = name.as_str());
    let tiles: u32 = list.kinds.iter().map(|kind| u32::from(kind.count)).sum();
    let counts = counts_option(game);
    let main = html! {
        main id="main" class="kinds" {
            h1 { (title) }
            p class="lead" { (msg!(words, "kinds-lead", kinds = list.kinds.len(), tiles = tiles)) }
            (list.sheet)
            @if let Some(option) = counts {
                p class="notice" { (msg!(words, "land-reconstruction")) " " (clause_link(words, "MAY-COMP-1")) }
                @if let Some(counts) = own_box() {
                    p class="notice" {
                        (msg!(words, "kinds-of-host-counts")) " "
                        code class="command" { (option.name) "=" (counts) }
                    }
                }
                @if !page.counted.is_empty() { (result(words, game, option, page.counted)) }
                p { (msg!(words, "kinds-count-along", tiles = tiles)) " " (clause_link(words, option.clause)) }
                form method="get" action={ "/rules/" (game) "/kinds" } {
                    (pictures(words, &list, Some((tiles, page.counted))))
                    div class="send" {
                        button type="submit" class="primary large" { (icon("check")) (msg!(words, "kinds-check")) }
                    }
                }
            } @else {
                (pictures(words, &list, None))
            }
            p { a href={ "/rules/" (game) } { (msg!(words, "rules-title", game = name)) } }
        }
    };
    // The pictures of tiles need the style sheet of boards.
    Some(Shell { game: Some(game), load: Load::Kinds, ..Shell::new(page.reader, &title, main) }.render())
}

/// Returns the option that sets the number of tiles of each kind, if the game has one.
pub(crate) fn counts_option(game: GameKind) -> Option<&'static OptionInfo> {
    game.options().iter().find(|option| matches!(option.values, Values::Counts(_)))
}

/// Renders every kind: its picture, its id, its features, and its count; the count is a field if a box can be counted.
fn pictures(words: Words, list: &KindList, counted: Option<(u32, &[(String, String)])>) -> Markup {
    html! {
        ul class="kinds-list" {
            @for kind in &list.kinds {
                li id=(kind.id) {
                    (kind.picture)
                    div {
                        p class="kind" {
                            strong { (kind.id) }
                            @if let Some((most, counted)) = counted {
                                @let entered = counted.iter().find(|(id, _)| *id == kind.id);
                                @let value = entered.map_or_else(|| kind.count.to_string(), |(_, count)| count.clone());
                                label {
                                    span class="unseen" { (msg!(words, "kinds-count", kind = kind.id.as_str())) }
                                    input type="number" name=(kind.id) value=(value) min="0" max=(most) inputmode="numeric"
                                        placeholder=(kind.count);
                                    span aria-hidden="true" { "×" }
                                }
                            } @else {
                                span { (kind.count) " ×" }
                            }
                        }
                        p class="hint" { (kind.told) }
                    }
                }
            }
        }
    }
}

/// Returns the address of the start page with these counts.
fn play_link(game: GameKind, option: &OptionInfo, counts: &str) -> String {
    format!("/?game={game}&option-{}={counts}#setup", option.name)
}

/// Renders the kinds that the host of this server described, with pictures and a link to play with the host's box; nothing if
/// there are none.
pub(crate) fn host_kinds(words: Words, game: GameKind, option: &OptionInfo) -> Markup {
    let (Some(counts), Some(list)) = (own_box(), kinds_of(game, words)) else { return Markup::default() };
    html! {
        div class="kinds" {
            p class="hint" { (msg!(words, "kinds-of-host")) }
            (list.sheet)
            (pictures(words, &KindList { kinds: list.kinds.into_iter().filter(|kind| kind.described).collect(), ..list }, None))
            p class="hint" {
                code class="command" { (option.name) "=" (counts) } " "
                a href=(play_link(game, option, &counts)) { (msg!(words, "kinds-play-host")) }
            }
        }
    }
}

/// Renders the result of the counts: the value of the option with a link to play with it, or the faults.
fn result(words: Words, game: GameKind, option: &OptionInfo, counted: &[(String, String)]) -> Markup {
    let pairs: Vec<String> = counted.iter().map(|(kind, count)| format!("{kind}:{count}")).collect();
    let text = pairs.join(",");
    match AnyGame::with_options(game, [(option.name, text.as_str())]) {
        Ok(_) => {
            let counts = TileCounts::parse(&text, &option.values);
            let text = counts.map_or(text, |counts| counts.by_ids(&option.values));
            let link = play_link(game, option, &text);
            html! {
                div class="notice good" role="status" {
                    p { (msg!(words, "kinds-fits")) }
                    p { code class="command" { (option.name) "=" (text) } }
                    p { a class="button" href=(link) { (msg!(words, "kinds-play")) } }
                }
            }
        }
        Err(refusals) => html! {
            div class="notice bad" role="alert" {
                p { (msg!(words, "kinds-faults")) }
                ul { @for fault in refusals.iter().flat_map(|refusal| faults(words, refusal)) { li { (fault) } } }
            }
        },
    }
}

fn faults(words: Words, refusal: &Refusal) -> Vec<String> {
    match refusal.reason() {
        Reason::Option(error) => match &**error {
            OptionError::Counts { faults, .. } => {
                faults.iter().map(|fault| count_error(words, fault)).collect()
            }
            _ => vec![msg!(words, "fault-bad-request")],
        },
        _ => vec![msg!(words, "fault-bad-request")],
    }
}

/// The kinds of tiles of a game in words, one a line: for those who cannot see the picture of them.
#[must_use]
pub fn kinds_in_words(game: GameKind, words: Words) -> Option<String> {
    let list = kinds_of(game, words)?;
    let lines = list.kinds.iter().map(|kind| format!("{} × {}: {}", kind.count, kind.id, kind.told));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Lang, Reader};

    fn page(lang: Lang, game: &str, counted: &[(&str, &str)]) -> Option<String> {
        let reader = Reader { lang, ..Reader::default() };
        let counted: Vec<(String, String)> =
            counted.iter().map(|(kind, count)| ((*kind).to_owned(), (*count).to_owned())).collect();
        kinds(&KindsPage { reader: &reader, game, counted: &counted }).map(maud::PreEscaped::into_string)
    }

    #[test]
    fn every_kind_has_its_picture_its_words_and_its_count() {
        for lang in Lang::ALL {
            for (game, number) in [("carcassonne", 24), ("traders-and-builders", 48), ("mayflower", 38)] {
                let html = page(lang, game, &[]).expect("tiles");
                assert_eq!(
                    html.matches("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tile ").count(),
                    number,
                    "{game}"
                );
                assert_eq!(html.contains("<input type=\"number\""), game == "mayflower", "{game}");
            }
            assert!(page(lang, "catan", &[]).is_none() && page(lang, "go", &[]).is_none());
        }
        let german = page(Lang::De, "mayflower", &[]).unwrap();
        assert!(german.contains("unsere Rekonstruktion") && german.contains("38 Arten, 95 Karten"));
    }

    #[test]
    fn what_somebody_counted_is_a_value_of_the_option_or_every_fault_is_told() {
        let fits = page(Lang::En, "mayflower", &[("MF-01a", "5"), ("MF-24", "0"), ("MF-25", "2")]).unwrap();
        assert!(fits.contains("tiles=MF-01a:5,MF-24:0"));
        assert!(fits.contains("href=\"/?game=mayflower&amp;option-tiles=MF-01a:5,MF-24:0#setup\""));
        let faults = page(Lang::De, "mayflower", &[("MF-01a", "-1"), ("<b>", "3")]).unwrap();
        assert!(faults.contains("„-1“ ist keine Anzahl für MF-01a"), "{faults}");
        assert!(faults.contains("die Art &lt;b&gt; gibt es nicht"));
        let total = page(Lang::En, "mayflower", &[("MF-01a", "9")]).unwrap();
        assert!(total.contains("101 in all: 6 more than the 95 of the box"), "{total}");
    }
}
