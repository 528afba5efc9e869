//! The order of the checks, and which check a finding counts for.

use super::conversation::{Conversation, Note};
use super::manner::Manner;
use super::plans::{from_long_list, from_position, has_open_kinds, short_game, usual, whole_games};
use super::problem::{Difference, Problem};
use super::rule::Check;
use super::table::{BreakOff, GamePlan, PlayedGame, play};
use super::{CheckResult, Finding, Report, Scene, Settings, Severity};
use crate::protocol::BotHello;
use game::{Game, Seat, SeatSet};
use shelf::{GameKind, each};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The decisions of a game that is played to its end.
const WHOLE: u32 = 1_500;

/// The decisions of a game in which the host speaks in an unusual manner.
const SHORT: u32 = 8;

/// The decisions of a game in which each takes long.
const BRIEF: u32 = 2;

/// The decisions of a game that is compared with another.
const COMPARED: u32 = 40;

/// The decisions of a game with open kinds of actions.
const TRADING: u32 = 150;

/// The most findings of one check that are reported.
const FINDINGS_MAX: usize = 3;

/// Examines a bot. Calls `progress` when each check, or the first of several, begins.
pub fn examine(settings: &Settings, progress: &mut dyn FnMut(Check)) -> Report {
    let mut examiner = Examiner {
        settings,
        progress,
        hello: None,
        findings: Vec::new(),
        made: BTreeSet::new(),
        sound: Vec::new(),
        games_whole: 0,
        games_cut: 0,
        times: Vec::new(),
    };
    examiner.examine();
    examiner.report()
}

struct Examiner<'a> {
    settings: &'a Settings,
    progress: &'a mut dyn FnMut(Check),
    hello: Option<BotHello>,
    findings: Vec<(Check, Finding)>,
    made: BTreeSet<Check>,
    /// The games that the bot plays without a fault that ends them.
    sound: Vec<GameKind>,
    games_whole: u32,
    games_cut: u32,
    times: Vec<Duration>,
}

/// Games in which the host speaks in one manner, one after the other, and plain ones to compare with.
struct Scenario {
    check: Check,
    manner: Manner,
    plans: Vec<GamePlan>,
    controls: Vec<GamePlan>,
}

/// The notes of conversations, with the game of each.
type Noted = Vec<(Note, Option<GamePlan>)>;

impl Examiner<'_> {
    fn examine(&mut self) {
        (self.progress)(Check::Start);
        let talk = match Conversation::start(self.settings, Manner::Plain) {
            Ok(talk) => talk,
            Err(notes) => return self.add_all(notes.into_iter().map(|note| (note, None)).collect()),
        };
        self.hello = Some(talk.hello().clone());
        self.made.extend([Check::Start, Check::Flush, Check::Messages, Check::Hello, Check::Games]);
        let wanted = self.settings.games.as_deref();
        let plays = |kind: &GameKind| talk.hello().plays(kind.name());
        for kind in wanted.unwrap_or_default().iter().filter(|kind| !plays(kind)) {
            let problem = Problem::NotPlayed { game: kind.name().to_owned() };
            self.add(Check::Games, Finding { problem, ..finding(Severity::Fail) });
        }
        let kinds: Vec<GameKind> =
            wanted.unwrap_or(GameKind::ALL).iter().copied().filter(|kind| plays(kind)).collect();
        self.play_whole_games(&kinds, talk);
        if self.sound.is_empty() {
            return;
        }
        for (number, (check, manner, decisions)) in MANNERS.into_iter().enumerate() {
            // Long lines have unknown fields, and arrive in pieces.
            if check == Check::LongLines && (self.has(Check::UnknownFields) || self.has(Check::Pieces)) {
                continue;
            }
            let kind = self.sound[number % self.sound.len()];
            let plan = short_game(kind, self.settings.seed, number as u64, decisions);
            let (plans, controls) = (vec![plan.clone()], vec![plan]);
            self.run(&Scenario { check, manner, plans, controls });
        }
        self.run_positions();
        self.run_open();
        self.sit_on_two_seats();
        self.break_off();
        self.compare();
        self.end(Check::Quit);
        self.end(Check::EndOfInput);
    }

    /// The first stage: whole games. A fault in them counts for the check of that fault.
    fn play_whole_games(&mut self, kinds: &[GameKind], talk: Conversation) {
        let end = Instant::now() + self.settings.whole_games;
        let plans: Vec<Vec<GamePlan>> =
            kinds.iter().map(|&kind| whole_games(kind, self.settings.seed, WHOLE)).collect();
        let mut left = plans.iter().map(Vec::len).sum::<usize>() as u32;
        let mut talk = Some(talk);
        for plans in plans {
            (self.progress)(Check::Ready);
            let kind = plans[0].kind();
            let mut is_sound = true;
            for mut plan in plans {
                let now = Instant::now();
                plan.deadline = Some(now + end.saturating_duration_since(now) / left);
                left -= 1;
                if is_sound {
                    is_sound = self.play_one(&plan, &mut talk);
                }
            }
            if is_sound {
                self.sound.push(kind);
            }
        }
        if let Some(talk) = talk {
            self.add_notes(talk.quit(), None);
        }
        self.made.extend([
            Check::Ready,
            Check::Answers,
            Check::Legal,
            Check::Time,
            Check::Running,
            Check::Remarks,
        ]);
        if self.games_whole > 1 {
            self.made.insert(Check::SeveralGames);
        }
    }

    /// Plays one whole game, in the process of the games before if that goes on. Returns whether the bot can play it.
    fn play_one(&mut self, plan: &GamePlan, running: &mut Option<Conversation>) -> bool {
        let before = running.take().filter(|_| !self.has(Check::SeveralGames));
        let is_first = before.as_ref().is_none_or(|talk| talk.games() == 0);
        let talk = match before.map_or_else(|| Conversation::start(self.settings, Manner::Plain), Ok) {
            Ok(talk) => talk,
            Err(notes) => {
                self.add_notes(notes, None);
                return false;
            }
        };
        let mut talks = [talk];
        let course = play(plan, &mut talks, BreakOff::Silent);
        let [mut talk] = talks;
        if talk.is_over {
            // It ended its process after the game before, which it may.
            return self.play_one(plan, running);
        }
        let notes = std::mem::take(&mut talk.notes);
        if !course.is_stopped {
            self.add_notes(notes, Some(plan));
            self.count(&course);
            if course.is_whole {
                *running = Some(talk);
            } else {
                talk.quit();
            }
            return true;
        }
        if is_first {
            self.add_notes(notes, Some(plan));
            return false;
        }
        drop(talk);
        // Whether the games before are the cause shows in a process of its own.
        let (control, is_stopped) =
            self.converse(Manner::Plain, std::slice::from_ref(plan), BreakOff::Silent);
        if is_stopped {
            self.add_all(control);
            return false;
        }
        self.add_for(Check::SeveralGames, notes.into_iter().map(|note| (note, Some(plan.clone()))).collect());
        true
    }

    fn count(&mut self, course: &PlayedGame) {
        if course.is_whole {
            self.games_whole += 1;
        } else {
            self.games_cut += 1;
        }
        self.times.extend(&course.times);
    }

    fn run_positions(&mut self) {
        for (number, kind) in self.sound.clone().into_iter().enumerate() {
            let plan = short_game(kind, self.settings.seed, 100 + number as u64, SHORT);
            let position = from_position(&plan, 8);
            let controls = vec![plan.clone()];
            self.run_plain(Check::Position, vec![position.clone()], controls);
            if self.has(Check::Position) {
                continue;
            }
            let long = GamePlan { decisions_max: BRIEF, ..from_long_list(&plan) };
            self.run_plain(Check::LongList, vec![long], vec![position]);
        }
    }

    fn run_open(&mut self) {
        for (number, kind) in self.sound.clone().into_iter().enumerate() {
            if !has_open_kinds(kind) {
                continue;
            }
            let control = short_game(kind, self.settings.seed, 200 + number as u64, TRADING);
            let start = usual(kind, control.seats_count(), true);
            let plan = GamePlan { start, ..control.clone() };
            self.run_plain(Check::Open, vec![plan], vec![control]);
        }
    }

    fn sit_on_two_seats(&mut self) {
        (self.progress)(Check::TwoSeats);
        let kind = self.sound[0];
        let plan = short_game(kind, self.settings.seed, 300, SHORT);
        let last = Seat::first(plan.seats_count()).last().unwrap_or(Seat::A);
        let both: SeatSet = [Seat::A, last].into_iter().collect();
        let twice = GamePlan { seats: both, ..plan.clone() };
        let starts = [(); 2].map(|()| Conversation::start(self.settings, Manner::Plain));
        let mut noted = Noted::new();
        let mut talks = Vec::new();
        for start in starts {
            match start {
                Ok(talk) => talks.push(talk),
                Err(notes) => noted.extend(notes.into_iter().map(|note| (note, None))),
            }
        }
        if talks.len() == 2 {
            play(&twice, &mut talks, BreakOff::Silent);
        }
        for talk in talks {
            noted.extend(talk.quit().into_iter().map(|note| (note, Some(twice.clone()))));
        }
        let controls =
            both.into_iter().map(|seat| GamePlan { seats: SeatSet::one(seat), ..plan.clone() }).collect();
        self.judge(Check::TwoSeats, noted, controls);
    }

    fn break_off(&mut self) {
        if self.has(Check::SeveralGames) {
            return;
        }
        let game = |number: u64, decisions: u32| {
            let kind = self.sound[number as usize % self.sound.len()];
            short_game(kind, self.settings.seed, 400 + number, decisions)
        };
        let plans = vec![game(0, 3), game(1, 0), game(2, SHORT)];
        self.run_plain(Check::BrokenOff, plans.clone(), plans);
    }

    /// Plays the same game again: at once, after another game, and with the events in other messages.
    fn compare(&mut self) {
        (self.progress)(Check::Determinism);
        let kind = self.sound[self.sound.len() - 1];
        let plan = short_game(kind, self.settings.seed, 500, COMPARED);
        let other = short_game(self.sound[0], self.settings.seed, 501, SHORT);
        let actions = |manner: Manner, plans: &[GamePlan]| -> Option<Vec<String>> {
            let mut talk = Conversation::start(self.settings, manner).ok()?;
            let mut course = PlayedGame::default();
            for plan in plans {
                course = play(plan, std::slice::from_mut(&mut talk), BreakOff::Told);
                if course.is_stopped {
                    return None;
                }
            }
            Some(course.actions)
        };
        let Some(first) = actions(Manner::Plain, std::slice::from_ref(&plan)) else { return };
        let Some(again) = actions(Manner::Plain, std::slice::from_ref(&plan)) else { return };
        self.made.insert(Check::Determinism);
        if let Some(found) = Difference::between(&first, &again) {
            return self.warn(Check::Determinism, Problem::OtherAction(found), &plan);
        }
        if !self.has(Check::SeveralGames) && !self.has(Check::BrokenOff) {
            let after = actions(Manner::Plain, &[other, plan.clone()]).unwrap_or_default();
            if let Some(found) = Difference::between(&first, &after) {
                self.warn(Check::Determinism, Problem::OtherAfterGame(found), &plan);
            }
        }
        if !self.has(Check::Events) {
            let parted = actions(Manner::SingleEvents, std::slice::from_ref(&plan)).unwrap_or_default();
            if let Some(found) = Difference::between(&first, &parted) {
                self.warn(Check::Events, Problem::OtherByParts(found), &plan);
            }
        }
    }

    /// Looks whether the process ends by itself: after a game, or within one.
    fn end(&mut self, check: Check) {
        (self.progress)(check);
        let Ok(talk) = Conversation::start(self.settings, Manner::Plain) else { return };
        let mut talks = [talk];
        let plan = short_game(self.sound[0], self.settings.seed, 600, BRIEF);
        let is_told = check == Check::Quit && !self.has(Check::BrokenOff);
        let break_off = if is_told { BreakOff::Told } else { BreakOff::Silent };
        if check == Check::EndOfInput || is_told {
            play(&plan, &mut talks, break_off);
        }
        let [talk] = talks;
        self.made.insert(check);
        self.add_notes(talk.end_by(check), Some(&plan));
    }

    /// Plays a scenario in which the host speaks as in a match.
    fn run_plain(&mut self, check: Check, plans: Vec<GamePlan>, controls: Vec<GamePlan>) {
        self.run(&Scenario { check, manner: Manner::Plain, plans, controls });
    }

    /// Plays a scenario, and finds out which check its findings count for.
    fn run(&mut self, scenario: &Scenario) {
        (self.progress)(scenario.check);
        let is_told = scenario.check == Check::BrokenOff;
        let break_off = if is_told { BreakOff::Told } else { BreakOff::Silent };
        let (noted, _) = self.converse(scenario.manner, &scenario.plans, break_off);
        self.judge(scenario.check, noted, scenario.controls.clone());
    }

    /// Adds the notes of a check's games: for that check, or for the fault's own check if the fault shows in the plain games too.
    fn judge(&mut self, check: Check, noted: Noted, controls: Vec<GamePlan>) {
        self.made.insert(check);
        let is_known = |note: &Note| {
            let known = |(check, finding): &(Check, Finding)| {
                *check == note.check && finding.problem.key() == note.problem.key()
            };
            self.findings.iter().any(known)
        };
        let noted: Noted = noted.into_iter().filter(|(note, _)| !is_known(note)).collect();
        if noted.is_empty() {
            return;
        }
        let mut plain = Noted::new();
        for plan in controls {
            plain.extend(self.converse(Manner::Plain, &[plan], BreakOff::Silent).0);
        }
        let (general, own): (Noted, Noted) = noted.into_iter().partition(|(note, _)| {
            let is_warning = note.severity == Severity::Warn;
            is_warning || plain.iter().any(|(plain, _)| plain.check == note.check)
        });
        self.add_all(general);
        self.add_for(check, own);
    }

    /// Plays games one after the other in a new process. Returns what was noted, and whether the conversation had to stop.
    fn converse(&self, manner: Manner, plans: &[GamePlan], break_off: BreakOff) -> (Noted, bool) {
        let mut talk = match Conversation::start(self.settings, manner) {
            Ok(talk) => talk,
            Err(notes) => return (notes.into_iter().map(|note| (note, None)).collect(), true),
        };
        let mut noted = Noted::new();
        for plan in plans {
            let course = play(plan, std::slice::from_mut(&mut talk), break_off);
            let notes = std::mem::take(&mut talk.notes);
            noted.extend(notes.into_iter().map(|note| (note, Some(plan.clone()))));
            if course.is_stopped {
                return (noted, true);
            }
        }
        noted.extend(talk.quit().into_iter().map(|note| (note, None)));
        (noted, false)
    }

    /// Whether a finding fails this check.
    fn has(&self, check: Check) -> bool {
        self.findings.iter().any(|(found, finding)| *found == check && finding.severity == Severity::Fail)
    }

    fn warn(&mut self, check: Check, problem: Problem, plan: &GamePlan) {
        self.add(check, Finding { problem, scene: Some(scene(plan)), ..finding(Severity::Warn) });
    }

    fn add_notes(&mut self, notes: Vec<Note>, plan: Option<&GamePlan>) {
        self.add_all(notes.into_iter().map(|note| (note, plan.cloned())).collect());
    }

    fn add_all(&mut self, noted: Noted) {
        for (note, plan) in noted {
            self.add(note.check, note.finding(plan.as_ref()));
        }
    }

    /// Adds notes for another check than that of their fault. The version is always that of its own.
    fn add_for(&mut self, check: Check, noted: Noted) {
        for (note, plan) in noted {
            self.add(check, note.finding(plan.as_ref()));
        }
    }

    fn add(&mut self, check: Check, finding: Finding) {
        let of_check = || self.findings.iter().filter(|(found, _)| *found == check);
        let is_known = of_check().any(|(_, known)| {
            known.problem.key() == finding.problem.key()
                && known.scene.as_ref().map(|scene| scene.game)
                    == finding.scene.as_ref().map(|scene| scene.game)
        });
        if !is_known && of_check().count() < FINDINGS_MAX {
            self.findings.push((check, finding));
        }
    }

    fn report(mut self) -> Report {
        self.times.sort();
        let mut results: Vec<CheckResult> = Check::ALL
            .iter()
            .map(|&check| CheckResult { check, was_made: self.made.contains(&check), findings: Vec::new() })
            .collect();
        for (check, finding) in self.findings {
            results[check as usize].findings.push(finding);
        }
        Report {
            hello: self.hello,
            results,
            games_whole: self.games_whole,
            games_cut: self.games_cut,
            times: self.times,
        }
    }
}

/// The manners of short games, each with its check and its number of decisions.
const MANNERS: [(Check, Manner, u32); 12] = [
    (Check::Version, Manner::NewerHost, BRIEF),
    (Check::UnknownFields, Manner::UnknownFields, SHORT),
    (Check::UnknownTypes, Manner::UnknownTypes, SHORT),
    (Check::BlankLines, Manner::BlankLines, SHORT),
    (Check::Events, Manner::SingleEvents, SHORT),
    (Check::Pieces, Manner::Pieces, SHORT),
    (Check::LongLines, Manner::LongLines, BRIEF),
    (Check::SlowHost, Manner::SlowHost, SHORT),
    (Check::NoClock, Manner::NoClock, SHORT),
    (Check::Nulls, Manner::Nulls, SHORT),
    (Check::Text, Manner::Text, BRIEF),
    (Check::Fault, Manner::Faults, SHORT),
];

impl Note {
    fn finding(self, plan: Option<&GamePlan>) -> Finding {
        let Note { severity, problem, sent, line, .. } = self;
        Finding { severity, problem, scene: plan.map(scene), sent, line }
    }
}

/// A finding of this severity outside a game, about nothing yet.
fn finding(severity: Severity) -> Finding {
    Finding { severity, problem: Problem::PlaysNone, scene: None, sent: None, line: None }
}

fn scene(plan: &GamePlan) -> Scene {
    let options = each!(&plan.start, start => {
        Game::options(start).changed().map(|(option, value)| (option.name.to_owned(), value)).collect()
    });
    Scene {
        game: plan.kind().name(),
        options,
        seats: plan.seats_count(),
        seat: plan.seats.lowest().unwrap_or(Seat::A),
    }
}
