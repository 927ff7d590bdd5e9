import type { Column } from '../../../../shared/recipes/recipe.ts';

/** What a class can do without: how sure a figure is, and what explains it. */
const detail =
  /interval$|^PING|^p\d[\d.]*(?:,|$)|^(?:trip|batch|plain|auto) p\d|^(?:mean|min|max|segments|memory|bytes|Mbit|commands a write|client memory)\b/;

/**
 * The columns to leave out in front of a class, so that what the table is about fits without scrolling; by index. What
 * was published goes with the figure that it stands beside. A table of nothing but details keeps all but its intervals.
 */
export function detailColumns(columns: readonly Pick<Column, 'label' | 'origin'>[]): Set<number> {
  const matching = (pattern: RegExp): number[] => {
    let isFigureOut = false;
    return columns.flatMap(({ label, origin }, index) => {
      const isOut = origin === 'published' ? isFigureOut : index > 0 && pattern.test(label);
      if (origin !== 'published' && !label.endsWith('interval')) isFigureOut = isOut;
      return isOut ? [index] : [];
    });
  };
  const out = new Set(matching(detail));
  const isLeft = columns.some(({ origin }, index) => origin === 'measured' && !out.has(index));
  return isLeft ? out : new Set(matching(/interval$/));
}
