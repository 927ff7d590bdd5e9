const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A share of so many characters. */
export function barOf(share: number, width: number): string {
  const steps = Math.round(share * width * 8);
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '');
}
