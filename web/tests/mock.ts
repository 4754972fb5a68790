/** A small table for the tests: real views, and the answers that a test prepares. */
import { vi } from "vitest";
import type { Line, Moment, Offer, Piece, Played, SeatInfo, Surface, View } from "../src/wire";
import surfaceData from "./fixtures/surface.json";
import viewData from "./fixtures/view.json";

const known = surfaceData as unknown as Surface;
export const surface: Surface = {
  ...known,
  odds: true,
  hexes: known.hexes.map((hex) => ({ ...hex, signs: [] })),
  looks: {
    ...known.looks,
    words: {},
    steps: {},
    signs: {},
    tracks: known.looks.tracks.map((track) => ({ ...track, names: track.steps })),
  },
};
const seen = viewData as unknown as View;
export const view: View = {
  ...seen,
  since: 0,
  told: "",
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
    return new Response(JSON.stringify(answer), { status: 200 });
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
