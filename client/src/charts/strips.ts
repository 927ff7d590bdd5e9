/** The part of a plot that one lane has: a line of text, and below it what is drawn. */
export interface Strip {
  /** Where its text begins, px from the top of the canvas. */
  text: number;
  top: number;
  bottom: number;
}

/** Divides a plot among lanes, from the top; `line`: the height of a line of text, px. */
export function stripsOf(area: { top: number; bottom: number }, lanes: number, line: number): Strip[] {
  const height = (area.bottom - area.top) / Math.max(1, lanes);
  return Array.from({ length: lanes }, (_, index) => {
    const text = area.top + index * height;
    return { text, top: text + line, bottom: text + height };
  });
}

/** A name as it fits into a width; cut where it does not. */
export function fitLabel(name: string, width: number, measure: (text: string) => number): string {
  if (measure(name) <= width) return name;
  for (let end = name.length - 1; end > 0; end--) {
    const cut = `${name.slice(0, end).trimEnd()}…`;
    if (measure(cut) <= width) return cut;
  }
  return '';
}
