/** The camera over the board: it moves what is drawn as one scene while a gesture lasts, and has it drawn anew after. */
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { covers } from "./culling";
import type { Box, Point } from "./geometry";
import {
  between,
  fitted,
  opening,
  scaleExtent,
  toScreen,
  visible,
  type Extent,
  type Frame,
} from "./viewport";

const REST = 140;
const GLIDE = 220;
/** How many screens beyond the edge pieces are kept ready. */
const AHEAD = 0.75;

type Zoom = ZoomBehavior<HTMLElement, unknown>;

export class Camera {
  /** Where the camera was when it last stood still. */
  settled = $state.raw<Frame>({ x: 0, y: 0, k: 1 });
  /** The part of the board for which things are kept ready. */
  sight = $state.raw<Box>({ left: 0, top: 0, right: 0, bottom: 0 });
  /** Whether the scale is just changing: pieces must not be seen to slide because of it. */
  still = $state(false);
  screen = $state.raw<Extent>({ width: 0, height: 0 });
  frame: Frame = { x: 0, y: 0, k: 1 };
  moving = $state(false);
  /** Told when a movement begins. */
  onmove: () => void = () => undefined;

  private element: HTMLElement | null = null;
  private selection: Selection<HTMLElement, unknown, null, undefined> | null = null;
  private readonly zoom: Zoom;
  private pending = 0;
  private gliding = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held = false;

  /** `towards`: what should be in sight first, if not everything can be. */
  constructor(
    private readonly board: Extent,
    private readonly size: number,
    private readonly towards: Point = { x: board.width / 2, y: board.height / 2 },
  ) {
    this.zoom = zoom<HTMLElement, unknown>()
      .clickDistance(5)
      .extent((): [[number, number], [number, number]] => [
        [0, 0],
        [this.screen.width, this.screen.height],
      ])
      .translateExtent([
        [-size, -size],
        [board.width + size, board.height + size],
      ])
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => this.hold(event))
      .on("zoom", ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => this.follow(transform))
      .on("end", () => this.release());
  }

  /** Watches an element through which the scene is seen; returns how to stop. */
  attach(element: HTMLElement, scene: HTMLElement): () => void {
    this.element = scene;
    this.selection = select(element).call(this.zoom).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => this.resize(element.clientWidth, element.clientHeight));
    watch.observe(element);
    this.resize(element.clientWidth, element.clientHeight);
    return () => {
      watch.disconnect();
      this.selection?.on(".zoom", null);
      cancelAnimationFrame(this.pending);
      cancelAnimationFrame(this.gliding);
      clearTimeout(this.timer);
    };
  }

  private resize(width: number, height: number): void {
    const before = this.screen;
    if (width === 0 || height === 0 || (width === before.width && height === before.height)) return;
    this.screen = { width, height };
    this.zoom.scaleExtent(scaleExtent(this.screen, this.board, this.size));
    if (before.width === 0) return this.put(opening(this.screen, this.board, this.size, this.towards));
    const { x, y, k } = this.frame;
    this.put({ x: x + (width - before.width) / 2, y: y + (height - before.height) / 2, k });
  }

  // Moving

  private hold(event: D3ZoomEvent<HTMLElement, unknown>): void {
    if (event.sourceEvent) cancelAnimationFrame(this.gliding);
    this.held = true;
  }

  private follow({ x, y, k }: Frame): void {
    this.frame = { x, y, k };
    if (!this.moving) {
      this.moving = true;
      this.onmove();
    }
    if (this.pending === 0) this.pending = requestAnimationFrame(() => this.show());
  }

  private show(): void {
    this.pending = 0;
    const { x, y, k } = this.frame;
    if (this.element) this.element.style.transform = `translate(${x}px, ${y}px) scale(${k / this.settled.k})`;
    if (!covers(this.sight, visible(this.frame, this.screen)))
      this.sight = visible(this.frame, this.screen, AHEAD);
    this.later();
  }

  private release(): void {
    this.held = false;
    if (this.moving) this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    if (!this.held) this.timer = setTimeout(() => this.settle(), REST);
  }

  private settle(): void {
    this.moving = false;
    this.sight = visible(this.frame, this.screen, AHEAD);
    this.still = true;
    this.settled = this.frame;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.still = false)));
    if (this.element) this.element.style.transform = `translate(${this.frame.x}px, ${this.frame.y}px)`;
  }

  // Being moved

  private put(frame: Frame): void {
    const { x, y, k } = frame;
    if (this.selection) this.zoom.transform(this.selection, zoomIdentity.translate(x, y).scale(k));
  }

  /** Goes there in a smooth sweep, or at once for whoever prefers that. */
  private glide(goal: Frame): void {
    cancelAnimationFrame(this.gliding);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.put(goal);
    const from = this.frame;
    const begun = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      this.put(between(from, goal, part));
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  fit(): void {
    this.glide(fitted(this.screen, this.board));
  }

  zoomBy(factor: number): void {
    const [min, max] = this.zoom.scaleExtent();
    const { x, y, k } = this.frame;
    const next = Math.min(max, Math.max(min, k * factor));
    const [cx, cy] = [this.screen.width / 2, this.screen.height / 2];
    this.glide({ k: next, x: cx - ((cx - x) * next) / k, y: cy - ((cy - y) * next) / k });
  }

  panBy(dx: number, dy: number): void {
    const { x, y, k } = this.frame;
    this.glide({ x: x + dx, y: y + dy, k });
  }

  centreOn(point: Point): void {
    const [, max] = this.zoom.scaleExtent();
    const k = Math.min(max, Math.max(this.frame.k, 60 / this.size));
    this.glide({ k, x: this.screen.width / 2 - point.x * k, y: this.screen.height / 2 - point.y * k });
  }

  /** Brings a point well into sight if it is not there already. */
  reach(point: Point): void {
    const at = toScreen(this.frame, point);
    const room = Math.min(90, this.screen.width / 5, this.screen.height / 5);
    const dx = Math.max(room - at.x, 0) + Math.min(this.screen.width - room - at.x, 0);
    const dy = Math.max(room - at.y, 0) + Math.min(this.screen.height - room - at.y, 0);
    if (dx !== 0 || dy !== 0) this.panBy(dx, dy);
  }
}
