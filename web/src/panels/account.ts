/** How the sums beside a question are laid out. */
import type { Cost, Sum } from "../wire";

/** Whether sums are an account that leads to something: one of them stands on a scale, or opens a grid. */
export const isAccount = (sums: Sum[]): boolean => sums.some((sum) => sum.scale || sum.grid);

/** A reason with what goes on from it. */
export interface Entry {
  change: string;
  reason: string;
  rule: string;
  /** Reasons that began with the same words: only what they add. */
  further: { change: string; reason: string; rule: string }[];
}

/** The parts of a number, each with those that go on from it: "8th Division", then "8th Division: into mountains". */
export function entries(tally: Cost): Entry[] {
  const found: Entry[] = [];
  for (const part of tally.parts) {
    const last = found.at(-1);
    const begin = last && `${last.reason}: `;
    if (last && begin && part.reason.startsWith(begin)) {
      last.further.push({ ...part, reason: part.reason.slice(begin.length) });
    } else {
      found.push({ ...part, further: [] });
    }
  }
  return found;
}

export type Mood = "bad" | "poor" | "even" | "fair" | "good";

/** How good a cell is, in five shades. */
export function mood(good: number): Mood {
  if (good === 0) return "even";
  if (good > 0) return good > 1 ? "good" : "fair";
  return good < -1 ? "bad" : "poor";
}

/** The face of a die that a head stands for, if it does. */
export function face(head: string, dice: boolean): number | null {
  return dice && /^[1-9]$/.test(head) ? Number(head) : null;
}
