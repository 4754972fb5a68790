import { describe, expect, it } from "vitest";
import { Lattice } from "./geometry";
import { infantry, looks, piece, surface } from "./looks.fixture";
import { cargoLast, fan, hit, isMarker, stack, stacksOf } from "./stacks";

const at = { x: 500, y: 500 };
const allied = (n: number) =>
  Array.from({ length: n }, (_, i) => piece(`Br${i}`, "b1", "allied", infantry(`Br${i}`)));
const axis = (n: number) => Array.from({ length: n }, (_, i) => piece(`axis block ${i}`, "b1", "axis"));
const beach = piece("beach", "b1", "allied", { name: "beach", kind: "beachhead", steps: 1 });

describe("a stack", () => {
  it("lets a strip of every covered piece show above the one that covers it", () => {
    const { spots, piles } = stack("b1", at, allied(3), looks, 100);
    const tops = spots.map((spot) => spot.y - spot.wide / 2);
    expect(tops[1]).toBeGreaterThan(tops[0] ?? 0);
    expect(tops[2]).toBeGreaterThan(tops[1] ?? 0);
    expect(piles).toMatchObject([{ side: "allied", count: 3 }]);
  });

  it("stays within its hex however many there are", () => {
    for (const count of [1, 2, 5, 12, 30]) {
      const { box } = stack("b1", at, allied(count), looks, 100);
      expect(box.bottom - box.top).toBeLessThan(80);
      expect(box.top).toBeGreaterThan(500 - 58);
      expect(box.bottom).toBeLessThan(500 + 25);
    }
  });

  it("keeps two sides apart, the first of them on the left", () => {
    const { spots, piles } = stack("b1", at, [...axis(2), ...allied(2)], looks, 100);
    const right = Math.max(...spots.filter((s) => s.piece.side === "allied").map((s) => s.x + s.wide / 2));
    const left = Math.min(...spots.filter((s) => s.piece.side === "axis").map((s) => s.x - s.wide / 2));
    expect(right).toBeLessThan(left + 3);
    expect(piles.map(({ side }) => side)).toEqual(["allied", "axis"]);
  });

  it("lays what is carried right below what carries it, and smaller", () => {
    const [army, other, fleet] = allied(3);
    if (!army || !other || !fleet) throw new Error("three were made");
    const pieces = [{ ...army, aboard: fleet.id }, other, fleet];
    expect(cargoLast(pieces).map(({ id }) => id)).toEqual([other.id, army.id, fleet.id]);
    const { spots } = stack("b1", at, pieces, looks, 100);
    const wide = Object.fromEntries(spots.map((spot) => [spot.piece.id, spot.wide]));
    expect(wide[army.id]).toBeLessThan(wide[fleet.id] ?? 0);
  });

  it("keeps a piece whose carrier is elsewhere", () => {
    const [army] = allied(1);
    if (!army) throw new Error("one was made");
    expect(cargoLast([{ ...army, aboard: "nobody" }])).toHaveLength(1);
  });

  it("has a place for three sides", () => {
    const third = piece("n", "b1", "neutral");
    const { spots } = stack("b1", at, [...axis(1), ...allied(1), third], looks, 100);
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  });

  it("puts markers at its shoulder, smaller than pieces and over them", () => {
    expect(isMarker(beach, looks)).toBe(true);
    const { spots, piles } = stack("b1", at, [beach, ...allied(1)], looks, 100);
    expect(spots.at(-1)?.piece.id).toBe("beach");
    expect(spots.at(-1)?.wide).toBeLessThan(spots[0]?.wide ?? 0);
    expect(piles).toMatchObject([{ count: 1 }]);
  });

  it("leaves pieces beside the map alone", () => {
    const found = stacksOf([...allied(1), piece("x", "box", "axis")], new Lattice(surface), looks);
    expect([...found.keys()]).toEqual(["b1"]);
  });
});

describe("a stack that is fanned out", () => {
  const everywhere = { left: -1e4, top: -1e4, right: 1e4, bottom: 1e4 };
  const spread = (pieces: (typeof beach)[], sight = everywhere) =>
    fan(stack("b1", at, pieces, looks, 100), looks, 60, sight);

  it("covers nothing, with a row for each side", () => {
    const spots = spread([...axis(3), ...allied(4)]);
    for (const one of spots) {
      for (const other of spots) {
        if (one !== other)
          expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(59);
      }
    }
    const rows = (side: string) => new Set(spots.filter((s) => s.piece.side === side).map(({ y }) => y));
    expect(rows("allied").size).toBe(1);
    expect([...rows("allied")]).not.toEqual([...rows("axis")]);
  });

  it("breaks long rows and stays in sight", () => {
    const sight = { left: 480, top: 480, right: 2000, bottom: 2000 };
    const spots = spread(allied(12), sight);
    expect(new Set(spots.map(({ y }) => y)).size).toBe(3);
    for (const spot of spots) {
      expect(spot.x - 30).toBeGreaterThan(480);
      expect(spot.y - 30).toBeGreaterThan(480);
    }
  });
});

describe("pointing", () => {
  it("meets the topmost piece", () => {
    const { spots } = stack("b1", at, allied(2), looks, 100);
    const [low, top] = spots;
    if (!low || !top) throw new Error("no stack");
    expect(hit(spots, { x: top.x, y: top.y })?.piece.id).toBe("Br1");
    expect(hit(spots, { x: low.x, y: low.y - low.wide / 2 + 2 })?.piece.id).toBe("Br0");
    expect(hit(spots, { x: top.x + 80, y: top.y })).toBeNull();
  });
});
