/** Pixels as a file that every browser can show: a bitmap without compression, so that making it costs nothing. */

const FILE = 14;
const INFO = 40;
const MASKS = 12;
const HEAD = FILE + INFO + MASKS;
/** Colours are where their masks say. */
const BY_MASKS = 3;

/** What the pixels show, without regard to what shines through. */
export function bitmap({ data, width, height }: ImageData): Blob {
  const head = new DataView(new ArrayBuffer(HEAD));
  head.setUint16(0, 0x424d); // "BM"
  head.setUint32(2, HEAD + data.byteLength, true);
  head.setUint32(10, HEAD, true);
  head.setUint32(FILE, INFO, true);
  head.setInt32(FILE + 4, width, true);
  head.setInt32(FILE + 8, -height, true); // from the top down
  head.setUint16(FILE + 12, 1, true);
  head.setUint16(FILE + 14, 32, true);
  head.setUint32(FILE + 16, BY_MASKS, true);
  head.setUint32(FILE + 20, data.byteLength, true);
  [0xff, 0xff00, 0xff0000].forEach((mask, rank) => head.setUint32(FILE + INFO + 4 * rank, mask, true));
  return new Blob([head, data], { type: "image/bmp" });
}
