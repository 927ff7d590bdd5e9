import jsQR from 'jsqr';

/** What an SVG that draws a QR code as black squares says; throws when it cannot be read. */
export function readQrCode(svg: string): string {
  const [, side] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
  const size = Number(side);
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, left, top, width, height] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\3z/g))
    for (let y = Number(top); y < Number(top) + Number(height); y++)
      for (let x = Number(left); x < Number(left) + Number(width); x++)
        pixels.set([0, 0, 0, 255], (y * size + x) * 4);
  return readPixels(pixels, size, size);
}

/** The same of an image: four bytes a pixel, red, green, blue, alpha. */
export function readPixels(pixels: Uint8ClampedArray, width: number, height: number): string {
  const read = jsQR.default(pixels, width, height);
  if (!read) throw new Error('no QR code can be read in this picture');
  return read.data;
}
