/** A small board and its looks, for the tests. */
import type { Looks, Piece, Surface, View } from "../wire";

export const looks: Looks = {
  sides: {
    allied: { title: "Allies", colour: "#5d6331", ink: "#f6f2df", shape: "round" },
    axis: { title: "Axis", colour: "#46586d", ink: "#eef2f6", shape: "cut" },
  },
  nations: {
    us: { title: "United States", short: "US", colour: "#b9c08a", ink: "#1b1f23", pattern: "plain" },
    br: { title: "Britain", short: "Br", colour: "#d8c48e", ink: "#1b1f23", pattern: "stripe" },
  },
  kinds: {
    infantry: { title: "Infantry corps", sidc: "SFGPUCI----J---", letter: "I" },
    beachhead: { title: "Beachhead", sidc: null, letter: "B" },
  },
  strength: "edge",
  marks: { unsupplied: { title: "Without supply", sign: "U" } },
  signs: { port: "Port" },
  words: {},
  steps: {},
  tracks: [],
  verbs: { land: "land", move: "move" },
  tones: { supplied: "#3f7d4e" },
};

const SIZE = 100;
const RADIUS = SIZE / Math.sqrt(3);

/** Three rows of three pointed hexes, the middle row shifted; the hex in the middle of the last row is missing. */
export const surface: Surface = {
  game: "toy",
  scenario: "toy",
  version: 1,
  title: "Toy",
  source: "ours",
  note: "",
  width: 3.5 * SIZE,
  height: 5 * RADIUS,
  size: SIZE,
  orientation: "pointy",
  corners: Array.from({ length: 6 }, (_, i): [number, number] => {
    const turn = ((60 * i - 90) * Math.PI) / 180;
    return [RADIUS * Math.cos(turn), RADIUS * Math.sin(turn)];
  }),
  hexes: ["a", "b", "c"].flatMap((row, y) =>
    [1, 2, 3].map((column) => ({
      name: `${row}${column}`,
      label: `0${column}0${y + 1}`,
      x: SIZE * (column - 0.5 + (y % 2) / 2),
      y: RADIUS * (1 + 1.5 * y),
      terrain: y === 1 ? "mountain" : "clear",
      nation: null,
      areas: [],
      signs: row === "b" && column === 1 ? ["port"] : [],
    })),
  ),
  places: [{ name: "Messina", at: "b1", kind: "port", text: "port" }],
  boxes: [],
  areas: [],
  terrains: [{ key: "mountain", title: "Mountains" }],
  looks,
  odds: false,
  rounds: false,
};
surface.hexes = surface.hexes.filter(({ name }) => name !== "c2");

export function piece(id: string, at: string, side: string, face: Piece["face"] = null): Piece {
  return { id, name: face?.name ?? id, at, side, face, marks: [], seen: null };
}

export const infantry = (name: string, steps = 3): Piece["face"] => ({
  name,
  kind: "infantry",
  steps,
  max: 4,
  nation: "br",
});

export function view(pieces: Piece[], more: Partial<View> = {}): View {
  return {
    game: "toy",
    scenario: "toy",
    side: "allied",
    number: 1,
    when: "",
    waiting: ["allied"],
    prompt: null,
    orders: [],
    battles: [],
    pieces,
    tracks: {},
    log: [],
    since: 0,
    cursor: "",
    proposal: null,
    outcome: null,
    dice: { commitment: "" },
    moment: 0,
    undo: { can: false, ask: false, text: "" },
    ...more,
  };
}
