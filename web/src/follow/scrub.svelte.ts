/** Looking back: any moment of the match as this seat saw it. */
import type { Table } from "../state.svelte";
import type { Moment, View } from "../wire";

export class Scrub {
  moments = $state.raw<Moment[]>([]);
  past = $state.raw<View | null>(null);
  /** Index into the moments; null is the present. */
  index = $state<number | null>(null);
  playing = $state(false);
  private readonly table: Table;
  private readonly seen = new Map<number, View>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = 0;

  constructor(table: Table) {
    this.table = table;
  }

  async load(): Promise<void> {
    try {
      this.moments = await this.table.seat.moments();
    } catch (failure) {
      this.table.notice = this.table.explain(failure);
    }
  }

  /** The log has more lines, or fewer after an undo. */
  grew(): void {
    this.seen.clear();
    if (this.moments.length > 0) void this.load();
  }

  forget(): void {
    this.seen.clear();
    if (this.index !== null) void this.to(this.index);
  }

  async to(index: number | null): Promise<void> {
    const ask = ++this.wanted;
    const moment = index === null ? undefined : this.moments[index];
    if (index === null || !moment) {
      this.index = null;
      this.past = null;
      this.table.point(null);
      return;
    }
    this.index = index;
    this.table.clear();
    const kept = this.seen.get(moment.moment);
    try {
      const view = kept ?? (await this.table.seat.past(moment.moment));
      this.seen.set(moment.moment, view);
      if (ask !== this.wanted) return;
      this.past = view;
      this.table.point(view.log.at(-1) ?? null, this.playing);
    } catch (failure) {
      this.table.notice = this.table.explain(failure);
      this.pause();
    }
  }

  async by(step: number): Promise<void> {
    if (this.moments.length === 0) await this.load();
    const last = this.moments.length - 1;
    const next = (this.index ?? last) + step;
    if (next >= last) this.pause();
    await this.to(next >= last ? null : Math.max(0, next));
  }

  /** Goes to the first moment that this seat had not seen when it came in, and plays on from there. */
  async sinceLeft(): Promise<void> {
    if (this.moments.length === 0) await this.load();
    const from = this.moments.findIndex((moment) => moment.moment >= this.table.arrived);
    if (from < 0) return;
    await this.to(from);
    this.play();
  }

  async play(): Promise<void> {
    if (this.moments.length === 0) await this.load();
    this.playing = true;
    if (this.index === null) await this.to(0);
    this.tick();
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = setTimeout(() => {
      void this.by(1).then(() => this.tick());
    }, 900);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }
}
