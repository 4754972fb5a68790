/** The open line to the table: it tells when something has changed, and who is thinking. */
import { listen, type LineState } from "../api";
import type { LiveMessage, Seat, Side, StateNumber } from "../wire";

export class LiveLine {
  state = $state<LineState>("open");
  thinking = $state<Side | null>(null);
  private hangUp: (() => void) | null = null;
  private readonly changed: () => void;
  private readonly told: (message: LiveMessage) => void;
  private talking = false;
  /** What was said on the line while an order was on its way. */
  private heard: StateNumber[] = [];
  /** The number of our own last order, of which the line will tell us too. */
  private echo: StateNumber | null = null;

  constructor(changed: () => void, told: (message: LiveMessage) => void = () => undefined) {
    this.changed = changed;
    this.told = told;
  }

  open(token: Seat): void {
    this.close();
    this.hangUp = listen(
      token,
      (message) => this.hear(message),
      (state) => this.turn(state),
    );
  }

  close(): void {
    this.hangUp?.();
    this.hangUp = null;
  }

  private turn(state: LineState): void {
    const back = this.state === "lost" && state === "open";
    this.state = state;
    if (back) this.changed();
  }

  private hear(message: LiveMessage): void {
    if (message.what === "leaving" || message.what === "deleted") {
      this.told(message);
      return;
    }
    this.thinking = message.what === "thinking" ? message.side : null;
    if (message.what === "thinking") return;
    if (this.talking) this.heard.push(message.number);
    else if (message.number === this.echo) this.echo = null;
    else this.changed();
  }

  /** An order is on its way. */
  begin(): void {
    this.talking = true;
  }

  /** An order has been answered. The line tells everybody of every change, us of our own too: that one we have
   * seen. Returns whether it told of another as well. */
  done(now: StateNumber | null): boolean {
    const others = this.heard.some((number) => number !== now);
    this.echo = now !== null && this.heard.includes(now) ? null : now;
    this.heard = [];
    this.talking = false;
    setTimeout(() => (this.echo = null), 1000);
    return others;
  }
}
