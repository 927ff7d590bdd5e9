/** A text that belongs beside a point, in pixels. */
export interface BesideText {
  x: number;
  y: number;
  width: number;
  height: number;
  /** From the point to the text. */
  away: number;
  /** Stands even where it covers another; any other is left out then. */
  needed: boolean;
}

/** Its left end and its baseline. */
export interface TextPlace {
  left: number;
  bottom: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const above = 3;

/**
 * Places texts above or below their points, to the right or to the left, so that none covers another: the needed
 * ones first. `null`: there is no room for it.
 */
export function besidePoints(
  texts: readonly BesideText[],
  area: { left: number; right: number },
): (TextPlace | null)[] {
  const taken: Box[] = [];
  const places = texts.map((): TextPlace | null => null);
  const order = texts
    .map((_, index) => index)
    .sort((a, b) => Number(texts[b]?.needed) - Number(texts[a]?.needed));
  for (const index of order) {
    const text = texts[index];
    if (!text) continue;
    const boxes = candidates(text).filter(({ left, right }) => left >= area.left && right <= area.right);
    const free = boxes.find((box) => !taken.some((other) => overlap(box, other)));
    const box = free ?? (text.needed ? boxes[0] : undefined);
    if (!box) continue;
    taken.push(box);
    places[index] = { left: box.left, bottom: box.bottom };
  }
  return places;
}

function candidates({ x, y, width, height, away }: BesideText): Box[] {
  const bottoms = [y - above, y + above + height];
  return bottoms.flatMap((bottom) =>
    [x + away, x - away - width].map((left) => ({ left, right: left + width, top: bottom - height, bottom })),
  );
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
