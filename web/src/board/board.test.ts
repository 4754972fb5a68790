import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BoardProps } from "../boardprops";
import Board from "./Board.svelte";
import Legend from "./Legend.svelte";
import { infantry, looks, piece, surface, view } from "./looks.fixture";
import PieceFace from "./Piece.svelte";
import { loadSymbols } from "./symbols";

await loadSymbols();
vi.stubGlobal("fetch", () => Promise.reject(new Error("nothing is drawn here")));

afterEach(cleanup);

const offers = [
  { say: "move Br1 b2", verb: "move", order: {}, pieces: ["Br1"], places: ["b1", "b2"] },
  { say: "move Br2 b2", verb: "move", order: {}, pieces: ["Br2"], places: ["b1", "b2"] },
];
const pieces = [
  piece("Br1", "b1", "allied", infantry("Br1")),
  piece("Br2", "b1", "allied", infantry("Br2")),
  piece("Br3", "b1", "allied", infantry("Br3")),
];

function board(more: Partial<BoardProps> = {}) {
  const heard = { onpiece: vi.fn(), onplace: vi.fn(), onhover: vi.fn() };
  const props: BoardProps = {
    surface,
    view: view(pieces, { orders: offers }),
    layers: [],
    shownLayer: null,
    selection: { pieces: [], place: null },
    highlights: { places: new Map(), pieces: new Set(), route: [] },
    notes: [],
    labels: "names",
    theme: "light",
    ...heard,
    ...more,
  };
  render(Board, { props });
  return { ...heard, map: screen.getByRole("application") };
}

const press = (on: Element, key: string) => fireEvent.keyDown(on, { key });
const described = (map: Element): string =>
  document.getElementById(map.getAttribute("aria-activedescendant") ?? "")?.getAttribute("aria-label") ?? "";

describe("the board by keys", () => {
  it("lets Tab find the pieces that may act, and no others", () => {
    board();
    const stops = screen.getAllByRole("button").map((one) => [one.dataset["piece"], one.tabIndex]);
    expect(stops).toEqual([
      ["Br1", 0],
      ["Br2", 0],
      ["Br3", -1],
    ]);
    expect(screen.getAllByRole("button")[0]?.getAttribute("aria-label")).toContain("may act");
    expect(screen.getAllByRole("button")[2]?.getAttribute("aria-label")).toContain("nothing to do");
  });

  it("describes the hex that the arrows reach", async () => {
    const { map, onhover } = board();
    await press(map, "ArrowRight");
    const first = described(map);
    expect(first).not.toBe("");
    await press(map, "ArrowRight");
    expect(described(map)).not.toBe(first);
    expect(onhover).toHaveBeenCalledTimes(2);
  });

  it("chooses a piece with Enter, and a place where no piece may act", async () => {
    const { map, onpiece, onplace } = board();
    await press(screen.getAllByRole("button")[1] as Element, "Enter");
    expect(onpiece).toHaveBeenCalledWith("Br2");
    await press(map, "ArrowDown");
    await press(map, "ArrowDown");
    await press(map, "ArrowDown");
    await press(map, "Enter");
    expect(onplace).toHaveBeenCalledOnce();
  });

  it("goes from goal to goal, and takes Enter there for the goal and not for the pieces on it", async () => {
    const places = new Map([["b1", "go"] as const]);
    const selection = { pieces: ["Br9"], place: null };
    const { map, onplace, onpiece } = board({
      selection,
      highlights: { places, pieces: new Set(), route: [] },
    });
    await press(map, "PageDown");
    expect(described(map)).toContain("may end here");
    await press(map, "Enter");
    expect(onplace).toHaveBeenCalledWith("b1");
    expect(onpiece).not.toHaveBeenCalled();
  });

  it("leaves letters to the page", async () => {
    const { map } = board();
    const heard = vi.fn();
    document.addEventListener("keydown", heard);
    await press(map, "u");
    await press(map, "ArrowUp");
    document.removeEventListener("keydown", heard);
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe("the board", () => {
  it("takes a click that comes without a pointer for the piece it names", async () => {
    const { onpiece } = board();
    await fireEvent.click(screen.getAllByRole("button")[0] as Element, { detail: 0 });
    expect(onpiece).toHaveBeenCalledWith("Br1");
  });

  it("shows no pieces on the layer of bare terrain", () => {
    board({ shownLayer: "terrain" });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it("marks what has been chosen for whoever cannot see it", () => {
    board({ selection: { pieces: ["Br1"], place: null } });
    const pressed = screen.getAllByRole("button").map((one) => one.getAttribute("aria-pressed"));
    expect(pressed).toEqual(["true", "false", "false"]);
  });
});

describe("a piece by itself", () => {
  it("says what it is, bears its marks with their titles, and shows that there is a note", () => {
    const own = { ...piece("Br1", "box", "allied", infantry("Br1")), marks: ["unsupplied"] };
    const { container } = render(PieceFace, { props: { piece: own, looks, note: "watch" } });
    expect(screen.getByAltText(/Br1, Britain, Infantry corps/)).toBeTruthy();
    expect(screen.getByTitle("Without supply").dataset["sign"]).toBe("U");
    expect(container.querySelector(".note")?.getAttribute("title")).toBe("watch");
  });
});

describe("the legend", () => {
  it("names every tone", () => {
    const legend = [
      { tone: "supplied", text: "in supply" },
      { tone: "cut off", text: "without supply" },
    ];
    const layer = { key: "supply", title: "Supply", rule: null, legend, hexes: [], lines: [] };
    render(Legend, { props: { layer, looks } });
    expect(screen.getAllByRole("listitem").map((one) => one.textContent?.trim())).toEqual([
      "in supply",
      "without supply",
    ]);
  });
});
