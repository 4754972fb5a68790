import { describe, expect, it } from "vitest";
import type { Highlights } from "../boardprops";
import { keyAction } from "./keys";
import { infantry, looks, piece, surface, view } from "./looks.fixture";
import { tellHex, tellPiece, type Scene } from "./tell";
import { tonesOf } from "./tones";
import { speaker } from "./words";

const say = speaker("en");
const none: Highlights = { places: new Map(), pieces: new Set(), route: [] };
const hex = surface.hexes.find(({ name }) => name === "b1");
if (!hex) throw new Error("no hex");

function scene(more: Partial<Scene> = {}): Scene {
  const pieces = [piece("axis block 1", "b1", "axis"), piece("axis block 2", "b1", "axis")];
  return {
    surface,
    view: view(pieces),
    layer: null,
    selection: { pieces: [], place: null },
    highlights: none,
    notes: [],
    ...more,
  };
}

describe("a hex in words", () => {
  it("says what is there and counts what is hidden", () => {
    expect(tellHex(hex, scene(), say)).toBe("b1, Messina, Mountains, hex 0102; Axis: 2 hidden blocks");
    expect(tellHex(hex, scene(), speaker("de"))).toContain("2 verdeckte Blöcke");
  });

  it("says what may be done there, from the offers", () => {
    const offer = { say: "land b1", verb: "land", order: {}, pieces: [], places: ["b1"] };
    const lit: Highlights = { ...none, places: new Map([["b1", "live"]]) };
    const text = tellHex(hex, scene({ view: view([], { orders: [offer] }), highlights: lit }), say);
    expect(text).toContain("may be chosen: land");
  });

  it("speaks of the chosen piece's goals and of no other's", () => {
    const offers = ["Br1", "Br2"].map((id) => ({
      say: "", verb: id === "Br1" ? "move" : "land", order: {}, pieces: [id], places: ["a1", "b1"],
    })); // prettier-ignore
    const lit: Highlights = { ...none, places: new Map([["b1", "go"]]) };
    const selection = { pieces: ["Br1"], place: null };
    const text = tellHex(hex, scene({ view: view([], { orders: offers }), highlights: lit, selection }), say);
    expect(text).toContain("may end here: move");
    expect(text).not.toContain("land");
  });

  it("reads the shown layer and the player's own notes", () => {
    const layer = {
      key: "supply", title: "Supply", rule: null, legend: [{ tone: "supplied", text: "in supply" }],
      hexes: [{ at: "b1", tone: "supplied" }], lines: [],
    }; // prettier-ignore
    const notes = [{ piece: "", at: "b1", text: "beware" }];
    const text = tellHex(hex, scene({ layer, notes }), say);
    expect(text).toContain("in supply");
    expect(text).toContain("your note: beware");
  });
});

describe("a piece in words", () => {
  it("has a face, a strength, marks and a standing", () => {
    const own = { ...piece("Br10", "b1", "allied", infantry("Br10", 2)), marks: ["unsupplied"] };
    expect(tellPiece(own, looks, say, { live: true })).toBe(
      "Allies, Br10, Britain, Infantry corps, strength 2 of 4, Without supply, may act",
    );
  });

  it("is described by its own text where it has one, with what stands below that", () => {
    const wing = piece("w", "b1", "axis", { name: "Me109E", kind: "infantry", text: "7F5", more: "1-2/14" });
    expect(tellPiece(wing, looks, say)).toBe("Axis, Me109E, Infantry corps, strength 7F5, 1-2/14");
    expect(tellHex(hex, scene({ view: view([wing]) }), say)).toContain("Axis: Me109E 7F5");
  });

  it("is known by its tag and an earlier sighting when it is hidden", () => {
    const hidden = { ...piece("axis block 7", "b1", "axis"), seen: "XIV, Jul" };
    expect(tellPiece(hidden, looks, say, { note: "tanks?" })).toBe(
      "Axis, hidden block 7, seen before: XIV, Jul, your note: tanks?",
    );
  });
});

describe("tones", () => {
  it("differ by pattern as well as by colour", () => {
    const legend = ["supplied", "cut off", "axis"].map((tone) => ({ tone, text: tone }));
    const tones = tonesOf({ key: "", title: "", rule: null, legend, hexes: [], lines: [] }, looks);
    expect(new Set(tones.map(({ pattern }) => pattern)).size).toBe(3);
    expect(tones[0]?.colour).toBe("#3f7d4e");
    expect(tones[2]?.colour).toBe("#46586d");
  });
});

describe("keys", () => {
  const press = (key: string, more = {}) =>
    keyAction({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

  it("walk, pan, zoom and choose", () => {
    expect(press("ArrowLeft")).toEqual({ what: "step", heading: "left" });
    expect(press("ArrowLeft", { shiftKey: true })).toMatchObject({ what: "pan", dy: 0 });
    expect(press("+")).toMatchObject({ what: "zoom" });
    expect(press("Enter")).toEqual({ what: "choose" });
    expect(press("PageUp")).toEqual({ what: "next", by: -1 });
  });

  it("leave the rest to the page", () => {
    expect(press("u")).toBeNull();
    expect(press("-", { ctrlKey: true })).toBeNull();
    expect(press("Tab")).toBeNull();
  });
});
