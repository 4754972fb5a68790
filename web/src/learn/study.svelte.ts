/** Learning at the table: the lesson being taken, and what one reads beside it. */
import { house } from "../api";
import { ownMatch } from "../matches";
import type { Table } from "../state.svelte";
import type { Lesson, LessonStep, Offer, PieceId, PlaceName, SeatInfo } from "../wire";
import { expected } from "./lesson";
import { Reader } from "./reader.svelte";

const shelf = (match: string): string => `grognard.lesson.${match}`;

export class Study extends Reader {
  lesson = $state.raw<Lesson | null>(null);
  at = $state(0);
  /** The orders held back because the lesson has something else in mind. */
  held = $state.raw<Offer[] | null>(null);
  private readonly table: Table;
  private sure = false;

  step = $derived<LessonStep | null>(this.lesson?.steps[this.at] ?? null);
  show = $derived<{ pieces: PieceId[]; places: PlaceName[] }>(this.step?.show ?? { pieces: [], places: [] });

  constructor(table: Table) {
    super(
      () => table.info?.game,
      (failure) => (table.notice = table.explain(failure)),
    );
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
}
