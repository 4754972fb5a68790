/** How the pieces of a hex lie: a pile for each side, markers at the shoulder; fanned out when someone looks closer. */
import type { Looks, Piece, PlaceName, Side } from "../wire";
import { inside, type Box, type Lattice, type Point } from "./geometry";

/** A piece and where its middle lies. */
export interface Spot extends Point {
  piece: Piece;
  wide: number;
  /** How many lie below it. */
  height: number;
}

export interface Pile {
  side: Side;
  count: number;
  /** Where the count is written. */
  badge: Point;
}

export interface Stack extends Point {
  place: PlaceName;
  /** From the lowest piece to the topmost. */
  spots: Spot[];
  piles: Pile[];
  box: Box;
}

const ALONE = 0.54;
const PILED = 0.45;
const SHARED = 0.385;
const CROWDED = 0.32;
const MARKER = 0.27;
const STEP = 0.25; // how much of a covered piece shows, of its own height
const ROOM = 0.72; // how high a pile may be, of the hex
const FOOT = 0.205; // how far below the middle a pile stands, clear of the names
const STOWED = 0.82; // what is carried looks smaller than what carries it
const PER_ROW = 5;

/** A kind without a military symbol marks a place; it does not stand in it. */
export function isMarker(piece: Piece, looks: Looks): boolean {
  const kind = piece.face && looks.kinds[piece.face.kind];
  return Boolean(kind && kind.sidc === null && kind.letter !== "");
}

export function boxOf(spots: Spot[]): Box {
  return {
    left: Math.min(...spots.map((spot) => spot.x - spot.wide / 2)),
    top: Math.min(...spots.map((spot) => spot.y - spot.wide / 2)),
    right: Math.max(...spots.map((spot) => spot.x + spot.wide / 2)),
    bottom: Math.max(...spots.map((spot) => spot.y + spot.wide / 2)),
  };
}

/** The pieces by place, as far as they stand on the map. */
export function byPlace(pieces: Piece[], known: (place: PlaceName) => boolean): Map<PlaceName, Piece[]> {
  const found = new Map<PlaceName, Piece[]>();
  for (const piece of pieces) {
    if (!known(piece.at)) continue;
    const others = found.get(piece.at);
    if (others) others.push(piece);
    else found.set(piece.at, [piece]);
  }
  return found;
}

function bySide(pieces: Piece[], looks: Looks): [Side, Piece[]][] {
  const order = Object.keys(looks.sides);
  const sides = [...new Set(pieces.map((piece) => piece.side))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
  return sides.map((side) => [side, cargoLast(pieces.filter((piece) => piece.side === side))]);
}

/** The same pieces with what is carried right below what carries it. */
export function cargoLast(pieces: Piece[]): Piece[] {
  const here = new Set(pieces.map((piece) => piece.id));
  const aboard = (piece: Piece): boolean => Boolean(piece.aboard && here.has(piece.aboard));
  return pieces
    .filter((piece) => !aboard(piece))
    .flatMap((carrier) => [...pieces.filter((piece) => piece.aboard === carrier.id), carrier]);
}

/** The same pieces for a list: what is carried comes right after what carries it. */
export const carriersFirst = (pieces: Piece[]): Piece[] => cargoLast([...pieces].reverse()).reverse();

/** The same pieces as they lie, from the topmost down; what is carried comes right after what carries it. */
export const topDown = (pieces: Piece[]): Piece[] => cargoLast(pieces).reverse();

/** Where the feet of so many piles stand, seen from the middle of a hex of size 1. */
function feet(count: number): Point[] {
  if (count <= 1) return [{ x: 0, y: FOOT }];
  if (count === 2) return [-1, 1].map((side) => ({ x: side * 0.21, y: FOOT - 0.02 }));
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI - Math.PI / 2;
    return { x: 0.24 * Math.cos(turn), y: 0.24 * Math.sin(turn) + CROWDED / 2 };
  });
}

function widthOf(piles: number, deepest: number): number {
  if (piles > 2) return CROWDED;
  if (piles === 2) return SHARED;
  return deepest > 1 ? PILED : ALONE;
}

/** Covered pieces look out above the ones that cover them, so that the strength along their upper edges shows. */
function pile(pieces: Piece[], foot: Point, wide: number, size: number): Spot[] {
  const step = Math.min(STEP * wide, (ROOM * size - wide) / Math.max(1, pieces.length - 1));
  return pieces.map((piece, i) => {
    const x = foot.x + (i - (pieces.length - 1) / 2) * step * 0.22;
    const y = foot.y - wide / 2 - (pieces.length - 1 - i) * step;
    if (!piece.aboard) return { piece, wide, height: i, x, y };
    // What is carried looks out at the upper right of its carrier.
    return { piece, wide: wide * STOWED, height: i, x: x + wide * 0.26, y: y - (wide * (1 - STOWED)) / 2 };
  });
}

export function stack(place: PlaceName, at: Point, pieces: Piece[], looks: Looks, size: number): Stack {
  const markers = pieces.filter((piece) => isMarker(piece, looks));
  const sides = bySide(
    pieces.filter((piece) => !isMarker(piece, looks)),
    looks,
  );
  const wide = size * widthOf(sides.length, Math.max(0, ...sides.map(([, there]) => there.length)));
  const spots: Spot[] = [];
  const piles: Pile[] = [];
  feet(sides.length).forEach((foot, i) => {
    const [side, there] = sides[i] ?? [];
    if (!side || !there) return;
    const laid = pile(there, { x: at.x + foot.x * size, y: at.y + foot.y * size }, wide, size);
    const top = laid.at(-1);
    if (top) piles.push({ side, count: there.length, badge: { x: top.x + wide / 2, y: top.y + wide / 2 } });
    spots.push(...laid);
  });
  markers.forEach((piece, i) => {
    const y = at.y + size * (-0.2 + i * 0.2);
    spots.push({ piece, wide: MARKER * size, height: pieces.length + i, x: at.x - size * 0.36, y });
  });
  return { place, x: at.x, y: at.y, spots, piles, box: boxOf(spots) };
}

/** The stacks of all places on the map. */
export function stacksOf(pieces: Piece[], lattice: Lattice, looks: Looks): Map<PlaceName, Stack> {
  const found = new Map<PlaceName, Stack>();
  for (const [place, there] of byPlace(pieces, (name) => lattice.get(name) !== undefined)) {
    const hex = lattice.get(place);
    if (hex) found.set(place, stack(place, hex, there, looks, lattice.surface.size));
  }
  return found;
}

/** The same pieces side by side, a row or more for each side, large enough to point at, and within sight. */
export function fan(stacked: Stack, looks: Looks, wide: number, sight: Box): Spot[] {
  const rows: Piece[][] = [];
  const pieces = stacked.spots.map((spot) => spot.piece);
  for (const [, there] of bySide(pieces, looks)) {
    for (let from = 0; from < there.length; from += PER_ROW) rows.push(there.slice(from, from + PER_ROW));
  }
  const pitch = wide * 1.14;
  const spots = rows.flatMap((row, down) =>
    row.map((piece, across) => ({
      piece,
      wide,
      height: 0,
      x: stacked.x + (across - (row.length - 1) / 2) * pitch,
      y: stacked.y + (down - (rows.length - 1) / 2) * pitch,
    })),
  );
  const box = boxOf(spots);
  const pad = wide * 0.2;
  const nudge = (low: number, high: number, from: number, to: number): number =>
    low - pad < from ? from - low + pad : high + pad > to ? to - high - pad : 0;
  const dx = nudge(box.left, box.right, sight.left, sight.right);
  const dy = nudge(box.top, box.bottom, sight.top, sight.bottom);
  return spots.map((spot) => ({ ...spot, x: spot.x + dx, y: spot.y + dy }));
}

/** The topmost piece under a point. */
export function hit(spots: Spot[], point: Point): Spot | null {
  return spots.findLast((spot) => inside(boxOf([spot]), point)) ?? null;
}
