/** Learning at the table: the lesson being taken, the rule card being read, the glossary. */
import { house } from "../api";
import { ownMatch } from "../matches";
import type { Table } from "../state.svelte";
import type {
  GlossaryEntry,
  Lesson,
  LessonStep,
  Offer,
  PieceId,
  PlaceName,
  RuleCard,
  SeatInfo,
} from "../wire";
import { expected } from "./lesson";

const shelf = (match: string): string => `grognard.lesson.${match}`;

export class Study {
  lesson = $state.raw<Lesson | null>(null);
  at = $state(0);
  /** The orders held back because the lesson has something else in mind. */
  held = $state.raw<Offer[] | null>(null);
  glossary = $state.raw<GlossaryEntry[]>([]);
  card = $state.raw<RuleCard | null>(null);
  trail = $state.raw<string[]>([]);
  private readonly table: Table;
  private sure = false;

  step = $derived<LessonStep | null>(this.lesson?.steps[this.at] ?? null);
  show = $derived<{ pieces: PieceId[]; places: PlaceName[] }>(this.step?.show ?? { pieces: [], places: [] });

  constructor(table: Table) {
    this.table = table;
  }

  async begin(info: SeatInfo): Promise<void> {
    house.glossary(info.game).then(
      (entries) => (this.glossary = entries),
      () => (this.glossary = []),
    );
    if (!ownMatch(info.match)?.lesson) return;
    try {
      this.lesson = await house.lesson(info.game, info.scenario);
      this.at = Number(localStorage.getItem(shelf(info.match)) ?? "0");
    } catch {
      this.lesson = null; // a match can be played without its lesson
    }
  }

  private turnTo(at: number): void {
    this.at = at;
    this.held = null;
    const match = this.table.info?.match;
    if (match !== undefined) localStorage.setItem(shelf(match), String(at));
  }

  next(): void {
    this.turnTo(this.at + 1);
  }

  back(): void {
    this.turnTo(Math.max(0, this.at - 1));
  }

  stop(): void {
    this.turnTo(this.lesson?.steps.length ?? 0);
  }

  /** Whether the orders may go out; if they are not the lesson's, it asks first. */
  allows(offers: Offer[]): boolean {
    if (this.sure || !this.step || expected(this.step, offers)) return true;
    this.held = offers;
    return false;
  }

  async anyway(): Promise<void> {
    const offers = this.held;
    this.held = null;
    if (!offers) return;
    this.sure = true;
    await this.table.give(offers, true);
    this.sure = false;
  }

  played(offers: Offer[]): void {
    if (this.step && this.step.expect.length > 0 && expected(this.step, offers)) this.next();
  }

  async openCard(id: string, deeper = false): Promise<void> {
    const game = this.table.info?.game;
    if (game === undefined) return;
    try {
      this.card = await house.rule(game, id);
      this.trail = deeper ? [...this.trail, id] : [id];
    } catch (failure) {
      this.table.notice = this.table.explain(failure);
    }
  }

  async backCard(): Promise<void> {
    const trail = this.trail.slice(0, -1);
    const id = trail.at(-1);
    if (id === undefined) return;
    await this.openCard(id);
    this.trail = trail;
  }

  closeCard(): void {
    this.card = null;
    this.trail = [];
  }
}
