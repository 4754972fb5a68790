/** Whether an order is what a lesson waits for. */
import type { LessonStep, Offer } from "../wire";

/** A pattern is an order with `*` for anything; a blank stands for any blanks. */
export function matches(pattern: string, say: string): boolean {
  const source = pattern
    .trim()
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"))
    .join(".*");
  return new RegExp(`^${source}$`, "i").test(say.trim());
}

export function expected(step: LessonStep, offers: Offer[]): boolean {
  return (
    step.expect.length === 0 || offers.every((offer) => step.expect.some((one) => matches(one, offer.say)))
  );
}
