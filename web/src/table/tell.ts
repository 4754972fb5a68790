/** Orders as a person would read them on a button. */
import type { Choice } from "../offers";
import { first } from "../offers";
import type { Offer, Surface } from "../wire";

const compact = (name: string): string => name.replaceAll(" ", "");

/** From the form that a name has in an order back to the name. */
export function namesOf(surface: Surface | null): Map<string, string> {
  const names = new Map<string, string>();
  if (!surface) return names;
  for (const area of surface.areas) names.set(compact(area.name), area.name);
  for (const box of surface.boxes) names.set(compact(box.name), box.title);
  for (const hex of surface.hexes) names.set(compact(hex.name), hex.name);
  for (const [word, title] of Object.entries(surface.looks.words)) names.set(word, title);
  return names;
}

/** A route by its end, and what lies between; where it begins goes without saying. */
function way(stops: string[]): string {
  const between = stops.slice(1, -1);
  return between.length === 0 ? (stops.at(-1) ?? "") : `${stops.at(-1)} (${between.join(", ")})`;
}

/** What an order says beyond its verb and its piece: its places and its manner. */
export function manner(offer: Offer, names: Map<string, string>): string {
  const piece = first(offer);
  const words = offer.say.split(" ").slice(1);
  const rest = piece !== null && words[0] === compact(piece) ? words.slice(1) : words;
  return rest
    .map((word) => {
      const whole = names.get(word);
      if (whole !== undefined) return whole;
      const stops = word.split("-").map((stop) => names.get(stop) ?? stop);
      return offer.places.length > 1 && stops.length > 1 ? way(stops) : stops.join(" – ");
    })
    .join(" ");
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
