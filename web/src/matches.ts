/** The matches opened in this browser: who has the link has the seat, so the links are kept here only. */
import type { Seat, Side } from "./wire";

export interface OwnMatch {
  match: string;
  game: string;
  scenario: string;
  title: string;
  /** The seats that are played from here. */
  mine: Record<Side, Seat>;
  /** The seats to be given away. */
  friends: Record<Side, Seat>;
  spectator: Seat | null;
  lesson: boolean;
  /** Whether it went on from another match. */
  copy?: boolean;
  opened: string;
}

const shelf = "grognard.matches";

export function ownMatches(): OwnMatch[] {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? "[]") as OwnMatch[];
  } catch {
    return [];
  }
}

function keep(all: OwnMatch[]): void {
  try {
    localStorage.setItem(shelf, JSON.stringify(all.slice(0, 50)));
  } catch {
    return; // the address bar still has the seat
  }
}

export function remember(match: OwnMatch): void {
  keep([match, ...ownMatches().filter((other) => other.match !== match.match)]);
}

export function forget(match: string): void {
  keep(ownMatches().filter((other) => other.match !== match));
}

export function ownMatch(match: string): OwnMatch | undefined {
  return ownMatches().find((other) => other.match === match);
}

/** The page of one seat, or of several that share a screen. */
export function seatPath(seats: Seat[]): string {
  return `/seat/${seats.map(encodeURIComponent).join("+")}`;
}

/** The seats that a page's path names; none on the start page. */
export function seatsOf(path: string): Seat[] {
  const found = /^\/seat\/([^/]+)\/?$/.exec(path);
  return found?.[1]?.split("+").map(decodeURIComponent).filter(Boolean) ?? [];
}

/** The path of the seats that this browser plays in a match; the spectator's if it plays none. */
export function ownPath(match: OwnMatch): string {
  const seats = Object.values(match.mine);
  return seatPath(seats.length > 0 || match.spectator === null ? seats : [match.spectator]);
}
