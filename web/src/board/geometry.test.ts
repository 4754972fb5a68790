import { describe, expect, it } from "vitest";
import { Lattice, routePath } from "./geometry";
import { surface } from "./looks.fixture";

const lattice = new Lattice(surface);
const hex = (name: string) => {
  const found = lattice.get(name);
  if (!found) throw new Error(`no hex ${name}`);
  return found;
};

describe("which hex a point is in", () => {
  it("knows every hex by its middle", () => {
    for (const one of surface.hexes) expect(lattice.at(one)?.name).toBe(one.name);
  });

  it("parts neighbours at their common side", () => {
    const { x, y } = hex("a1");
    expect(lattice.at({ x: x + 49, y })?.name).toBe("a1");
    expect(lattice.at({ x: x + 51, y })?.name).toBe("a2");
  });

  it("finds nothing beyond the edge, nor in a gap, nor in the corner between three hexes off the map", () => {
    expect(lattice.at({ x: -1, y: hex("a1").y })).toBeNull();
    expect(lattice.at({ x: 150, y: hex("c1").y })).toBeNull();
    expect(lattice.at({ x: 2, y: 2 })).toBeNull();
  });
});

describe("walking over the hexes", () => {
  const walk = (from: string, heading: "left" | "right" | "up" | "down", lane: number) =>
    lattice.step(hex(from), heading, lane)?.name;

  it("goes sideways along the row and over a gap", () => {
    expect(walk("a1", "right", hex("a1").y)).toBe("a2");
    expect(walk("c1", "right", hex("c1").y)).toBe("c3");
    expect(walk("a1", "left", hex("a1").y)).toBeUndefined();
  });

  it("keeps a zigzag on its line", () => {
    const lane = hex("a3").x;
    const second = walk("a3", "down", lane);
    expect(second && walk(second, "down", lane)).toBe("c3");
  });
});

describe("outlines and ways", () => {
  it("draws neighbours together and distant hexes apart", () => {
    expect(lattice.paths([hex("a1"), hex("a2")])).toHaveLength(1);
    expect(lattice.paths([hex("a1"), { x: 5000, y: 5000 }])).toHaveLength(2);
    expect(lattice.path([hex("a1")]).match(/L/g)).toHaveLength(5);
  });

  it("ends a way short of its goal", () => {
    expect(
      routePath(
        [
          { x: 0, y: 0 },
          { x: 100, y: 0 },
        ],
        25,
      ),
    ).toBe("M0 0L75 0");
    expect(routePath([{ x: 0, y: 0 }], 25)).toBe("");
  });
});
