export interface PlacedLabel {
  text: string;
  x: number;
  /** From the top: 0 is above the plot, the others are in it. */
  row: number;
}

/** How many labels may stand over one another. */
const rows = 3;
/** Pixels between two of them. */
const gap = 4;

/**
 * Puts labels beside their places, from left to right, each in the first row where it runs into no other. One that
 * would reach beyond `right` ends there; one that fits nowhere is left out. `taken`: up to where row 0 is in use.
 */
export function placeLabels(
  labels: readonly { text: string; x: number; width: number }[],
  { left, right, taken }: { left: number; right: number; taken: number },
): PlacedLabel[] {
  const ends = Array.from({ length: rows }, (_, row) => (row === 0 ? taken : -Infinity));
  return labels.flatMap(({ text, x, width }) => {
    const from = Math.max(left, Math.min(x, right - width));
    const row = ends.findIndex((end) => from >= end + gap);
    if (row < 0) return [];
    ends[row] = from + width;
    return [{ text, x: from, row }];
  });
}
