import { beforeEach, describe, expect, it } from "vitest";
import { forget, ownMatch, ownMatches, ownPath, remember, seatPath, seatsOf } from "../src/matches";
import { keptMatch, playerAt, settled, defaultSeats } from "../src/start/opening";
import type { NewMatch, Opened, Option } from "../src/wire";

const opened: Opened = {
  match: "m",
  seats: { red: "aaa", blue: null, grey: null },
  spectator: "sss",
  invitations: { blue: "bbb" },
};
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

  it("tell of the options only what differs from the default, and fits", () => {
    const option = { title: "", about: "", choices: [], minimum: 1, maximum: 9 };
    const options: Option[] = [
      { ...option, key: "turns", kind: "number", default: 4 },
      { ...option, key: "fog", kind: "flag", default: true },
      { ...option, key: "charts", kind: "file", default: "" },
      {
        ...option,
        key: "start",
        kind: "choice",
        default: "free",
        choices: [{ key: "free", title: "", about: "" }],
      },
    ];
    expect(settled(options, {})).toEqual({});
    expect(settled(options, { turns: 12, fog: true, start: "set", other: 1 })).toEqual({});
    expect(settled(options, { turns: 6, fog: false, charts: "[x]", start: "free" })).toEqual({
      turns: 6,
      fog: false,
      charts: "[x]",
    });
  });

  it("begin with me against the computer", () => {
    const game = { key: "g", title: "G", sides: ["red", "blue"], titles: {}, scenarios: [], languages: [] };
    const levels = [
      { key: "1", title: "quick" },
      { key: "2", title: "careful" },
      { key: "3", title: "thorough" },
    ];
    expect(defaultSeats({ ...game, levels })).toEqual({ red: "me", blue: "computer:2" });
    expect(defaultSeats({ ...game, levels: [] })).toEqual({ red: "me", blue: "friend" });
    expect(playerAt("computer:3")).toBe("computer:3");
  });
});
