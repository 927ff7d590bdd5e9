import type { ReportedDocument } from '../../shared/report/document.ts';
import { UsageError } from '../terminal/usage-error.ts';

export { UsageError };

/** As in k6: what a CI job may rely on. */
export const exitCodes = { done: 0, notMeasured: 1, wrongUsage: 2, assertionFailed: 99 } as const;

/** `allowed`: lanes that may fail. */
export function exitCodeOf(document: ReportedDocument, allowed: readonly string[] = []): number {
  if (!isMeasured(document, allowed)) return exitCodes.notMeasured;
  const checks = ('checks' in document && document.checks) || [];
  return checks.every(({ passed }) => passed !== false) ? exitCodes.done : exitCodes.assertionFailed;
}

function isMeasured(document: ReportedDocument, allowed: readonly string[]): boolean {
  switch (document.kind) {
    case 'run': {
      const { state, lanes } = document.result;
      const asked = lanes.filter(({ id }) => !allowed.includes(id));
      return state !== 'stopped' && asked.every((lane) => lane.state === 'completed' && lane.commands > 0);
    }
    case 'recipe':
    case 'search':
      return document.result.state === 'completed';
    case 'comparison':
    case 'trend':
    case 'blocks':
      return true;
  }
}

/** The other errors of wrong usage are loaded here: most calls end without one. */
export async function exitCodeOfError(error: unknown): Promise<number> {
  if (error instanceof UsageError) return exitCodes.wrongUsage;
  const { InvalidInput } = await import('../../shared/contract/parse.ts');
  const { NamedTargetsInvalid } = await import('../redis/targets/named-targets.ts');
  const { TargetChoiceInvalid } = await import('../redis/targets/choose-target.ts');
  const { TargetUrlInvalid } = await import('../redis/connection/target-unusable.ts');
  const wrongUsage = [InvalidInput, NamedTargetsInvalid, TargetChoiceInvalid, TargetUrlInvalid];
  return wrongUsage.some((kind) => error instanceof kind) ? exitCodes.wrongUsage : exitCodes.notMeasured;
}
