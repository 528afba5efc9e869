//! The island of Catan drawn with letters.
//!
//! ```text
//!              Wool
//!           ·         ·         ·
//!        .'   '.   .'   '.   .'   '.
//!  3:1 ·         ·        (A)        ·
//!      | forest  |  hills  AA fields |
//!      |  H0 11  |  H1 12  |  H2  9  |
//!      ·         ·        [B]        ·
//! ```
//! A settlement of A is `(A)`, a city `[A]`, a road `AA` or `A` over two lines; the robber's hex has its name in `*`.
//! A metropolis is `<A>`, a knight `A2` by its strength, and `A2!` while it is active.

use catan::{EdgeId, Harbour, HexId, Layout, Point, Side, VertexId};
use game::Seat;
use unicode_width::UnicodeWidthStr;

/// Columns of one step of the lattice, so ten from hex to hex.
const STEP: i32 = 5;
/// Columns to the left of the westernmost corners, for the names of harbours.
const MARGIN: i32 = 14;
const LINES: usize = 30;
const COLUMNS: usize = (2 * MARGIN + 10 * STEP + 1) as usize;

/// The pieces on an island, in any game that is played on one.
pub(crate) trait Standing {
    /// The robber's hex.
    fn robber(&self) -> HexId;
    /// The owner of the road on a path.
    fn road(&self, edge: EdgeId) -> Option<Seat>;
    /// The mark of an intersection, at most three columns wide; `None` on a free one.
    fn mark(&self, vertex: VertexId) -> Option<String>;
}

/// The island with everything on it, ending in a line break. `terrain` and `harbour` name things, in at most seven
/// and twelve columns.
pub(crate) fn island(
    standing: &impl Standing,
    layout: &Layout,
    terrain: impl Fn(catan::Terrain) -> String,
    harbour: impl Fn(Harbour) -> String,
) -> String {
    let mut canvas = Canvas { cells: vec![vec![' '; COLUMNS]; LINES] };
    for hex in HexId::all() {
        let (column, line) = centre(hex);
        canvas.centred(column, line, &terrain(layout.terrain[hex]));
        let number = match layout.numbers[hex] {
            0 => String::new(),
            number => format!("{number:>3}"),
        };
        let name = if standing.robber() == hex { format!("*{hex}*") } else { hex.to_string() };
        canvas.centred(column, line + 1, format!("{name}{number}").trim());
    }
    for edge in EdgeId::all() {
        path(&mut canvas, edge, standing.road(edge));
    }
    for vertex in VertexId::all() {
        let (column, line) = corner(vertex.point());
        let mark = standing.mark(vertex).unwrap_or_else(|| "·".to_owned());
        canvas.centred(column, line, &mark);
    }
    for (spot, kind) in layout.harbours.into_iter().enumerate() {
        let (hex, side) = Harbour::SPOTS[spot];
        let hex = HexId::new(hex).expect("the hex of a harbour");
        name_harbour(&mut canvas, hex, side, &harbour(kind));
    }
    canvas.text()
}

/// The column and line of a corner.
fn corner(point: Point) -> (i32, i32) {
    let (x, y) = (i32::from(point.x), i32::from(point.y));
    // Lines come in fives from row to row: upper corner, slope, side corner, and two lines of the hex itself.
    let line = if (y + 2) % 3 == 0 { 5 * ((y + 2) / 3 + 2) } else { 5 * ((y + 1) / 3 + 2) + 2 };
    (MARGIN + (x + 5) * STEP, line + 1)
}

/// The middle of the first of a hex's two lines.
fn centre(hex: HexId) -> (i32, i32) {
    let (column, line) = corner(hex.vertices()[0].point());
    (column, line + 3)
}

fn path(canvas: &mut Canvas, edge: EdgeId, owner: Option<Seat>) {
    let [a, b] = edge.ends().map(|end| corner(end.point()));
    let letter =
        |empty: &str| owner.map_or_else(|| empty.to_owned(), |seat| seat.to_string().repeat(empty.len()));
    if a.0 == b.0 {
        for line in a.1.min(b.1) + 1..a.1.max(b.1) {
            canvas.centred(a.0, line, &letter("|"));
        }
        return;
    }
    let (left, right) = if a.0 < b.0 { (a, b) } else { (b, a) };
    let slope = if left.1 > right.1 { ".'" } else { "'." };
    canvas.write(left.0 + 2, left.1.min(right.1) + 1, &letter(slope));
}

/// Writes the name of a harbour into the sea beside its path.
fn name_harbour(canvas: &mut Canvas, hex: HexId, side: Side, name: &str) {
    let (column, line) = centre(hex);
    let width = name.width() as i32;
    let (east, edge_line) = match side {
        Side::East => (true, line),
        Side::West => (false, line),
        Side::NorthEast => (true, line - 2),
        Side::NorthWest => (false, line - 2),
        Side::SouthEast => (true, line + 3),
        Side::SouthWest => (false, line + 3),
    };
    let level = matches!(side, Side::East | Side::West);
    // Between two hexes of the first or last row there is no room beside the slope, only above or below it.
    let row_goes_on = hex.neighbour(if east { Side::East } else { Side::West }).is_some();
    let slope = if east { column + 3 } else { column - 3 };
    let (start, line) = match (level, row_goes_on) {
        (true, _) if east => (column + STEP + 2, line),
        (true, _) => (column - STEP - 1 - width, line),
        (false, true) => {
            let outward = if edge_line < line { edge_line - 2 } else { edge_line + 2 };
            (if east { column + STEP } else { column - STEP } - width / 2, outward)
        }
        (false, false) if east => (slope + 2, edge_line),
        (false, false) => (slope - 1 - width, edge_line),
    };
    canvas.write(start, line, name);
}

/// Lines of cells to write on; what lies outside is lost.
struct Canvas {
    cells: Vec<Vec<char>>,
}

impl Canvas {
    fn write(&mut self, column: i32, line: i32, text: &str) {
        let Some(cells) = usize::try_from(line).ok().and_then(|line| self.cells.get_mut(line)) else {
            return;
        };
        for (offset, letter) in text.chars().enumerate() {
            let at = usize::try_from(column).ok().map(|column| column + offset);
            if let Some(cell) = at.and_then(|at| cells.get_mut(at)) {
                *cell = letter;
            }
        }
    }

    fn centred(&mut self, column: i32, line: i32, text: &str) {
        self.write(column - text.chars().count() as i32 / 2, line, text);
    }

    /// The lines without what is blank on all sides.
    fn text(&self) -> String {
        let lines: Vec<String> =
            self.cells.iter().map(|cells| cells.iter().collect::<String>().trim_end().to_owned()).collect();
        let written = || lines.iter().filter(|line| !line.is_empty());
        let indent = written().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        written().map(|line| format!("{}\n", &line[indent..])).collect()
    }
}
