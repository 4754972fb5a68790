/** What is read aloud when the view changes: the newest lines and what is now asked; not a whole turn at once. */
export function announcement(fresh: string[], asked: string, many: (n: number) => string, limit = 4): string {
  const read = fresh.length > limit ? [many(fresh.length - limit), ...fresh.slice(-limit)] : fresh;
  return [...read, asked].filter((text) => text !== "").join(" ");
}
