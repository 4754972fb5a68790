/** The pieces of a box sorted for a list: by nation, then by kind, each with how many there are. */
import type { Looks, Piece } from "../wire";

export interface Branch {
  kind: string;
  title: string;
  pieces: Piece[];
}

export interface Contingent {
  nation: string;
  title: string;
  count: number;
  branches: Branch[];
}

/** The rank of a key in the order of a table; what the table does not know comes last. */
function rank(table: Record<string, unknown>, key: string): number {
  const found = Object.keys(table).indexOf(key);
  return found < 0 ? Number.MAX_SAFE_INTEGER : found;
}

function grouped<T>(things: T[], key: (thing: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const group = found.get(key(thing));
    if (group) group.push(thing);
    else found.set(key(thing), [thing]);
  }
  return [...found];
}

function branchesOf(pieces: Piece[], looks: Looks): Branch[] {
  return grouped(pieces, (piece) => piece.face?.kind ?? "")
    .map(([kind, members]) => ({ kind, title: looks.kinds[kind]?.title ?? kind, pieces: members }))
    .sort((one, other) => rank(looks.kinds, one.kind) - rank(looks.kinds, other.kind));
}

export function contingents(pieces: Piece[], looks: Looks): Contingent[] {
  return grouped(pieces, (piece) => piece.face?.nation ?? "")
    .map(([nation, members]) => ({
      nation,
      title: looks.nations[nation]?.title ?? nation,
      count: members.length,
      branches: branchesOf(members, looks),
    }))
    .sort((one, other) => rank(looks.nations, one.nation) - rank(looks.nations, other.nation));
}
