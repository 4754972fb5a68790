import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entries, face, isAccount, mood } from "../src/panels/account";
import { settings } from "../src/settings.svelte";
import TablePage from "../src/table/TablePage.svelte";
import type { Cost, Offer, Sum } from "../src/wire";
import { info, mockTable, played, surface, view } from "./mock";

const part = (change: string, reason: string, rule = "R-1") => ({ change, rule, reason });
const tally: Cost = {
  total: "3",
  parts: [part("+4", "8th"), part("−2", "8th: into hills", "R-2"), part("+1", "88th"), part("×2", "all")],
};
const plain: Sum = { title: "Left", text: "7", rule: "R-1", tally: null, open: false };

describe("an account", () => {
  it("is what stands on a scale or opens a grid", () => {
    expect(isAccount([plain])).toBe(false);
    expect(isAccount([plain, { ...plain, scale: { steps: ["1:1"], at: 0 } }])).toBe(true);
    expect(isAccount([{ ...plain, grid: { heads: [], dice: false, rows: [], notes: [] } }])).toBe(true);
  });

  it("puts a reason below the one that it goes on from", () => {
    const found = entries(tally);
    expect(found.map(({ reason }) => reason)).toEqual(["8th", "88th", "all"]);
    expect(found[0]?.further).toEqual([part("−2", "into hills", "R-2")]);
  });

  it("tells good from bad in five shades", () => {
    expect([-3, -1, 0, 1, 2].map(mood)).toEqual(["bad", "poor", "even", "fair", "good"]);
  });

  it("draws dice where heads are faces of them", () => {
    expect([face("6", true), face("6", false), face("Odds", true)]).toEqual([6, null, null]);
  });
});

describe("the panel of an account", () => {
  beforeEach(() => {
    localStorage.clear();
    settings.say("en");
  });
  afterEach(cleanup);

  const tiger = "US6";
  const join: Offer = {
    say: `join ${tiger}`,
    verb: "join",
    order: { order: "join", side: "allied", unit: tiger },
    pieces: [tiger],
    places: [],
  };
  const row = (name: string, column: string, changes: boolean, say: string | null = null) => ({
    name,
    cells: [
      { text: column, good: 0 },
      { text: "DR", good: 1 },
    ],
    say,
    changes,
  });
  const sums: Sum[] = [
    { ...plain, title: "Attack", text: "3", tally },
    { ...plain, title: "Odds", text: "2:1; 4 more for 3:1", scale: { steps: ["1:1", "2:1", "3:1"], at: 1 } },
    { ...plain, title: "Die", text: "-2" },
    {
      ...plain,
      title: "With one more",
      text: "Tiger 3:1",
      grid: {
        heads: ["Odds", "1"],
        dice: true,
        rows: [row("Tiger", "3:1", true, join.say), row("Mule", "2:1", false)],
        notes: ["1 in 6: DR"],
      },
    },
  ];

  async function shown() {
    const prompt = view.prompt && { ...view.prompt, sums };
    const asked = mockTable({
      "GET /surface": surface,
      "GET /layers": [],
      "GET /notes": [],
      "GET /glossary": [],
      "GET /moments": [{ moment: view.moment, when: view.when, text: "" }],
      "GET /view": { ...view, prompt, orders: [join] },
      "GET /seats/a": info("allied"),
      "POST /orders": played(),
    });
    render(TablePage, { seats: ["a"] });
    return { asked, account: within(await screen.findByLabelText("How it stands")) };
  }

  it("shows totals, the step of the scale, and what each total is made of", async () => {
    const { account } = await shown();
    expect(account.getByText("−2", { selector: "dd" })).toBeTruthy();
    expect(account.getByText("2:1", { selector: "dd" })).toBeTruthy();
    expect(account.getByText("4 more for 3:1")).toBeTruthy();
    expect(account.getByText("2:1", { selector: "[aria-current=step]" })).toBeTruthy();
    expect(account.getByText(/into hills/)).toBeTruthy();
  });

  it("gives the order of a line that is clicked; a line without one is no button", async () => {
    const { account, asked } = await shown();
    expect(account.queryByRole("button", { name: "Mule" })).toBeNull();
    await fireEvent.click(account.getByRole("button", { name: "Tiger" }));
    expect(asked.find((one) => one.path.endsWith("/orders"))?.body["order"]).toEqual(join.order);
  });
});
