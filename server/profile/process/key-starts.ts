import { readFileSync, statSync } from 'node:fs';

/** Constant words with which a source composes texts: `cart:` of `cart:${id}`, of 'cart:' + id and of 'cart:list:' + id. */
const composed = /["'`]([A-Za-z]{2,16}[:./_-])(?:[A-Za-z]+[:./_-])*(?:\$\{|["'`])/g;
const mostBytes = 5 * 1024 * 1024;
const mostFiles = 1000;

// Taken at load: a program may put a file system of its own in their place.
const [statOf, readText] = [statSync, readFileSync];

const known = new Map<string, ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** The words that a file of code has for the beginnings of keys. It is read once. */
export function startsIn(file: string): ReadonlySet<string> {
  const read = known.get(file);
  if (read) return read;
  if (known.size >= mostFiles) return none;
  const starts = new Set([...textOf(file).matchAll(composed)].map(([, start = '']) => start));
  known.set(file, starts);
  return starts;
}

function textOf(file: string): string {
  try {
    const stat = statOf(file);
    return stat.isFile() && stat.size <= mostBytes ? readText(file, 'utf8') : '';
  } catch {
    return '';
  }
}
