/** How wide a text is, in the unit of `width`. */
export type Measure = (text: string, size: number, weight: number) => number;

/**
 * Breaks a text at its spaces so that each line is at most `width` wide; a word that is wider stands alone. What does
 * not fit in so many lines ends in "…". Text without spaces, as Chinese is, breaks anywhere.
 */
export function breakLines(
  text: string,
  { size, weight, width, most }: { size: number; weight: number; width: number; most: number },
  measure: Measure,
): string[] {
  const fits = (line: string) => measure(line, size, weight) <= width;
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(text)) {
    const longer = line + part;
    if (line === '' || fits(longer.trimEnd())) line = longer;
    else {
      lines.push(line.trim());
      line = part.trimStart();
    }
  }
  lines.push(line.trim());
  if (lines.length <= most) return lines;
  let last = lines.slice(most - 1).join(' ');
  while (last !== '' && !fits(`${last}…`)) last = last.replace(/.$/u, '').trimEnd();
  return [...lines.slice(0, most - 1), `${last}…`];
}

/** Words with the space after them; each character of Chinese by itself. */
const partsOf = (text: string): string[] =>
  text.match(/[\u2E80-\u9FFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uFF00-\uFFEF]+\s*|\s+/gu) ?? [];
