/** Completing what is typed, from the orders on offer. */
import type { Offer } from "../wire";

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trimStart();

/** The offers that fit what has been typed: those that begin so, then those that hold all its words. */
export function completions(typed: string, offers: Offer[], limit = 12): Offer[] {
  const wanted = plain(typed);
  if (wanted === "") return offers.slice(0, limit);
  const words = wanted.split(" ").filter(Boolean);
  const begins = offers.filter((offer) => plain(offer.say).startsWith(wanted));
  const holds = offers.filter(
    (offer) => !begins.includes(offer) && words.every((word) => plain(offer.say).includes(word)),
  );
  return [...begins, ...holds].slice(0, limit);
}

/** As much as can be added without choosing: to the end of what all fitting offers share. */
export function extend(typed: string, offers: Offer[]): string {
  const wanted = plain(typed);
  const says = offers.map((offer) => offer.say).filter((say) => plain(say).startsWith(wanted));
  const [one, ...others] = says;
  if (one === undefined) return typed;
  let length = one.length;
  for (const other of others) {
    let same = 0;
    while (same < length && one[same]?.toLowerCase() === other[same]?.toLowerCase()) same++;
    length = same;
  }
  return length > wanted.length ? one.slice(0, length) : typed;
}
