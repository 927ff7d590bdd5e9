import { readCount, readDuration, readPercent, Unreadable } from '../../../shared/settings/notation.ts';
import { UsageError } from '../usage/usage-error.ts';

/** Reads what stands behind an option, which the message names. Throws UsageError. */
export const reading =
  <Value>(read: (text: string) => Value) =>
  (text: string, option: string): Value => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new UsageError(`${option} takes ${error.message}`, { cause: error });
    }
  };

export const parseDuration = reading(readDuration);
export const parseCount = reading(readCount);
export const parsePercent = reading(readPercent);
