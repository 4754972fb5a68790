import { beforeEach, describe, expect, it } from "vitest";
import { forget, ownMatch, ownMatches, ownPath, remember, seatPath, seatsOf } from "../src/matches";
import { keptMatch, playerAt, usualSeats } from "../src/start/opening";
import type { NewMatch, Opened } from "../src/wire";

const opened: Opened = { match: "m", seats: { red: "aaa", blue: "bbb", grey: null }, spectator: "sss" };
const wanted: NewMatch = {
  game: "g",
  scenario: "s",
  seats: { red: "me", blue: "friend", grey: "computer:1" },
};

describe("matches of this browser", () => {
  beforeEach(() => localStorage.clear());

  it("know their seats from the path", () => {
    expect(seatsOf("/")).toEqual([]);
    expect(seatsOf("/seat/abc")).toEqual(["abc"]);
    expect(seatsOf("/seat/abc+def")).toEqual(["abc", "def"]);
    expect(seatsOf(seatPath(["a", "b"]))).toEqual(["a", "b"]);
  });

  it("tell seats played here from seats given away", () => {
    const match = keptMatch(opened, wanted, "title");
    expect(match.mine).toEqual({ red: "aaa" });
    expect(match.friends).toEqual({ blue: "bbb" });
    expect(ownPath(match)).toBe("/seat/aaa");
    expect(ownPath({ ...match, mine: {} })).toBe("/seat/sss");
  });

  it("are kept and forgotten", () => {
    remember(keptMatch(opened, wanted, "title"));
    remember(keptMatch(opened, wanted, "title"));
    expect(ownMatches()).toHaveLength(1);
    expect(ownMatch("m")?.title).toBe("title");
    forget("m");
    expect(ownMatches()).toEqual([]);
  });

  it("begin with me against the computer", () => {
    const game = { key: "g", title: "G", sides: ["red", "blue"], scenarios: [], languages: [] };
    const levels = [
      { key: "1", title: "quick" },
      { key: "2", title: "careful" },
      { key: "3", title: "thorough" },
    ];
    expect(usualSeats({ ...game, levels })).toEqual({ red: "me", blue: "computer:2" });
    expect(usualSeats({ ...game, levels: [] })).toEqual({ red: "me", blue: "friend" });
    expect(playerAt("computer:3")).toBe("computer:3");
  });
});
