//! Series with bots in processes of their own.

use super::{Failed, Series};
use arena::external::{External, Finished, Mixed, Setting, Terms, play};
use arena::process::Launch;
use arena::{Stopwatch, Timed};
use bots::{Contest, Match, Recorder};
use game::{Seat, Seed};

/// The processes of one thread. They stay from game to game.
pub(super) struct Processes<G: Contest> {
    /// For each named bot, its process while it sits at no table.
    idle: Vec<Option<Box<External<G>>>>,
}

impl<G: Contest> Processes<G> {
    /// A process for each named bot that has a command; each starts with its first game.
    pub(super) fn new(launches: &[Option<Launch>], terms: Terms) -> Processes<G> {
        let process = |launch: &Launch| Box::new(External::new(launch.clone(), terms));
        Processes { idle: launches.iter().map(|launch| launch.as_ref().map(process)).collect() }
    }

    /// Plays a game with these processes and our bots. Returns the times of each seat beside the result.
    pub(super) fn play(
        &mut self,
        series: &Series,
        (number, seed): (u64, Seed),
        game: &mut Match<G>,
        recorder: &mut impl Recorder<G>,
        failed: &Failed<'_>,
    ) -> Result<(Finished, Vec<Stopwatch>), crate::failure::Failure> {
        let seats = series.bots.len();
        let mut players: Vec<Timed<Mixed<G>>> = Seat::first(seats)
            .map(|seat| {
                let bot = series.bot_at(seat, number);
                let own =
                    || Mixed::Own(G::bot(&series.bots[bot], seat, seed).expect("the names were checked"));
                Timed::new(self.idle[bot].take().map_or_else(own, Mixed::External))
            })
            .collect();
        let finished = play(game, &mut players, &Setting::new(number.to_string(), seed), recorder);
        let mut times = Vec::new();
        for (seat, player) in Seat::first(seats).zip(players) {
            times.push(player.times);
            if let Mixed::External(process) = player.bot {
                self.idle[series.bot_at(seat, number)] = Some(process);
            }
        }
        Ok((finished.map_err(|illegal| failed(&illegal))?, times))
    }
}

impl<G: Contest> Drop for Processes<G> {
    fn drop(&mut self) {
        self.idle.iter_mut().flatten().for_each(|process| process.quit());
    }
}
