/** Which key means what on the board. */
import type { Heading } from "./geometry";

export type KeyAction =
  | { what: "step"; heading: Heading }
  | { what: "pan"; dx: number; dy: number }
  | { what: "zoom"; factor: number }
  | { what: "fit" | "choose" | "gather" }
  | { what: "next"; by: 1 | -1 };

const HEADINGS: Record<string, Heading> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const STRIDE = 120;
const ZOOM = 1.35;

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

export function keyAction({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed): KeyAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  const heading = HEADINGS[key];
  if (heading && shiftKey) return pan(heading);
  if (heading) return { what: "step", heading };
  switch (key) {
    case "+":
    case "=":
      return { what: "zoom", factor: ZOOM };
    case "-":
    case "_":
      return { what: "zoom", factor: 1 / ZOOM };
    case "0":
      return { what: "fit" };
    case "Enter":
    case " ":
      return { what: "choose" };
    case "PageDown":
      return { what: "next", by: 1 };
    case "PageUp":
      return { what: "next", by: -1 };
    case "Escape":
      return { what: "gather" };
    default:
      return null;
  }
}

function pan(heading: Heading): KeyAction {
  const dx = heading === "left" ? STRIDE : heading === "right" ? -STRIDE : 0;
  const dy = heading === "up" ? STRIDE : heading === "down" ? -STRIDE : 0;
  return { what: "pan", dx, dy };
}
