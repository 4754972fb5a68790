/** A board that nobody plays on: as many hexes and pieces as wanted, always the same, drawn with some care. */
import type { Layer, Looks, Note, Offer, Piece, Surface, SurfaceHex, View } from "../src/wire";

const SIZE = 104;
const RADIUS = SIZE / Math.sqrt(3);
const CORNERS = Array.from({ length: 6 }, (_, i): [number, number] => {
  const turn = ((60 * i - 90) * Math.PI) / 180;
  return [RADIUS * Math.cos(turn), RADIUS * Math.sin(turn)];
});

/** Numbers that look like chance and are the same every time. */
function dealer(seed: number): () => number {
  let now = seed;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

const looks: Looks = {
  sides: {
    blue: { title: "Blue", colour: "#46586d", ink: "#eef2f6", shape: "cut" },
    red: { title: "Red", colour: "#7a3b2e", ink: "#fbf1ea", shape: "round" },
  },
  nations: {
    north: { title: "North", short: "N", colour: "#b4bcbf", ink: "#1b1f23", pattern: "plain" },
    west: { title: "West", short: "W", colour: "#b7cdb4", ink: "#1b1f23", pattern: "stripe" },
    south: { title: "South", short: "S", colour: "#e0bfa6", ink: "#1b1f23", pattern: "dots" },
    east: { title: "East", short: "E", colour: "#d8c48e", ink: "#1b1f23", pattern: "chevron" },
  },
  kinds: {
    infantry: { title: "Infantry", sidc: "SFGPUCI----J---", letter: "I" },
    armor: { title: "Armour", sidc: "SFGPUCA----J---", letter: "A" },
    mountain: { title: "Mountain", sidc: "SFGPUCIO---J---", letter: "O" },
    para: { title: "Airborne", sidc: "SFGPUCIA---J---", letter: "P" },
    hq: { title: "Headquarters", sidc: "SFGPUH----AL---", letter: "H" },
  },
  strength: "edge",
  marks: { unsupplied: { title: "Without supply", sign: "U" } },
  signs: {},
  words: {},
  steps: {},
  tracks: [],
  verbs: { move: "move" },
  tones: { blue: "#3f6ea3", red: "#b3402a", both: "#7a3f8f" },
};

const GROUNDS: Record<string, [string, string]> = {
  clear: ["#f2ebd3", ""],
  sea: ["#b9d5e6", '<path d="M2 7q2.5 -3 5 0t5 0M13 19q2.5 -3 5 0t5 0" fill="none" stroke="#93bbd3"/>'],
  hill: ["#e6d3a3", '<path d="M-2 26L26 -2M-2 14L14 -2M10 26L26 10" stroke="#d3bc87"/>'],
  mountain: ["#d3bd9c", '<path d="M2 11L7 3L12 11M13 23L18 15L23 23" fill="none" stroke="#9c7f58"/>'],
  forest: [
    "#d9e2b8",
    '<circle cx="6" cy="6" r="2.3" fill="#8fae6f"/><circle cx="18" cy="9" r="2.3" fill="#8fae6f"/>',
  ],
};

function hexes(count: number): { hexes: SurfaceHex[]; width: number; height: number } {
  const columns = Math.ceil(Math.sqrt(count * 1.25));
  const deal = dealer(7);
  const kinds = Object.keys(GROUNDS);
  const found = Array.from({ length: count }, (_, i): SurfaceHex => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const label = `${String(column).padStart(2, "0")}${String(row).padStart(2, "0")}`;
    const x = SIZE * (0.5 + column + (row % 2) / 2);
    const terrain = kinds[Math.floor(deal() * kinds.length)] ?? "clear";
    return {
      name: label,
      label,
      x,
      y: RADIUS * (1 + row * 1.5),
      terrain,
      nation: null,
      areas: [],
      signs: [],
    };
  });
  const rows = Math.ceil(count / columns);
  return { hexes: found, width: SIZE * (columns + 0.5), height: RADIUS * (rows * 1.5 + 0.5) };
}

function pieces(count: number, on: SurfaceHex[]): Piece[] {
  const deal = dealer(11);
  const of = <T>(choices: T[]): T => choices[Math.floor(deal() * choices.length)] as T;
  let at = of(on);
  return Array.from({ length: count }, (_, i): Piece => {
    if (deal() < 0.6) at = of(on);
    const [side, nations] =
      at.x < (on.at(-1)?.x ?? 0) / 2 ? ["blue", ["north", "west"]] : ["red", ["south", "east"]];
    const hidden = side === "red" && deal() < 0.5;
    const face = {
      name: `${i}.`,
      kind: of(Object.keys(looks.kinds)),
      steps: 1 + Math.floor(deal() * 4),
      max: 4,
    };
    return {
      id: hidden ? `red block ${i}` : `${side} ${i}`,
      name: hidden ? `red block ${i}` : face.name,
      at: at.name,
      side: side as string,
      face: hidden ? null : { ...face, nation: of(nations as string[]) },
      marks: deal() < 0.15 ? ["unsupplied"] : [],
      seen: hidden && deal() < 0.2 ? `12. infantry 3, June` : null,
    };
  });
}

/** The pieces of the map, and copies of them on other hexes of the land until there are so many. */
export function crowd(known: Piece[], surface: Surface, count: number): Piece[] {
  const land = surface.hexes.filter((hex) => hex.terrain !== "sea");
  const names = new Set(surface.hexes.map((hex) => hex.name));
  const onMap = known.filter((piece) => names.has(piece.at));
  const deal = dealer(13);
  const copies = Array.from({ length: Math.max(0, count - onMap.length) }, (_, i): Piece => {
    const piece = onMap[i % onMap.length] as Piece;
    const at = land[Math.floor(deal() * land.length)]?.name ?? piece.at;
    return { ...piece, id: `${piece.id} ${i}`, at };
  });
  return [...onMap, ...copies];
}

export interface Synthetic {
  surface: Surface;
  view: View;
  layers: Layer[];
  notes: Note[];
}

export function synthetic(hexCount: number, pieceCount: number): Synthetic {
  const land = hexes(hexCount);
  const shown = pieces(pieceCount, land.hexes);
  const surface: Surface = {
    game: "bench", scenario: "bench", version: 1, title: "A large board", source: "ours", note: "",
    ...land, size: SIZE, orientation: "pointy", corners: CORNERS, places: [], boxes: [], areas: [],
    terrains: Object.keys(GROUNDS).map((key) => ({ key, title: key })), looks, odds: false, rounds: false,
  }; // prettier-ignore
  const orders = shown.filter((piece) => piece.side === "blue").flatMap((piece) => moves(piece, land.hexes));
  const view: View = {
    game: "bench", scenario: "bench", side: "blue", number: 1, when: "", waiting: ["blue"], prompt: null, orders, battles: [],
    pieces: shown, tracks: {}, log: [], proposal: null, outcome: null, dice: { commitment: "" }, moment: 0,
    undo: { can: false, ask: false, text: "" }, since: 0, cursor: "",
  }; // prettier-ignore
  const tone = (hex: SurfaceHex): string =>
    Math.abs(hex.x / land.width - 0.5) < 0.06 ? "both" : hex.x < land.width / 2 ? "blue" : "red";
  const control: Layer = {
    key: "control", title: "Control", rule: null,
    legend: ["blue", "red", "both"].map((key) => ({ tone: key, text: key })),
    hexes: land.hexes.map((hex) => ({ at: hex.name, tone: tone(hex) })), lines: [],
  }; // prettier-ignore
  return { surface, view, layers: [control], notes: [] };
}

function moves(piece: Piece, on: SurfaceHex[]): Offer[] {
  const from = on.find((hex) => hex.name === piece.at);
  if (!from || piece.id.endsWith("3")) return [];
  const near = on.filter((hex) => hex !== from && Math.hypot(hex.x - from.x, hex.y - from.y) < SIZE * 1.1);
  return near.map((hex) => ({
    say: `move ${piece.id} ${hex.name}`, verb: "move", order: {}, pieces: [piece.id], places: [from.name, hex.name],
  })); // prettier-ignore
}

/** The ground, about as rich as a real one: patterns, relief, rivers, names. */
export function ground(surface: Surface): string {
  const deal = dealer(5);
  const points = (hex: SurfaceHex): string =>
    CORNERS.map(([dx, dy]) => `${(hex.x + dx).toFixed(1)},${(hex.y + dy).toFixed(1)}`).join(" ");
  const patterns = Object.entries(GROUNDS).map(
    ([key, [fill, lines]]) =>
      `<pattern id="${key}" width="24" height="24" patternUnits="userSpaceOnUse">` +
      `<rect width="24" height="24" fill="${fill}"/>${lines}</pattern>`,
  );
  const fields = surface.hexes.map(
    (hex) =>
      `<polygon points="${points(hex)}" fill="url(#${hex.terrain})" stroke="#8c8877" stroke-width=".7"/>`,
  );
  const relief = surface.hexes
    .filter((hex) => hex.terrain === "mountain" || hex.terrain === "hill")
    .flatMap((hex) =>
      [1, 2, 3].map(
        () =>
          `<ellipse cx="${(hex.x + deal() * 60 - 30).toFixed(1)}" cy="${(hex.y + deal() * 60 - 30).toFixed(1)}" ` +
          `rx="${(20 + deal() * 20).toFixed(1)}" ry="14" fill="url(#relief)"/>`,
      ),
    );
  const names = surface.hexes
    .filter(() => deal() < 0.25)
    .map(
      (hex) =>
        `<text x="${hex.x}" y="${hex.y + 41}" text-anchor="middle" font-size="12.5" font-weight="bold" ` +
        `stroke="#fcfbf7" stroke-width="3.2" paint-order="stroke">Town ${hex.label}</text>`,
    );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${surface.width} ${surface.height}" ` +
    `width="${surface.width}" height="${surface.height}" font-family="sans-serif"><defs>${patterns.join("")}` +
    `<radialGradient id="relief"><stop offset="0" stop-color="#6b4f2a" stop-opacity=".35"/>` +
    `<stop offset="1" stop-color="#6b4f2a" stop-opacity="0"/></radialGradient></defs>` +
    `${fields.join("")}${relief.join("")}${names.join("")}</svg>`
  );
}
