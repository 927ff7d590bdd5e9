/** The command was called wrongly. The message says what was wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
