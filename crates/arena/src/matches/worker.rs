//! Plays the games of groups, with the processes of one worker.

use super::group::{GameResult, Group};
use super::plan::Plan;
use crate::external::{External, Finished, Mixed, play};
use crate::fault::Faults;
use crate::record_writer::RecordWriter;
use crate::timed::Timed;
use analysis::{Analysed, Chances};
use bots::luck::{Foreseen, Luck};
use bots::{BotGame, IllegalMove, Match};
use game::{Seat, SeatSet, Seed};
use std::fmt;

/// A bot of ours chose something illegal, so a match cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnBotError {
    /// The group of the game.
    pub group: u64,
    /// The rotation.
    pub rotation: usize,
    /// The seed of the game.
    pub seed: Seed,
    /// The illegal choice.
    pub illegal: IllegalMove,
}

impl fmt::Display for OwnBotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnBotError { group, rotation, seed, illegal } = self;
        write!(f, "game {rotation} of group {group} (seed {seed}): {illegal}")
    }
}

impl std::error::Error for OwnBotError {}

/// A group that was played.
pub(super) struct PlayedGroup {
    pub(super) group: Group,
    /// The record of each game, if records are wanted.
    pub(super) records: Vec<Vec<u8>>,
    /// For each bot, whether it was out and forfeited its games.
    pub(super) out: Vec<bool>,
}

/// The parts of a game that are kept beside its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retained {
    pub(super) records: bool,
    pub(super) times: bool,
}

/// The bots of one worker. Those in processes of their own keep their processes from game to game.
pub(super) struct Worker<'a, G: BotGame> {
    plan: &'a Plan,
    start: &'a G,
    keeps: Retained,
    /// For each bot, its processes that sit at no table: one for each seat that it holds.
    processes: Vec<Vec<Box<External<G>>>>,
}

impl<'a, G: Analysed> Worker<'a, G> {
    pub(super) fn new(plan: &'a Plan, start: &'a G, keeps: Retained) -> Worker<'a, G> {
        Worker { plan, start, keeps, processes: plan.bots().iter().map(|_| Vec::new()).collect() }
    }

    /// Plays a group. The bots that are `out` forfeit. `None` if `is_stopped` says so between two games.
    ///
    /// What a bot did in other groups changes nothing, so that it does not matter which worker plays which.
    pub(super) fn play(
        &mut self,
        number: u64,
        out: Vec<bool>,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<PlayedGroup>, OwnBotError> {
        let table = self.plan.table(number);
        for (bot, &is_out) in out.iter().enumerate() {
            let held = if self.plan.bots()[bot].command.is_some() { table.held(bot) } else { 0 };
            while self.processes[bot].len() < held {
                let launch = self.plan.launch(bot).expect("it has a command");
                self.processes[bot].push(Box::new(External::new(launch, self.plan.settings().terms)));
            }
            self.processes[bot]
                .iter_mut()
                .for_each(|process| if is_out { process.rule_out() } else { process.readmit() });
        }
        let mut played =
            PlayedGroup { group: Group { group: number, games: Vec::new() }, records: Vec::new(), out };
        for rotation in 0..table.rotations() {
            if is_stopped() {
                return Ok(None);
            }
            let (result, record) = self.play_one(number, rotation)?;
            played.group.games.push(result);
            played.records.extend(record);
        }
        Ok(Some(played))
    }

    fn play_one(
        &mut self,
        group: u64,
        rotation: usize,
    ) -> Result<(GameResult, Option<Vec<u8>>), OwnBotError> {
        let plan = self.plan;
        let (seed, lineup) = (plan.seed(group), plan.table(group).rotated(rotation));
        let mut players: Vec<Timed<Mixed<G>>> = Seat::first(lineup.len())
            .map(|seat| {
                let bot = lineup[seat.index()];
                let player = match self.processes[bot].pop() {
                    Some(process) => Mixed::External(process),
                    None => match plan.guest(bot, seat, seed) {
                        Some(guest) => Mixed::Guest(Box::new(guest)),
                        None => Mixed::own(plan.own(bot), seat, seed).expect("the names were checked"),
                    },
                };
                Timed::new(player)
            })
            .collect();
        let mut game = Match::from_position(*self.start, seed);
        let names = lineup.iter().map(|&bot| plan.bots()[bot].name.as_str());
        let mut writer = self.keeps.records.then(|| {
            RecordWriter::new(Vec::new(), &plan.settings().start, names, seed)
                .expect("memory takes everything")
        });
        let luck = plan.settings().luck.then(Luck::<G, Foreseen<Chances<G>>>::by_estimator);
        let mut watchers = (&mut writer, luck);
        let finished = play(&mut game, &mut players, &plan.setting(group, rotation), &mut watchers);
        let luck = watchers.1;
        let mut broke = SeatSet::EMPTY;
        let mut times = Vec::new();
        for (seat, player) in Seat::first(lineup.len()).zip(players) {
            times.push(player.times);
            if let Mixed::External(process) = player.bot {
                if process.broke() {
                    broke = broke.with(seat);
                }
                self.processes[lineup[seat.index()]].push(process);
            }
        }
        let finished = finished.map_err(|illegal| OwnBotError { group, rotation, seed, illegal })?;
        let record = writer.map(|writer| writer.finish(&finished.played).expect("memory takes everything"));
        let mut result = result_of(&finished, lineup.len());
        result.broke = broke;
        result.luck = luck.map(|luck| luck.total().0[..lineup.len()].to_vec());
        result.times = self.keeps.times.then_some(times);
        Ok((result, record))
    }
}

impl<G: BotGame> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.processes.iter_mut().flatten().for_each(|process| process.quit());
    }
}

fn result_of(finished: &Finished, seats: usize) -> GameResult {
    let Finished { played, lost, winners, faults, first_faults } = finished;
    let faults: Vec<Faults> = Seat::first(seats).map(|seat| faults[seat]).collect();
    let is_faultless = faults.iter().all(|faults| faults.total() == 0);
    GameResult {
        winners: *winners,
        points: Seat::first(seats).map(|seat| played.points[seat]).collect(),
        turns: played.turns,
        actions: played.actions,
        gave_up: played.gave_up,
        lost: *lost,
        broke: SeatSet::EMPTY,
        faults: if is_faultless { Vec::new() } else { faults },
        first_faults: first_faults.clone(),
        luck: None,
        times: None,
    }
}
