import { describe, expect, it } from "vitest";
import { ceiling, drawn, seriesOf } from "../src/panels/plot";

const room = { wide: 100, high: 50 };

describe("a plot", () => {
  it("takes a list of numbers for each side and nothing else", () => {
    expect(seriesOf({ axis: [1, 2], allied: [3], note: "x" })).toEqual([
      { key: "axis", values: [1, 2] },
      { key: "allied", values: [3] },
    ]);
    expect(seriesOf([1, 2])).toEqual([]);
    expect(seriesOf(null)).toEqual([]);
  });

  it("ends at a round number that holds everything", () => {
    expect([0, 7, 13, 23, 41, 100].map(ceiling)).toEqual([1, 8, 20, 40, 50, 100]);
  });

  it("leaves room for the steps to come", () => {
    const { lines, marks } = drawn([{ key: "axis", values: [0, 10, 20] }], 5, room);
    expect(lines[0]?.d).toBe("M0 50L25 25L50 0");
    expect(lines[0]?.last).toEqual({ x: 50, y: 0, value: 20 });
    expect(marks.map(({ value }) => value)).toEqual([0, 10, 20]);
  });

  it("draws nothing before the first step is over", () => {
    expect(drawn([{ key: "axis", values: [] }], 5, room).lines).toEqual([{ key: "axis", d: "", last: null }]);
  });
});
