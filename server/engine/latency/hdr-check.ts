import { inflateSync } from 'node:zlib';

/** More than `toHdr` ever makes: two minutes in nanoseconds at three digits. */
const mostBytes = 4_194_304;
const headerBytes = 8;
const digitsAt = 12;
const mostDigits = 3;

/**
 * Whether this may be a histogram as `toHdr` gives it, found without building it: one that was made up could ask for
 * any amount of memory.
 */
export function looksLikeHdr(encoded: string): boolean {
  try {
    const packed = Buffer.from(encoded, 'base64').subarray(headerBytes);
    const plain = inflateSync(packed, { maxOutputLength: mostBytes });
    const digits = plain.readInt32BE(digitsAt);
    return digits >= 1 && digits <= mostDigits;
  } catch {
    return false;
  }
}
