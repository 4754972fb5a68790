/** Tones of a layer: a colour from the game and a pattern by its rank in the legend, so that neither is needed alone. */
import type { Layer, Looks } from "../wire";

export interface Tone {
  key: string;
  colour: string;
  /** Lines of a pattern within a square of 20, or nothing for an even tint. */
  pattern: string;
}

const PATTERNS = [
  "M-5 25L25 -5M-5 5L5 -5M15 25L25 15",
  "M5 5h.01M15 15h.01",
  "M-5 -5L25 25M15 -5L25 5M-5 15L5 25",
  "M0 5H20M0 15H20",
  "M0 0L20 20M20 0L0 20",
  "M2 8L10 13L18 8M2 -2L10 3L18 -2M2 18L10 23L18 18",
];
const SPARE = ["#2f6f9c", "#b3541e", "#5c7a29", "#7a3f8f", "#a33b4a", "#4a6670"];

/** The tones that a layer uses, in the order of its legend. */
export function tonesOf(layer: Layer, looks: Looks): Tone[] {
  const keys = new Set([
    ...layer.legend.map(({ tone }) => tone),
    ...layer.hexes.map(({ tone }) => tone),
    ...layer.lines.map(({ tone }) => tone),
  ]);
  return [...keys].map((key, rank) => ({
    key,
    colour: looks.tones[key] ?? looks.sides[key]?.colour ?? SPARE[rank % SPARE.length] ?? "#2f6f9c",
    pattern: PATTERNS[rank % PATTERNS.length] ?? "",
  }));
}
