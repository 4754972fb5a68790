/** What the face of a piece says of its strength. */
import type { Face } from "../wire";

/** In large figures: a text of its own ("4-5-6"), or its steps. */
export const strengthOf = (face: Face): string => face.text || String(face.steps ?? "");
