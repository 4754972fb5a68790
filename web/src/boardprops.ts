/** What the page and the board agree on. */
import type { Layer, Note, PieceId, PlaceName, Surface, View } from "./wire";

/** `go`: the selected pieces may end here; `live`: the place itself may be clicked; `from`: where the selection
 * stands; `show`: the log, a lesson or a table row points here. */
export type Tone = "go" | "live" | "from" | "show";

export interface Selection {
  pieces: PieceId[];
  place: PlaceName | null;
}

export interface Highlights {
  places: Map<PlaceName, Tone>;
  pieces: Set<PieceId>;
  /** The pieces that are asked about: already in hand, or in a battle. */
  meant?: Set<PieceId>;
  route: PlaceName[];
  /** What going that way costs, to be written at its end. */
  cost?: string;
}

export type Hover = { piece?: PieceId; place?: PlaceName } | null;
export type Labels = "names" | "numbers" | "none";
export type Theme = "light" | "dark";

export interface BoardProps {
  surface: Surface;
  view: View;
  layers: Layer[];
  shownLayer: string | null;
  selection: Selection;
  highlights: Highlights;
  notes: Note[];
  labels: Labels;
  theme: Theme;
  /** `more`: the click wants to add to the selection (shift, ctrl or a long press). */
  onpiece: (id: PieceId, more?: boolean) => void;
  onplace: (name: PlaceName) => void;
  onhover: (over: Hover) => void;
}

/** What the board component exports. */
export interface BoardHandle {
  centreOn: (place: PlaceName) => void;
  /** Brings a place into sight if it is not there already. */
  reach: (place: PlaceName) => void;
  /** The place under a point of the screen. */
  placeAt: (x: number, y: number) => PlaceName | null;
  /** Moves the map on if the point is at its edge. */
  lean: (x: number, y: number) => void;
  zoomBy: (factor: number) => void;
  fit: () => void;
}
