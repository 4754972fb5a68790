import { describe, expect, it } from "vitest";
import { contrast, mix } from "./colours";
import { address, block, fitted, outline, pips, tagOf } from "./counter";
import { infantry, looks, piece } from "./looks.fixture";
import { loadSymbols, symbol } from "./symbols";

await loadSymbols();

const own = piece("Br10", "b1", "allied", infantry("Br10", 3));
const hidden = piece("axis block 13", "b1", "axis");
const diamonds = (svg: string): number => svg.match(/<path d="M[\d.]+ [\d.]+l/g)?.length ?? 0;

describe("a block", () => {
  it("shows symbol, name and strength when it is near", () => {
    const svg = block(own, looks, "near");
    expect(svg).toContain("Br10");
    expect(svg).toContain(symbol("SFGPUCI----J---", "#1b1f23", mix("#d8c48e", "#ffffff", 0.5))?.body);
    expect(svg).toContain("#d8c48e");
  });

  it("has its strength on the edge that is up and the rest on the others, as if it had been turned", () => {
    const nation = looks.nations["br"];
    if (!nation) throw new Error("no nation");
    expect(diamonds(pips(3, 4, nation, "middle"))).toBe(3);
    expect(diamonds(pips(3, 4, nation, "near"))).toBe(3 + 2 + 1 + 4);
    expect(diamonds(pips(2, 3, nation, "near"))).toBe(2 + 1 + 3);
  });

  it("writes the strength as a number where the game has it so, or where there are too many steps for edges", () => {
    expect(block(own, { ...looks, strength: "number" }, "near")).toContain(">3<");
    const strong = piece("x", "b1", "allied", {
      ...infantry("x"),
      name: "x",
      kind: "infantry",
      steps: 7,
      max: 9,
    });
    expect(block(strong, looks, "near")).toContain(">7<");
  });

  it("is a plain counter with its strength when it is far", () => {
    const svg = block(own, looks, "far");
    expect(svg).toContain(">3<");
    expect(svg).not.toContain("Br10");
  });

  it("shows a text of its own in place of a number, and a further line below it", () => {
    const division = piece("d", "b1", "allied", {
      ...infantry("d"),
      name: "7 Alp",
      kind: "infantry",
      text: "4-5-6",
    });
    for (const detail of ["near", "middle", "far"] as const) {
      expect(block(division, looks, detail)).toContain(">4-5-6<");
    }
    expect(diamonds(block(division, looks, "near"))).toBe(0);
    const wing = piece("w", "b1", "allied", { name: "w", kind: "infantry", text: "7F5", more: "1-2/14" });
    expect(block(wing, looks, "near")).toContain(">7F5<");
    expect(block(wing, looks, "near")).toContain(">1-2/14<");
    const other = {
      ...wing,
      face: { ...wing.face, name: "w", kind: "infantry", text: "7F5", more: "2-2/14" },
    };
    expect(address(other, looks, "near")).not.toBe(address(wing, looks, "near"));
  });

  it("tells nations apart by pattern as well as by colour", () => {
    const other = piece("US2", "b1", "allied", {
      ...infantry("US2"),
      name: "US2",
      kind: "infantry",
      nation: "us",
    });
    expect(block(own, looks, "near")).toContain("<pattern");
    expect(block(other, looks, "near")).not.toContain("<pattern");
  });

  it("shows only a tag when it is hidden, and small what was seen of it before", () => {
    expect(tagOf(hidden)).toBe("13");
    const svg = block(hidden, looks, "near");
    expect(svg).toContain(">13<");
    expect(svg).not.toContain("Jul");
    const seen = block({ ...hidden, seen: "XIV infantry 3, Jul I" }, looks, "near");
    expect(seen).toContain("XIV 3");
    expect(seen).toContain("Jul I");
    expect(seen).toContain(symbol("SFGPUCI----J---", "#eef2f6", null)?.body);
  });

  it("gives sides corners of their own", () => {
    const shapes = (["round", "cut", "square", "scooped"] as const).map((shape) => outline(shape, 0, 10, 2));
    expect(new Set(shapes).size).toBe(4);
  });

  it("draws a marker as a disc with its letter", () => {
    const beach = piece("beach", "b1", "allied", { name: "beach", kind: "beachhead" });
    expect(block(beach, looks, "near")).toContain("<circle");
    expect(block(beach, looks, "near")).toContain(">B<");
  });

  it("survives a game that says nothing of its looks, and names that are not tame", () => {
    const bare = { ...looks, sides: {}, nations: {}, kinds: {} };
    expect(block(own, bare, "near")).toContain("in");
    const wild = piece("x", "b1", "allied", { ...infantry('<b>&"'), name: '<b>&"', kind: "infantry" });
    expect(block(wild, looks, "near")).toContain("&lt;b&gt;&amp;&quot;");
  });
});

describe("addresses", () => {
  it("are shared by pieces that look alike", () => {
    const twin = piece("Br99", "c1", "allied", infantry("Br10", 3));
    expect(address(twin, looks, "near")).toBe(address(own, looks, "near"));
    const weaker = piece("Br10", "b1", "allied", infantry("Br10", 2));
    expect(address(weaker, looks, "near")).not.toBe(address(own, looks, "near"));
  });
});

describe("small helpers", () => {
  it("fit text and judge colours", () => {
    expect(fitted("a", 14, 66)).toBe(14);
    expect(fitted("a very long name indeed", 14, 66)).toBeLessThan(8);
    expect(contrast("#000", "#fff")).toBeCloseTo(21);
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  });

  it("know nothing of a code that stands for nothing", () => {
    expect(symbol("nonsense", "#000", null)).toBeNull();
  });
});
