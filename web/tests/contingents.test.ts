import { expect, test } from "vitest";
import { looks } from "../src/board/looks.fixture";
import type { Piece } from "../src/wire";
import { contingents } from "../src/panels/contingents";

const [nation = "", other = ""] = Object.keys(looks.nations);
const [kind = "", later = ""] = Object.keys(looks.kinds);

const piece = (id: string, of: string, what: string): Piece => ({
  id,
  name: id,
  at: "box",
  side: "red",
  face: { name: id, kind: what, nation: of },
  marks: [],
  seen: null,
});

test("pieces are listed by nation and kind, in the order of the looks, with their numbers", () => {
  const found = contingents(
    [
      piece("a", other, later),
      piece("b", nation, later),
      piece("c", nation, kind),
      piece("d", nation, later),
    ],
    looks,
  );
  expect(found.map((group) => [group.nation, group.count])).toEqual([
    [nation, 3],
    [other, 1],
  ]);
  expect(found[0]?.branches.map((branch) => [branch.kind, branch.pieces.map(({ id }) => id)])).toEqual([
    [kind, ["c"]],
    [later, ["b", "d"]],
  ]);
});

test("what has no face, or is of no nation known, comes last under its own name", () => {
  const strange = piece("z", "Elsewhere", kind);
  const found = contingents([{ ...strange, id: "y", face: null }, strange, piece("a", nation, kind)], looks);
  expect(found.map(({ title }) => title)).toEqual([looks.nations[nation]?.title, "", "Elsewhere"]);
});
