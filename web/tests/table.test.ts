import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/settings.svelte";
import { Table } from "../src/state.svelte";
import { info, mockTable, offer, played, problem, SilentSocket, surface, view, type Asked } from "./mock";

const defaults = {
  "GET /surface": surface,
  "GET /layers": [],
  "GET /notes": [],
  "GET /glossary": [],
  "GET /moments": [],
  "GET /view": view,
  "GET /seats/a": info("allied"),
  "GET /seats/x": info("axis"),
};

async function seated(answers: Record<string, unknown> = {}, seats = ["a"]): Promise<[Table, Asked[]]> {
  const asked = mockTable({ ...defaults, ...answers });
  const table = new Table();
  await table.sit(seats);
  return [table, asked];
}

const sent = (asked: Asked[], end: string): Asked[] => asked.filter((one) => one.path.endsWith(end));

describe("at the table", () => {
  beforeEach(() => {
    localStorage.clear();
    settings.say("en");
    SilentSocket.all = [];
  });

  it("lights where the piece in hand may go", async () => {
    const [table] = await seated();
    expect(table.highlights.pieces).toContain("US6");
    table.pick("US6");
    expect(table.highlights.places.get("Licata")).toBe("go");
    expect(table.highlights.places.get("Bizerte")).toBe("from");
    expect(table.highlights.places.has("Messina")).toBe(false);
  });

  it("plays the one order that a click can mean", async () => {
    const [table, asked] = await seated({ "POST /orders": played() });
    table.pick("Br2Para");
    table.go("Kasserine");
    await vi.waitFor(() => expect(sent(asked, "/orders")).toHaveLength(1));
    expect(sent(asked, "/orders")[0]?.body).toMatchObject({
      number: view.number,
      order: { order: "drop", at: "Kasserine" },
    });
    await vi.waitFor(() => expect(table.view?.number).toBe("next"));
    expect(table.selection.pieces).toEqual([]);
  });

  it("sends a stack as a batch and says where it stopped", async () => {
    const stopped = { rule: "WF-7.1", text: "They met someone." };
    const [table, asked] = await seated({ "POST /orders": { ...played(), stopped } });
    table.pick("US6");
    table.pick("Br30", true);
    const choice = table.choices.find((one) => one.place === "Licata");
    await table.give(choice?.offers ?? []);
    const batch = sent(asked, "/orders")[0]?.body["batch"] as string[];
    expect(batch).toHaveLength(2);
    expect(table.notice).toMatchObject({ ...stopped, tone: "refusal" });
  });

  it("asks why where a click means nothing", async () => {
    const refusal = { rule: "WF-15.42c", text: "Nobody can land at Messina." };
    const [table, asked] = await seated({ "POST /why": { refusal } });
    table.pick("US6");
    table.go("Messina");
    await vi.waitFor(() => expect(table.notice).toMatchObject(refusal));
    expect(JSON.stringify(sent(asked, "/why")[0]?.body)).toContain("Messina");
    expect(table.selection.pieces).toEqual(["US6"]);
  });

  it("offers a choice where a click means several orders", async () => {
    const landing = view.orders.find((one) => one.say.startsWith("drop Br2Para"));
    const order = { ...landing?.order, order: "glide" };
    const other = { ...offer("glide", landing?.pieces, landing?.places), order };
    const [table, asked] = await seated({ "GET /view": { ...view, orders: [...view.orders, other] } });
    table.pick("Br2Para");
    table.go(landing?.places.at(-1) ?? "");
    expect(table.menu?.choices.map((one) => one.verb)).toEqual(["drop", "glide"]);
    expect(sent(asked, "/orders")).toHaveLength(0);
  });

  it("asks before moving onto a piece that could itself be meant", async () => {
    const [table] = await seated();
    table.pick("US6");
    table.pick("Br2Para");
    expect(table.menu).toMatchObject({ place: "Malta", instead: "Br2Para" });
  });

  it("takes a click on a piece for its place where only the place is on offer", async () => {
    const order = { order: "aim", side: "allied", place: "Catania" };
    const aim = { say: "aim Catania", verb: "aim", order, pieces: [], places: ["Catania"] };
    const [table, asked] = await seated({
      "GET /view": { ...view, orders: [aim] },
      "POST /orders": played(),
    });
    const there = view.pieces.find((one) => one.at === "Catania");
    table.pick(there?.id ?? "");
    await vi.waitFor(() => expect(sent(asked, "/orders")).toHaveLength(1));
  });

  it("warns before a step is ended", async () => {
    const prompt = {
      ...view.prompt,
      buttons: { pass: "End movement" },
      warnings: { pass: ["Nobody has moved."] },
    };
    const [table, asked] = await seated({ "GET /view": { ...view, prompt }, "POST /orders": played() });
    const pass = table.buttons.find((one) => one.verb === "pass");
    await table.give(pass ? [pass] : []);
    expect(table.warning).toHaveLength(1);
    expect(sent(asked, "/orders")).toHaveLength(0);
    await table.give(table.warning ?? [], true);
    expect(sent(asked, "/orders")).toHaveLength(1);
  });

  it("says why an undo is not possible and offers to ask", async () => {
    for (const ask of [false, true]) {
      const undo = { can: false, ask, text: "Dice have been rolled." };
      const [table, asked] = await seated({ "GET /view": { ...view, undo } });
      await table.undo();
      expect(table.notice).toMatchObject({ text: undo.text, takeback: ask });
      expect(sent(asked, "/undo")).toHaveLength(0);
    }
  });

  it("shows a refusal with its rule and looks anew when it was late", async () => {
    const [table, asked] = await seated({
      "POST /orders": () => problem(409, "stale", "Something has changed."),
    });
    await table.type("pass");
    expect(table.notice?.text).toBe("Something has changed.");
    await vi.waitFor(() => expect(sent(asked, "/view").length).toBe(2));
  });

  it("hears that something changed", async () => {
    const [, asked] = await seated();
    const [socket] = SilentSocket.all;
    socket?.onmessage?.({ data: JSON.stringify({ what: "changed", number: "other" }) });
    await vi.waitFor(() => expect(sent(asked, "/view").length).toBe(2));
    socket?.onmessage?.({ data: JSON.stringify({ what: "changed", number: view.number }) });
    await vi.waitFor(() => expect(sent(asked, "/view").length).toBe(3));
  });

  it("does not look anew at its own order", async () => {
    const [table, asked] = await seated({ "POST /orders": played() });
    await table.type("pass");
    SilentSocket.all[0]?.onmessage?.({ data: JSON.stringify({ what: "changed", number: "next" }) });
    expect(sent(asked, "/view").length).toBe(1);
    SilentSocket.all[0]?.onmessage?.({ data: JSON.stringify({ what: "changed", number: "next" }) });
    await vi.waitFor(() => expect(sent(asked, "/view").length).toBe(2));
  });

  it("draws the curtain when the screen goes to the other side", async () => {
    const theirs = { ...view, waiting: ["axis"], prompt: null, orders: [] };
    const [table] = await seated(
      { "POST /orders": { ...played(theirs), view: { ...theirs, number: "next" } } },
      ["x", "a"],
    );
    expect(table.side).toBe("allied");
    expect(table.curtain).toBe(true);
    table.curtain = false;
    await table.type("pass");
    await vi.waitFor(() => expect(table.side).toBe("axis"));
    expect(table.curtain).toBe(true);
  });

  it("does not answer for a table that is gone", async () => {
    const table = new Table();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await table.sit(["a"]);
    expect(table.fault).toBe("The table does not answer. Is it still running?");
  });
});

describe("a lesson at the table", () => {
  it("holds back an order that it does not expect, and goes on with one that it does", async () => {
    localStorage.setItem(
      "grognard.matches",
      JSON.stringify([
        { match: "m", game: "westfront", scenario: "husky", mine: {}, friends: {}, lesson: true },
      ]),
    );
    const step = (expect: string[]) => ({
      text: "",
      expect,
      show: { pieces: ["US6"], places: [] },
      rule: null,
    });
    const lesson = {
      title: "L",
      seed: 1,
      side: "allied",
      seats: {},
      steps: [step(["land US6 *"]), step([])],
    };
    const [table, asked] = await seated({ "GET /lessons/husky": lesson, "POST /orders": played() });
    await vi.waitFor(() => expect(table.study.step).not.toBeNull());
    expect(table.highlights.pieces).toContain("US6");
    await table.type("pass");
    expect(table.study.held).toHaveLength(1);
    expect(sent(asked, "/orders")).toHaveLength(0);
    await table.type("land US6 Bizerte-TyrrhenianSea-Palermo");
    expect(sent(asked, "/orders")).toHaveLength(1);
    expect(table.study.at).toBe(1);
  });
});
