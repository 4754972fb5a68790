/** The table as this browser has it: the seats taken, what they see, and what is being considered. */
import { at, house, Refused, type SeatApi } from "./api";
import type { BoardHandle, Highlights, Selection, Tone } from "./boardprops";
import { loadSymbols } from "./board/symbols";
import { t } from "./i18n";
import { Study } from "./learn/study.svelte";
import {
  buttons,
  choicesAt,
  choicesOf,
  destinations,
  livePieces,
  livePlaces,
  warningsOf,
  wouldBe,
  type Choice,
} from "./offers";
import { Scrub } from "./follow/scrub.svelte";
import { Carrying } from "./panels/carrying.svelte";
import { readied } from "./start/opening";
import { settings } from "./settings.svelte";
import { Deletion } from "./table/deletion.svelte";
import { Foresight } from "./table/foresight.svelte";
import { LiveLine } from "./table/liveline.svelte";
import { manner, titlesOf } from "./table/tell";
import type {
  Layer,
  Line,
  Note,
  Offer,
  Piece,
  PieceId,
  PlaceName,
  Played,
  Said,
  Seat,
  SeatInfo,
  Side,
  Surface,
  View,
} from "./wire";

export interface Sitting {
  token: Seat;
  info: SeatInfo;
}

export interface Notice {
  text: string;
  rule: string | null;
  tone: "refusal" | "news" | "trouble";
  /** An undo that the rules do not allow may still be asked of the opponent. */
  takeback?: boolean;
}

export type Panel = "orders" | "log" | "tracks" | "more";

/** A choice between several orders, or between an order and another piece. */
export interface Menu {
  place: PlaceName;
  choices: Choice[];
  instead: PieceId | null;
}

const nothing: Selection = { pieces: [], place: null };

export class Table {
  sittings = $state.raw<Sitting[]>([]);
  which = $state(0);
  surface = $state.raw<Surface | null>(null);
  view = $state.raw<View | null>(null);
  layers = $state.raw<Layer[]>([]);
  notes = $state.raw<Note[]>([]);
  shownLayer = $state<string | null>(null);
  selection = $state.raw<Selection>(nothing);
  /** What a log line, a lesson or a table row points at. */
  pointing = $state.raw<{ places: PlaceName[]; pieces: PieceId[] }>({ places: [], pieces: [] });
  menu = $state.raw<Menu | null>(null);
  warning = $state.raw<Offer[] | null>(null);
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);
  curtain = $state(false);
  fault = $state<string | null>(null);
  panel = $state<Panel>("orders");
  /** The battle whose odds are on show, and the orders that would lead to it if it is still to come. */
  oddsOf = $state.raw<{ at: PlaceName; after: Offer[] } | null>(null);
  /** The match as far as it is known, until everybody is ready who is to play it. */
  awaited = $state.raw<SeatInfo | null>(null);
  /** How many lines of the log this seat had read when it came in, and how many it had missed. */
  arrived = $state(0);
  missed = $state(0);

  board: BoardHandle | null = null;
  readonly scrub = new Scrub(this);
  readonly study = new Study(this);
  readonly ahead = new Foresight(this);
  readonly carrying = new Carrying(this);
  readonly deletion = new Deletion(this);
  readonly line = new LiveLine(
    () => void (this.awaited ? this.look() : this.refresh()),
    ({ what }) => {
      if (what === "leaving") void this.deletion.heard();
      if (what === "deleted") this.deletion.end();
    },
  );
  private stale = false;

  sitting = $derived(this.sittings[this.which] ?? null);
  info = $derived(this.sitting?.info ?? null);
  side = $derived(this.info?.side ?? null);
  /** The view on show: a past moment if one is being looked at, else the present. */
  shown = $derived(this.scrub.past ?? this.view);
  offers = $derived<Offer[]>(this.scrub.past ? [] : (this.view?.orders ?? []));
  live = $derived(livePieces(this.offers));
  /** The pieces in hand: the one that is being carried to the map, or those chosen. */
  taken = $derived<PieceId[]>(this.carrying.piece ? [this.carrying.piece.id] : this.selection.pieces);
  choices = $derived<Choice[]>(
    this.taken.length > 0 ? choicesOf(this.offers, this.taken, this.view?.pieces ?? []) : [],
  );
  buttons = $derived(buttons(this.offers));
  pieces = $derived(new Map((this.shown?.pieces ?? []).map((piece) => [piece.id, piece])));
  deciding = $derived(this.side !== null && (this.view?.waiting.includes(this.side) ?? false));
  hotSeat = $derived(this.sittings.length > 1);
  /** Whether a shared screen is covered when it is handed over: not where everybody may see everything. */
  coversScreen = $derived(settings.curtain && this.surface?.hides !== false);
  highlights = $derived.by<Highlights>(() => this.light());

  get seat(): SeatApi {
    if (!this.sitting) throw new Error("nobody has sat down");
    return at(this.sitting.token);
  }

  private light(): Highlights {
    const places = new Map<PlaceName, Tone>();
    if (this.taken.length > 0) {
      for (const id of this.taken) {
        const from = this.pieces.get(id)?.at;
        if (from !== undefined) places.set(from, "from");
      }
      for (const name of destinations(this.choices)) places.set(name, "go");
    } else {
      for (const name of livePlaces(this.offers)) places.set(name, "live");
    }
    const asked = this.scrub.past ? null : this.view?.prompt;
    const meant = new Set((asked?.pieces ?? []).filter((id) => !this.live.has(id)));
    for (const id of meant) {
      const at = this.pieces.get(id)?.at;
      if (at !== undefined && !places.has(at)) places.set(at, "from");
    }
    for (const name of asked?.places ?? []) if (!places.has(name)) places.set(name, "show");
    const shows = this.study.show;
    for (const name of [...this.pointing.places, ...shows.places]) {
      if (!places.has(name) || places.get(name) === "from") places.set(name, "show");
    }
    const pieces = new Set(this.taken.length > 0 ? this.taken : this.live);
    for (const id of [...this.pointing.pieces, ...shows.pieces]) pieces.add(id);
    const cost = this.ahead.preview?.cost ? { cost: this.ahead.preview.cost.total } : {};
    return {
      places,
      pieces,
      meant,
      route: this.ahead.preview?.route ?? this.ahead.of?.places ?? [],
      ...cost,
    };
  }

  /** Takes the seats of a page: one, or several on a shared screen. */
  async sit(tokens: Seat[]): Promise<void> {
    try {
      const [infos] = await Promise.all([
        Promise.all(tokens.map((token) => at(token).info())),
        loadSymbols(),
      ]);
      for (const [i, token] of tokens.entries()) infos[i] = await readied(token, infos[i] as SeatInfo);
      this.sittings = tokens.map((token, i) => ({ token, info: infos[i] as SeatInfo }));
      const one = infos[0];
      if (!one) return;
      this.keepLanguage();
      this.surface = await house.surface(one.game, one.scenario);
      const last = infos.at(-1);
      this.awaited = last?.begun === false ? last : null;
      if (this.awaited) {
        this.line.open(tokens[0] as Seat);
        return;
      }
      await this.take(this.hotSeat ? await this.firstToDecide() : 0);
      this.curtain = this.hotSeat && this.coversScreen;
      void this.study.begin(one);
      this.deletion.begin(one);
    } catch (failure) {
      this.fault = this.explain(failure).text;
    }
  }

  /** Has the match begun meanwhile? */
  private async look(): Promise<void> {
    const tokens = this.sittings.map((one) => one.token);
    const info = await this.seat.info().catch(() => null);
    if (info && info.begun !== false && this.awaited) {
      this.awaited = null;
      await this.sit(tokens);
    }
  }

  /** On a shared screen, the side that is waited for sits down first. */
  private async firstToDecide(): Promise<number> {
    const { waiting } = await this.seat.view();
    return Math.max(
      0,
      this.sittings.findIndex((one) => waiting.includes(one.info.side ?? "")),
    );
  }

  /** Asks for everything anew in another language. */
  async translate(): Promise<void> {
    if (!this.info) return;
    this.surface = await house.surface(this.info.game, this.info.scenario);
    this.scrub.forget();
    this.keepLanguage();
    await Promise.all([this.refresh(), this.gather(), this.scrub.load()]);
    void this.study.begin(this.info);
  }

  /** The seats remember in which language they are answered. */
  private keepLanguage(): void {
    for (const { token, info } of this.sittings) {
      if (info.language === settings.language) continue;
      info.language = settings.language;
      void at(token)
        .language(settings.language)
        .catch(() => undefined); // each question says it anyway
    }
  }

  private async take(which: number): Promise<void> {
    this.which = which;
    this.clear();
    this.line.close();
    this.view = await this.seat.view();
    this.arrived = this.info?.seen ?? 0;
    this.missed = this.arrived > 0 ? Math.max(0, this.view.moment - this.arrived) : 0;
    if (this.sitting) this.line.open(this.sitting.token);
    void this.gather();
  }

  leave(): void {
    this.line.close();
    this.scrub.pause();
  }

  async refresh(): Promise<void> {
    try {
      const before = this.view?.log.length ?? 0;
      this.show(await this.seat.view());
      const last = this.view?.log.at(-1);
      if (last && (this.view?.log.length ?? 0) > before && !this.scrub.past) this.point(last);
    } catch (failure) {
      this.notice = this.explain(failure);
    }
  }

  private async gather(): Promise<void> {
    const [layers, notes] = await Promise.allSettled([
      this.seat.layers(),
      this.side ? this.seat.notes() : [],
    ]);
    if (layers.status === "fulfilled") this.layers = layers.value;
    if (notes.status === "fulfilled") this.notes = notes.value;
  }

  private show(view: View): void {
    const before = this.view;
    this.view = view;
    this.scrub.grew();
    if (before?.number !== view.number) this.clear();
    if (this.shownLayer !== null || this.layers.length === 0) void this.gather();
    if (this.hotSeat) void this.passScreen();
  }

  /** On a shared screen, hands over when this side waits for another that sits here too. */
  private async passScreen(): Promise<void> {
    if (!this.view || this.deciding || this.view.outcome) return;
    const next = this.sittings.findIndex((other) => this.view?.waiting.includes(other.info.side ?? ""));
    if (next < 0 || next === this.which) return;
    this.curtain = this.coversScreen;
    await this.take(next);
  }

  async switchTo(which: number): Promise<void> {
    this.curtain = this.coversScreen;
    await this.take(which);
  }

  clear(): void {
    this.selection = nothing;
    this.menu = null;
    this.warning = null;
    this.ahead.forget();
  }

  explain(failure: unknown): Notice {
    if (failure instanceof Refused) {
      const { error, text, rule } = failure.problem;
      if (error === "unreachable") return { text: t("trouble.unreachable"), rule: null, tone: "trouble" };
      const refused = error === "illegal" || error === "cannot-undo";
      return { text, rule, tone: refused ? "refusal" : "trouble" };
    }
    return { text: String(failure), rule: null, tone: "trouble" };
  }

  private async say(send: () => Promise<Played>): Promise<Played | null> {
    if (this.busy) return null;
    this.busy = true;
    this.line.begin();
    this.notice = null;
    try {
      const played = await send();
      this.missed = 0;
      this.show(played.view);
      if (played.stopped) this.notice = { ...played.stopped, tone: "refusal" };
      return played;
    } catch (failure) {
      this.notice = this.explain(failure);
      if (failure instanceof Refused && ["stale", "turn"].includes(failure.problem.error)) this.stale = true;
      return null;
    } finally {
      this.busy = false;
      const others = this.line.done(this.view?.number ?? null);
      if (this.stale || others) void this.refresh();
      this.stale = false;
    }
  }

  warnings(offer: Offer): string[] {
    return warningsOf(offer, this.view?.prompt ?? null);
  }

  /** Gives the orders, unless a warning or the lesson speaks up first. */
  async give(offers: Offer[], sure = false): Promise<void> {
    const [one] = offers;
    if (!one || !this.view) return;
    this.menu = null;
    if (!sure && offers.some((offer) => this.warnings(offer).length)) {
      this.warning = offers;
      return;
    }
    this.warning = null;
    if (!this.study.allows(offers)) return;
    const { number } = this.view;
    const played = await this.say(() =>
      offers.length === 1
        ? this.seat.order(number, { order: one.order })
        : this.seat.batch(
            number,
            offers.map((offer) => offer.say),
          ),
    );
    if (played) this.study.played(offers);
  }

  /** An order as typed; returns whether it was taken. */
  async type(said: string): Promise<boolean> {
    const offer = this.offers.find((other) => other.say.toLowerCase() === said.trim().toLowerCase());
    if (offer) {
      await this.give([offer]);
      return true;
    }
    if (!this.view) return false;
    const { number } = this.view;
    return (await this.say(() => this.seat.order(number, { say: said.trim() }))) !== null;
  }

  async undo(): Promise<void> {
    const undo = this.view?.undo;
    if (undo && !undo.can) {
      this.notice = { text: undo.text, rule: null, tone: "refusal", takeback: undo.ask };
      return;
    }
    await this.say(() => this.seat.undo());
  }

  async propose(what: "takeback" | "draw"): Promise<void> {
    if (await this.say(() => this.seat.propose(what))) {
      this.notice = { text: t("proposal.sent"), rule: null, tone: "news" };
    }
  }

  answer = (agreed: boolean): Promise<Played | null> => {
    const name = this.view?.proposal?.name ?? "";
    return this.say(() => this.seat.answer(name, agreed));
  };
  resign = (): Promise<Played | null> => this.say(() => this.seat.resign());
  standing = (step: string, say: string | null): Promise<Played | null> =>
    this.say(() => this.seat.standing(step, say));

  async why(said: Said): Promise<void> {
    try {
      const { refusal } = await this.seat.why(said);
      if (refusal) this.notice = { ...refusal, tone: "refusal" };
    } catch (failure) {
      const notice = this.explain(failure);
      this.notice = notice.tone === "trouble" ? { ...notice, text: notice.text || t("why.nothing") } : notice;
    }
  }

  pick(id: PieceId, more = false): void {
    const piece = this.pieces.get(id);
    if (!piece) return;
    this.notice = null;
    const chosen = this.selection.pieces;
    if (more) {
      const pieces = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
      this.selection = { pieces, place: piece.at };
      return;
    }
    const choices = chosen.includes(id) ? [] : this.choicesHere(piece.at);
    if (choices.length > 0) {
      if (this.live.has(id)) this.menu = { place: piece.at, choices, instead: id };
      else this.decide(choices, piece.at);
      return;
    }
    if (chosen.length === 1 && chosen[0] === id) this.select([], piece.at);
    else this.select([id], piece.at);
    if (!this.live.has(id)) this.askAbout(piece);
  }

  /** Why an own piece has nothing to do now. */
  private askAbout(piece: Piece): void {
    if (!this.deciding || piece.side !== this.side || this.live.size === 0) return;
    const order = wouldBe(this.offers, piece, null);
    if (order) void this.why({ order });
  }

  select(pieces: PieceId[], place: PlaceName | null): void {
    this.ahead.forget();
    this.menu = null;
    this.selection = { pieces, place };
    if (pieces.length > 0 || place !== null) this.panel = "orders";
  }

  choicesHere(place: PlaceName): Choice[] {
    return choicesAt(this.offers, this.taken, this.view?.pieces ?? [], place);
  }

  private decide(choices: Choice[], place: PlaceName): void {
    if (choices.length === 1 && choices[0]) void this.give(choices[0].offers);
    else this.menu = { place, choices, instead: null };
  }

  go(place: PlaceName): void {
    this.notice = null;
    const choices = this.choicesHere(place);
    if (choices.length > 0) {
      this.decide(choices, place);
      return;
    }
    const [id] = this.selection.pieces;
    const piece = id === undefined ? undefined : this.pieces.get(id);
    if (
      piece &&
      this.live.has(piece.id) &&
      piece.at !== place &&
      this.choices.some((c) => c.place !== null)
    ) {
      const order = wouldBe(this.offers, piece, place);
      if (order) void this.why({ order });
      return;
    }
    this.select([], place);
  }

  async keepNote(note: Note): Promise<void> {
    try {
      this.notes = (await this.seat.note(note)) ?? (await this.seat.notes());
    } catch (failure) {
      this.notice = this.explain(failure);
    }
  }

  /** Shows where something is. */
  point(line: Pick<Line, "places" | "pieces"> | null, travel = false): void {
    this.pointing = { places: line?.places ?? [], pieces: line?.pieces ?? [] };
    const place = line?.places.at(-1) ?? (line?.pieces[0] ? this.pieces.get(line.pieces[0])?.at : undefined);
    if (travel && place !== undefined) this.board?.reach(place);
  }

  /** The next or last piece that has something to do. */
  step(by: 1 | -1): void {
    const all = [...this.live].filter((id) => this.pieces.has(id));
    if (all.length === 0) return;
    const now = all.indexOf(this.selection.pieces[0] ?? "");
    const next = all[(now + by + (now < 0 && by < 0 ? 1 : 0) + all.length) % all.length];
    const piece = next === undefined ? undefined : this.pieces.get(next);
    if (!piece) return;
    this.select([piece.id], piece.at);
    this.board?.reach(piece.at);
  }

  sideTitle(side: Side | null): string {
    if (side === null) return t("side.spectator");
    return this.surface?.looks.sides[side]?.title ?? side;
  }

  pieceTitle(id: PieceId | undefined): string {
    return id === undefined ? "" : (this.pieces.get(id)?.name ?? id);
  }

  placeTitle(name: PlaceName): string {
    return this.surface?.boxes.find((box) => box.name === name)?.title ?? name;
  }

  /** Whether a choice leads to where another side stands, and its odds can be told. */
  meetsEnemy(choice: Choice): boolean {
    if (!this.surface?.odds || choice.place === null || this.side === null) return false;
    if (
      this.view?.battles.includes(choice.place) &&
      choice.offers.every(({ pieces }) => pieces.length === 0)
    ) {
      return false;
    }
    return (this.view?.pieces ?? []).some(({ at, side }) => at === choice.place && side !== this.side);
  }

  stepTitle(step: string): string {
    return this.surface?.looks.steps[step] ?? step;
  }

  /** What an order that names neither piece nor place means now: the step says it, or its verb does. */
  /** What a button says: the game's own words for it, or the verb and what the order names. */
  buttonTitle(offer: Offer): string {
    const named = this.view?.prompt?.buttons ?? {};
    if (named[offer.say] !== undefined) return named[offer.say] ?? "";
    const rest = manner(offer, titlesOf(this.surface));
    return `${named[offer.verb] ?? this.verbTitle(offer.verb)} ${rest}`.trimEnd();
  }

  verbTitle(verb: string): string {
    return this.surface?.looks.verbs[verb] ?? verb;
  }
}
