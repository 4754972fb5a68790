import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownMatches, remember } from "../src/matches";
import { settings } from "../src/settings.svelte";
import Invited from "../src/start/Invited.svelte";
import Start from "../src/start/Start.svelte";
import TablePage from "../src/table/TablePage.svelte";
import { info, mockTable, piece, played, SilentSocket, surface, view, type Asked } from "./mock";

const card = {
  id: "WF-4.42a",
  title: "Only commanded units move",
  kind: "enforce",
  phase: "movement",
  rule: "A unit moves only in command range.",
  check: "",
  ruling: "",
  needs: [],
  needed_by: [],
  numbers: [{ name: "ranges", source: "reconstructed", note: "" }],
};

function atTable(more: Record<string, unknown> = {}): Asked[] {
  const asked = mockTable({
    "GET /surface": surface,
    "GET /layers": [],
    "GET /notes": [],
    "GET /glossary": [{ term: "phase", text: "A part of a turn.", rule: null }],
    "GET /moments": [{ moment: view.moment, when: view.when, text: "" }],
    "GET /view": view,
    "GET /seats/a": info("allied"),
    "GET /rules/WF-4.42a": card,
    "POST /orders": played(),
    "POST /preview": { route: [], cost: null, meets: [], notes: [] },
    ...more,
  });
  render(TablePage, { seats: ["a"] });
  return asked;
}

describe("the pages", () => {
  beforeEach(() => {
    localStorage.clear();
    settings.say("en");
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
  });
  afterEach(cleanup);

  it("are two clicks from a game", async () => {
    const options = [
      {
        key: "length",
        title: "Length",
        kind: "number",
        default: 4,
        about: "",
        choices: [],
        minimum: 1,
        maximum: 9,
      },
      {
        key: "fog",
        title: "Fog",
        kind: "flag",
        default: false,
        about: "",
        choices: [],
        minimum: 0,
        maximum: 0,
      },
    ];
    const game = {
      key: "g",
      title: "Game",
      sides: ["red", "blue"],
      titles: { red: "Red", blue: "Blue" },
      scenarios: [{ key: "s", title: "Scenario", about: "", lesson: false, options }],
      levels: [{ key: "1", title: "quick" }],
      languages: ["en"],
    };
    const asked = mockTable({
      "GET /games": [game],
      "POST /matches": { match: "m", seats: { red: "aaa", blue: null }, spectator: "sss" },
    });
    render(Start);
    await fireEvent.change(await screen.findByLabelText("Length"), { target: { value: "6" } });
    await fireEvent.click(await screen.findByRole("button", { name: "Play" }));
    await waitFor(() => expect(location.pathname).toBe("/seat/aaa"));
    expect(asked.find((one) => one.method === "POST")?.body["seats"]).toEqual({
      red: "me",
      blue: "computer:1",
    });
    expect(asked.find((one) => one.method === "POST")?.body["options"]).toEqual({ length: 6 });
    expect(ownMatches()[0]?.mine).toEqual({ red: "aaa" });
  });

  it("show what one is invited to, and lead to a seat of one's own", async () => {
    const invitation = {
      match: "m",
      game: "g",
      scenario: "s",
      side: "blue",
      sides: { red: "me", blue: "friend" },
      options: { charts: { places: { Metz: { production: 7 } } } },
      commitment: "c0ffee",
      ready: ["red"],
      taken: false,
    };
    const asked = mockTable({
      "GET /games": [],
      "GET /invitations/iii": invitation,
      "POST /invitations/iii": { match: "m", side: "blue", seat: "bbb" },
    });
    render(Invited, { token: "iii" });
    await screen.findByText("c0ffee");
    expect(screen.getByText(/"production": 7/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Accept and sit down" }));
    await waitFor(() => expect(location.pathname).toBe("/seat/bbb"));
    const contribution = asked.find((one) => one.method === "POST")?.body["contribution"];
    expect(contribution).toMatch(/^[0-9a-f]{64}$/);
    expect(ownMatches()[0]).toMatchObject({
      mine: { blue: "bbb" },
      commitment: "c0ffee",
      contributions: { blue: contribution },
    });
  });

  it("wait until everybody is ready", async () => {
    const waiting = { ...info("allied"), begun: false, ready: [] };
    let begun = false;
    const asked = atTable({
      "GET /seats/a": () => (begun ? info("allied") : waiting),
      "POST /ready": { ...waiting, ready: ["allied"] },
    });
    await screen.findByText("Waiting for the others");
    expect(asked.find((one) => one.path.endsWith("/ready"))?.body["contribution"]).toMatch(/^[0-9a-f]{64}$/);
    begun = true;
    SilentSocket.all.at(-1)?.onmessage?.({ data: JSON.stringify({ what: "changed", number: "0" }) });
    await screen.findAllByText(/Move your units/);
  });

  it("say when the table changes what was put into the dice", async () => {
    remember({
      ...{ match: "m", game: "westfront", scenario: "husky", title: "", mine: { allied: "a" }, friends: {} },
      ...{ spectator: null, lesson: false, opened: "", contributions: { allied: "mine" } },
    });
    const dice = { commitment: "c", contributions: { allied: "another", axis: "theirs" }, secret: null };
    atTable({ "GET /view": { ...view, dice } });
    await fireEvent.click(await screen.findByRole("tab", { name: "Situation" }));
    await screen.findByText(/Do not trust these dice/);
  });

  it("answer the proposal that is on show", async () => {
    const proposal = { name: "axis draw 3", side: "axis", what: "draw" };
    const asked = atTable({ "GET /view": { ...view, proposal }, "POST /answer": played() });
    await fireEvent.click(await screen.findByRole("button", { name: "Agree" }));
    await waitFor(() => expect(asked.some((one) => one.path.endsWith("/answer"))).toBe(true));
    expect(asked.find((one) => one.path.endsWith("/answer"))?.body).toEqual({
      proposal: "axis draw 3",
      agreed: true,
    });
  });

  it("say what is asked and open its rule", async () => {
    atTable();
    await screen.findAllByText(/Move your units/);
    await fireEvent.click(screen.getByRole("button", { name: "Rule WF-4.42a" }));
    await screen.findByText(card.rule);
    expect(screen.getByText("reconstructed")).toBeTruthy();
  });

  it("take an order typed, with completion", async () => {
    const asked = atTable();
    const field = await screen.findByRole("combobox", { name: "Type an order" });
    await fireEvent.input(field, { target: { value: "drop Br2Para Kas" } });
    expect((await screen.findAllByRole("option")).length).toBeGreaterThan(0);
    await fireEvent.keyDown(field, { key: "ArrowDown" });
    await fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(asked.some((one) => one.path.endsWith("/orders"))).toBe(true));
  });

  it("show the board as text, and play from there", async () => {
    const asked = atTable();
    await screen.findAllByText(/Move your units/);
    await fireEvent.keyDown(window, { key: "t" });
    const orders = await screen.findAllByText(/^\d+ orders$/);
    expect(orders.length).toBeGreaterThan(0);
    expect(screen.queryByTitle("drop Br2Para Kasserine")).toBeNull();
    for (const folded of orders.flatMap((count) => count.closest("details") ?? [])) {
      folded.open = true;
      await fireEvent(folded, new Event("toggle"));
    }
    await fireEvent.click(screen.getByTitle("drop Br2Para Kasserine"));
    await waitFor(() => expect(asked.some((one) => one.path.endsWith("/orders"))).toBe(true));
  });

  it("explain a term of the glossary", async () => {
    atTable();
    const term = await screen.findByRole("button", { name: "phase" });
    await fireEvent.focus(term);
    expect(screen.getByRole("tooltip").textContent).toContain("A part of a turn.");
  });

  it("say what was settled before the match", async () => {
    const bare = { about: "", choices: [], minimum: 0, maximum: 9 };
    const choices = [
      { key: "free", title: "Free", about: "" },
      { key: "fixed", title: "By the book", about: "" },
    ];
    const options = [
      { ...bare, key: "deployment", title: "Deployment", kind: "choice", default: "free", choices },
      { ...bare, key: "handicap", title: "Handicap", kind: "number", default: 0 },
      { ...bare, key: "extended", title: "May go on", kind: "flag", default: false },
      { ...bare, key: "charts", title: "Charts", kind: "file", default: "" },
    ];
    const scenarios = [{ key: "husky", title: "", about: "", lesson: false, options }];
    atTable({
      "GET /games": [{ key: "westfront", scenarios }],
      "GET /seats/a": { ...info("allied"), options: { deployment: "fixed", handicap: -5, charts: "[x]" } },
    });
    await fireEvent.click(await screen.findByRole("tab", { name: /More/ }));
    const told = async (title: string): Promise<string | undefined> =>
      (await screen.findByText(title)).nextElementSibling?.textContent?.trim();
    expect(await told("Deployment")).toBe("By the book");
    expect(await told("Handicap")).toBe("-5");
    expect(await told("May go on")).toBe("no");
    expect(await told("Charts")).toBe("from a file");
  });

  it("show by their faces who is still to arrive, and when", async () => {
    const { tracks } = surface.looks;
    const to = { key: "coming", title: "Still to come", shape: "arrivals", steps: [], names: [] } as const;
    const months = { key: "m", title: "M", shape: "step", steps: ["8"], names: ["August"] } as const;
    const looks = { ...surface.looks, tracks: [...tracks, { ...to }, { ...months }] };
    const value = [{ when: "8", piece: piece("Polish", "", "allied") }];
    atTable({
      "GET /surface": { ...surface, looks },
      "GET /view": { ...view, tracks: { ...view.tracks, coming: value } },
    });
    await fireEvent.click(await screen.findByRole("tab", { name: /Situation/ }));
    const face = await screen.findByRole("img", { name: /Polish/ });
    expect(face.closest("p")?.textContent).toContain("August");
  });
});
