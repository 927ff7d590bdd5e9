/** How wide a text is, in the unit of `width`. */
export type Measure = (text: string, size: number, weight: number) => number;

/**
 * Breaks a text at its spaces so that each line is at most `width` wide; What does not fit, a
 * single word as well, ends in "…". Text without spaces, as Chinese is, breaks anywhere.
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
  const shortened = (long: string) => {
    let kept = long;
    while (kept !== '' && !fits(`${kept}…`)) kept = kept.replace(/.$/u, '').trimEnd();
    return `${kept}…`;
  };
  const whole = lines.slice(0, most - 1);
  const last = lines.length > most ? shortened(lines.slice(most - 1).join(' ')) : lines[most - 1];
  return [...whole, ...(last === undefined ? [] : [last])].map((one) => (fits(one) ? one : shortened(one)));
}

/** Words with the space after them, "× 2.3" as one; each character of Chinese by itself. */
const partsOf = (text: string): string[] =>
  text.match(/[\u2E80-\u9FFF\uFF00-\uFFEF]|(?:× )?[^\s\u2E80-\u9FFF\uFF00-\uFFEF]+\s*|\s+/gu) ?? [];
