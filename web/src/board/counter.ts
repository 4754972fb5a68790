/** A piece drawn as a block: its wood in the colour of its side, its label in the colour of its nation.
 *
 * Blocks are SVG files within a data address, so that a browser draws each different one once and equal ones share
 * it. Their own coordinates go from 0 to 100. */
import type { Face, KindLooks, Looks, NationLooks, Piece, SideLooks } from "../wire";
import { contrast, lightness, mix } from "./colours";
import { strengthOf } from "./face";
import { isMarker } from "./stacks";
import { symbol } from "./symbols";
import type { Detail } from "./viewport";

const FONT =
  "'Avenir Next Condensed','Roboto Condensed','Noto Sans','DejaVu Sans Condensed',Arial,sans-serif";
const PLAIN_SIDE: SideLooks = { title: "", colour: "#6a6a66", ink: "#ffffff", shape: "round" };
const PLAIN_NATION: NationLooks = {
  title: "",
  short: "",
  colour: "#dcd6c4",
  ink: "#1b1f23",
  pattern: "plain",
};

const addresses = new Map<string, string>();

/** The address of a piece's picture. */
export function address(piece: Piece, looks: Looks, detail: Detail): string {
  const { face } = piece;
  const shown = face
    ? [
        face.kind,
        face.text || face.steps,
        face.more,
        face.max,
        face.nation,
        detail === "near" ? face.tag || piece.name : "",
      ]
    : [tagOf(piece), detail === "near" ? piece.seen : piece.seen !== null];
  const key = JSON.stringify([piece.side, looks.sides[piece.side], shown, detail, looks.strength]);
  let found = addresses.get(key);
  if (found === undefined) {
    found = `data:image/svg+xml,${encodeURIComponent(block(piece, looks, detail))}`;
    addresses.set(key, found);
  }
  return found;
}

/** By what a face-down block can be followed: the last word of its name. */
export const tagOf = (piece: Piece): string => piece.id.split(" ").at(-1) ?? piece.id;

/** A piece as an SVG document. */
export function block(piece: Piece, looks: Looks, detail: Detail): string {
  const side = looks.sides[piece.side] ?? PLAIN_SIDE;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" font-family="${FONT}">`;
  return `${head}${drawn(piece, side, looks, detail)}</svg>`;
}

function drawn(piece: Piece, side: SideLooks, looks: Looks, detail: Detail): string {
  const { face } = piece;
  if (face && isMarker(piece, looks)) return marker(looks.kinds[face.kind]?.letter ?? "", side);
  return (
    wood(side, detail) +
    (face
      ? label({ ...face, name: face.tag || piece.name }, side, looks, detail)
      : back(piece, side, looks, detail))
  );
}

// The block itself

/** The outline of a block or of its label, with the corners of its side. */
export function outline(shape: SideLooks["shape"], from: number, to: number, c: number): string {
  const [low, high] = [from + c, to - c];
  if (shape === "square") return `M${from} ${from}H${to}V${to}H${from}Z`;
  if (shape === "cut") {
    return `M${low} ${from}H${high}L${to} ${low}V${high}L${high} ${to}H${low}L${from} ${high}V${low}Z`;
  }
  const arc = `A${c} ${c} 0 0 ${shape === "round" ? 1 : 0}`;
  return (
    `M${low} ${from}H${high}${arc} ${to} ${low}V${high}${arc} ${high} ${to}` +
    `H${low}${arc} ${from} ${high}V${low}${arc} ${low} ${from}Z`
  );
}

function wood(side: SideLooks, detail: Detail): string {
  const shape = outline(side.shape, 2, 94, 13);
  const edge = mix(side.colour, "#000000", 0.45);
  if (detail === "far") return `<path d="${shape}" fill="${side.colour}" stroke="${edge}" stroke-width="3"/>`;
  return (
    `<path d="${shape}" transform="translate(4 4)" fill="${mix(side.colour, "#000000", 0.5)}"/>` +
    `<path d="${shape}" fill="${side.colour}" stroke="${edge}" stroke-width="1.5"/>` +
    `<path d="${outline(side.shape, 4, 92, 12)}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.5"/>`
  );
}

// Its label

function label(face: Face, side: SideLooks, looks: Looks, detail: Detail): string {
  const nation = looks.nations[face.nation ?? ""] ?? PLAIN_NATION;
  const kind = looks.kinds[face.kind];
  const paper =
    `<path d="${outline(side.shape, 8, 88, 9)}" fill="${nation.colour}" ` +
    `stroke="${mix(nation.colour, nation.ink, 0.55)}" stroke-width="1"/>`;
  const steps = face.steps ?? null;
  const strength = strengthOf(face);
  const initial = kind?.letter || face.kind.slice(0, 1).toUpperCase();
  if (detail === "far")
    return (
      paper + weave(nation, side, 0.3) + numeral(strength || initial, 48, face.text ? 61 : 68, 60, nation)
    );
  if (face.text || face.more) {
    return paper + weave(nation, side, 0.16) + written(face, kind, strength, nation, detail);
  }
  const byEdge = steps !== null && looks.strength === "edge" && steps <= 4 && (face.max ?? 4) <= 4;
  const shown = byEdge
    ? pips(steps, face.max ?? steps, nation, detail)
    : numeral(strength, 48, 30, 25, nation);
  const low = detail === "near" ? 69 : 84;
  const top = detail === "near" ? 25 : 29;
  const middle = sign(kind, face.kind, nation, { x: 48, y: (top + low) / 2, wide: 64, high: low - top });
  const name = detail === "near" ? line(face.name, 48, 82.5, 14, 66, nation.ink, nation.colour) : "";
  return paper + weave(nation, side, 0.16) + shown + middle + name;
}

/** The sign above a text, with a further line and the name below it as far as there are any. */
function written(
  face: Face,
  kind: KindLooks | undefined,
  strength: string,
  nation: NationLooks,
  detail: Detail,
): string {
  const near = detail === "near";
  const [low, text, size] = face.more
    ? near
      ? [38, 57, 21]
      : [42, 65, 25]
    : near
      ? [47, 69, 25]
      : [56, 81, 33];
  const top = 12;
  const shown = sign(kind, face.kind, nation, { x: 48, y: (top + low) / 2, wide: 64, high: low - top });
  const more = face.more ? numeral(face.more, 48, near ? 71 : 83, near ? 14 : 17, nation) : "";
  const name = near ? line(face.name, 48, 84, 12.5, 66, nation.ink, nation.colour) : "";
  return shown + numeral(strength, 48, text, size, nation) + more + name;
}

/** Nations differ by what is printed under their signs as well as by colour. */
function weave(nation: NationLooks, side: SideLooks, strength: number): string {
  const d = {
    plain: "",
    stripe: "M-2 12L12 -2M5 15L15 5M-5 5L5 -5",
    dots: "M3 3h.01M8 8h.01",
    chevron: "M-1 4L5 8L11 4M-1 -6L5 -2L11 -6M-1 14L5 18L11 14",
  }[nation.pattern];
  if (!d) return "";
  const width = nation.pattern === "dots" ? 3 : 1.6;
  return (
    `<defs><pattern id="w" width="10" height="10" patternUnits="userSpaceOnUse"><path d="${d}" fill="none" ` +
    `stroke="${nation.ink}" stroke-width="${width}" stroke-linecap="round"/></pattern></defs>` +
    `<path d="${outline(side.shape, 9, 87, 8)}" fill="url(#w)" opacity="${strength}"/>`
  );
}

/** Strength by edge: as on a block that has been turned, the edge that is up counts; the others wait their turn. */
export function pips(steps: number, max: number, nation: NationLooks, detail: Detail): string {
  const row = (count: number, radius: number, y: number, turn: number, opacity: number): string => {
    const pitch = radius * 3;
    const first = 48 - ((count - 1) * pitch) / 2;
    const dots = Array.from({ length: count }, (_, i) => first + i * pitch)
      .map(
        (x) =>
          `<path d="M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}Z"/>`,
      )
      .join("");
    return `<g transform="rotate(${turn} 48 48)" fill="${nation.ink}" opacity="${opacity}">${dots}</g>`;
  };
  if (steps <= 0) return numeral("0", 48, 26, 18, nation);
  const up = row(steps, detail === "near" ? 4.7 : 6, 18, 0, 1);
  if (detail !== "near" || max <= 1) return up;
  const turned = [1, 2, 3].map((turns) => {
    const count = ((steps - turns - 1 + 8) % 4) + 1;
    return count <= max ? row(count, 1.6, 11.4, turns * 90, 0.55) : "";
  });
  return up + turned.join("");
}

interface Place {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The military symbol of a kind; a letter where there is none. */
function sign(kind: KindLooks | undefined, key: string, nation: NationLooks, at: Place): string {
  const dark = lightness(nation.ink) < 0.4;
  const ground = mix(nation.colour, dark ? "#ffffff" : "#000000", 0.5);
  const drawn = kind?.sidc ? symbol(kind.sidc, nation.ink, ground) : null;
  if (!drawn)
    return numeral(kind?.letter || key.slice(0, 2), at.x, at.y + at.high * 0.3, at.high * 0.85, nation);
  return nested(drawn, at);
}

function nested(drawn: { body: string; viewBox: string; aspect: number }, at: Place): string {
  const wide = Math.min(at.wide, at.high * drawn.aspect);
  const high = wide / drawn.aspect;
  return (
    `<svg x="${at.x - wide / 2}" y="${at.y - high / 2}" width="${wide}" height="${high}" ` +
    `viewBox="${drawn.viewBox}">${drawn.body}</svg>`
  );
}

function numeral(text: string, x: number, y: number, size: number, nation: NationLooks): string {
  return (
    `<text x="${x}" y="${y}" font-size="${fitted(text, size, 72)}" font-weight="700" text-anchor="middle" ` +
    `fill="${nation.ink}">${escaped(text)}</text>`
  );
}

function line(
  text: string,
  x: number,
  y: number,
  size: number,
  room: number,
  ink: string,
  halo: string,
  more = "",
): string {
  return (
    `<text x="${x}" y="${y}" font-size="${fitted(text, size, room)}" font-weight="700" text-anchor="middle" ` +
    `fill="${ink}" stroke="${halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke" ${more}>` +
    `${escaped(text)}</text>`
  );
}

/** The size at which a line of bold text has room. */
export function fitted(text: string, size: number, room: number): number {
  const narrow = new Set(" iljtfrI.,:'1");
  const wide = [...text].reduce((sum, letter) => sum + (narrow.has(letter) ? 0.36 : 0.66), 0) * size;
  return Math.round(Math.min(size, (size * room) / Math.max(wide, 0.1)) * 10) / 10;
}

// Its back

/** A block that stands with its back to us: a tag to follow it by, and what was seen of it before. */
function back(piece: Piece, side: SideLooks, looks: Looks, detail: Detail): string {
  const tag = tagOf(piece);
  const ink = contrast(side.ink, side.colour) < 3 ? "#ffffff" : side.ink;
  const nation: NationLooks = { ...PLAIN_NATION, colour: side.colour, ink };
  if (detail === "far") return numeral(tag, 48, 64, 42, nation);
  const rim = `<path d="${outline(side.shape, 12, 84, 9)}" fill="none" stroke="${ink}" stroke-opacity=".35" stroke-width="1.6"/>`;
  if (piece.seen === null) return rim + numeral(tag, 48, 60, 34, nation);
  return rim + memory(piece.seen, looks, nation, detail) + numeral(tag, 48, 80, 19, nation);
}

/** An earlier sighting: a ghost of the symbol if the words name a kind, and the words themselves. */
function memory(seen: string, looks: Looks, nation: NationLooks, detail: Detail): string {
  const [what = "", when = ""] = seen.split(/,\s*/);
  const words = what.split(" ");
  const kind = words.find((word) => looks.kinds[word]?.sidc);
  const sidc = kind === undefined ? null : looks.kinds[kind]?.sidc;
  const drawn = sidc ? symbol(sidc, nation.ink, null) : null;
  const ghost = drawn ? `<g opacity=".65">${nested(drawn, { x: 48, y: 49, wide: 36, high: 26 })}</g>` : "";
  if (detail !== "near") return ghost;
  const rest = drawn ? words.filter((word) => word !== kind).join(" ") : what;
  const write = (text: string, y: number): string =>
    line(text, 48, y, 9.5, 62, nation.ink, nation.colour, 'font-style="italic"');
  return write(rest, 23) + write(when, 33) + ghost;
}

// Markers

/** A thing that marks a place: a disc with a letter, unlike any block. */
function marker(letter: string, side: SideLooks): string {
  const edge = mix(side.colour, "#000000", 0.5);
  const ink = contrast(side.ink, side.colour) < 3 ? "#ffffff" : side.ink;
  return (
    `<circle cx="50" cy="53" r="44" fill="${edge}"/><circle cx="48" cy="48" r="44" fill="${side.colour}" ` +
    `stroke="${ink}" stroke-width="5"/><circle cx="48" cy="48" r="33" fill="none" stroke="${ink}" ` +
    `stroke-width="2" stroke-dasharray="5 4"/>` +
    `<text x="48" y="65" font-size="${fitted(letter, 46, 58)}" font-weight="700" text-anchor="middle" fill="${ink}">` +
    `${escaped(letter)}</text>`
  );
}

export const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
