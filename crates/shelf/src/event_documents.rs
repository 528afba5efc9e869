//! Events of any game, read back from their documents.

use crate::{Events, GameKind, OnShelf, Refusal, of_kind};
use game::event_document::read_events;

impl Events {
    /// The events of which this text is the list of documents, as [`Events::documents_text`] writes it. What was redacted
    /// stays so; fields that are not known are ignored.
    ///
    /// ```
    /// use game::Viewer;
    /// use shelf::{Events, GameKind};
    /// let text = r#"[{"event":"stole","thief":"A","victim":"B","card":null}]"#;
    /// let events = Events::from_documents(GameKind::Catan, text).unwrap();
    /// assert_eq!(events.documents_text(Viewer::Spectator).get(), text);
    ///
    /// let text = r#"[{"event": "stole", "thief": "A", "victim": "E", "card": null}]"#;
    /// let refusal = Events::from_documents(GameKind::Catan, text).unwrap_err();
    /// assert_eq!(
    ///     refusal.to_string(),
    ///     "event 1: field `victim` of `stole`: seat E does not play; there are at most 4 seats",
    /// );
    /// ```
    ///
    /// # Errors
    /// If the text is longer than 1 MiB or is no such list: the first event that cannot be read, and what is wrong with it.
    pub fn from_documents(kind: GameKind, text: &str) -> Result<Events, Refusal> {
        of_kind!(kind, G => read::<G>(text))
    }
}

fn read<G: OnShelf>(text: &str) -> Result<Events, Refusal> {
    let events = read_events(text, *G::SEATS.end()).map_err(|fault| Refusal::of_text(fault.to_string()))?;
    Ok(G::events(events))
}
