import { UsageError } from '../usage-error.ts';

/** An assertion that cannot be read; the message shows the place. Columns are counted from 0, and shown from 1. */
export class AssertionInvalid extends UsageError {
  constructor(text: string, column: number, message: string) {
    super(`--assert, column ${column + 1}: ${message}\n  ${text}\n  ${' '.repeat(column)}^`);
  }
}
