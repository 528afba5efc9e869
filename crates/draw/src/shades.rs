//! The colour schemes other than the usual one, as differences tone by tone, whatever the theme.

/// The colour scheme of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// The usual ones, lighter or darker with the theme.
    #[default]
    Usual,
    /// Few strong colours with black lines between them.
    Contrast,
    /// Pale colours, as if washed on paper.
    Paper,
}

impl Look {
    /// The looks other than the usual one.
    pub(crate) const OTHERS: [Look; 2] = [Look::Contrast, Look::Paper];

    /// Returns its name, as a page writes it in `data-board`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Look::Usual => "usual",
            Look::Contrast => "contrast",
            Look::Paper => "paper",
        }
    }

    /// Returns the tones whose colours differ from the usual look.
    pub(crate) const fn shades(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Look::Usual => &[],
            Look::Contrast => CONTRAST,
            Look::Paper => PAPER,
        }
    }

    /// The colour of a tone, where it is not the usual one.
    pub(crate) fn shade(self, tone: &str) -> Option<&'static str> {
        self.shades().iter().find(|(name, _)| *name == tone).map(|(_, colour)| *colour)
    }
}

const CONTRAST: &[(&str, &str)] = &[
    ("rim", "#000000"),
    ("rim-line", "#ffffff"),
    ("sea-in", "#0b3d63"),
    ("sea-out", "#06263f"),
    ("wave", "#bfe4ff"),
    ("shoal", "#bfe4ff"),
    ("sand", "#ffffff"),
    ("sand-edge", "#000000"),
    ("hills-0", "#b5401a"),
    ("hills-1", "#92300f"),
    ("hills-2", "#cf5a32"),
    ("hills-3", "#4a1503"),
    ("forest-0", "#0b5230"),
    ("forest-1", "#06391f"),
    ("forest-2", "#1f7447"),
    ("forest-3", "#000000"),
    ("pasture-0", "#6cb93f"),
    ("pasture-1", "#549e29"),
    ("pasture-2", "#a4e57c"),
    ("pasture-3", "#1d4a0b"),
    ("fields-0", "#ffdb1a"),
    ("fields-1", "#eebb00"),
    ("fields-2", "#fff2a0"),
    ("fields-3", "#6b4700"),
    ("mountains-0", "#7f8a9e"),
    ("mountains-1", "#5d687c"),
    ("mountains-2", "#b5bfcd"),
    ("mountains-3", "#1f2733"),
    ("desert-0", "#fff6e0"),
    ("desert-1", "#ead9ae"),
    ("desert-2", "#ffffff"),
    ("desert-3", "#6b5524"),
    ("water", "#06263f"),
    ("token", "#ffffff"),
    ("token-rim", "#000000"),
    ("ink", "#000000"),
    ("red", "#a80018"),
    ("outline", "#000000"),
    ("c-field", "#98cf57"),
    ("c-patch", "#98cf57"),
    ("c-tuft", "#7db53e"),
    ("c-road", "#ffffff"),
    ("c-road-edge", "#000000"),
    ("c-city", "#8a4317"),
    ("c-wall", "#ffffff"),
    ("c-wall-edge", "#000000"),
    ("c-line", "#000000"),
    ("c-badge", "#ffffff"),
    ("c-sea", "#5fb0e6"),
    ("c-outline", "#000000"),
];

const PAPER: &[(&str, &str)] = &[
    ("rim", "#8d7a5b"),
    ("rim-line", "#e9dcbd"),
    ("sea-in", "#d5e3e0"),
    ("sea-out", "#b3cbc9"),
    ("wave", "#6f9392"),
    ("shoal", "#f4f8f4"),
    ("sand", "#f3e8cf"),
    ("sand-edge", "#bda981"),
    ("hills-0", "#cf8259"),
    ("hills-1", "#b66a44"),
    ("hills-2", "#e2b092"),
    ("hills-3", "#7f4a2d"),
    ("forest-0", "#4f7e69"),
    ("forest-1", "#3d6a54"),
    ("forest-2", "#76a08b"),
    ("forest-3", "#33523f"),
    ("pasture-0", "#a5cd8c"),
    ("pasture-1", "#8fb976"),
    ("pasture-2", "#d3e9c1"),
    ("pasture-3", "#587b45"),
    ("fields-0", "#f4d968"),
    ("fields-1", "#e3c562"),
    ("fields-2", "#fbefbd"),
    ("fields-3", "#94752a"),
    ("mountains-0", "#9fa6b7"),
    ("mountains-1", "#828a9e"),
    ("mountains-2", "#c8cdd8"),
    ("mountains-3", "#5b6375"),
    ("desert-0", "#fefaf0"),
    ("desert-1", "#e6d8b8"),
    ("desert-2", "#fdf9ef"),
    ("desert-3", "#aa9467"),
    ("token", "#fffdf6"),
    ("token-rim", "#b9a577"),
    ("c-field", "#bdd394"),
    ("c-patch", "#c8dca3"),
    ("c-tuft", "#98b46e"),
    ("c-road", "#fffdf6"),
    ("c-road-edge", "#8d7a5b"),
    ("c-city", "#b98a68"),
    ("c-wall", "#fbf4e2"),
    ("c-roof", "#c9705f"),
    ("c-roof2", "#dd9a6c"),
    ("c-sea", "#9cc0ca"),
];
