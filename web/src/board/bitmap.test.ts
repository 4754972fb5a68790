import { describe, expect, it } from "vitest";
import { bitmap } from "./bitmap";

describe("a bitmap", () => {
  it("has its size, its order of colours and its pixels from the top", async () => {
    const data = Uint8ClampedArray.from([1, 2, 3, 255, 4, 5, 6, 255]);
    const file = bitmap({ data, width: 1, height: 2, colorSpace: "srgb" } as ImageData);
    expect(file.type).toBe("image/bmp");
    const bytes = new DataView(await file.arrayBuffer());
    const at = bytes.getUint32(10, true);
    expect(String.fromCharCode(bytes.getUint8(0), bytes.getUint8(1))).toBe("BM");
    expect(bytes.getUint32(2, true)).toBe(bytes.byteLength);
    expect([bytes.getInt32(18, true), bytes.getInt32(22, true)]).toEqual([1, -2]);
    const masks = [54, 58, 62].map((place) => bytes.getUint32(place, true));
    const colours = (pixel: number): number[] =>
      masks.map((mask) => (bytes.getUint32(at + 4 * pixel, true) & mask) / (mask & -mask));
    expect([colours(0), colours(1)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});
