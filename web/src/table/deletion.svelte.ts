/** Deleting the match: who would have it so, and whether it is done. */
import { t } from "../i18n";
import { forget } from "../matches";
import type { Table } from "../state.svelte";
import type { SeatInfo, Side } from "../wire";

export class Deletion {
  /** The match is no more. */
  done = $state(false);
  /** The sides that have asked for it. */
  leaving = $state.raw<Side[]>([]);
  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  /** Whether one of the sides that are played from here has asked for it. */
  get asked(): boolean {
    return this.table.sittings.some((one) => this.leaving.includes(one.info.side ?? ""));
  }

  /** The side elsewhere that has asked for it. */
  get other(): Side | null {
    const here = this.table.sittings.map((one) => one.info.side);
    return this.leaving.find((side) => !here.includes(side)) ?? null;
  }

  /** Whether somebody else must agree. */
  get shared(): boolean {
    const info = this.table.info;
    const here = this.table.sittings.map((one) => one.info.side);
    const people = Object.entries(info?.sides ?? {}).filter(([, player]) => !player.startsWith("computer:"));
    const mine = people.filter(([side]) => here.includes(side)).map(([, player]) => player);
    return (
      info?.begun !== false && people.some(([, player]) => player === "friend" || !mine.includes(player))
    );
  }

  begin(info: SeatInfo): void {
    this.leaving = info.leaving ?? [];
    this.speak();
  }

  /** Somebody has asked for it, or does so no more. */
  async heard(): Promise<void> {
    const info = await this.table.seat.info().catch(() => null);
    if (info) this.begin(info);
  }

  private speak(): void {
    if (this.other === null || this.table.side === null) return;
    const text = t("delete.asked", { side: this.table.sideTitle(this.other) });
    this.table.notice = { text, rule: null, tone: "news" };
  }

  async want(wanted: boolean): Promise<void> {
    try {
      const { deleted, leaving } = await this.table.seat.deletion(wanted);
      this.leaving = leaving;
      if (deleted) this.end();
    } catch (failure) {
      this.table.notice = this.table.explain(failure);
    }
  }

  end(): void {
    if (this.table.info) forget(this.table.info.match);
    this.table.leave();
    this.done = true;
  }
}
