/** The word that was probably meant: at most two slips away, and no more than a third of its letters; else `null`. */
export function nearest(word: string, known: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '').replace(/ies$/, 'y');
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(plain(word), plain(candidate)) }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate ?? null;
}

/** Behind a refusal: what was probably meant. */
export function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const found = nearest(word, known);
  return found === null ? '' : `: did you mean ${prefix}${found}?`;
}

/** Letters left out, put in, replaced, or swapped with the next (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    const above = rows[row - 1] ?? [];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
