/** The board as text: one row per place. */
import { end, first } from "../offers";
import type { Offer, Piece, Side, Surface, View } from "../wire";

export interface Row {
  name: string;
  title: string;
  terrain: string;
  pieces: { id: string; text: string }[];
  /** The orders of the pieces that stand here, and those that need no piece and end here. */
  offers: Offer[];
}

function described(piece: Piece, surface: Surface, sideTitle: (side: Side) => string): string {
  const { looks } = surface;
  if (!piece.face) return [piece.name, piece.seen].filter(Boolean).join(", ");
  const { kind, steps, max } = piece.face;
  const strength = steps === undefined || steps === null ? "" : max ? `${steps}/${max}` : String(steps);
  const marks = piece.marks.map((mark) => looks.marks[mark]?.title ?? mark);
  return [
    sideTitle(piece.side),
    `${piece.name} ${strength}`.trim(),
    looks.kinds[kind]?.title ?? kind,
    ...marks,
  ]
    .filter(Boolean)
    .join(", ");
}

export function rowsOf(
  surface: Surface,
  view: View,
  offers: Offer[],
  sideTitle: (side: Side) => string,
): Row[] {
  const terrains = new Map(surface.terrains.map((one) => [one.key, one.title]));
  const places = new Map<string, Row>();
  const row = (name: string, title: string, terrain: string): Row => {
    const made = places.get(name) ?? { name, title, terrain, pieces: [], offers: [] };
    places.set(name, made);
    return made;
  };
  for (const hex of surface.hexes) row(hex.name, hex.name, terrains.get(hex.terrain) ?? hex.terrain);
  for (const box of surface.boxes) row(box.name, box.title, "");
  const where = new Map<string, string>();
  for (const piece of view.pieces) {
    where.set(piece.id, piece.at);
    row(piece.at, piece.at, "").pieces.push({ id: piece.id, text: described(piece, surface, sideTitle) });
  }
  for (const offer of offers) {
    const piece = first(offer);
    const at = piece === null ? end(offer) : where.get(piece);
    if (at !== null && at !== undefined) places.get(at)?.offers.push(offer);
  }
  return [...places.values()];
}
