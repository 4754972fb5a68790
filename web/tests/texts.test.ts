import { describe, expect, it } from "vitest";
import { announcement } from "../src/everyone/announce";
import { rowsOf } from "../src/everyone/rows";
import { sizeOf } from "../src/follow/picture";
import { expected, matches } from "../src/learn/lesson";
import { partsOf } from "../src/learn/terms";
import { completions, extend } from "../src/table/commands";
import { byVerb, manner, nearestFirst, titlesOf } from "../src/table/tell";
import { offer, surface, view } from "./mock";

describe("orders on buttons", () => {
  it("say what the verb and the piece do not", () => {
    const titles = titlesOf(surface);
    const say = (text: string) => {
      const found = view.orders.find((one) => one.say === text);
      return found && manner(found, titles);
    };
    expect(say("land US6 Bizerte-TyrrhenianSea-Palermo")).toBe("Palermo (Tyrrhenian Sea)");
    expect(say("drop Br2Para PalermoE1")).toBe("Palermo E1");
    expect(say("pass")).toBe("");
  });

  it("lead to the nearest place first", () => {
    const to = (place: string | null) => ({ offers: [offer("land")], verb: "land", place });
    const choices = ["Catania", "Tunis", "Sfax", "Malta"].map(to);
    const places = nearestFirst(choices, "Malta", surface).map((choice) => choice.place);
    expect(places[0]).toBe("Malta");
    expect(places.indexOf("Catania")).toBeLessThan(places.indexOf("Tunis"));
    expect(nearestFirst(choices, "nowhere", surface)).toEqual(choices);
  });

  it("are grouped by verb", () => {
    const choice = (say: string) => ({ offers: [offer(say)], verb: say, place: null });
    expect(
      byVerb([choice("move"), choice("rail"), choice("move")]).map((group) => group.choices.length),
    ).toEqual([2, 1]);
  });
});

describe("the command line", () => {
  const all = [offer("move a X-Y"), offer("move a X-Z"), offer("move b X-Y"), offer("pass")];

  it("completes from the offers", () => {
    expect(completions("move a", all).map((one) => one.say)).toEqual(["move a X-Y", "move a X-Z"]);
    expect(completions("b y", all).map((one) => one.say)).toEqual(["move b X-Y"]);
    expect(completions("", all, 2)).toHaveLength(2);
  });

  it("extends as far as there is nothing to choose", () => {
    expect(extend("move a", all)).toBe("move a X-");
    expect(extend("pa", all)).toBe("pass");
    expect(extend("fly", all)).toBe("fly");
  });
});

describe("texts", () => {
  const glossary = [
    { term: "step", text: "strength", rule: "R-1" },
    { term: "step loss", text: "less strength", rule: null },
  ];

  it("have their terms marked once, the longest first", () => {
    const parts = partsOf("A step loss is a Step; a step more, not a stepping stone.", glossary);
    expect(parts.filter((part) => part.kind === "term").map((part) => part.text)).toEqual([
      "step loss",
      "Step",
    ]);
  });

  it("link the places that they tell of", () => {
    const parts = partsOf("It goes Palermo-Palermo E1, past Palermo.", [], ["Palermo", "Palermo E1"]);
    expect(parts.filter((part) => part.kind === "place").map((part) => part.text)).toEqual([
      "Palermo",
      "Palermo E1",
    ]);
  });

  it("link the rules that they cite", () => {
    const parts = partsOf("Lost. [WF-11.3, WF-HX.3]", []);
    expect(parts).toEqual([
      { kind: "text", text: "Lost. " },
      { kind: "rule", text: "WF-11.3", id: "WF-11.3" },
      { kind: "rule", text: "WF-HX.3", id: "WF-HX.3" },
    ]);
    expect(partsOf("Revealed (WF-5.2a) by the allies (US-British).", []).map((part) => part.kind)).toEqual([
      "text",
      "rule",
      "text",
    ]);
  });

  it("are read aloud in short", () => {
    const many = (n: number): string => `${n} more.`;
    expect(announcement(["a", "b"], "c?", many)).toBe("a b c?");
    expect(announcement(["1", "2", "3", "4", "5", "6"], "", many)).toBe("2 more. 3 4 5 6");
  });
});

describe("a lesson", () => {
  it("knows its patterns", () => {
    expect(matches("land US6 *Licata", "land US6 Bizerte-Sea-Licata")).toBe(true);
    expect(matches("pass", "Pass")).toBe(true);
    expect(matches("land US6 *Licata", "land US2 Bizerte-Sea-Licata")).toBe(false);
    expect(matches("a.b", "axb")).toBe(false);
  });

  it("expects nothing where it only tells", () => {
    const step = { text: "", expect: [] as string[], show: { pieces: [], places: [] }, rule: null };
    expect(expected(step, [offer("pass")])).toBe(true);
    expect(expected({ ...step, expect: ["move *"] }, [offer("pass")])).toBe(false);
  });
});

describe("the board as text", () => {
  it("has every place, its pieces and their orders", () => {
    const rows = rowsOf(surface, view, view.orders, (side) => side);
    expect(rows.length).toBeGreaterThanOrEqual(surface.hexes.length);
    const bizerte = rows.find((row) => row.name === "Bizerte");
    expect(bizerte?.pieces.some((one) => one.text.includes("US6 2/4"))).toBe(true);
    expect(bizerte?.offers.length).toBeGreaterThan(5);
    const told = rows.reduce((sum, row) => sum + row.offers.length, 0);
    expect(told).toBe(view.orders.filter((one) => one.pieces.length + one.places.length > 0).length);
  });
});

describe("a picture", () => {
  it("is as large as its drawing says", () => {
    expect(sizeOf('<svg viewBox="0 0 640.5 480">')).toEqual({ width: 640.5, height: 480 });
  });
});
