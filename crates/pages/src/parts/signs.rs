//! The icons of the interface.

/// Whether a small picture is an icon that all pages use: of the interface, or of a seat. The others belong to games.
pub(crate) fn is_sign(name: &str) -> bool {
    name.starts_with("seat-") || LINES.iter().any(|(line, _)| *line == name)
}

/// The start of the address of a symbol in its file. No element of a page has an id that begins with `_`: Firefox applies the
/// page's rules for an id to symbols of that id too.
pub(crate) const SYMBOL: &str = "#_";

/// The icons of the interface, each drawn with one line in the colour of the text.
pub(crate) const LINES: [(&str, &str); 44] = [
    ("plus", "<path d=\"M12 5v14M5 12h14\"/>"),
    ("minus", "<path d=\"M5 12h14\"/>"),
    ("search", "<path d=\"M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21\"/>"),
    ("bulb", "<path d=\"M9 18h6M10 21h4M8.5 15.5a6 6 0 1 1 7 0V18h-7z\"/>"),
    ("fit", "<path d=\"M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5\"/>"),
    ("undo", "<path d=\"M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3\"/>"),
    (
        "menu",
        "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>",
    ),
    ("check", "<path d=\"M5 12.5l4.5 4.5L19 7.5\"/>"),
    ("cross", "<path d=\"M6 6l12 12M18 6L6 18\"/>"),
    ("wait", "<circle cx=\"12\" cy=\"12\" r=\"8\"/><path d=\"M12 8v4.5l3 2\"/>"),
    ("trade", "<path d=\"M4 9h15l-4-4M20 15H5l4 4\"/>"),
    ("hurry", "<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M12 7v6M12 16.800h.01\"/>"),
    ("talk", "<path d=\"M4 5h16v11h-9l-4.500 4v-4H4z\"/>"),
    ("muted", "<path d=\"M4 5h16v11h-9l-4.500 4v-4H4zM9 8l6 5M15 8l-6 5\"/>"),
    ("send", "<path d=\"M4 5l16 7-16 7 3-7zM7 12h8\"/>"),
    ("flag", "<path d=\"M6 21V4M6 5c4-2.500 8 2.500 12 0v9c-4 2.500-8-2.500-12 0\"/>"),
    ("bell", "<path d=\"M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4\"/>"),
    ("log", "<path d=\"M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01\"/>"),
    ("chart", "<path d=\"M4 20h16M7 16v-5M12 16V6M17 16v-7\"/>"),
    (
        "people",
        "<circle cx=\"9\" cy=\"8\" r=\"3.5\"/><path d=\"M3 20a6 6 0 0 1 12 0M15.5 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5\"/>",
    ),
    (
        "bot",
        "<rect x=\"5\" y=\"9\" width=\"14\" height=\"10\" rx=\"3\"/><path d=\"M12 9V5M9.5 13.5v1M14.5 13.5v1M3 13v3M21 13v3\"/>",
    ),
    (
        "hand",
        "<rect x=\"8\" y=\"5\" width=\"9\" height=\"14\" rx=\"2\" transform=\"rotate(10 12 12)\"/><path d=\"M7 7.5L5 8.2a2 2 0 0 0-1.2 2.5L7 19\"/>",
    ),
    ("card", "<rect x=\"6\" y=\"4\" width=\"12\" height=\"16\" rx=\"2.5\"/><path d=\"M12 9v6M9 12h6\"/>"),
    (
        "shield",
        "<path d=\"M12 4c2.5 1.8 5 2.3 7 2.3 0 6.500-2.500 11-7 13.700-4.500-2.700-7-7.200-7-13.700 2 0 4.500-.5 7-2.300z\"/>",
    ),
    (
        "stack",
        "<rect x=\"5\" y=\"9\" width=\"11\" height=\"11\" rx=\"1.5\"/><path d=\"M8 6h9a2 2 0 0 1 2 2v9\"/>",
    ),
    ("turn", "<path d=\"M19 12a7 7 0 1 1-2.500-5.400L19 9M19 4v5h-5\"/>"),
    ("none", "<circle cx=\"12\" cy=\"12\" r=\"8\"/><path d=\"M6.500 17.500l11-11\"/>"),
    ("fields", "<path d=\"M4 19h16M7 19c0-6 2-9 5-11M12 19c0-5 2-8 5-9M12 19c0-6-2-10-5-12\"/>"),
    ("cities", "<path d=\"M4 20V9h3v2h3V6h4v5h3V9h3v11zM10 20v-4h4v4\"/>"),
    ("open", "<path d=\"M4 8h6M4 16h6M14 8h.01M18 8h.01M14 16h.01M18 16h.01\"/>"),
    (
        "fits",
        "<rect x=\"4\" y=\"4\" width=\"16\" height=\"16\" rx=\"2\" stroke-dasharray=\"3 3\"/><path d=\"M10 10l2-1.500V16\"/>",
    ),
    (
        "preview",
        "<path d=\"M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6z\"/><circle cx=\"12\" cy=\"12\" r=\"2.500\"/>",
    ),
    ("then", "<path d=\"M4 6h16v11H4zM8 21h8M4 14l5-4 4 3 3-2 4 3\"/>"),
    ("route", "<path d=\"M4 19c6 0 2-7 8-7s2-7 8-7\"/>"),
    ("text", "<path d=\"M5 6h14M12 6v13M8 19h8\"/>"),
    ("first", "<path d=\"M18 6l-7 6 7 6M6 6v12\"/>"),
    ("turn-back", "<path d=\"M12 6l-6 6 6 6M19 6l-6 6 6 6\"/>"),
    ("back", "<path d=\"M15 6l-6 6 6 6\"/>"),
    ("on", "<path d=\"M9 6l6 6-6 6\"/>"),
    ("turn-on", "<path d=\"M12 6l6 6-6 6M5 6l6 6-6 6\"/>"),
    ("last", "<path d=\"M6 6l7 6-7 6M18 6v12\"/>"),
    ("play", "<path d=\"M8 5l11 7-11 7z\"/>"),
    ("pause", "<path d=\"M9 5v14M15 5v14\"/>"),
    ("out", "<path d=\"M10 5H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9\"/>"),
];
