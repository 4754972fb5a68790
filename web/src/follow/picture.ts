/** A drawing as a picture. */

/** The width and height that an SVG says it has. */
export function sizeOf(svg: string): { width: number; height: number } {
  const box = /viewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(svg);
  return { width: Number(box?.[1] ?? 1200), height: Number(box?.[2] ?? 800) };
}

export async function pngOf(svg: string, wanted = 2400): Promise<Blob> {
  const { width, height } = sizeOf(svg);
  const scale = Math.min(4, Math.max(1, wanted / width));
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width * scale, height * scale);
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
