import type { Block, Check } from './block.ts';

/** Checks that are not judged are neither a success nor a failure. */
function countsOf(checks: readonly Check[]): { passed: number; failed: number; open: number } {
  const count = (wanted: boolean | null) => checks.filter(({ passed }) => passed === wanted).length;
  return { passed: count(true), failed: count(false), open: count(null) };
}

/** Counts the checks that passed, failed and were not judged. */
export function checksInWords(checks: readonly Check[]): string {
  const { passed, failed, open } = countsOf(checks);
  if (open > 0) return `${passed} passed, ${open} not judged, ${failed} failed`;
  return failed === 0 ? `all ${checks.length} passed` : `${failed} of ${checks.length} failed`;
}

export const notJudged = (message: string): string => `not judged: ${message}`;

/** The three counts in one order, for a list of many reports. */
export function checksCounted(checks: readonly Check[]): string {
  const { passed, failed, open } = countsOf(checks);
  return `${passed} passed, ${failed} failed, ${open} not judged`;
}

/** The checks of a document in words; `null`: it has none. */
export function checksOf(blocks: readonly Block[], inWords = checksInWords): string | null {
  const checks = blocks.flatMap((block) => (block.type === 'checks' ? block.checks : []));
  return checks.length === 0 ? null : inWords(checks);
}
