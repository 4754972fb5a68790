import { describe, expect, it } from "vitest";
import { covers, inSight, level, TILE, tiles } from "./culling";
import { between, detail, fitted, opening, scaleExtent, toBoard, toScreen, visible } from "./viewport";

const screen = { width: 1000, height: 600 };
const board = { width: 2000, height: 4000 };

describe("the frame", () => {
  it("fits the whole board in the middle of the screen", () => {
    const frame = fitted(screen, board);
    const [from, to] = [toScreen(frame, { x: 0, y: 0 }), toScreen(frame, { x: 2000, y: 4000 })];
    expect(from.y).toBeCloseTo(600 - to.y);
    expect(from.x).toBeCloseTo(1000 - to.x);
    expect(from.y).toBeGreaterThan(0);
  });

  it("begins near what matters on a small screen, and not beyond the edge", () => {
    const phone = { width: 390, height: 400 };
    expect(opening(screen, board, 100, { x: 0, y: 0 })).toEqual(fitted(screen, board));
    const frame = opening(phone, board, 100, { x: 1000, y: 2000 });
    expect(toScreen(frame, { x: 1000, y: 2000 }).x).toBeCloseTo(195);
    expect(toScreen(opening(phone, board, 100, { x: 0, y: 0 }), { x: 0, y: 0 }).x).toBeGreaterThan(0);
    expect(toScreen(opening(phone, board, 100, { x: 2000, y: 0 }), { x: 2000, y: 0 }).x).toBeLessThan(390);
  });

  it("goes from screen to board and back", () => {
    const frame = { x: -30, y: 12, k: 1.7 };
    const there = toBoard(frame, toScreen(frame, { x: 123, y: 456 }));
    expect(there.x).toBeCloseTo(123);
    expect(there.y).toBeCloseTo(456);
  });

  it("lets everything be seen at one end of its scale and a few hexes at the other", () => {
    const [least, most] = scaleExtent(screen, board, 100);
    expect(least).toBeLessThan(fitted(screen, board).k);
    expect(most * 100).toBeGreaterThanOrEqual(600 / 2.2);
  });

  it("sees so many screens further when asked", () => {
    expect(visible({ x: 0, y: 0, k: 2 }, screen)).toEqual({ left: -0, top: -0, right: 500, bottom: 300 });
    expect(visible({ x: 0, y: 0, k: 2 }, screen, 1)).toEqual({
      left: -500,
      top: -300,
      right: 1000,
      bottom: 600,
    });
  });

  it("glides from one place to another", () => {
    const [from, to] = [
      { x: 0, y: 0, k: 1 },
      { x: 100, y: -50, k: 4 },
    ];
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, to, 0.5).k).toBeCloseTo(2);
  });

  it("shows more of a piece the nearer it is", () => {
    expect([0.2, 0.6, 1].map((k) => detail(k, 52))).toEqual(["far", "middle", "near"]);
  });
});

describe("leaving out what is off screen", () => {
  const sight = { left: 0, top: 0, right: 100, bottom: 100 };
  const at = (x: number) => ({ left: x, top: 10, right: x + 20, bottom: 30 });

  it("keeps what is in sight, what reaches into it, and what must stay", () => {
    expect(inSight([-50, -10, 50, 99, 150, 300], sight, at, (x) => x === 300)).toEqual([-10, 50, 99, 300]);
  });

  it("knows when what it gathered no longer serves", () => {
    expect(covers(sight, { left: 10, top: 10, right: 90, bottom: 90 })).toBe(true);
    expect(covers(sight, { left: 10, top: 10, right: 101, bottom: 90 })).toBe(false);
  });
});

describe("tiles of the ground", () => {
  it("have at least as many dots as the screen, and at most half as many again", () => {
    for (const pixels of [0.1, 0.3, 0.7, 1, 1.5, 2, 3.3]) {
      const found = level(pixels) / pixels;
      expect(found).toBeGreaterThan(0.999);
      expect(found).toBeLessThanOrEqual(Math.SQRT2 + 1e-6);
    }
    expect(level(2)).toBe(2);
  });

  it("cover what is in sight, from the middle outwards, and end with the board", () => {
    const found = tiles({ left: -100, top: 900, right: 1200, bottom: 2100 }, board, 1);
    expect(found.map(({ column }) => column).sort()).toContain(0);
    expect(Math.max(...found.map(({ column }) => column))).toBe(Math.floor(1200 / TILE));
    expect(Math.min(...found.map(({ row }) => row))).toBe(Math.floor(900 / TILE));
    const [first] = found;
    expect(first && Math.abs((first.column + 0.5) * TILE - 550)).toBeLessThan(TILE);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });

  it("are none when the board is out of sight", () => {
    expect(tiles({ left: 2100, top: 0, right: 2200, bottom: 100 }, board, 1)).toEqual([]);
  });
});
