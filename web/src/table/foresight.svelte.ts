/** Looking ahead: what an order would do, before it is given. */
import type { Hover } from "../boardprops";
import { end } from "../offers";
import type { Table } from "../state.svelte";
import type { Offer, Preview } from "../wire";

/** How long the pointer rests before the table is asked, in milliseconds. */
const patience = 120;

export class Foresight {
  /** The order being considered, and what it would do once the table has said so. */
  of = $state.raw<Offer | null>(null);
  preview = $state.raw<Preview | null>(null);
  private readonly table: Table;
  private asked: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.table = table;
  }

  /** Looks at what clicking there would do. */
  look(over: Hover): void {
    const { table } = this;
    const place = over?.place ?? (over?.piece ? table.pieces.get(over.piece)?.at : undefined);
    const [choice] = place === undefined || table.scrub.past ? [] : table.choicesHere(place);
    this.consider(choice?.offers[0] ?? null);
  }

  consider(offer: Offer | null): void {
    if (offer?.say === this.of?.say) return;
    this.forget();
    if (offer === null) return;
    this.of = offer;
    if (end(offer) === null && offer.pieces.length === 0) return;
    this.timer = setTimeout(() => void this.ask(offer), patience);
  }

  private async ask(offer: Offer): Promise<void> {
    const asked = new AbortController();
    this.asked = asked;
    try {
      const preview = await this.table.seat.preview({ order: offer.order }, asked.signal);
      if (!asked.signal.aborted) this.preview = preview;
    } catch {
      if (!asked.signal.aborted) this.preview = null; // a look ahead that fails says nothing
    }
  }

  forget(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.preview = null;
    this.of = null;
  }
}
