/** The orders on offer, one by one: they travel in families that differ in one place. */
import type { Offer, Offers, PieceId, PlaceName, Side } from "./wire";

/** Names that follow one another in an order. */
interface Part {
  names: (string | number)[];
  pieces: PieceId[];
  places: PlaceName[];
  typed: string;
}

const members = (run: number | [number, number]): number[] =>
  typeof run === "number" ? [run] : Array.from({ length: run[1] - run[0] + 1 }, (_, i) => run[0] + i);

const joined = (one: string, by: string, other: string): string =>
  one === "" || other === "" ? one + other : one + by + other;

/** Names one after the other, as in a route. */
const chain = (parts: Part[]): Part => ({
  names: parts.flatMap((part) => part.names),
  pieces: parts.flatMap((part) => part.pieces),
  places: parts.flatMap((part) => part.places),
  typed: parts.map((part) => part.typed).join("-"),
});

/** What each number stands for that is no way. */
function singles({ pieces, places, words, typed }: Offers): Part[] {
  const part = (name: string | number, of: Partial<Part>): Part => ({
    names: [name],
    pieces: [],
    places: [],
    typed: typed[name] ?? String(name).replaceAll(" ", ""),
    ...of,
  });
  return [
    ...pieces.map((name) => part(name, { pieces: [name] })),
    ...places.map((name) => part(name, { places: [name] })),
    ...words.map((name) => part(name, {})),
  ];
}

/** What goes into a blank, for each list. */
function fillers({ lists, ways }: Offers, single: Part[]): Part[][] {
  const found: Part[][] = [];
  const of = (list: number): Part[] => (found[list] ??= (lists[list] ?? []).flatMap(members).flatMap(each));
  const each = (number: number): Part[] => {
    const known = single[number];
    if (known) return [known];
    const [through, ends] = ways[number - single.length] ?? [[], -1];
    const way = chain(through.flatMap(each));
    return of(ends).map((end) => chain([way, end]));
  };
  lists.forEach((_, list) => of(list));
  return found;
}

/** What all orders of a family have in common. */
interface Template {
  verb: string;
  /** The order but for what goes into its blank. */
  order: Record<string, unknown>;
  before: Part;
  blank: string;
  /** Where the route begins, if the blank ends one. */
  start: (string | number)[] | null;
  after: Part;
}

/** An order on offer. There may be ten thousand, few of which are ever looked at: what they say is put together then. */
class Member implements Offer {
  readonly pieces: PieceId[];
  private readonly like: Template;
  private readonly part: Part;

  constructor(like: Template, part: Part) {
    const { before, after } = like;
    const others = part.pieces.length + after.pieces.length;
    this.pieces = others === 0 ? before.pieces : [...before.pieces, ...part.pieces, ...after.pieces];
    this.like = like;
    this.part = part;
  }

  get verb(): string {
    return this.like.verb;
  }

  get places(): PlaceName[] {
    return [...this.like.before.places, ...this.part.places, ...this.like.after.places];
  }

  get say(): string {
    const { verb, before, start, after } = this.like;
    const begun = joined(before.typed, start?.length ? "-" : " ", this.part.typed);
    return joined(joined(verb, " ", begun), " ", after.typed);
  }

  get order(): Record<string, unknown> {
    const { order, blank, start } = this.like;
    const { names } = this.part;
    return blank === "" ? order : { ...order, [blank]: start ? [...start, ...names] : names[0] };
  }
}

const none = (): Part => ({ names: [], pieces: [], places: [], typed: "" });

function add(to: Part, { pieces, places, typed }: Part): void {
  to.typed = joined(to.typed, " ", typed);
  to.pieces.push(...pieces);
  to.places.push(...places);
}

export function unfold(offers: Offers, side: Side | null): Offer[] {
  const single = singles(offers);
  const lists = fillers(offers, single);
  return offers.families.flatMap(([verb, given, list]) => {
    const like: Template = {
      verb,
      order: { order: verb, side },
      before: none(),
      blank: "",
      start: null,
      after: none(),
    };
    (offers.verbs[verb] ?? []).forEach((field, i) => {
      const value = given[i] ?? null;
      const here = like.blank === "" ? like.before : like.after;
      if (typeof value === "boolean") {
        like.order[field] = value;
        if (value) add(here, { ...none(), typed: field });
        return;
      }
      const route = Array.isArray(value);
      const numbers = route ? value : [value];
      const known = chain(numbers.flatMap((number) => (number === null ? [] : (single[number] ?? []))));
      add(here, known);
      like.order[field] = route ? known.names : known.names[0];
      if (!numbers.includes(null)) return;
      like.blank = field;
      like.start = route ? known.names : null;
    });
    const parts = list === null ? [none()] : (lists[list] ?? []);
    return parts.map((part) => new Member(like, part));
  });
}
