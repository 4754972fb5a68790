/** Leaving out what is off screen: pieces, and tiles of the ground. */
import { grown, meets, type Box } from "./geometry";

/** Those of the things that a box may show; `keep` holds back the ones that must stay whatever happens. */
export function inSight<T>(
  things: T[],
  sight: Box,
  bounds: (thing: T) => Box,
  keep: (thing: T) => boolean,
): T[] {
  return things.filter((thing) => keep(thing) || meets(bounds(thing), sight));
}

/** Whether what was gathered for one sight still serves for another. */
export const covers = (gathered: Box, sight: Box): boolean =>
  gathered.left <= sight.left &&
  gathered.top <= sight.top &&
  gathered.right >= sight.right &&
  gathered.bottom >= sight.bottom;

/** Small enough to be painted within a few frames, however rich the land. */
export const TILE = 256;

/** Pixels of a tile to a unit of the board: never fewer than the screen shows, and at most half as many again. */
export function level(pixels: number): number {
  return 2 ** (Math.ceil(Math.log2(pixels) * 2 - 1e-6) / 2);
}

export interface Tile {
  key: string;
  column: number;
  row: number;
  /** Its size on the board. */
  span: number;
}

/** The tiles of a level that a sight needs, from the middle outwards. */
export function tiles(sight: Box, board: { width: number; height: number }, at: number): Tile[] {
  const span = TILE / at;
  const clip = (value: number, limit: number): number =>
    Math.max(0, Math.min(Math.ceil(limit / span) - 1, value));
  const [left, right] = [sight.left, sight.right].map((x) => clip(Math.floor(x / span), board.width)) as [
    number,
    number,
  ];
  const [top, bottom] = [sight.top, sight.bottom].map((y) => clip(Math.floor(y / span), board.height)) as [
    number,
    number,
  ];
  const off = !meets(sight, grown({ left: 0, top: 0, right: board.width, bottom: board.height }, 0));
  if (off) return [];
  const found: Tile[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      found.push({ key: `${at} ${column} ${row}`, column, row, span });
    }
  }
  const middle = { x: (sight.left + sight.right) / 2, y: (sight.top + sight.bottom) / 2 };
  const away = (tile: Tile): number =>
    Math.hypot((tile.column + 0.5) * span - middle.x, (tile.row + 0.5) * span - middle.y);
  return found.sort((a, b) => away(a) - away(b));
}
