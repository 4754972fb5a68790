/** Where hexes are, and which hex a point is in. Coordinates are those of the surface. */
import type { PlaceName, Surface, SurfaceHex } from "../wire";

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Heading = "left" | "right" | "up" | "down";

export const inside = (box: Box, { x, y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

export const meets = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

/** How many hexes across are drawn as one. */
const REGION = 5;

/** The hexes of a surface, found by name or by point without asking each of them. */
export class Lattice {
  private readonly named: Map<PlaceName, SurfaceHex>;
  private readonly buckets = new Map<string, SurfaceHex[]>();
  private readonly bucket: number;
  private readonly corners: Point[];

  constructor(readonly surface: Pick<Surface, "hexes" | "corners" | "size">) {
    this.named = new Map(surface.hexes.map((hex) => [hex.name, hex]));
    this.corners = surface.corners.map(([x, y]) => ({ x, y }));
    this.bucket = surface.size * 1.2;
    for (const hex of surface.hexes) {
      const key = this.key(hex.x, hex.y);
      const others = this.buckets.get(key);
      if (others) others.push(hex);
      else this.buckets.set(key, [hex]);
    }
  }

  private key(x: number, y: number): string {
    return `${Math.floor(x / this.bucket)} ${Math.floor(y / this.bucket)}`;
  }

  get(name: PlaceName): SurfaceHex | undefined {
    return this.named.get(name);
  }

  /** The hex that a point lies in: the nearest centre, if the point is within its outline. */
  at(point: Point): SurfaceHex | null {
    let best: SurfaceHex | null = null;
    let nearest = Infinity;
    for (const dx of [-this.bucket, 0, this.bucket]) {
      for (const dy of [-this.bucket, 0, this.bucket]) {
        for (const hex of this.buckets.get(this.key(point.x + dx, point.y + dy)) ?? []) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < nearest) [best, nearest] = [hex, distance];
        }
      }
    }
    return best && this.holds({ x: point.x - best.x, y: point.y - best.y }) ? best : null;
  }

  /** Whether a point, seen from a hex's centre, is within its outline. */
  private holds(point: Point): boolean {
    return this.corners.every((a, i) => {
      const b = this.corners[(i + 1) % this.corners.length] ?? a;
      const side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
      const centre = (b.x - a.x) * -a.y - (b.y - a.y) * -a.x;
      return side * centre >= -1e-9;
    });
  }

  /** The next hex in a heading, over a gap in the map if need be; `lane` keeps a zigzag on its line. */
  step(from: SurfaceHex, heading: Heading, lane: number): SurfaceHex | null {
    const sideways = heading === "left" || heading === "right";
    const sign = heading === "left" || heading === "up" ? -1 : 1;
    let best: SurfaceHex | null = null;
    let nearest = Infinity;
    for (const hex of this.surface.hexes) {
      const ahead = sign * (sideways ? hex.x - from.x : hex.y - from.y);
      const aside = Math.abs(sideways ? hex.y - lane : hex.x - lane);
      const inLane = aside < this.surface.size * 0.55;
      if (ahead < this.surface.size * 0.3 || (!inLane && aside > ahead)) continue;
      const score = ahead + aside / 10 + (inLane ? 0 : 1e6);
      if (score < nearest) [best, nearest] = [hex, score];
    }
    return best;
  }

  /** The outline of a hex as the points of a polygon, drawn in a little if asked. */
  outline(hex: Point, scale = 1): string {
    return this.corners.map((c) => `${short(hex.x + c.x * scale)},${short(hex.y + c.y * scale)}`).join(" ");
  }

  /** The outlines of many hexes as a few paths of neighbours: what is off screen is then left out quickly. */
  paths(hexes: Iterable<Point>, scale = 1): string[] {
    const regions = new Map<string, Point[]>();
    const region = this.surface.size * REGION;
    for (const hex of hexes) {
      const key = `${Math.floor(hex.x / region)} ${Math.floor(hex.y / region)}`;
      const others = regions.get(key);
      if (others) others.push(hex);
      else regions.set(key, [hex]);
    }
    return [...regions.values()].map((there) => this.path(there, scale));
  }

  /** The outlines of some hexes as one path. */
  path(hexes: Iterable<Point>, scale = 1): string {
    let d = "";
    for (const hex of hexes) d += `M${this.outline(hex, scale).replaceAll(" ", "L")}Z`;
    return d;
  }
}

export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** A line through places, pulled back a little at its end so that its arrow does not cover what is there. */
export function routePath(points: Point[], short_of: number): string {
  if (points.length < 2) return "";
  const shown = [...points];
  const last = shown.pop() as Point;
  const before = shown.at(-1) as Point;
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const keep = Math.max(0, length - short_of) / length;
  shown.push({ x: before.x + (last.x - before.x) * keep, y: before.y + (last.y - before.y) * keep });
  return shown.map(({ x, y }, i) => `${i ? "L" : "M"}${short(x)} ${short(y)}`).join("");
}
