/** The board in words, for whoever does not see it. */
import type { Highlights, Selection, Tone } from "../boardprops";
import { end, first } from "../offers";
import type { Layer, Looks, Note, Piece, Surface, SurfaceHex, View } from "../wire";
import { tagOf } from "./counter";
import { strengthOf } from "./face";
import type { Say, Word } from "./words";

/** What the board knows when it is asked about a hex. */
export interface Scene {
  surface: Surface;
  view: View;
  layer: Layer | null;
  selection: Selection;
  highlights: Highlights;
  notes: Note[];
}

const TONES: Record<Tone, Word> = { from: "from", go: "go", live: "place", show: "show" };

export interface Standing {
  live?: boolean;
  selected?: boolean;
  spent?: boolean;
  note?: string | null;
}

/** A piece in words: what shows of it, what it bears, what can be done with it. */
export function tellPiece(piece: Piece, looks: Looks, say: Say, standing: Standing = {}): string {
  const side = looks.sides[piece.side]?.title ?? piece.side;
  const parts = [
    side,
    ...(piece.face ? tellFace(piece, piece.face, looks, say) : [say("hidden", { tag: tagOf(piece) })]),
  ];
  if (piece.seen !== null) parts.push(say("seen", { seen: piece.seen }));
  parts.push(...piece.marks.map((mark) => looks.marks[mark]?.title ?? mark));
  if (piece.aboard) parts.push(say("aboard", { carrier: piece.aboard }));
  if (standing.note) parts.push(say("note", { text: standing.note }));
  if (standing.selected) parts.push(say("selected"));
  else if (standing.live) parts.push(say("live"));
  else if (standing.spent) parts.push(say("spent"));
  return parts.filter(Boolean).join(", ");
}

function tellFace({ name }: Piece, face: NonNullable<Piece["face"]>, looks: Looks, say: Say): string[] {
  const kind = looks.kinds[face.kind];
  const parts = [name, kind?.title ?? face.kind];
  if (kind?.sidc === null) return parts;
  const nation = looks.nations[face.nation ?? ""]?.title;
  const steps = face.text || (face.steps ?? null);
  const max = face.text ? null : (face.max ?? null);
  if (steps !== null) parts.push(max === null ? say("steps", { steps }) : say("stepsOf", { steps, max }));
  if (face.more) parts.push(face.more);
  return nation ? [parts[0] ?? "", nation, ...parts.slice(1)] : parts;
}

/** The pieces of a hex, side by side; hidden ones are counted. */
export function tellPieces(pieces: Piece[], looks: Looks, say: Say): string[] {
  return [...new Set(pieces.map((piece) => piece.side))].map((side) => {
    const own = pieces.filter((piece) => piece.side === side);
    const hidden = own.filter((piece) => piece.face === null).length;
    const parts = own.flatMap((piece) =>
      piece.face ? [`${piece.name} ${strengthOf(piece.face)}`.trim()] : [],
    );
    if (hidden > 0) parts.push(hidden === 1 ? say("hiddenOne") : say("hiddenMany", { n: hidden }));
    return `${looks.sides[side]?.title ?? side}: ${parts.join(", ")}`;
  });
}

/** What the offers let someone do by choosing a place. */
export function actionsAt(scene: Scene, name: string): string[] {
  const { orders } = scene.view;
  const chosen = scene.selection.pieces;
  const here = orders.filter((offer) => end(offer) === name);
  const meant = here.filter((offer) => {
    const piece = first(offer);
    return chosen.length > 0 ? piece !== null && chosen.includes(piece) : piece === null;
  });
  return [...new Set(meant.map((offer) => scene.surface.looks.verbs[offer.verb] ?? offer.verb))];
}

/** A hex in words: "Messina, mountain; Axis: 2 hidden blocks; may be chosen: land". */
export function tellHex(hex: SurfaceHex, scene: Scene, say: Say): string {
  const { surface, view, layer, highlights, notes } = scene;
  const terrain = surface.terrains.find(({ key }) => key === hex.terrain)?.title ?? hex.terrain;
  const towns = surface.places.filter((place) => place.at === hex.name && place.name !== hex.name);
  const head = [hex.name, ...towns.map((place) => place.name), terrain];
  if (hex.label && hex.label !== hex.name) head.push(say("number", { label: hex.label }));
  const pieces = view.pieces.filter((piece) => piece.at === hex.name);
  const parts = [head.join(", "), ...tellPieces(pieces, surface.looks, say)];
  const tints = layer?.hexes.filter((tint) => tint.at === hex.name) ?? [];
  parts.push(...tints.map(({ tone }) => layer?.legend.find((entry) => entry.tone === tone)?.text ?? tone));
  parts.push(
    ...notes.filter((note) => note.at === hex.name && !note.piece).map(({ text }) => say("note", { text })),
  );
  const tone = highlights.places.get(hex.name);
  const actions = actionsAt(scene, hex.name);
  if (tone) parts.push(actions.length > 0 ? `${say(TONES[tone])}: ${actions.join(", ")}` : say(TONES[tone]));
  return parts.join("; ");
}
