import { closeSync, openSync, readSync } from 'node:fs';

/** The sentence for EISDIR. */
export const isFolder = 'it is a folder, and a file is wanted';

/** More than any file that a user names has to hold; a device such as /dev/zero never ends. */
const mostBytes = 256 * 1024 * 1024;

/**
 * The text of a file, or of an open descriptor, in UTF-8. Throws as `openSync` and `readSync` do, RangeError for more
 * than `most` bytes, and for a folder what it is.
 */
export function readTextFile(file: string | number, most = mostBytes): string {
  const descriptor = typeof file === 'number' ? file : openSync(file, 'r');
  try {
    return readToEnd(descriptor, most);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EISDIR' ? new Error(isFolder) : error;
  } finally {
    if (typeof file === 'string') closeSync(descriptor);
  }
}

/**
 * A document out of its text. Throws SyntaxError without the text around the mistake, which JSON.parse repeats: it may
 * hold a password.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new SyntaxError(message.replace(/, (?:\.\.\.)?".*/s, ' in JSON'));
  }
}

function readToEnd(descriptor: number, most: number): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; ;) {
    const chunk = Buffer.allocUnsafe(1_048_576);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, length));
    bytes += length;
    if (bytes > most) throw new RangeError(`it holds more than ${most / 1_048_576} MB`);
  }
}
