/** Orders as a person would read them on a button. */
import type { Choice } from "../offers";
import { first } from "../offers";
import type { Offer, PlaceName, Surface } from "../wire";

/** What boxes and words of orders are called. */
export function titlesOf(surface: Surface | null): Map<string, string> {
  const titles = new Map<string, string>();
  if (!surface) return titles;
  for (const box of surface.boxes) titles.set(box.name, box.title);
  for (const [word, title] of Object.entries(surface.looks.words)) titles.set(word, title);
  return titles;
}

/** A route by its end, and what lies between; where it begins goes without saying. */
function way(stops: string[]): string {
  const between = stops.slice(1, -1);
  return between.length === 0 ? (stops.at(-1) ?? "") : `${stops.at(-1)} (${between.join(", ")})`;
}

/** What an order says beyond its verb and its piece: its places and its manner. */
export function manner(offer: Offer, titles: Map<string, string>): string {
  const rest = Object.entries(offer.order).filter(([field]) => field !== "order" && field !== "side");
  const title = (name: unknown): string => titles.get(String(name)) ?? String(name);
  const words = rest.map(([field, value], i) => {
    if (typeof value === "boolean") return value ? title(field) : "";
    if (Array.isArray(value)) return way(value.map(title));
    return i === 0 && value === first(offer) ? "" : title(value);
  });
  return words.filter(Boolean).join(" ");
}

export interface Group {
  verb: string;
  choices: Choice[];
}

export function byVerb(choices: Choice[]): Group[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(choice.verb, [...(groups.get(choice.verb) ?? []), choice]);
  return [...groups].map(([verb, members]) => ({ verb, choices: members }));
}

/** Choices by how far from a place they lead. */
export function nearestFirst(choices: Choice[], from: PlaceName, surface: Surface | null): Choice[] {
  const hexes = new Map((surface?.hexes ?? []).map((hex) => [hex.name, hex]));
  const here = hexes.get(from);
  if (!here) return choices;
  const far = ({ place }: Choice): number => {
    const there = hexes.get(place ?? "");
    return there ? Math.hypot(there.x - here.x, there.y - here.y) : 0;
  };
  const measured = choices.map((choice): [Choice, number] => [choice, far(choice)]);
  return measured.sort(([, one], [, other]) => one - other).map(([choice]) => choice);
}
