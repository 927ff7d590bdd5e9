/** The command was called wrongly: exit code 2. The message says what was wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** As in k6: what a CI job may rely on. */
export const exitCodes = { done: 0, notMeasured: 1, wrongUsage: 2, assertionFailed: 99 } as const;
