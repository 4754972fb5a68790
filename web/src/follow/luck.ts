/** The luck ledger: what each side's dice did against what they should have done on average. */
import type { Line, Piece, Side } from "../wire";
import { countsOf, facesOf } from "./report";

export interface Luck {
  side: Side;
  dice: number;
  /** Dice whose successes are known, what they brought, and what they should have brought. */
  tried: number;
  hits: number;
  hoped: number;
  /** The other dice: the sum of their faces, and what it should have been. */
  plain: number;
  sum: number;
  fair: number;
}

/** Whose dice they were: said outright, or the side of the piece that rolled. */
function roller(line: Line, sides: Side[], pieces: Map<string, Piece>): Side | null {
  for (const key of ["by", "side", "roller"]) {
    const value = line.facts[key];
    if (typeof value === "string" && sides.includes(value)) return value;
  }
  const named = [line.facts["unit"], line.facts["piece"], ...line.pieces];
  for (const id of named) {
    const side = typeof id === "string" ? pieces.get(id)?.side : undefined;
    if (side !== undefined) return side;
  }
  return null;
}

export function ledger(log: Line[], sides: Side[], all: Piece[]): Luck[] {
  const pieces = new Map(all.map((piece) => [piece.id, piece]));
  const entries = new Map(
    sides.map((side) => [side, { side, dice: 0, tried: 0, hits: 0, hoped: 0, plain: 0, sum: 0, fair: 0 }]),
  );
  for (const line of log) {
    const faces = facesOf(line);
    const entry = entries.get(roller(line, sides, pieces) ?? "");
    if (faces.length === 0 || !entry) continue;
    const size = typeof line.facts["sides"] === "number" ? line.facts["sides"] : 6;
    const counts = countsOf(line);
    entry.dice += faces.length;
    if (counts) {
      entry.tried += faces.length;
      entry.hits += faces.filter((face) => counts.includes(face)).length;
      entry.hoped += (faces.length * counts.length) / size;
    } else {
      entry.plain += faces.length;
      entry.sum += faces.reduce((sum, face) => sum + face, 0);
      entry.fair += (faces.length * (size + 1)) / 2;
    }
  }
  return [...entries.values()];
}
