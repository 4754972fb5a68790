/** The lines of a plot: a number for each step of a track, for each side. */

export interface Series {
  key: string;
  values: number[];
}

export interface Mark {
  value: number;
  y: number;
}

export interface Drawn {
  lines: { key: string; d: string; last: { x: number; y: number; value: number } | null }[];
  /** Values written at the edge, from the lowest. */
  marks: Mark[];
}

export interface Room {
  wide: number;
  high: number;
}

/** The numbers of a track's value, line by line; what is no list of numbers is left out. */
export function seriesOf(value: unknown): Series[] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, values]) =>
    Array.isArray(values) && values.every((one) => typeof one === "number") ? [{ key, values }] : [],
  );
}

/** A round number not below the highest: 1, 2 or 5 times a power of ten, or four steps of such. */
export function ceiling(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const found = [1, 2, 4, 5, 8, 10].map((times) => times * power).find((round) => round >= highest);
  return found ?? highest;
}

/** Lines within a room, for so many steps from left to right and from nought up to a round number. */
export function drawn(series: Series[], steps: number, room: Room): Drawn {
  const top = ceiling(Math.max(0, ...series.flatMap(({ values }) => values)));
  const last = Math.max(1, steps - 1);
  const at = (value: number, step: number): { x: number; y: number } => ({
    x: Math.round((step / last) * room.wide * 10) / 10,
    y: Math.round((1 - value / top) * room.high * 10) / 10,
  });
  return {
    marks: [0, top / 2, top].map((value) => ({ value, y: at(value, 0).y })),
    lines: series.map(({ key, values }) => {
      const points = values.map(at);
      const end = points.at(-1);
      return {
        key,
        d: points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join(""),
        last: end ? { ...end, value: values.at(-1) ?? 0 } : null,
      };
    }),
  };
}
