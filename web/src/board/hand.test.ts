import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Lattice, type Point } from "./geometry";
import { Hand } from "./hand.svelte";
import { infantry, looks, piece, surface } from "./looks.fixture";
import { fan, stacksOf } from "./stacks";
import { Walker } from "./walker.svelte";

const lattice = new Lattice(surface);
const everywhere = { left: -1e4, top: -1e4, right: 1e4, bottom: 1e4 };
const stacks = stacksOf(
  [
    piece("one", "b1", "allied", infantry("one")),
    piece("two", "b1", "allied", infantry("two")),
    piece("alone", "a3", "axis"),
  ],
  lattice,
  looks,
);
let goals: Set<string>;
let hovered: unknown[];
let hand: Hand;

const middle = (place: string): Point => {
  const top = stacks.get(place)?.spots.at(-1) ?? lattice.get(place);
  if (!top) throw new Error(`no ${place}`);
  return { x: top.x, y: top.y };
};

beforeEach(() => {
  vi.useFakeTimers();
  goals = new Set();
  hovered = [];
  hand = new Hand({
    hexAt: (point) => lattice.at(point),
    stackAt: (place) => stacks.get(place) ?? null,
    spread: (stack) => fan(stack, looks, 60, everywhere),
    shut: (place) => goals.has(place),
    onhover: (over) => hovered.push(over),
  });
});
afterEach(() => void vi.useRealTimers());

describe("the hand", () => {
  it("tells once what it is over", () => {
    hand.move(middle("a3"));
    hand.move(middle("a3"));
    hand.move(middle("c1"));
    hand.leave();
    expect(hovered).toEqual([{ piece: "alone", place: "a3" }, { place: "c1" }, null]);
  });

  it("spreads a stack out after a moment's rest, and lets it fall together when it leaves", () => {
    hand.move(middle("b1"));
    expect(hand.open).toBeNull();
    vi.advanceTimersByTime(200);
    expect(hand.open).toBe("b1");
    const [first] = hand.fanned;
    expect(first && hand.aim(first).spot?.piece.id).toBe(first?.piece.id);
    hand.move(middle("c3"));
    expect(hand.open).toBeNull();
  });

  it("does not spread out a single piece, nor a stack whose place is a goal", () => {
    hand.move(middle("a3"));
    vi.advanceTimersByTime(200);
    goals.add("b1");
    hand.move(middle("b1"));
    vi.advanceTimersByTime(200);
    expect(hand.open).toBeNull();
    expect(hand.spread("b1")).toBe(false);
  });

  it("leaves a stack together after choosing from it, until it has been away", () => {
    hand.move(middle("b1"));
    vi.advanceTimersByTime(200);
    hand.gather();
    expect(hand.spread("b1")).toBe(false);
    hand.move(middle("c3"));
    expect(hand.spread("b1")).toBe(true);
  });
});

describe("the walker", () => {
  const lit = new Set(["a2", "c3"]);
  const walker = new Walker({
    lattice: () => lattice,
    middle: () => ({ x: 150, y: lattice.get("a2")?.y ?? 0 }),
    lit: (place) => lit.has(place),
    arrive: () => undefined,
  });

  it("begins in the middle of the screen, goes from hex to hex, and from goal to goal", () => {
    walker.step("right");
    expect(walker.place).toBe("a2");
    walker.step("right");
    expect(walker.place).toBe("a3");
    walker.next(1);
    expect(walker.place).toBe("a2");
    walker.next(1);
    expect(walker.place).toBe("c3");
    walker.next(1);
    expect(walker.place).toBe("a2");
    walker.step("up");
    expect(walker.place).toBe("a2");
  });
});
