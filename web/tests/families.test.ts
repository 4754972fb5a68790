import { describe, expect, it } from "vitest";
import { unfold } from "../src/families";
import { manner } from "../src/table/tell";
import type { Offers, View } from "../src/wire";
import plain from "./fixtures/offers.json";
import viewData from "./fixtures/view.json";

const seen = viewData as unknown as View<Offers>;
const nothing: Offers = {
  verbs: {},
  pieces: [],
  places: [],
  words: [],
  ways: [],
  typed: {},
  lists: [],
  families: [],
};

describe("orders that travel in families", () => {
  it("come out as they went in", () => {
    const offers = unfold(seen.orders, "allied").map(({ say, verb, order, pieces, places }) => {
      return { say, verb, order, pieces, places };
    });
    expect(offers).toHaveLength(plain.length);
    expect(offers).toEqual(expect.arrayContaining(plain));
  });

  it("say yes or no, numbers, and nothing where a field is empty", () => {
    const offers = unfold(
      {
        ...nothing,
        verbs: { advance: ["unit", "at", "paid"], muster: ["unit", "steps"], pass: [] },
        pieces: ["21. Army", "Br30"],
        places: ["La Roche-sur-Yon"],
        words: ["", 2, 3],
        typed: { "La Roche-sur-Yon": "LaRochesurYon" },
        lists: [[2, 3], [[4, 5]]],
        families: [
          ["advance", [0, null, true], 0],
          ["muster", [1, null], 1],
          ["pass", [], null],
        ],
      },
      "axis",
    );
    expect(offers.map((one) => one.say)).toEqual([
      "advance 21.Army LaRochesurYon paid",
      "advance 21.Army paid",
      "muster Br30 2",
      "muster Br30 3",
      "pass",
    ]);
    expect(offers[0]).toMatchObject({ pieces: ["21. Army"], places: ["La Roche-sur-Yon"] });
    expect(offers[1]?.order).toEqual({
      order: "advance",
      side: "axis",
      unit: "21. Army",
      at: "",
      paid: true,
    });
    expect(offers[3]?.order).toEqual({ order: "muster", side: "axis", unit: "Br30", steps: 3 });
    expect(offers.map((one) => manner(one, new Map([["paid", "at a price"]])))).toEqual([
      "La Roche-sur-Yon at a price",
      "at a price",
      "2",
      "3",
      "",
    ]);
  });

  it("follow a way through several names", () => {
    const offers = unfold(
      {
        ...nothing,
        verbs: { sail: ["unit", "route"] },
        pieces: ["Br30"],
        places: ["Malta", "Gela"],
        words: ["Ionian Sea", "Aegean Sea"],
        ways: [[[3, 4], 0]],
        lists: [
          [1, 2],
          [2, 5],
        ],
        families: [["sail", [0, [1, null]], 1]],
      },
      "allied",
    );
    expect(offers.map((one) => one.say)).toEqual([
      "sail Br30 Malta-Gela",
      "sail Br30 Malta-IonianSea-AegeanSea-Malta",
      "sail Br30 Malta-IonianSea-AegeanSea-Gela",
    ]);
    expect(offers[2]?.places).toEqual(["Malta", "Gela"]);
  });
});
