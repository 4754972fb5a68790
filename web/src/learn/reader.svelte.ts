/** Reading a rulebook: the rule card that is open, how one came to it, the glossary. */
import { house } from "../api";
import type { GlossaryEntry, RuleCard } from "../wire";

export class Reader {
  glossary = $state.raw<GlossaryEntry[]>([]);
  card = $state.raw<RuleCard | null>(null);
  trail = $state.raw<string[]>([]);
  private readonly book: () => string | undefined;
  private readonly tell: (failure: unknown) => void;

  constructor(book: () => string | undefined, tell: (failure: unknown) => void) {
    this.book = book;
    this.tell = tell;
  }

  async openCard(id: string, deeper = false): Promise<void> {
    const book = this.book();
    if (book === undefined) return;
    try {
      this.card = await house.rule(book, id);
      this.trail = deeper ? [...this.trail, id] : [id];
    } catch (failure) {
      this.tell(failure);
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
