//! The cost of a run: clock and processor time of each step and of its commands.

use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

/// Processor time that all steps of `ci` may take, in seconds: 27.5 minutes of two cores of the machine that
/// [`slowness`](crate::yardstick::slowness) compares with. So a run above it does too much, wherever it runs.
pub(crate) const BUDGET: f64 = 3300.0;

/// The number of commands or tests that are listed.
pub(crate) const LISTED: usize = 10;

/// A running measurement.
#[derive(Clone, Copy)]
pub(crate) struct Meter {
    start: Instant,
    processor: Option<f64>,
}

/// The cost of a step or command, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    /// Of the clock.
    pub(crate) clock: f64,
    /// Of the processors, all children together; `None` where the system does not tell.
    pub(crate) processor: Option<f64>,
}

impl Meter {
    pub(crate) fn start() -> Meter {
        Meter { start: Instant::now(), processor: processor_time() }
    }

    pub(crate) fn read(self) -> Cost {
        let processor = self.processor.and_then(|before| Some(processor_time()? - before));
        Cost { clock: self.start.elapsed().as_secs_f64(), processor }
    }
}

impl Cost {
    /// The cost as a line that [`parse`](Cost::parse) reads.
    pub(crate) fn to_line(self) -> String {
        format!("{} {}", self.clock, self.processor.map_or("-".to_owned(), |seconds| seconds.to_string()))
    }

    /// The cost that a line tells.
    pub(crate) fn parse(line: &str) -> Option<Cost> {
        let (clock, processor) = line.split_once(' ')?;
        let processor = if processor == "-" { None } else { Some(processor.parse().ok()?) };
        Some(Cost { clock: clock.parse().ok()?, processor })
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.processor {
            Some(processor) => write!(f, "{:8.1} s {processor:8.1} s of processors", self.clock),
            None => write!(f, "{:8.1} s", self.clock),
        }
    }
}

/// The processor time of all children that ended, and of theirs, in seconds. Linux counts it in hundredths (proc(5)).
fn processor_time() -> Option<f64> {
    seconds_of_children(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The sum of `cutime` and `cstime`, fields 16 and 17 of `/proc/self/stat`. The name of the program is the second and
/// may contain spaces, so counting begins after it.
fn seconds_of_children(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// The commands of the current step with their costs.
static COMMANDS: Mutex<Vec<(String, Cost)>> = Mutex::new(Vec::new());

/// Notes a command that ended.
pub(crate) fn note(command: &Command, cost: Cost) {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    let line: String = line.join(" ").chars().take(90).collect();
    COMMANDS.lock().expect("nobody panics with it").push((line, cost));
}

/// Prints which commands of a step took longest, if it ran several, and forgets them.
pub(crate) fn print_commands() {
    let mut commands = std::mem::take(&mut *COMMANDS.lock().expect("nobody panics with it"));
    if commands.len() < 2 {
        return;
    }
    commands.sort_by(|(_, one), (_, other)| other.clock.total_cmp(&one.clock));
    println!("what took longest:");
    for (line, cost) in commands.iter().take(LISTED) {
        println!("{cost}: {line}");
    }
}

/// Prints what each step took and the sum of all.
pub(crate) fn print_steps(steps: &[(&str, Cost)], all: Cost) {
    println!();
    for (name, cost) in steps {
        println!("{name:13}{cost}");
    }
    println!("{:13}{all}", "all");
}

/// Prints how much of the budget steps took, in seconds of the machine that it is for; an error, with the costliest first, if
/// they took more. `slowness` was measured before the first step and after each; a single measurement is off by a quarter.
pub(crate) fn check_budget(budget: f64, steps: &[(&str, Cost)], slowness: &[f64]) -> Result<(), String> {
    // On newer processors the fixed piece of work gains more than compilers and browsers do, so no machine counts as a faster one.
    let mean = (slowness.iter().sum::<f64>() / slowness.len() as f64).max(1.0);
    let seconds = |cost: &Cost| cost.processor.map(|seconds| seconds / mean);
    let mut steps: Vec<_> = steps.iter().filter_map(|(name, cost)| Some((seconds(cost)?, name))).collect();
    let spent: f64 = steps.iter().map(|(seconds, _)| seconds).sum();
    println!(
        "budget: {spent:.0} of {budget:.0} s of processors; this machine takes {mean:.2} times as long as the one it is for"
    );
    if spent <= budget {
        return Ok(());
    }
    steps.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let list: Vec<String> = steps.iter().map(|(seconds, name)| format!("{name} {seconds:.0} s")).collect();
    Err(format!("{spent:.0} s of processor time, {budget:.0} are allowed: {}", list.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_time_of_children_is_read() {
        let stat = "17 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 11 12 250 50 20 0 1 0 1";
        assert_eq!(seconds_of_children(stat), Some(3.0));
        assert_eq!(seconds_of_children("17 (a) S 1"), None);
    }

    #[test]
    fn a_cost_comes_back_from_its_line() {
        for processor in [Some(2.5), None] {
            let cost = Cost { clock: 1.25, processor };
            assert_eq!(Cost::parse(&cost.to_line()), Some(cost));
        }
        assert_eq!(Cost::parse("1.0"), None);
    }

    #[test]
    fn a_run_above_the_budget_fails_and_lists_its_steps() {
        let cost = |processor| Cost { clock: 1.0, processor };
        let steps = [("fmt", cost(Some(1.0))), ("test", cost(Some(BUDGET - 1.0))), ("doc", cost(None))];
        assert_eq!(check_budget(BUDGET, &steps, &[1.0]), Ok(()));
        let why = check_budget(BUDGET - 1.0, &steps, &[1.0]).expect_err("above it");
        assert!(why.ends_with(&format!("test {:.0} s, fmt 1 s", BUDGET - 1.0)), "{why}");
    }

    #[test]
    fn a_slow_machine_may_take_longer() {
        let steps = [("test", Cost { clock: 1.0, processor: Some(1.5 * BUDGET) })];
        assert_eq!(check_budget(BUDGET, &steps, &[1.0, 2.0]), Ok(()));
        assert!(check_budget(BUDGET, &steps, &[1.0, 1.0]).is_err());
    }

    #[test]
    fn a_fast_machine_may_take_as_long_as_that_of_the_budget() {
        let steps = [("test", Cost { clock: 1.0, processor: Some(BUDGET) })];
        assert_eq!(check_budget(BUDGET, &steps, &[0.7, 0.8]), Ok(()));
    }
}
