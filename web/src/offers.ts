/** What clicking does, found out from the offers alone. */
import type { Offer, Piece, PieceId, PlaceName, Prompt } from "./wire";

/** One thing that can be done with a click: an order for each of the pieces concerned. */
export interface Choice {
  offers: Offer[];
  verb: string;
  place: PlaceName | null;
}

export const first = (offer: Offer): PieceId | null => offer.pieces[0] ?? null;
export const end = (offer: Offer): PlaceName | null => offer.places.at(-1) ?? null;

/** The pieces that some offer names first. */
export function livePieces(offers: Offer[]): Set<PieceId> {
  return new Set(offers.map(first).filter((id) => id !== null));
}

/** The places that some offer without a piece ends in. */
export function livePlaces(offers: Offer[]): Set<PlaceName> {
  return new Set(
    offers
      .filter((offer) => first(offer) === null)
      .map(end)
      .filter((name) => name !== null),
  );
}

/** Offers with neither piece nor place: buttons. */
export function buttons(offers: Offer[]): Offer[] {
  return offers.filter((offer) => first(offer) === null && end(offer) === null);
}

export function offersOf(offers: Offer[], piece: PieceId): Offer[] {
  return offers.filter((offer) => first(offer) === piece);
}

type Json = Record<string, unknown>;

/** A copy of an order with names exchanged wherever they stand. */
export function exchange(order: Json, names: Map<string, string>): Json {
  const swap = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(swap);
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swap(inner)]));
    }
    return value;
  };
  return Object.fromEntries(
    Object.entries(order).map(([key, value]) => [
      key,
      key === "order" || key === "side" ? value : swap(value),
    ]),
  );
}

/** The order with its piece and where that stands left blank: equal for pieces that would do the same. */
function pattern(offer: Offer, from: PlaceName | undefined): string {
  const names = new Map<string, string>();
  const piece = first(offer);
  if (piece !== null) names.set(piece, "*");
  if (from !== undefined && from !== end(offer)) names.set(from, "@");
  return JSON.stringify(exchange(offer.order, names));
}

/** What the pieces could do together: an offer for each of them, alike but for the piece. */
export function choicesOf(offers: Offer[], ids: PieceId[], pieces: Piece[]): Choice[] {
  const where = new Map(pieces.map((piece) => [piece.id, piece.at]));
  const shared = new Map<string, Choice>();
  for (const id of ids) {
    for (const offer of offersOf(offers, id)) {
      const key = pattern(offer, where.get(id));
      const choice = shared.get(key) ?? { offers: [], verb: offer.verb, place: end(offer) };
      if (!choice.offers.some((other) => first(other) === id)) choice.offers.push(offer);
      shared.set(key, choice);
    }
  }
  return [...shared.values()].filter((choice) => choice.offers.length === ids.length);
}

/** What clicking a place means: for the selected pieces, or of itself if none is selected. */
export function choicesAt(offers: Offer[], ids: PieceId[], pieces: Piece[], place: PlaceName): Choice[] {
  if (ids.length > 0) return choicesOf(offers, ids, pieces).filter((choice) => choice.place === place);
  return offers
    .filter((offer) => first(offer) === null && end(offer) === place)
    .map((offer) => ({ offers: [offer], verb: offer.verb, place }));
}

export function destinations(choices: Choice[]): Set<PlaceName> {
  return new Set(choices.map((choice) => choice.place).filter((name) => name !== null));
}

/** The plainest of the offers: of the verb offered most often, the shortest. */
function plainest(offers: Offer[]): Offer | undefined {
  const often = new Map<string, number>();
  for (const offer of offers) often.set(offer.verb, (often.get(offer.verb) ?? 0) + 1);
  const length = (offer: Offer): number => JSON.stringify(offer.order).length;
  const rank = (one: Offer, other: Offer): number =>
    (often.get(other.verb) ?? 0) - (often.get(one.verb) ?? 0) || length(one) - length(other);
  return [...offers].sort(rank)[0];
}

/** An order in the manner of those on offer, for a piece and a place that are not: to be asked why not. */
export function wouldBe(offers: Offer[], piece: Piece, place: PlaceName | null): Json | null {
  const some = offers.filter((offer) => first(offer) !== null && (place === null || end(offer) !== null));
  const like = plainest(offersOf(some, piece.id)) ?? plainest(some);
  if (like === undefined) return null;
  const names = new Map<string, string>();
  const was = first(like);
  if (was !== null) names.set(was, piece.id);
  const goal = end(like);
  const start = like.places.length > 1 ? like.places[0] : undefined;
  if (start !== undefined) names.set(start, piece.at);
  if (goal !== null && place !== null) names.set(goal, place);
  return exchange(like.order, names);
}

/** What the game warns of before this order: by its own text, or by its verb. */
export function warningsOf(offer: Offer, prompt: Prompt | null): string[] {
  return prompt?.warnings[offer.say] ?? prompt?.warnings[offer.verb] ?? [];
}

/** What it warns of before the question is ended, by a button that is a verb and nothing else. */
export function closingWarnings(prompt: Prompt | null): string[] {
  if (prompt === null) return [];
  const verbs = Object.keys(prompt.buttons).filter((verb) => !verb.includes(" "));
  return verbs.flatMap((verb) => prompt.warnings[verb] ?? []);
}
