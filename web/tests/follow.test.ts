import { describe, expect, it } from "vitest";
import { ledger } from "../src/follow/luck";
import { report } from "../src/follow/report";
import { line, moment, piece } from "./mock";

describe("the report", () => {
  it("puts an order's lines under the time at which it was given", () => {
    const log = [line("begins", 1, { places: [] }), line("activated", 2), line("moves", 3)];
    const chapters = report(log, [moment(1, "command"), moment(2, "movement"), moment(3, "movement")]);
    expect(chapters.map((chapter) => [chapter.when, chapter.entries.length])).toEqual([
      ["command", 2],
      ["movement", 1],
    ]);
  });

  it("turns the page at a line that names neither piece nor place", () => {
    const log = [
      line("moves", 1),
      line("battle", 2),
      line("their turn begins", 3, { places: [] }),
      line("rolls", 4),
    ];
    const chapters = report(log, [moment(0, "ours"), moment(4, "theirs")]);
    expect(chapters.map((chapter) => [chapter.when, chapter.entries.length])).toEqual([
      ["ours", 2],
      ["theirs", 2],
    ]);
  });

  it("folds passes that follow each other", () => {
    const pass = (at: number) => line("passes", at, { what: "pass" });
    const [chapter] = report([pass(1), pass(2), line("moves", 3), pass(4)], []);
    expect(chapter?.entries.map((entry) => entry.kind)).toEqual(["passes", "line", "passes"]);
  });

  it("folds passes over the end of a phase", () => {
    const pass = (at: number) => line("passes", at, { what: "pass", places: [] });
    const chapters = report(
      [pass(1), pass(2), line("moves", 3)],
      [moment(0, "movement"), moment(1, "combat"), moment(2, "movement"), moment(3, "movement")],
    );
    expect(chapters[0]?.entries.map((entry) => entry.kind === "passes" && entry.lines.length)).toEqual([2]);
  });
});

describe("the luck ledger", () => {
  const roll = (facts: Record<string, unknown>) =>
    line("rolls", 1, { what: "roll", facts: { sides: 6, ...facts } });

  it("counts successes against what was to be expected", () => {
    const [red, blue] = ledger(
      [roll({ by: "red", faces: [5, 6, 1], counts: [5, 6] }), roll({ unit: "b", faces: [2], counts: [6] })],
      ["red", "blue"],
      [piece("b", "X", "blue")],
    );
    expect(red).toMatchObject({ dice: 3, hits: 2, hoped: 1 });
    expect(blue).toMatchObject({ dice: 1, hits: 0 });
    expect(blue?.hoped).toBeCloseTo(1 / 6);
  });

  it("compares means where no success is told", () => {
    const [red] = ledger([roll({ by: "red", faces: [6, 6] })], ["red"], []);
    expect(red).toMatchObject({ plain: 2, sum: 12, fair: 7, tried: 0 });
  });

  it("leaves out dice that are nobody's", () => {
    const [red] = ledger([roll({ faces: [6] })], ["red"], []);
    expect(red?.dice).toBe(0);
  });
});
