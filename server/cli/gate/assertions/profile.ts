import { AssertionInvalid } from '../../../../shared/assertions/quantity.ts';
import { parseProfileAssertion, type ProfileAssertion } from '../../../../shared/profile/gate.ts';
import { UsageError } from '../../exit-codes.ts';

/** Reads what a profile is held against. Throws UsageError, which points at the column; `label`: where they stand. */
export const parseProfileAssertions = (texts: readonly string[], label: string): ProfileAssertion[] =>
  texts.map((text) => {
    try {
      return parseProfileAssertion(text);
    } catch (error) {
      if (!(error instanceof AssertionInvalid)) throw error;
      const { column, message } = error;
      throw new UsageError(`${label}, column ${column + 1}: ${message}\n  ${text}\n  ${' '.repeat(column)}^`);
    }
  });
