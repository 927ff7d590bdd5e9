import { columns } from './columns.ts';
import type { Check } from '../../../shared/report/block.ts';

/** A line for each check: whether it passed, what was asked, what was found. Empty for none. */
export function checksText(checks: readonly Check[]): string {
  if (checks.length === 0) return '';
  const failed = checks.filter(({ passed }) => !passed).length;
  const rows = checks.map(({ name, passed, message }) => [passed ? 'passed' : 'FAILED', name, message]);
  const sum = failed === 0 ? `all ${checks.length} passed` : `${failed} of ${checks.length} failed`;
  return `\nChecks: ${sum}\n${columns(rows, ['left', 'left', 'left'])}`;
}
