/** What was read is not what the protocol says: what follows has no meaning. */
export class Desynchronised extends Error {
  override readonly name = 'Desynchronised';
}

/** Bytes of a line: a status, an error, an inline command. */
export const longestLine = 65_536;

const minus = 45;
const carriageReturn = 13;
const lineFeed = 10;
/** Digits of the largest number in 64 bits, and its sign. */
const longestNumber = 20;

/** The whole number between `from` and the carriage return before `end`; NaN where none stands there. */
export function wholeNumber(bytes: Buffer, from: number, end: number): number {
  const to = end - 1;
  const isNegative = bytes[from] === minus;
  let at = isNegative ? from + 1 : from;
  if (bytes[to] !== carriageReturn || at >= to || to - at > longestNumber) return NaN;
  let value = 0;
  for (; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return isNegative ? -value : value;
}

/**
 * The number of at most six digits that begins at `from` and ends with its line, as it is nearly always; -1: another one,
 * which `wholeNumber` reads.
 */
export function usualLength(bytes: Buffer, from: number): number {
  let value = 0;
  for (let at = from; at < from + 7; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    // Its length is known by its value: no zero may stand before it.
    else
      return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed && at - from === digitsOf(value)
        ? value
        : -1;
  }
  return -1;
}

/** Bytes of the line of a sign and such a number. */
export const lineLength = (value: number): number => digitsOf(value) + 3;

const digitsOf = (value: number): number =>
  value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : value < 100_000 ? 5 : 6;
