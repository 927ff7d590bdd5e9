import { cardSize, face } from './card.ts';
import type { Measure } from './lines.ts';

/** Measures with the fonts of this machine, as the picture is drawn with them. */
export function canvasMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('this browser has no canvas to draw a picture on');
  return (text, size, weight) => {
    context.font = `${weight} ${size}px ${face}`;
    return context.measureText(text).width;
  };
}

/** A PNG of it. Rejects where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(cardSize.width, cardSize.height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = cardSize.width;
    canvas.height = cardSize.height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas to draw a picture on');
    context.drawImage(image, 0, 0, cardSize.width, cardSize.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
