/** The address of a rulebook's drills. */
export function drillsPath(book: string): string {
  return `/drills/${encodeURIComponent(book)}`;
}

/** The rulebook whose drills a page's path names. */
export function bookOf(path: string): string | null {
  const found = /^\/drills\/([^/]+)\/?$/.exec(path);
  return found?.[1] === undefined ? null : decodeURIComponent(found[1]);
}
