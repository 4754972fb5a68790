/** A small table for the tests: real views, and the answers that a test prepares. */
import { vi } from "vitest";
import { unfold } from "../src/families";
import type {
  Family,
  Line,
  Moment,
  Offer,
  Offers,
  Piece,
  Played,
  SeatInfo,
  Surface,
  View,
} from "../src/wire";
import surfaceData from "./fixtures/surface.json";
import viewData from "./fixtures/view.json";

const known = surfaceData as unknown as Surface;
export const surface: Surface = {
  ...known,
  odds: true,
  rounds: true,
  hexes: known.hexes.map((hex) => ({ ...hex, signs: [] })),
  looks: {
    ...known.looks,
    words: {},
    steps: {},
    signs: {},
    tracks: known.looks.tracks.map((track) => ({ ...track, names: track.steps })),
  },
};
const seen = viewData as unknown as View<Offers>;
export const view: View = {
  ...seen,
  since: 0,
  cursor: "",
  battles: [],
  orders: unfold(seen.orders, seen.side),
  pieces: seen.pieces.map((piece) => ({ ...piece, name: piece.face?.name ?? piece.id })),
};

export const info = (side: string | null = "allied"): SeatInfo => ({
  match: "m",
  game: "westfront",
  scenario: "husky",
  side,
  sides: { allied: "me", axis: "me" },
  seen: 0,
  language: "en",
  standing: {},
});

export const offer = (say: string, pieces: string[] = [], places: string[] = []): Offer => ({
  say,
  verb: say.split(" ")[0] ?? "",
  order: { order: say.split(" ")[0], side: "red", piece: pieces[0] ?? "", route: places },
  pieces,
  places,
});

export const piece = (id: string, at: string, side = "red"): Piece => ({
  id,
  name: id,
  at,
  side,
  face: { name: id, kind: "foot", steps: 2, max: 4, nation: "" },
  marks: [],
  seen: null,
});

export const line = (text: string, moment: number, more: Partial<Line> = {}): Line => ({
  text,
  what: "move",
  rule: "R-1",
  facts: {},
  places: ["A"],
  pieces: [],
  moment,
  ...more,
});

export const moment = (number: number, when: string): Moment => ({ moment: number, when, text: "" });

export const played = (next: Partial<View> = {}): Played => ({
  view: { ...view, number: "next", ...next },
  new: 1,
  stopped: null,
});

export interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

type Answer = unknown | ((asked: Asked) => unknown);

/** Offers as they travel, each a family of its own. */
function folded(offers: Offer[]): Offers {
  const names = (some: string[]): string[] => [...new Set(some)];
  const pieces = names(offers.flatMap((one) => one.pieces));
  const places = names(offers.flatMap((one) => one.places));
  const values = (one: Offer): [string, unknown][] => Object.entries(one.order).slice(2);
  const said = names(offers.flatMap((one) => values(one).flatMap(([, value]) => value as string)));
  const words = said.filter((name) => !pieces.includes(name) && !places.includes(name));
  const all = [...pieces, ...places, ...words];
  const number = (value: unknown): number => all.indexOf(value as string);
  const family = (one: Offer): Family => [
    one.verb,
    values(one).map(([, value]) => (Array.isArray(value) ? value.map(number) : number(value))),
    null,
  ];
  const verbs = Object.fromEntries(offers.map((one) => [one.verb, values(one).map(([field]) => field)]));
  return { verbs, pieces, places, words, ways: [], typed: {}, lists: [], families: offers.map(family) };
}

/** An answer as it is sent, where there is a view in it. */
function sent(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object") return answer;
  if ("view" in answer) return { ...answer, view: sent(answer.view) };
  return "orders" in answer ? { ...answer, orders: folded(answer.orders as Offer[]) } : answer;
}

/** Answers requests by method and the end of their path; what is not prepared is refused. */
export function mockTable(answers: Record<string, Answer>): Asked[] {
  const log: Asked[] = [];
  const fetching = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const path = new URL(url, "http://table").pathname;
    const asked: Asked = { method: init.method ?? "GET", path, body: JSON.parse(String(init.body ?? "{}")) };
    log.push(asked);
    const key = Object.keys(answers).find((one) => {
      const [method, end = ""] = one.split(" ");
      return method === asked.method && path.endsWith(end);
    });
    const found = key === undefined ? undefined : answers[key];
    const answer = typeof found === "function" ? (found as (asked: Asked) => unknown)(asked) : found;
    if (answer instanceof Response) return answer;
    if (answer === undefined) return problem(404, "unknown", `nothing at ${path}`);
    return new Response(JSON.stringify(sent(answer)), { status: 200 });
  };
  vi.stubGlobal("fetch", vi.fn(fetching));
  vi.stubGlobal("WebSocket", SilentSocket);
  return log;
}

export const problem = (status: number, error: string, text: string, rule: string | null = null): Response =>
  new Response(JSON.stringify({ error, text, rule }), { status });

/** A line on which nothing is said unless a test says it. */
export class SilentSocket {
  static all: SilentSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    SilentSocket.all.push(this);
  }

  close(): void {
    this.onclose?.();
  }
}
