/** A little arithmetic on colours written as `#rrggbb` or `#rgb`. */

type Rgb = [number, number, number];

export function parse(colour: string): Rgb {
  const digits = colour.replace("#", "");
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const value = Number.parseInt(full.slice(0, 6), 16);
  return Number.isNaN(value) ? [128, 128, 128] : [value >> 16, (value >> 8) & 255, value & 255];
}

/** So much of the second colour in the first. */
export function mix(one: string, other: string, part: number): string {
  const [a, b] = [parse(one), parse(other)];
  const mixed = a.map((value, i) => Math.round(value + ((b[i] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** From 0 for black to 1 for white, as the eye sees it. */
export function lightness(colour: string): number {
  const [r, g, b] = parse(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [low, high] = [lightness(one), lightness(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
