/** What part of the board is on screen, and how large. A point of the board is shown at `x + k * point`. */
import type { Box, Point } from "./geometry";

export interface Frame {
  x: number;
  y: number;
  k: number;
}

export interface Extent {
  width: number;
  height: number;
}

/** How much is drawn of each piece. */
export type Detail = "far" | "middle" | "near";

const MARGIN = 14;
const NARROW = 760;
/** How large a hex is at first on a narrow screen. */
const CLOSE = 58;
const FAR = 24;
const NEAR = 44;

export const toBoard = ({ x, y, k }: Frame, point: Point): Point => ({
  x: (point.x - x) / k,
  y: (point.y - y) / k,
});

export const toScreen = ({ x, y, k }: Frame, point: Point): Point => ({
  x: x + point.x * k,
  y: y + point.y * k,
});

/** The scale at which the whole board is on screen. */
export function fitting(screen: Extent, board: Extent): number {
  const across = (screen.width - 2 * MARGIN) / board.width;
  const down = (screen.height - 2 * MARGIN) / board.height;
  return Math.max(0.02, Math.min(across, down));
}

export function fitted(screen: Extent, board: Extent): Frame {
  const k = fitting(screen, board);
  return { k, x: (screen.width - board.width * k) / 2, y: (screen.height - board.height * k) / 2 };
}

/** Where to begin: with everything in sight, or on a small screen near enough to make things out. */
export function opening(screen: Extent, board: Extent, size: number, towards: Point): Frame {
  const all = fitted(screen, board);
  const k = CLOSE / size;
  if (screen.width > NARROW || all.k >= k) return all;
  const along = (room: number, whole: number, at: number): number =>
    whole * k <= room
      ? (room - whole * k) / 2
      : Math.min(MARGIN, Math.max(room - MARGIN - whole * k, room / 2 - at * k));
  return {
    k,
    x: along(screen.width, board.width, towards.x),
    y: along(screen.height, board.height, towards.y),
  };
}

/** From everything on screen to a few hexes, whichever size the board has. */
export function scaleExtent(screen: Extent, board: Extent, size: number): [number, number] {
  const min = fitting(screen, board);
  const max = Math.max(min * 2, Math.min(screen.width, screen.height) / (2.2 * size), 320 / size);
  return [min * 0.9, max];
}

/** The part of the board that is on screen, with so many screens more on every side. */
export function visible({ x, y, k }: Frame, screen: Extent, more = 0): Box {
  return {
    left: (-x - screen.width * more) / k,
    top: (-y - screen.height * more) / k,
    right: (-x + screen.width * (1 + more)) / k,
    bottom: (-y + screen.height * (1 + more)) / k,
  };
}

/** How much of a piece can be made out at a scale, for pieces of this size on the board. */
export function detail(k: number, wide: number): Detail {
  const shown = k * wide;
  return shown < FAR ? "far" : shown < NEAR ? "middle" : "near";
}

/** Where the frame is between two others, the scale changing evenly to the eye. */
export function between(from: Frame, to: Frame, part: number): Frame {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    k: from.k * (to.k / from.k) ** eased,
  };
}
