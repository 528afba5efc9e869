//! Moments as people read them: the logs of tables have milliseconds since 1970.

/// A moment in milliseconds since 1970 as UTC, such as `2026-11-21T08:40:00Z`.
#[must_use]
pub fn iso_8601(millis: u64) -> String {
    let seconds = millis / 1000;
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March have the leap day at their end (Hinnant, "chrono-compatible date algorithms").
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::iso_8601;

    #[test]
    fn moments_are_written_as_utc() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_400_000), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_795_250_399_999), "2026-11-21T08:39:59Z");
        assert_eq!(iso_8601(4_107_542_400_000), "2100-03-01T00:00:00Z");
    }
}
