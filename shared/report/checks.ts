import type { Block, Check } from './block.ts';

/** Counts the checks that passed, failed and were not judged: the last are neither a success nor a failure. */
export function checksInWords(checks: readonly Check[]): string {
  const count = (wanted: boolean | null) => checks.filter(({ passed }) => passed === wanted).length;
  const [passed, open, failed] = [count(true), count(null), count(false)];
  if (open > 0) return `${passed} passed, ${open} not judged, ${failed} failed`;
  return failed === 0 ? `all ${checks.length} passed` : `${failed} of ${checks.length} failed`;
}

export const notJudged = (message: string): string => `not judged: ${message}`;

/** The same for a document; `null`: it has no checks. */
export function checksOf(blocks: readonly Block[]): string | null {
  const checks = blocks.flatMap((block) => (block.type === 'checks' ? block.checks : []));
  return checks.length === 0 ? null : checksInWords(checks);
}
