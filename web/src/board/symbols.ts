/** Military symbols, each drawn once. What draws them is most of the client, and is fetched when a table is opened. */
import type milsymbol from "milsymbol";

export interface Symbol {
  /** What lies within the symbol's own `svg` element. */
  body: string;
  viewBox: string;
  /** Width over height. */
  aspect: number;
}

let artist: typeof milsymbol | null = null;
const drawn = new Map<string, Symbol | null>();

/** To be awaited before the first symbol is wanted. */
export async function loadSymbols(): Promise<void> {
  artist ??= (await import("milsymbol")).default;
}

/** The symbol of a SIDC in one ink on one ground, or null if the code stands for nothing. */
export function symbol(sidc: string, ink: string, fill: string | null): Symbol | null {
  const key = `${sidc} ${ink} ${fill}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = draw(sidc, ink, fill);
  drawn.set(key, made);
  return made;
}

function draw(sidc: string, ink: string, fill: string | null): Symbol | null {
  const options = {
    size: 100,
    infoFields: false,
    monoColor: ink,
    strokeWidth: 8,
    hqStaffLength: 32,
    fill: fill !== null,
    ...(fill === null ? {} : { fillColor: fill }),
  };
  if (artist === null) throw new Error("the symbols have not been fetched");
  const made = new artist.Symbol(sidc, options);
  if (!made.isValid()) return null;
  const found = /^<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>$/s.exec(made.asSVG());
  if (!found?.[1] || found[2] === undefined) return null;
  const [, , wide = 1, high = 1] = found[1].split(" ").map(Number);
  // The lines within a frame are drawn for large symbols; on a piece as small as a fingernail they need more weight.
  const body = found[2].replaceAll('stroke-width="3"', 'stroke-width="7"');
  return { body, viewBox: found[1], aspect: wide / high };
}
