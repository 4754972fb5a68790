/** The hex that the keys have reached, and how they go on from there. */
import type { PlaceName, SurfaceHex } from "../wire";
import type { Heading, Lattice, Point } from "./geometry";

export interface Paths {
  lattice: () => Lattice;
  /** The middle of what is on screen: where a walk begins. */
  middle: () => Point;
  /** Whether a place stands out as one to go to. */
  lit: (place: PlaceName) => boolean;
  /** A hex has been reached. */
  arrive: (hex: SurfaceHex) => void;
}

export class Walker {
  place = $state.raw<PlaceName | null>(null);
  /** The line that a zigzag keeps to: the x or y at which it began. */
  private lane: { upright: boolean; at: number } | null = null;

  constructor(private readonly paths: Paths) {}

  get here(): SurfaceHex | null {
    return (this.place !== null && this.paths.lattice().get(this.place)) || null;
  }

  visit(hex: SurfaceHex | null | undefined): void {
    if (!hex) return;
    this.place = hex.name;
    this.paths.arrive(hex);
  }

  begin(): void {
    const lattice = this.paths.lattice();
    const middle = this.paths.middle();
    const away = (hex: SurfaceHex): number => Math.hypot(hex.x - middle.x, hex.y - middle.y);
    const nearest = [...lattice.surface.hexes].sort((a, b) => away(a) - away(b))[0];
    this.visit(lattice.at(middle) ?? nearest);
  }

  step(heading: Heading): void {
    const { here } = this;
    if (!here) return this.begin();
    const upright = heading === "up" || heading === "down";
    if (this.lane?.upright !== upright) this.lane = { upright, at: upright ? here.x : here.y };
    this.visit(this.paths.lattice().step(here, heading, this.lane.at));
  }

  /** The next place that stands out. */
  next(by: 1 | -1): void {
    const lit = this.paths.lattice().surface.hexes.filter((hex) => this.paths.lit(hex.name));
    const rank = lit.findIndex((hex) => hex.name === this.place);
    this.lane = null;
    this.visit(lit[(rank + by + (rank < 0 && by < 0 ? 1 : 0) + lit.length) % lit.length]);
  }
}
