/** Every message between the client and the table, as docs/table.md has it. */

export type Side = string;
export type PieceId = string;
export type PlaceName = string;
export type RuleId = string;
export type Seat = string;
export type Language = "en" | "de";
/** The state's number is only ever sent back as it came. */
export type StateNumber = string | number;
export type Facts = Record<string, unknown>;

export interface Problem {
  error: string;
  text: string;
  rule: RuleId | null;
}

export interface Refusal {
  rule: RuleId | null;
  text: string;
}

export interface ScenarioInfo {
  key: string;
  title: string;
  about: string;
  /** What each side is after. */
  aims?: Record<Side, string>;
  lesson: boolean;
  options: Option[];
}

/** Something that is settled before a match begins. */
export interface Option {
  key: string;
  title: string;
  kind: "choice" | "flag" | "number" | "file";
  default: OptionValue;
  about: string;
  choices: { key: string; title: string; about: string }[];
  minimum: number;
  maximum: number;
}

/** A file is sent as its text. */
export type OptionValue = string | number | boolean;

export interface GameInfo {
  key: string;
  title: string;
  sides: Side[];
  titles: Record<Side, string>;
  scenarios: ScenarioInfo[];
  levels: { key: string; title: string }[];
  languages: string[];
}

export type Player = "me" | "friend" | `computer:${string}`;

export interface NewMatch {
  game: string;
  scenario: string;
  seats: Record<Side, Player>;
  options?: Record<string, unknown>;
  seed?: number;
}

export interface Opened {
  match: string;
  /** One's own; a friend gets his by accepting an invitation. */
  seats: Record<Side, Seat | null>;
  spectator: Seat;
  /** The hash of the table's half of the dice's secret. */
  commitment?: string;
  invitations?: Record<Side, string>;
  /** If not, it begins when each side that somebody plays is ready. */
  begun?: boolean;
}

/** What somebody is invited to. */
export interface Invitation {
  match: string;
  game: string;
  scenario: string;
  side: Side;
  sides: Record<Side, Player>;
  options: Record<string, unknown>;
  commitment: string;
  ready: Side[];
  taken: boolean;
}

export interface Joined {
  match: string;
  side: Side;
  seat: Seat;
}

export interface SeatInfo {
  match: string;
  game: string;
  scenario: string;
  side: Side | null;
  sides: Record<Side, Player>;
  seen: number;
  language: string;
  /** The answers that this side has left, by step. */
  standing?: Record<string, string>;
  /** What was settled before the match began. */
  options?: Record<string, OptionValue>;
  commitment?: string;
  /** The number that the dice come from, if one was named. */
  seed?: number | null;
  begun?: boolean;
  /** Before it has begun: the sides that are ready. */
  ready?: Side[];
  /** When, and when something last happened: seconds since 1970, 0 if it is not known. */
  opened?: number;
  played?: number;
  /** The sides that would have the match deleted. */
  leaving?: Side[];
}

export interface Prompt {
  side: Side;
  step: string;
  text: string;
  rule: RuleId;
  /** What orders that name neither piece nor place mean here, by verb. */
  buttons: Record<string, string>;
  warnings: Record<string, string[]>;
  /** What the decision adds up to so far. */
  sums?: Sum[];
  /** What is asked about. */
  pieces?: PieceId[];
  places?: PlaceName[];
}

/** A running total; `open`: still to be met. */
export interface Sum {
  title: string;
  text: string;
  rule: RuleId;
  tally: Cost | null;
  open: boolean;
  /** What the text says, for those who look. */
  scale?: Scale | null;
  grid?: Grid | null;
}

/** Steps in their order, and the number of the one that a total stands on; -1 is below the first. */
export interface Scale {
  steps: string[];
  at: number;
}

/** Values side by side. */
export interface Grid {
  heads: string[];
  /** Whether heads that are numbers are faces of a die. */
  dice: boolean;
  rows: GridRow[];
  notes: string[];
}

export interface GridRow {
  name: string;
  /** Above 0 is good for the side that is asked, below 0 bad. */
  cells: { text: string; good: number }[];
  /** The order that leads there. */
  say: string | null;
  /** Whether it differs from how things stand. */
  changes: boolean;
}

/** An order on offer. Its own fields stand in the order in which they are typed. */
export interface Offer {
  say: string;
  verb: string;
  order: Record<string, unknown>;
  pieces: PieceId[];
  places: PlaceName[];
}

/** All orders on offer as they travel: families that differ in one place. */
export interface Offers {
  /** For each verb the fields of its order. */
  verbs: Record<string, string[]>;
  /** What orders say. Numbers count through these three lists, one after the other, ... */
  pieces: PieceId[];
  places: PlaceName[];
  words: (string | number)[];
  /** ... and through these: what routes pass, and the list of where they may end then. */
  ways: [through: number[], list: number][];
  /** How names are typed that lose more than their blanks. */
  typed: Record<string, string>;
  /** What goes into a blank: numbers, or the first and last of a run of them. */
  lists: (number | [first: number, last: number])[][];
  families: Family[];
}

/** The fields of an order, null where the blank is (at most once), and the list of what goes into it. */
export type Family = [verb: string, given: Given[], list: number | null];
/** A number, yes or no, or a route. */
export type Given = number | boolean | null | (number | null)[];

export interface Face {
  name: string;
  kind: string;
  steps?: number | null;
  max?: number | null;
  nation?: string;
  /** What it says in place of a number of steps, and a line below that. */
  text?: string;
  more?: string;
  /** What stands on the counter in place of a longer name. */
  tag?: string;
}

export interface Piece {
  id: PieceId;
  /** What it is called. */
  name: string;
  at: PlaceName;
  side: Side;
  face: Face | null;
  marks: string[];
  seen: string | null;
  /** The piece that carries it. */
  aboard?: PieceId | null;
}

export interface Line {
  text: string;
  what: string;
  rule: RuleId;
  facts: Facts;
  places: PlaceName[];
  pieces: PieceId[];
  moment: number;
}

export interface Proposal {
  /** How an answer names it. */
  name: string;
  side: Side;
  what: string;
  reason?: string;
}

export interface Outcome {
  winner: Side | null;
  cause: string;
  facts: Facts;
  text: string;
}

/** All that a seat may know. `View<Offers>` is what travels. */
export interface View<Orders = Offer[]> {
  game: string;
  scenario: string;
  side: Side | null;
  number: StateNumber;
  when: string;
  waiting: Side[];
  prompt: Prompt | null;
  orders: Orders;
  /** Where battles are under way whose odds the table can work out. */
  battles: PlaceName[];
  pieces: Piece[];
  tracks: Record<string, unknown>;
  log: Line[];
  /** How many lines at the beginning of the log were left out, because they are known. */
  since: number;
  /** What stands for all of the log, to be sent with the next question. */
  cursor: string;
  proposal: Proposal | null;
  outcome: Outcome | null;
  dice: { commitment: string; contributions?: Record<Side, string>; secret?: string | null };
  moment: number;
  undo: { can: boolean; ask: boolean; text: string } | null;
}

export interface Played<Orders = Offer[]> {
  view: View<Orders>;
  new: number;
  stopped: Refusal | null;
}

/** A number with its reasons: a base, and what changed it. */
export interface Cost {
  total: string;
  /** Empty if it began with nothing. */
  base?: string;
  rule?: RuleId;
  /** What was done with it, as it is written: "+3", "−1", "× 1/2". */
  parts: { change: string; rule: RuleId; reason: string }[];
}

export interface Preview {
  route: PlaceName[];
  cost: Cost | null;
  meets: string[];
  notes: string[];
}

export interface Layer {
  key: string;
  title: string;
  rule: RuleId | null;
  legend: { tone: string; text: string }[];
  hexes: { at: PlaceName; tone: string }[];
  lines: { route: PlaceName[]; tone: string; piece: PieceId | null; text: string }[];
  /** What is written across the map. */
  labels?: { at: PlaceName; text: string; tone: string }[];
}

export interface Odds {
  at: PlaceName;
  sides: Side[];
  heading: string[];
  exact: boolean;
  sections: {
    title: string;
    rows: { label: string; chance: number; cumulative: number | null }[];
    more: string;
  }[];
}

export interface Note {
  piece: PieceId;
  at: PlaceName;
  text: string;
}

export interface Moment {
  moment: number;
  when: string;
  text: string;
}

export interface SurfaceHex {
  name: PlaceName;
  label: string;
  x: number;
  y: number;
  terrain: string;
  nation: string | null;
  areas: string[];
  signs: string[];
}

export interface Surface {
  game: string;
  scenario: string;
  version: string | number;
  /** Whether the sides have secrets from each other. */
  hides?: boolean;
  title: string;
  source: Source;
  note: string;
  width: number;
  height: number;
  size: number;
  orientation: "pointy" | "flat";
  hexes: SurfaceHex[];
  corners: [number, number][];
  places: { name: string; at: PlaceName; kind: string; text: string }[];
  /** `place`: a place like any other, beside the map; `pool`: where pieces lie that are in no place. */
  boxes: { name: PlaceName; title: string; kind: "place" | "pool" }[];
  areas: { name: string; kind: string }[];
  terrains: { key: string; title: string }[];
  looks: Looks;
  /** Whether the table can work out what a battle will come to. */
  odds: boolean;
  /** Whether a battle may go on for several rounds, so that it can be followed to its end. */
  rounds: boolean;
}

export interface TrackLooks {
  key: string;
  title: string;
  shape: "number" | "text" | "steps" | "step" | "by side" | "by holder" | "list" | "arrivals" | "plot";
  steps: string[];
  /** What the steps are called. */
  names: string[];
}

/** A piece that is still to come, and at which step of some track. */
export interface Arrival {
  when: string;
  piece: Piece;
}

export interface SideLooks {
  title: string;
  colour: string;
  ink: string;
  shape: "round" | "cut" | "square" | "scooped";
}

export interface NationLooks {
  title: string;
  short: string;
  colour: string;
  ink: string;
  pattern: "plain" | "stripe" | "dots" | "chevron";
}

export interface KindLooks {
  title: string;
  sidc: string | null;
  letter: string;
}

export interface Looks {
  sides: Record<Side, SideLooks>;
  nations: Record<string, NationLooks>;
  kinds: Record<string, KindLooks>;
  strength: "edge" | "number";
  marks: Record<string, { title: string; sign: string }>;
  /** What a place may be besides a town. */
  signs: Record<string, string>;
  tracks: TrackLooks[];
  verbs: Record<string, string>;
  /** What orders say besides verb, pieces and places. */
  words: Record<string, string>;
  /** What is being decided, by the names of the steps that ask. */
  steps: Record<string, string>;
  tones: Record<string, string>;
}

export interface RuleTitle {
  id: RuleId;
  title: string;
}

/** A rulebook that is no game. */
export interface BookInfo {
  key: string;
  title: string;
  rules: number;
  drills: number;
}

/** A small position, a question about it, and the worked answer. */
export interface Drill {
  key: string;
  section: string;
  title: string;
  position: string;
  question: string;
  choices: string[];
  /** Which of the choices is right. */
  answer: number;
  worked: { text: string; rule: RuleId }[];
}

export type Source = "printed" | "reported" | "reconstructed" | "ours";

export interface RuleCard {
  id: RuleId;
  title: string;
  kind: string;
  phase: string;
  rule: string;
  check: string;
  ruling: string;
  needs: RuleTitle[];
  needed_by: RuleTitle[];
  numbers: { name: string; source: Source; note: string }[];
}

export interface LessonStep {
  text: string;
  expect: string[];
  show: { pieces: PieceId[]; places: PlaceName[] };
  rule: RuleId | null;
}

export interface Lesson {
  title: string;
  seed: number | null;
  side: Side;
  seats: Record<Side, Player>;
  steps: LessonStep[];
}

export interface GlossaryEntry {
  term: string;
  text: string;
  rule: RuleId | null;
}

export type LiveMessage =
  | { what: "changed"; number: StateNumber }
  | { what: "thinking"; side: Side }
  | { what: "leaving"; side: Side }
  | { what: "deleted" };

/** An order, as typed or as its JSON form. */
export type Said = { say: string } | { order: Record<string, unknown> };
