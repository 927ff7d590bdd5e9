import { UsageError } from '../../usage/usage-error.ts';

/** An assertion that cannot be read; the message shows the place. Columns are counted from 0, and shown from 1. */
export class AssertionInvalid extends Error {
  override readonly name = 'AssertionInvalid';
  readonly #text: string;
  readonly #column: number;

  constructor(text: string, column: number, message: string) {
    super(message);
    this.#text = text;
    this.#column = column;
  }

  /** `label`: where the assertion was given. */
  asUsageError(label: string): UsageError {
    const pointer = `  ${this.#text}\n  ${' '.repeat(this.#column)}^`;
    return new UsageError(`${label}, column ${this.#column + 1}: ${this.message}\n${pointer}`);
  }
}
