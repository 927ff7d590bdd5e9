import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/**
 * The text of a source, in UTF-8. Throws as `withRegularFile` does, and for more than `most` bytes, before anything is
 * read.
 */
export const readSource = (path: string, most: number): string =>
  withRegularFile(path, (descriptor, { size }) => {
    if (size > most) throw new RangeError(`${path} has more than ${most} bytes`);
    return readFileSync(descriptor, 'utf8');
  });

/**
 * Opens a file to read of it. Throws as `openSync` does, and for what is not a regular file: a device may never end, and
 * a pipe never start.
 */
export function withRegularFile<T>(path: string, read: (descriptor: number, stat: Stats) => T): T {
  // Opening a pipe waits for somebody who writes to it. Windows has neither the flag (0 here) nor such a wait.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error(`${path} is not a regular file`);
    return read(descriptor, stat);
  } finally {
    closeSync(descriptor);
  }
}

/** True where a path is below a folder, links followed. Throws as `realpathSync` does. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
