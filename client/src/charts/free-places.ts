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

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A straight line that no text may cover. */
export interface StraightLine {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

const above = 3;
/** Half of a line's width. */
const beside = 2;
/** How many lines of text further up or down a needed text may stand. */
const steps = 8;

/**
 * Places texts above or below their points, to the right or to the left, so that none covers another or a line:
 * the needed ones first, which may also stand further away. `null`: there is no room for it.
 */
export function besidePoints(
  texts: readonly BesideText[],
  area: Box,
  lines: readonly StraightLine[],
): (TextPlace | null)[] {
  const taken: Box[] = [];
  const places = texts.map((): TextPlace | null => null);
  const order = texts
    .map((_, index) => index)
    .sort((a, b) => Number(texts[b]?.needed) - Number(texts[a]?.needed));
  for (const index of order) {
    const text = texts[index];
    if (!text) continue;
    const boxes = candidates(text).filter((box) => isWithin(box, area));
    const free = boxes.find(
      (box) => !taken.some((other) => overlap(box, other)) && !lines.some((line) => crosses(line, box)),
    );
    const box = free ?? (text.needed ? boxes[0] : undefined);
    if (!box) continue;
    taken.push(box);
    places[index] = { left: box.left, bottom: box.bottom };
  }
  return places;
}

function candidates({ x, y, width, height, away, needed }: BesideText): Box[] {
  return Array.from({ length: needed ? steps : 1 }).flatMap((_, step) =>
    [y - above - step * height, y + above + (step + 1) * height].flatMap((bottom) =>
      [x + away, x - away - width].map((left) => ({
        left,
        right: left + width,
        top: bottom - height,
        bottom,
      })),
    ),
  );
}

const isWithin = (box: Box, area: Box) =>
  box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a line runs through a box (Liang & Barsky 1984). */
function crosses({ from, to }: StraightLine, { left, right, top, bottom }: Box): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [speed, distance] of [
    [-dx, from.x - left + beside],
    [dx, right - from.x + beside],
    [-dy, from.y - top + beside],
    [dy, bottom - from.y + beside],
  ] as const) {
    if (speed === 0 && distance < 0) return false;
    if (speed < 0) enters = Math.max(enters, distance / speed);
    if (speed > 0) leaves = Math.min(leaves, distance / speed);
  }
  return enters <= leaves;
}
