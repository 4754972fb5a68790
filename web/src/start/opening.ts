/** Opening a match from the start page. */
import { at, house } from "../api";
import { contributionOf, luck, ownPath, remember, seatPath, type OwnMatch } from "../matches";
import type {
  GameInfo,
  Invitation,
  Lesson,
  NewMatch,
  Opened,
  Option,
  OptionValue,
  Player,
  SeatInfo,
  Side,
} from "../wire";

/** I take the first side, a computer of the middle level the others. */
export function defaultSeats(game: GameInfo): Record<Side, Player> {
  const level = game.levels[Math.floor((game.levels.length - 1) / 2)];
  return Object.fromEntries(
    game.sides.map((side, i) => [side, i === 0 ? "me" : level ? playerAt(level.key) : "friend"]),
  );
}

/** The name of a computer player at a level; a level's key may be its number or the whole name. */
export function playerAt(level: string): Player {
  return (level.startsWith("computer:") ? level : `computer:${level}`) as Player;
}

/** Whether an option can be answered so; what was chosen for one scenario may not be on offer in another. */
export function fits(option: Option, value: OptionValue | undefined): boolean {
  if (option.kind === "choice") return option.choices.some((choice) => choice.key === value);
  if (option.kind === "flag") return typeof value === "boolean";
  if (option.kind === "file") return typeof value === "string";
  return typeof value === "number" && value >= option.minimum && value <= option.maximum;
}

/** What is shown of the options: only what differs from the default. */
export function settled(
  options: Option[],
  chosen: Record<string, OptionValue | undefined>,
): Record<string, OptionValue> {
  const found: Record<string, OptionValue> = {};
  for (const option of options) {
    const value = chosen[option.key];
    if (value !== undefined && value !== option.default && fits(option, value)) found[option.key] = value;
  }
  return found;
}

/** The match as this browser keeps it: which seats are played here and which are given away. */
export function keptMatch(opened: Opened, wanted: NewMatch, title: string): OwnMatch {
  const mine: Record<Side, string> = {};
  for (const [side, seat] of Object.entries(opened.seats)) if (seat !== null) mine[side] = seat;
  return {
    match: opened.match,
    game: wanted.game,
    scenario: wanted.scenario,
    title,
    mine,
    friends: opened.invitations ?? {},
    spectator: opened.spectator,
    lesson: false,
    opened: new Date().toISOString(),
    ...(opened.commitment === undefined ? {} : { commitment: opened.commitment }),
  };
}

export async function open(wanted: NewMatch, title: string): Promise<OwnMatch> {
  const opened = await house.open(wanted);
  const match = keptMatch(opened, wanted, title);
  remember(match);
  if (opened.begun === false) {
    for (const [side, seat] of Object.entries(match.mine)) {
      await at(seat).ready(contributionOf(match.match, side));
    }
  }
  return match;
}

/** Says at a seat that one is ready to play, unless that has been said; returns how things stand then. */
export async function readied(seat: string, info: SeatInfo): Promise<SeatInfo> {
  if (info.begun !== false || info.side === null || info.ready?.includes(info.side)) return info;
  return at(seat).ready(contributionOf(info.match, info.side));
}

/** Accepts an invitation. Returns the page of the seat. */
export async function accept(token: string, invitation: Invitation, title: string): Promise<string> {
  const { game, scenario, commitment } = invitation;
  const contribution = luck();
  const { match, side, seat } = await house.accept(token, contribution);
  remember({
    match,
    game,
    scenario,
    title,
    mine: { [side]: seat },
    friends: {},
    spectator: null,
    lesson: false,
    opened: new Date().toISOString(),
    invitation: token,
    commitment,
    contributions: { [side]: contribution },
  });
  return seatPath([seat]);
}

/** Opens the match of a lesson: its own seats and its own dice. Returns the page to go to. */
export async function openLesson(game: string, scenario: string, title: string): Promise<string> {
  const lesson: Lesson = await house.lesson(game, scenario);
  const wanted: NewMatch = { game, scenario, seats: lesson.seats };
  if (lesson.seed !== null) wanted.seed = lesson.seed;
  const match = { ...(await open(wanted, title)), lesson: true };
  remember(match);
  return ownPath(match);
}
