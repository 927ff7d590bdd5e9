/** What was read is not what the protocol says: what follows has no meaning. */
export class Desynchronised extends Error {
  override readonly name = 'Desynchronised';
}

/** Bytes of a line: a status, an error, an inline command. */
export const longestLine = 65_536;

const minus = 45;
const carriageReturn = 13;
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
