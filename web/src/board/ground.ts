/** Paints the ground: the whole of it once and coarsely, and what is on screen finely whenever the board rests.
 *
 * A browser that draws without help from a graphics card takes a second to draw a large map anew. So nothing of the
 * ground is drawn while it moves; afterwards it is drawn tile by tile, a few milliseconds at a time. */
import { level, TILE, tiles, type Tile } from "./culling";
import type { Box } from "./geometry";
import type { Extent } from "./viewport";

const COARSE = 1400;
const SLICE = 8;
const KEPT = 96;

type Painted = Map<string, HTMLCanvasElement>;

/** The groups of a drawing that hold its names; none if it cannot be had. */
export async function namesOn(url: string): Promise<readonly Element[]> {
  try {
    const text = await (await fetch(url)).text();
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml");
    return [...drawn.querySelectorAll('[data-part="names"]')].map((group) =>
      document.importNode(group, true),
    );
  } catch {
    return [];
  }
}

export class Ground {
  private image: HTMLImageElement | null = null;
  private coarse: HTMLCanvasElement | null = null;
  private painted: Painted = new Map();
  private wanted: Tile[] = [];
  private scale = 0;
  private timer = 0;
  private asked = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly board: Extent,
  ) {}

  /** Fetches a drawing; what was shown before stays until the new one is ready. */
  async load(url: string): Promise<void> {
    this.asked = url;
    const image = new Image();
    image.decoding = "async";
    image.src = url;
    try {
      await image.decode();
    } catch {
      return; // a board without its ground can still be played on
    }
    if (this.asked !== url) return;
    this.image = image;
    const before = [this.coarse, ...this.painted.values()];
    this.painted = new Map();
    this.coarse = this.whole(image);
    this.host.prepend(this.coarse);
    for (const canvas of before) canvas?.remove();
  }

  private get coarseScale(): number {
    return COARSE / Math.max(this.board.width, this.board.height);
  }

  private whole(image: HTMLImageElement): HTMLCanvasElement {
    const { width, height } = this.board;
    const scale = this.coarseScale;
    return this.canvas(image, scale, { x: 0, y: 0, wide: width * scale, high: height * scale });
  }

  private canvas(
    image: HTMLImageElement,
    scale: number,
    part: { x: number; y: number; wide: number; high: number },
  ): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(part.wide);
    canvas.height = Math.ceil(part.high);
    canvas.style.cssText =
      `left:${part.x / scale}px;top:${part.y / scale}px;` +
      `width:${canvas.width / scale}px;height:${canvas.height / scale}px`;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen?.setTransform(scale, 0, 0, scale, -part.x, -part.y);
    pen?.drawImage(image, 0, 0, this.board.width, this.board.height);
    // Drawing is put off until someone looks. Looking here keeps it out of the next frame.
    pen?.getImageData(0, 0, 1, 1);
    return canvas;
  }

  /** The board has come to rest: paint what is in sight as finely as the screen can show it. */
  settle(sight: Box, pixels: number): void {
    this.rest();
    if (!this.image) return;
    this.scale = level(pixels);
    if (this.scale <= this.coarseScale) {
      this.wanted = [];
      this.forget(() => false);
      return;
    }
    this.wanted = tiles(sight, this.board, this.scale).filter((tile) => !this.painted.has(tile.key));
    this.timer = requestAnimationFrame(() => this.paint());
  }

  /** The board moves, or goes: leave it alone. */
  rest(): void {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
  }

  private paint(): void {
    const begun = performance.now();
    while (this.wanted.length > 0 && performance.now() - begun < SLICE) {
      const tile = this.wanted.shift();
      if (tile && this.image) this.add(tile, this.image);
    }
    if (this.wanted.length > 0) this.timer = requestAnimationFrame(() => this.paint());
    else this.tidy();
  }

  private add(tile: Tile, image: HTMLImageElement): void {
    const x = tile.column * TILE;
    const y = tile.row * TILE;
    const wide = Math.min(TILE, this.board.width * this.scale - x);
    const high = Math.min(TILE, this.board.height * this.scale - y);
    if (wide <= 0 || high <= 0) return;
    const canvas = this.canvas(image, this.scale, { x, y, wide, high });
    this.host.append(canvas);
    this.painted.set(tile.key, canvas);
  }

  /** Tiles of other levels go once this one is whole; of this one, the oldest when there are too many. */
  private tidy(): void {
    const level = `${this.scale} `;
    this.forget((key) => key.startsWith(level));
    const extra = this.painted.size - KEPT;
    const oldest = new Set([...this.painted.keys()].slice(0, Math.max(0, extra)));
    this.forget((key) => !oldest.has(key));
  }

  private forget(keep: (key: string) => boolean): void {
    for (const [key, canvas] of this.painted) {
      if (keep(key)) continue;
      canvas.remove();
      this.painted.delete(key);
    }
  }
}
