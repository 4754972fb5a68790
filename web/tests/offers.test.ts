import { describe, expect, it } from "vitest";
import * as offers from "../src/offers";
import { offer, piece, view } from "./mock";

const move = (id: string, from: string, to: string) => offer(`move ${id} ${from}-${to}`, [id], [from, to]);

describe("what clicking does", () => {
  const all = [
    move("a", "X", "Y"),
    move("a", "X", "Z"),
    move("b", "X", "Y"),
    offer("declare Q", [], ["Q"]),
    offer("pass"),
  ];

  it("follows from the offers alone", () => {
    expect([...offers.livePieces(all)]).toEqual(["a", "b"]);
    expect([...offers.livePlaces(all)]).toEqual(["Q"]);
    expect(offers.buttons(all).map((one) => one.say)).toEqual(["pass"]);
  });

  it("sends one piece where its offers end", () => {
    const pieces = [piece("a", "X"), piece("b", "X")];
    const choices = offers.choicesOf(all, ["a"], pieces);
    expect([...offers.destinations(choices)]).toEqual(["Y", "Z"]);
    expect(offers.choicesAt(all, ["a"], pieces, "Y")).toHaveLength(1);
    expect(offers.choicesAt(all, [], pieces, "Q")[0]?.offers[0]?.say).toBe("declare Q");
  });

  it("sends a stack only where all of it may go", () => {
    const pieces = [piece("a", "X"), piece("b", "X")];
    const choices = offers.choicesOf(all, ["a", "b"], pieces);
    expect(choices).toHaveLength(1);
    expect(choices[0]?.offers.map((one) => one.say)).toEqual(["move a X-Y", "move b X-Y"]);
  });

  it("lets pieces from different places meet", () => {
    const two = [move("a", "X", "Y"), move("b", "W", "Y")];
    const choices = offers.choicesOf(two, ["a", "b"], [piece("a", "X"), piece("b", "W")]);
    expect(choices[0]?.offers).toHaveLength(2);
  });

  it("keeps two manners of going to one place apart", () => {
    const two = [
      move("a", "X", "Y"),
      { ...move("a", "X", "Y"), say: "rail a X-Y", verb: "rail", order: { order: "rail" } },
    ];
    expect(offers.choicesAt(two, ["a"], [piece("a", "X")], "Y")).toHaveLength(2);
  });

  it("puts the question why not in the manner of what is offered", () => {
    const order = offers.wouldBe(all, piece("c", "V"), "Y");
    expect(order).toMatchObject({ order: "move", piece: "c", route: ["V", "Y"] });
    expect(offers.wouldBe([offer("pass")], piece("c", "V"), "Y")).toBeNull();
  });

  it("warns before the order that the warning belongs to, and before no other", () => {
    const prompt = {
      side: "red",
      step: "s",
      text: "",
      rule: "",
      buttons: { pass: "End movement", "war Spain": "Declare war on Spain" },
      warnings: { pass: ["starving"], "war Spain": ["dear"] },
    };
    expect(offers.warningsOf(offer("pass"), prompt)).toEqual(["starving"]);
    expect(offers.warningsOf(offer("war Spain"), prompt)).toEqual(["dear"]);
    expect(offers.warningsOf(move("a", "X", "Y"), prompt)).toEqual([]);
    expect(offers.closingWarnings(prompt)).toEqual(["starving"]);
    expect(offers.closingWarnings({ ...prompt, warnings: {} })).toEqual([]);
  });

  it("holds for a real view", () => {
    const live = offers.livePieces(view.orders);
    expect(live.size).toBeGreaterThan(3);
    for (const id of live) {
      expect(offers.choicesOf(view.orders, [id], view.pieces)).toHaveLength(
        offers.offersOf(view.orders, id).length,
      );
    }
    const stack = view.pieces
      .filter((one) => one.at === "Bizerte" && one.face?.kind !== "hq")
      .map((one) => one.id);
    const together = offers.choicesOf(view.orders, stack, view.pieces);
    expect(together.some((choice) => choice.place === "Licata")).toBe(true);
  });
});
