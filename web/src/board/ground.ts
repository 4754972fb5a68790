/** Paints the ground: the whole of it once and coarsely, and what is on screen finely whenever the board rests.
 *
 * A browser that draws without help from a graphics card takes a second to draw a large map anew. So nothing of the
 * ground is drawn while it moves; afterwards it is drawn tile by tile, a few milliseconds at a time. What has been drawn
 * is shown as images: they become part of the scene, where every canvas would be a layer of its own, which the browser
 * lays over all others anew in each frame. */
import { bitmap } from "./bitmap";
import { level, TILE, tiles, type Tile } from "./culling";
import type { Box } from "./geometry";
import type { Extent } from "./viewport";

const COARSE = 1400;
const SLICE = 8;
/** How long the board must have rested: whoever pans in several strokes is not held up between them. */
const PAUSE = 160;
const KEPT = 384;
/** Says that the ground is there as finely as the screen can show it. */
const PAINTED = "data-painted";

type Painted = Map<string, HTMLImageElement>;

/** A part of the board, in pixels of some scale. */
interface Part {
  x: number;
  y: number;
  wide: number;
  high: number;
}

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

const frame = (): Promise<number> => new Promise((shown) => requestAnimationFrame(shown));
const pause = (): Promise<void> => new Promise((over) => setTimeout(over, PAUSE));

export class Ground {
  private image: HTMLImageElement | null = null;
  private coarse: HTMLImageElement | null = null;
  private painted: Painted = new Map();
  private wanted: Tile[] = [];
  private scale = 0;
  /** Counts the times that the board has come to rest or moved on. */
  private turn = 0;
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
      const coarse = await this.whole(image);
      if (this.asked === url) this.begin(image, coarse);
    } catch {
      // a board without its ground can still be played on
    }
  }

  private begin(image: HTMLImageElement, coarse: HTMLImageElement): void {
    this.rest();
    this.coarse?.remove();
    this.forget(() => false);
    this.image = image;
    this.coarse = coarse;
    this.host.prepend(coarse);
  }

  private get coarseScale(): number {
    return COARSE / Math.max(this.board.width, this.board.height);
  }

  private whole(image: HTMLImageElement): Promise<HTMLImageElement> {
    const { width, height } = this.board;
    const scale = this.coarseScale;
    return this.picture(image, scale, { x: 0, y: 0, wide: width * scale, high: height * scale });
  }

  /** A part of the drawing as an image by itself, ready to be shown. */
  private async picture(drawing: HTMLImageElement, scale: number, part: Part): Promise<HTMLImageElement> {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(part.wide);
    canvas.height = Math.ceil(part.high);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) throw new Error("this browser does not draw");
    // What is rounded up at the edge of the board is covered too.
    const [x, y] = [canvas.width / part.wide, canvas.height / part.high];
    pen.setTransform(scale * x, 0, 0, scale * y, -part.x * x, -part.y * y);
    pen.drawImage(drawing, 0, 0, this.board.width, this.board.height);
    const image = new Image(canvas.width, canvas.height);
    image.alt = "";
    // Else the browser may show the scene without it, and draw it again once it is there.
    image.decoding = "sync";
    image.src = URL.createObjectURL(bitmap(pen.getImageData(0, 0, canvas.width, canvas.height)));
    image.style.cssText =
      `left:${part.x / scale}px;top:${part.y / scale}px;` +
      `width:${part.wide / scale}px;height:${part.high / scale}px`;
    try {
      await image.decode();
    } finally {
      URL.revokeObjectURL(image.src);
    }
    return image;
  }

  /** The board has come to rest: paint what is in sight as finely as the screen can show it. */
  settle(sight: Box, pixels: number): void {
    this.rest();
    if (!this.image) return;
    this.scale = level(pixels);
    if (this.scale <= this.coarseScale) {
      this.wanted = [];
      this.forget(() => false);
      this.done();
      return;
    }
    this.wanted = tiles(sight, this.board, this.scale).filter((tile) => !this.painted.has(tile.key));
    // What cannot be painted finely is there coarsely.
    this.paint(this.image, this.turn).catch(() => undefined);
  }

  /** The board moves, or goes: leave it alone. */
  rest(): void {
    this.turn++;
    this.host.removeAttribute(PAINTED);
  }

  private done(): void {
    this.host.setAttribute(PAINTED, "");
  }

  private async paint(drawing: HTMLImageElement, turn: number): Promise<void> {
    if (this.wanted.length > 0) await pause();
    while (this.wanted.length > 0) {
      await frame();
      if (turn !== this.turn) return;
      const begun = performance.now();
      const added: Promise<void>[] = [];
      while (this.wanted.length > 0 && performance.now() - begun < SLICE) {
        const tile = this.wanted.shift();
        if (tile) added.push(this.add(tile, drawing, turn));
      }
      await Promise.all(added);
    }
    if (turn !== this.turn) return;
    this.tidy();
    this.done();
  }

  private async add(tile: Tile, drawing: HTMLImageElement, turn: number): Promise<void> {
    const x = tile.column * TILE;
    const y = tile.row * TILE;
    const wide = Math.min(TILE, this.board.width * this.scale - x);
    const high = Math.min(TILE, this.board.height * this.scale - y);
    if (wide <= 0 || high <= 0) return;
    const image = await this.picture(drawing, this.scale, { x, y, wide, high });
    if (turn !== this.turn) return;
    this.host.append(image);
    this.painted.set(tile.key, image);
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
    for (const [key, image] of this.painted) {
      if (keep(key)) continue;
      image.remove();
      this.painted.delete(key);
    }
  }
}
