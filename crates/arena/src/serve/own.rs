//! A bot of ours behind the protocol.

use super::BotHandler;
use crate::protocol::{Action, BotHello, Decide, Document, GameOver, NewGame};
use bots::{BotGame, Player};
use game::event_document::read_events;
use game::view_document::UnknownFields;
use game::{Legal, Seat, SeatPosition, SeatSet, Seed};
use shelf::{GameKind, of_kind};
use std::marker::PhantomData;

/// Our bot of one name, in any of some games.
///
/// For each game the bot is made once, with the seed that the host gives, as a match would make it. It reads positions and
/// events from their documents, and therefore does what it would do in the match itself.
pub struct OwnBotHandler {
    name: String,
    kinds: Vec<GameKind>,
    listens: bool,
    seated: Option<Box<dyn Seated>>,
}

impl OwnBotHandler {
    /// The bot of this name in those of the games that have it; `None` if none has.
    #[must_use]
    pub fn new(name: &str, kinds: &[GameKind]) -> Option<OwnBotHandler> {
        let has = |kind: GameKind| of_kind!(kind, G => G::BOTS.iter().any(|bot| bot.name == name));
        let kinds: Vec<GameKind> = kinds.iter().copied().filter(|&kind| has(kind)).collect();
        let hears = |kind: GameKind| of_kind!(kind, G => is_listener::<G>(name));
        let listens = kinds.iter().any(|&kind| hears(kind));
        (!kinds.is_empty()).then(|| OwnBotHandler { name: name.to_owned(), kinds, listens, seated: None })
    }
}

fn is_listener<G: BotGame>(name: &str) -> bool {
    G::bot(name, Seat::A, Seed(0)).is_some_and(|bot| bot.listens())
}

impl BotHandler for OwnBotHandler {
    fn hello(&self) -> BotHello {
        BotHello {
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            author: Some("Neuland".to_owned()),
            games: Some(self.kinds.iter().map(|kind| kind.name().to_owned()).collect()),
            events: self.listens,
            // The list follows from the view.
            legal: false,
            ..BotHello::new(&self.name)
        }
    }

    fn begin(&mut self, game: &NewGame) -> Result<(), String> {
        let kind = self.kinds.iter().find(|kind| kind.name() == game.game);
        let kind = *kind.ok_or_else(|| format!("`{}` does not play `{}`", self.name, game.game))?;
        self.seated = Some(of_kind!(kind, G => sit_down::<G>(&self.name, game)?));
        Ok(())
    }

    fn hear(&mut self, events: &[Document]) -> Result<(), String> {
        self.seated.as_mut().map_or(Ok(()), |bot| bot.hear(events))
    }

    fn decide(&mut self, question: &Decide) -> Result<Action, String> {
        let bot = self.seated.as_mut().ok_or("a decision before the first game")?;
        let view = question.view.as_ref().ok_or("a decision without a view, which this bot asks for")?;
        Ok(Action::new(question.decision, bot.decide(view)?))
    }

    fn end(&mut self, _: &GameOver) {
        self.seated = None;
    }
}

/// A bot of some game in a game.
trait Seated {
    fn hear(&mut self, events: &[Document]) -> Result<(), String>;
    fn decide(&mut self, view: &Document) -> Result<String, String>;
}

struct SeatedBot<G: BotGame> {
    bot: G::Bot,
    seat: Seat,
    seats: usize,
    game: PhantomData<G>,
}

fn sit_down<G: BotGame>(name: &str, game: &NewGame) -> Result<Box<dyn Seated>, String> {
    if G::RULES.last() != Some(&game.rules) {
        return Err(format!("the rules are version {}; this bot plays {:?}", game.rules, G::RULES.last()));
    }
    let mut bot = G::bot(name, game.seat, game.seed)
        .ok_or_else(|| format!("`{name}` is not a bot of `{}`", G::NAME))?;
    bot.meet(game.people.iter().copied().collect::<SeatSet>());
    let seats = usize::from(game.seats);
    Ok(Box::new(SeatedBot::<G> { bot, seat: game.seat, seats, game: PhantomData }))
}

impl<G: BotGame> Seated for SeatedBot<G> {
    fn hear(&mut self, events: &[Document]) -> Result<(), String> {
        if self.bot.listens() {
            let texts: Vec<&str> = events.iter().map(Document::text).collect();
            let list = format!("[{}]", texts.join(","));
            let events = read_events::<G::Event>(&list, self.seats).map_err(|fault| fault.to_string())?;
            events.iter().for_each(|event| self.bot.observe(event));
        }
        Ok(())
    }

    fn decide(&mut self, view: &Document) -> Result<String, String> {
        // The protocol lets later hosts add fields.
        let position = SeatPosition::<G>::read(view.text(), UnknownFields::Ignored).map_err(|faults| {
            let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
            format!("the view is not one of `{}`: {}", G::NAME, texts.join("; "))
        })?;
        if position.seat() != self.seat {
            return Err(format!("the view is that of seat {}; this is seat {}", position.seat(), self.seat));
        }
        let legal = position.legal_actions();
        if legal.is_empty() {
            return Err(format!("seat {} has nothing to decide", self.seat));
        }
        Ok(self.bot.choose(&position.view(), &legal).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Viewer};

    #[test]
    fn fields_of_later_versions_are_ignored() {
        let game = catan::Catan::new(&catan::Options::default());
        let document = serde_json::to_value(Game::view(&game, Viewer::Seat(Seat::B))).expect("a document");
        let mut later = document.clone();
        later["weather"] = "rain".into();
        later["seats"]["A"]["mood"] = serde_json::json!({"calm": true});
        let read = |document: &serde_json::Value| {
            SeatPosition::<catan::Catan>::read(&document.to_string(), UnknownFields::Ignored)
        };
        assert!(read(&document).is_ok());
        assert_eq!(read(&later).expect("a view").seat(), Seat::B);
        later["turn"] = "nobody".into();
        assert!(read(&later).is_err());
    }
}
