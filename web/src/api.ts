/** Talking to the table: typed requests, and a line that stays open. */
import { unfold } from "./families";
import type {
  BookInfo,
  Drill,
  GameInfo,
  GlossaryEntry,
  Invitation,
  Joined,
  Language,
  Layer,
  Lesson,
  LiveMessage,
  Moment,
  NewMatch,
  Note,
  Odds,
  Offers,
  Opened,
  PlaceName,
  Played,
  Preview,
  Problem,
  Refusal,
  RuleCard,
  RuleTitle,
  Said,
  Seat,
  SeatInfo,
  Side,
  StateNumber,
  Surface,
  View,
} from "./wire";

/** What the table refused, with the rule if one forbids it. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** The language in which the table is asked to answer. */
let language: Language = "en";

export function speak(wanted: Language): void {
  language = wanted;
}

type Query = Record<string, string | number | string[] | undefined>;

function address(path: string, query: Query = {}): string {
  const asked = new URLSearchParams({ lang: language });
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) asked.append(key, String(one));
    }
  }
  return `/api/${path}?${asked}`;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const said = (await answer.json()) as Partial<Problem> & { detail?: string };
    return {
      error: said.error ?? "unknown",
      text: said.text ?? said.detail ?? answer.statusText,
      rule: said.rule ?? null,
    };
  } catch {
    return { error: "unreachable", text: answer.statusText || String(answer.status), rule: null };
  }
}

async function ask<T>(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { accept: "application/json", "content-type": "application/json" };
  }
  if (signal) init.signal = signal;
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Refused({ error: "unreachable", text: "", rule: null });
  }
  if (!answer.ok) throw new Refused(await problemOf(answer));
  const text = await answer.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

type Heard = Pick<View, "cursor" | "log">;

/** The log of a seat as far as it is known, so that it need not be sent again. */
const heard = new Map<string, Heard>();

/** A view with every order by itself. */
const unfolded = (view: View<Offers>): View => ({ ...view, orders: unfold(view.orders, view.side) });

/** A view with its whole log, given what was known when it was asked for. */
function whole(ear: string, known: Heard | undefined, view: View<Offers>): View {
  const log = [...(known?.log.slice(0, view.since) ?? []), ...view.log];
  heard.set(ear, { cursor: view.cursor, log });
  return { ...unfolded(view), log };
}

const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  ask<T>("GET", address(path, query), undefined, signal);
const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  ask<T>("POST", address(path), body, signal);
const put = <T>(path: string, body: unknown): Promise<T> => ask<T>("PUT", address(path), body);

const part = encodeURIComponent;
const game = (key: string): string => `games/${part(key)}`;
const seat = (token: Seat): string => `seats/${part(token)}`;

/** Everything a visitor may ask before sitting down. */
export const house = {
  games: () => get<GameInfo[]>("games"),
  surface: (key: string, scenario: string) => get<Surface>(`${game(key)}/${part(scenario)}/surface`),
  ground: (key: string, scenario: string, theme: string) =>
    address(`${game(key)}/${part(scenario)}/ground.svg`, { theme }),
  books: () => get<BookInfo[]>("rulebooks"),
  drills: (key: string) => get<Drill[]>(`${game(key)}/drills`),
  rules: (key: string) => get<RuleTitle[]>(`${game(key)}/rules`),
  rule: (key: string, id: string) => get<RuleCard>(`${game(key)}/rules/${part(id)}`),
  glossary: (key: string) => get<GlossaryEntry[]>(`${game(key)}/glossary`),
  lesson: (key: string, scenario: string) => get<Lesson>(`${game(key)}/lessons/${part(scenario)}`),
  open: (wanted: NewMatch) => post<Opened>("matches", wanted),
  invitation: (token: string) => get<Invitation>(`invitations/${part(token)}`),
  accept: (token: string, contribution: string) =>
    post<Joined>(`invitations/${part(token)}`, { contribution }),
};

/** Everything that a seat may ask and say. */
export function at(token: Seat) {
  const here = seat(token);
  const ear = `${token} ${language}`;
  const decide = async (method: string, what: string, body: unknown = {}): Promise<Played> => {
    const known = heard.get(ear);
    const played = await ask<Played<Offers>>(
      method,
      address(`${here}/${what}`, { since: known?.cursor }),
      body,
    );
    return { ...played, view: whole(ear, known, played.view) };
  };
  return {
    info: () => get<SeatInfo>(here),
    ready: (contribution: string) => post<SeatInfo>(`${here}/ready`, { contribution }),
    view: async () => {
      const known = heard.get(ear);
      return whole(ear, known, await get<View<Offers>>(`${here}/view`, { since: known?.cursor }));
    },
    past: async (moment: number) => unfolded(await get<View<Offers>>(`${here}/view`, { moment })),
    order: (number: StateNumber, said: Said) => decide("POST", "orders", { number, ...said }),
    batch: (number: StateNumber, says: string[]) => decide("POST", "orders", { number, batch: says }),
    why: (said: Said) => post<{ refusal: Refusal | null }>(`${here}/why`, said),
    preview: (said: Said, signal?: AbortSignal) => post<Preview>(`${here}/preview`, said, signal),
    undo: () => decide("POST", "undo"),
    propose: (what: "takeback" | "draw") => decide("POST", "propose", { what }),
    answer: (proposal: string, agreed: boolean) => decide("POST", "answer", { proposal, agreed }),
    deletion: (wanted: boolean) => put<{ deleted: boolean; leaving: Side[] }>(`${here}/deletion`, { wanted }),
    resign: () => decide("POST", "resign"),
    standing: (step: string, say: string | null) => decide("PUT", "standing", { step, say }),
    layers: () => get<Layer[]>(`${here}/layers`),
    odds: (place: PlaceName, to: "round" | "end", after: string[] = []) =>
      get<Odds>(`${here}/odds`, { at: place, to, after }),
    moments: () => get<Moment[]>(`${here}/moments`),
    fork: (moment: number) => post<Opened>(`${here}/fork`, { moment }),
    notes: () => get<Note[]>(`${here}/notes`),
    note: (note: Note) => put<Note[]>(`${here}/notes`, note),
    language: (wanted: Language) => put<unknown>(`${here}/language`, { language: wanted }),
    seen: (moment: number) => put<unknown>(`${here}/seen`, { moment }),
    file: (name: "export.json" | "board.svg" | "report.md") => address(`${here}/${name}`),
  };
}

export type SeatApi = ReturnType<typeof at>;
export type LineState = "open" | "lost";

/** Listens at a seat until closed; a line that breaks is taken up again, a little later each time. */
export function listen(
  token: Seat,
  hear: (message: LiveMessage) => void,
  line: (state: LineState) => void,
): () => void {
  let socket: WebSocket | null = null;
  let closed = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/${seat(token)}/live`);
    socket.onopen = () => {
      tries = 0;
      line("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => hear(JSON.parse(event.data) as LiveMessage);
    socket.onclose = () => {
      if (closed) return;
      line("lost");
      timer = setTimeout(connect, Math.min(15_000, 400 * 2 ** tries++));
    };
  }

  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
}
