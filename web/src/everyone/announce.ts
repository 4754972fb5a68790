/** What is read aloud when the view changes: the newest lines and what is now asked; not a whole turn at once. */
export function announcement(fresh: string[], asked: string, many: (n: number) => string, most = 4): string {
  const told = fresh.length > most ? [many(fresh.length - most), ...fresh.slice(-most)] : fresh;
  return [...told, asked].filter((text) => text !== "").join(" ");
}
