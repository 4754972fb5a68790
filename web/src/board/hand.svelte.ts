/** The hand over the board: what it points at, and which stack it has spread out to choose from. */
import type { Hover } from "../boardprops";
import type { PlaceName, SurfaceHex } from "../wire";
import { grown, inside, type Point } from "./geometry";
import { boxOf, hit, type Spot, type Stack } from "./stacks";

const PAUSE = 150;

export interface Reach {
  hexAt: (point: Point) => SurfaceHex | null;
  stackAt: (place: PlaceName) => Stack | null;
  /** The pieces of a stack, spread out. */
  spread: (stack: Stack) => Spot[];
  /** Whether a stack should stay together: the place itself is what a click would choose. */
  shut: (place: PlaceName) => boolean;
  onhover: (over: Hover) => void;
}

export interface Aim {
  place: PlaceName | null;
  spot: Spot | null;
}

export class Hand {
  /** The place whose stack is spread out. */
  open = $state.raw<PlaceName | null>(null);
  over = $state.raw<Aim>({ place: null, spot: null });
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A stack just chosen from stays together until the hand has left it. */
  private done: PlaceName | null = null;

  constructor(private readonly reach: Reach) {}

  get fanned(): Spot[] {
    const stack = this.open === null ? null : this.reach.stackAt(this.open);
    return stack ? this.reach.spread(stack) : [];
  }

  /** What lies under a point: first the pieces that are spread out, then the topmost of a stack, then the hex. */
  aim(point: Point): Aim {
    const fanned = this.fanned;
    const [some] = fanned;
    if (some && inside(grown(boxOf(fanned), some.wide * 0.3), point)) {
      return { place: this.open, spot: hit(fanned, point) };
    }
    const hex = this.reach.hexAt(point);
    const stack = hex && this.reach.stackAt(hex.name);
    return { place: hex?.name ?? null, spot: stack ? hit(stack.spots, point) : null };
  }

  move(point: Point): void {
    const aim = this.aim(point);
    if (this.open !== null && aim.place !== this.open) this.open = null;
    if (aim.place !== this.done) this.done = null;
    if (aim.place === this.over.place && aim.spot?.piece.id === this.over.spot?.piece.id) return;
    this.over = aim;
    clearTimeout(this.timer);
    if (aim.spot && this.mayOpen(aim.place)) this.timer = setTimeout(() => this.spread(aim.place), PAUSE);
    const piece = aim.spot && { piece: aim.spot.piece.id };
    this.reach.onhover(aim.place === null ? null : { ...piece, place: aim.place });
  }

  leave(): void {
    clearTimeout(this.timer);
    this.open = null;
    this.over = { place: null, spot: null };
    this.reach.onhover(null);
  }

  private mayOpen(place: PlaceName | null): place is PlaceName {
    if (place === null || place === this.open || place === this.done || this.reach.shut(place)) return false;
    return this.reach.stackAt(place)?.piles.some(({ count }) => count > 1) ?? false;
  }

  /** Spreads a stack out if there is something to choose; says whether it did. */
  spread(place: PlaceName | null): boolean {
    clearTimeout(this.timer);
    if (!this.mayOpen(place)) return false;
    this.open = place;
    return true;
  }

  /** Puts the stack together again; it stays so while the hand rests on it. */
  gather(): void {
    clearTimeout(this.timer);
    this.done = this.open;
    this.open = null;
  }
}
