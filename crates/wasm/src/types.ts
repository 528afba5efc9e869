/** The name of a game. */
export type GameName = "catan" | "cities-and-knights" | "carcassonne" | "traders-and-builders" | "mayflower";

/** A seat at the table, by its letter. */
export type Seat = "A" | "B" | "C" | "D" | "E" | "F";

/** The viewer of a game: a seat, a spectator, or the referee, who sees everything. */
export type Viewer = Seat | "spectator" | "everything";

/** A seed: a whole number from 0 to 2^53 - 1, a bigint below 2n ** 64n, or 16 hexadecimal digits as text. */
export type Seed = number | bigint | string;

/** The options of a game by name; `games()` lists them. An option left out has its default. */
export type Options = Record<string, string | number | boolean | null>;

/** The turn in a position. */
export type Turn =
    /** These seats may act; `seat` is the one that a host asks next. */
    | { kind: "decide"; seats: Seat[]; seat: Seat }
    /** Nature owes an outcome of this kind, such as `"dice"`. */
    | { kind: "chance"; chance: string }
    /** The game is over; nobody has won where `winners` is empty. */
    | { kind: "over"; winners: Seat[] };

/** An event, as docs/view.md describes it: its name, and fields that depend on it. A value that the viewer may not know is `null`. */
export interface GameEvent { event: string; [field: string]: any }

/** What one viewer may know of a position, as docs/view.md describes it. A value that the viewer may not know is `null`. */
export interface View { game: GameName; viewer: Viewer; players: number; options: Options; turns: number; [field: string]: any }

/** A position as plain data, as docs/setup.md describes it. */
export type Setup = Record<string, any>;

/** One thing that is wrong, and the clause of the rulebook that says so. */
export interface Fault { message: string; clause: string | null; /** The place in a document, such as `$.seats.B`. */ path?: string }

/** The points of every seat. */
export type Points = Partial<Record<Seat, number>>;

/** An option of a game. */
export interface OptionInfo {
    name: string;
    /** The clause that names it. */
    clause: string;
    /** The default, as text. */
    default: string;
    /** The values, where they have names. */
    values: string[];
    /** The smallest and the greatest number. */
    range?: [number, number];
    /** The word for "no value", where that is allowed. */
    none?: string;
    /** The kinds with their usual counts, where counts are allowed. */
    counts?: Record<string, number>;
    /** The meaning, in one line. */
    about: string;
}

/** The facts to know about a game before playing it. */
export interface GameInfo {
    name: GameName;
    seats_min: number;
    seats_max: number;
    /** The versions of its rules under which records replay; new games are played under the last. */
    rules: number[];
    options: OptionInfo[];
}

/** A bot that can be asked for by name. */
export interface BotInfo {
    name: string;
    /** One line about it. */
    about: string;
    /** Whether it searches: a decision takes up to seconds. Ask it in a worker. */
    searches: boolean;
}

/** A numbered clause of a rulebook. */
export interface Clause {
    id: string;
    game: GameName;
    /** The heading that it stands under. */
    heading: string;
    /** The text in Markdown. */
    text: string;
}

/** What a bot would do, with its reasons (docs/api.md); the first is its choice. */
export interface Advice { action: string; reasons: { reason: string; [field: string]: any }[] }

/** A step of a record: an action of a seat, or an outcome of nature. */
export type Step = { seat: Seat; do: string } | { chance: string };

/** The first line of a record (docs/record.md). */
export interface RecordHeader {
    neuland: number;
    game: GameName;
    rules: number;
    options: Options;
    seats: (string | null)[];
    seed: string | null;
    [field: string]: any;
}

/** The result of a finished game. */
export interface RecordResult { winners: Seat[]; points: Points }

/** The style of a picture. */
export interface PictureStyle {
    /** Colours for a light page (the default), for a dark one, or those of the page that it stands in. */
    theme?: "light" | "dark" | "auto";
    /** Whether places carry their names. */
    coordinates?: boolean;
    /** The events of the last step, which the picture marks. */
    events?: GameEvent[];
    /** The title and the description for screen readers; in English unless given. */
    title?: string;
    description?: string;
    /** The start of all ids in the picture: two pictures of one page need different ones. */
    idPrefix?: string;
}

/** The layout of a game's observations and codes of actions (docs/encodings.md). */
export interface Layout {
    game: GameName;
    version: number;
    information: "seat" | "everything";
    /** The number of codes. */
    actions: number;
    blocks: { name: string; first: number; len: number; about: string; codes: string[] }[];
    /** The number of values in an observation. */
    size: number;
    arrays: { name: string; dtype: string; shape: number[]; offset: number; about: string; [field: string]: any }[];
    hash: string;
}
