/** Taking a piece from a list to the map: by mouse at once, by finger after a moment's rest, so that lists still scroll. */
import type { Table } from "../state.svelte";
import type { Piece, PlaceName } from "../wire";

/** How far a mouse goes before it is meant, in pixels. */
const START = 6;
/** How long a finger rests before it is meant, in milliseconds. */
const REST = 260;
/** How often the map moves on under a piece that is held at its edge. */
const LEAN = 240;

export class Carrying {
  /** The piece under way, and where on the screen. */
  piece = $state.raw<Piece | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  private before = this.at;
  private stop: () => void = () => undefined;

  constructor(private readonly table: Table) {}

  /** For the element of a piece in a list. */
  from(piece: Piece): (element: HTMLElement) => () => void {
    return (element) => {
      const down = (event: PointerEvent): void => this.press(event, piece);
      const still = (event: Event): void => {
        if (this.piece) event.preventDefault(); // neither scroll nor open a menu meanwhile
      };
      element.addEventListener("pointerdown", down);
      element.addEventListener("touchmove", still, { passive: false });
      element.addEventListener("contextmenu", still);
      return () => {
        element.removeEventListener("pointerdown", down);
        element.removeEventListener("touchmove", still);
        element.removeEventListener("contextmenu", still);
      };
    };
  }

  private press(event: PointerEvent, piece: Piece): void {
    if (event.button !== 0 || !event.isPrimary || !this.table.live.has(piece.id)) return;
    this.drop();
    const { clientX: x, clientY: y } = event;
    const finger = event.pointerType === "touch";
    const rest = finger ? setTimeout(() => this.lift(piece, x, y), REST) : undefined;
    const edge = setInterval(() => this.rest(), LEAN);
    const move = (moved: PointerEvent): void => {
      if (this.piece) return this.carry(moved.clientX, moved.clientY);
      if (Math.hypot(moved.clientX - x, moved.clientY - y) < START) return;
      if (finger) this.drop();
      else this.lift(piece, moved.clientX, moved.clientY);
    };
    const up = (): void => this.put();
    const away = (): void => this.drop();
    const key = (pressed: KeyboardEvent): void => {
      if (pressed.key === "Escape") this.drop();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", away);
    window.addEventListener("keydown", key);
    this.stop = () => {
      clearTimeout(rest);
      clearInterval(edge);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", away);
      window.removeEventListener("keydown", key);
    };
  }

  /** At the edge the map moves on, but only under a piece that stays there: on its way it may cross any edge. */
  private rest(): void {
    if (this.piece && this.at === this.before) this.table.board?.lean(this.at.x, this.at.y);
    this.before = this.at;
  }

  private lift(piece: Piece, x: number, y: number): void {
    this.piece = piece;
    this.carry(x, y);
  }

  private over(): PlaceName | null {
    const { x, y } = this.at;
    const box = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-box]");
    return box?.dataset["box"] ?? this.table.board?.placeAt(x, y) ?? null;
  }

  private carry(x: number, y: number): void {
    this.at = { x, y };
    const place = this.over();
    this.table.ahead.look(place === null ? null : { place });
  }

  /** Lets go over a place, which is then gone to, or said why not. */
  private put(): void {
    const [piece, place] = [this.piece, this.piece && this.over()];
    this.drop();
    if (!piece || place === null) return;
    this.table.select([piece.id], piece.at);
    this.table.go(place);
  }

  private drop(): void {
    this.stop();
    this.stop = () => undefined;
    if (!this.piece) return;
    this.piece = null;
    this.table.ahead.forget();
  }
}
