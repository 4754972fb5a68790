/** The matches opened in this browser: who has the link has the seat, so the links are kept here only. */
import type { Seat, Side } from "./wire";

export interface OwnMatch {
  match: string;
  game: string;
  scenario: string;
  title: string;
  /** The seats that are played from here. */
  mine: Record<Side, Seat>;
  /** The invitations to be given away. */
  friends: Record<Side, string>;
  spectator: Seat | null;
  lesson: boolean;
  /** Whether it went on from another match. */
  copy?: boolean;
  opened: string;
  /** By which invitation one came to it. */
  invitation?: string;
  /** What was noted before play, to be compared with what the table says later. */
  commitment?: string;
  /** What was put into the dice from here. */
  contributions?: Record<Side, string>;
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

export function invitationPath(invitation: string): string {
  return `/invitation/${encodeURIComponent(invitation)}`;
}

/** The invitation that a page's path names. */
export function invitationOf(path: string): string | null {
  const found = /^\/invitation\/([^/]+)\/?$/.exec(path);
  return found?.[1] === undefined ? null : decodeURIComponent(found[1]);
}

/** Something for the dice that nobody else can know. */
export function luck(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What this browser puts into the dice for a side, always the same. */
export function contributionOf(match: string, side: Side): string {
  const own = ownMatch(match);
  const known = own?.contributions?.[side];
  if (known !== undefined) return known;
  const drawn = luck();
  if (own) remember({ ...own, contributions: { ...own.contributions, [side]: drawn } });
  return drawn;
}

/** The path of the seats that this browser plays in a match; the spectator's if it plays none. */
export function ownPath(match: OwnMatch): string {
  const seats = Object.values(match.mine);
  return seatPath(seats.length > 0 || match.spectator === null ? seats : [match.spectator]);
}
