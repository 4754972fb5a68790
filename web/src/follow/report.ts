/** The log as a report: chapters by time, with passes folded. Passes that follow each other stay together, however much
 * time goes by. */
import type { Line, Moment } from "../wire";

export type Entry =
  { kind: "line"; line: Line; index: number } | { kind: "passes"; lines: Line[]; index: number };

export interface Chapter {
  when: string;
  entries: Entry[];
}

const isPass = (line: Line): boolean => /^(pass|passes|passed|declined|skipped)$/.test(line.what);

/** When each line was written, by the moments before and after it.
 *
 * An order's lines belong to the time at which it was given. If time has moved on when they end, a line that names
 * neither piece nor place (a turn begins, the weather changes) turns the page for itself and for those after it. */
function times(log: Line[], moments: Moment[]): string[] {
  const sorted = [...moments].sort((one, other) => one.moment - other.moment);
  let next = 0;
  let turned = false;
  return log.map((line) => {
    while (next < sorted.length && (sorted[next]?.moment ?? 0) < line.moment) {
      next++;
      turned = false;
    }
    const before = sorted[next - 1]?.when;
    const after = sorted[next]?.when ?? before ?? "";
    if (line.pieces.length === 0 && line.places.length === 0) turned = true;
    return before === undefined || turned ? after : before;
  });
}

export function report(log: Line[], moments: Moment[]): Chapter[] {
  const when = times(log, moments);
  const chapters: Chapter[] = [];
  log.forEach((line, index) => {
    const now = when[index] ?? "";
    let chapter = chapters.at(-1);
    const before = chapter?.entries.at(-1);
    if (isPass(line) && before?.kind === "passes") {
      before.lines.push(line);
      return;
    }
    if (!chapter || chapter.when !== now) {
      chapter = { when: now, entries: [] };
      chapters.push(chapter);
    }
    chapter.entries.push(
      isPass(line) ? { kind: "passes", lines: [line], index } : { kind: "line", line, index },
    );
  });
  return chapters;
}

/** The faces of a line that tells of dice. */
export function facesOf(line: Line): number[] {
  const { faces } = line.facts;
  return Array.isArray(faces) ? faces.filter((face) => typeof face === "number") : [];
}

/** The faces that succeed, where the line says so. */
export function countsOf(line: Line): number[] | null {
  const { counts } = line.facts;
  return Array.isArray(counts) ? counts.filter((face) => typeof face === "number") : null;
}
