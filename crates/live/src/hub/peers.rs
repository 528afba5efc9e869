//! Questions that nodes of a cluster ask each other, and what a hub answers.

use super::lobby::LobbyRow;
use super::{Hub, LoadError};
use crate::nodes::{Nodes, Whereabouts};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use store::StoreError;
use table::keys::{KeyHash, TableId};
use table::personal::Replacement;
use tokio::time::Instant;

/// The time for which the lobbies of other nodes are not asked for again.
const LOBBY_AGE: Duration = Duration::from_secs(1);
/// The longest time that a list waits for them.
const LOBBY_TIME: Duration = Duration::from_secs(1);
/// The pause before a change at a table is asked for again while it has no owner, and the number of attempts.
const AGAIN: (Duration, usize) = (Duration::from_millis(250), 40);

/// A question of one node to another.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Question {
    /// Look into the store: there is something new.
    Ring,
    /// Which tables are under way?
    Lobby,
    /// Put something else in the place of a person at a table.
    Amend { table: TableId, person: KeyHash, instead: Replacement },
    /// Count what addresses have used at the node of this name.
    Usage { from: String, usage: Value },
}

impl Question {
    /// The question as JSON.
    pub(super) fn text(&self) -> String {
        match self {
            Question::Ring => json!({"ask": "ring"}),
            Question::Lobby => json!({"ask": "lobby"}),
            Question::Usage { from, usage } => json!({"ask": "usage", "from": from, "usage": usage}),
            Question::Amend { table, person, instead } => {
                let mut text = json!({"ask": "amend", "table": table.to_string(), "person": person});
                match instead {
                    Replacement::Nobody => {}
                    Replacement::Person(other) => text["other"] = json!(other),
                    Replacement::Renamed(name) => text["name"] = json!(&**name),
                }
                text
            }
        }
        .to_string()
    }

    /// Reads a question; `None` if a later version asks it.
    fn read(text: &str) -> Option<Question> {
        let value: Value = serde_json::from_str(text).ok()?;
        let key = |name: &str| serde_json::from_value::<KeyHash>(value[name].clone()).ok();
        match value["ask"].as_str()? {
            "ring" => Some(Question::Ring),
            "lobby" => Some(Question::Lobby),
            "usage" => Some(Question::Usage {
                from: value["from"].as_str()?.to_owned(),
                usage: value["usage"].clone(),
            }),
            "amend" => {
                let instead = match (key("other"), value["name"].as_str()) {
                    (Some(other), _) => Replacement::Person(other),
                    (None, Some(name)) => Replacement::Renamed(name.into()),
                    (None, None) => Replacement::Nobody,
                };
                Some(Question::Amend {
                    table: value["table"].as_str()?.parse().ok()?,
                    person: key("person")?,
                    instead,
                })
            }
            _ => None,
        }
    }
}

impl Hub {
    /// Answers a question of another node; both are JSON.
    ///
    /// # Errors
    /// If there is no answer, in words for a log.
    pub async fn answer(self: &Arc<Self>, question: &str) -> Result<String, String> {
        let nodes = self.nodes.as_ref().ok_or("this server is alone")?;
        match Question::read(question).ok_or("the question is not known here")? {
            Question::Ring => {
                nodes.ring();
                Ok("{}".to_owned())
            }
            Question::Lobby => {
                let rows: Vec<Value> = self.lobby_rows().iter().map(LobbyRow::document).collect();
                Ok(Value::Array(rows).to_string())
            }
            Question::Usage { from, usage } => {
                nodes.hear_usage(&from, &usage);
                Ok("{}".to_owned())
            }
            Question::Amend { table, person, instead } => {
                if !self.is_owner(table) {
                    return Err("another node owns the table".to_owned());
                }
                let done = match instead {
                    Replacement::Nobody => self.forget_here(table, person).await,
                    instead => self.amend_asked(table, person, instead).await,
                };
                done.map(|()| "{}".to_owned()).map_err(|error| format!("{error:?}"))
            }
        }
    }

    /// Has the owner of a table put something else in the place of a person there.
    pub(super) async fn amend_elsewhere(
        &self,
        nodes: &Arc<Nodes>,
        table: TableId,
        person: KeyHash,
        instead: Replacement,
    ) -> Result<Elsewhere, LoadError> {
        let question = Question::Amend { table, person, instead }.text();
        let (pause, attempts) = AGAIN;
        for _ in 0..attempts {
            match nodes.find_table(table) {
                Whereabouts::Here => return Ok(Elsewhere::Here),
                Whereabouts::At(node) => match nodes.ask(node, question.clone()).await {
                    Ok(_) => return Ok(Elsewhere::Done),
                    Err(error) => tracing::debug!(
                        table = table.brief(),
                        error,
                        "the owner of a table did not do something"
                    ),
                },
                Whereabouts::Unknown => {}
            }
            tokio::time::sleep(pause).await;
        }
        Err(LoadError::Store(StoreError::Fenced { table: Some(table) }))
    }

    /// Asks the other nodes which tables are under way, unless that was done a moment ago.
    pub(super) async fn ask_for_lobbies(&self) {
        let Some(nodes) = &self.nodes else { return };
        let mut asked = nodes.lobbies.lock().await;
        if asked.is_some_and(|asked| asked.elapsed() < LOBBY_AGE) {
            return;
        }
        let questions = nodes.others().into_iter().map(|node| {
            let nodes = Arc::clone(nodes);
            self.runtime.spawn(async move { nodes.ask(node, Question::Lobby.text()).await })
        });
        let questions: Vec<_> = questions.collect();
        let mut rows = Vec::new();
        let all = async {
            for question in questions {
                match question.await {
                    Ok(Ok(text)) => {
                        let listed: Vec<Value> = serde_json::from_str(&text).unwrap_or_default();
                        rows.extend(listed.iter().filter_map(LobbyRow::read));
                    }
                    Ok(Err(error)) => tracing::debug!(error, "the lobby lacks the tables of a node"),
                    // A panic was logged where it happened.
                    Err(_) => {}
                }
            }
        };
        // Whoever does not answer in time is left out.
        let _ = tokio::time::timeout(LOBBY_TIME, all).await;
        self.lobby().replace_foreign(rows);
        *asked = Some(Instant::now());
    }
}

/// The outcome of asking the owner of a table for a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Elsewhere {
    /// The owner has done it.
    Done,
    /// This node is the owner.
    Here,
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Key;

    #[test]
    fn questions_come_back_from_their_text() {
        let (table, person, other) = (TableId::random(), Key::random().hash(), Key::random().hash());
        let amend = |instead| Question::Amend { table, person, instead };
        for question in [
            Question::Ring,
            Question::Lobby,
            Question::Usage { from: "process 7".to_owned(), usage: json!([{"of": "192.0.2.7"}]) },
            amend(Replacement::Nobody),
            amend(Replacement::Person(other)),
            amend(Replacement::Renamed("Ada \"the\" first".into())),
        ] {
            assert_eq!(Question::read(&question.text()), Some(question));
        }
        for text in ["", "{}", "[]", r#"{"ask":"more"}"#, r#"{"ask":"amend","table":"x"}"#] {
            assert_eq!(Question::read(text), None, "{text}");
        }
    }
}
