import { basename, join } from 'node:path';

/** Engines of JavaScript that take no module of Node before a program. */
const otherEngines = ['bun', 'bunx', 'deno'];

/**
 * Throws if a program cannot be recorded, with what to change. `words`: the command, and the words of NODE_OPTIONS.
 * `read`, `write`: the folders that the recorder reads and writes.
 */
export function checkRecordable(
  words: readonly string[],
  { read, write }: { read: string; write: string },
): void {
  const engine = basename(words[0] ?? '');
  if (otherEngines.includes(engine))
    throw new Error(
      `only programs of Node are recorded, and ${engine} is another engine. roundtrip profile --listen stands between any program and its server`,
    );
  if (!words.some((word) => /^--(experimental-)?permission$/.test(word))) return;
  const missing = [
    ...(isAllowed(words, '--allow-fs-read', read) ? [] : [`--allow-fs-read=${read}/*`]),
    ...(isAllowed(words, '--allow-fs-write', write) ? [] : [`--allow-fs-write=${join(write, '..')}/*`]),
  ];
  if (missing.length > 0)
    throw new Error(`the permission model of Node keeps the recorder out. Allow it ${missing.join(' ')}`);
}

function isAllowed(words: readonly string[], option: string, folder: string): boolean {
  const given = words.flatMap((word, at) => {
    if (word.startsWith(`${option}=`)) return word.slice(option.length + 1).split(',');
    return word === option ? (words[at + 1]?.split(',') ?? []) : [];
  });
  return given.some((path) => {
    const start = path.replace(/\*$/, '');
    return (
      path === '*' ||
      folder === start.replace(/\/$/, '') ||
      (path.endsWith('*') && `${folder}/`.startsWith(start))
    );
  });
}
