/** An option with its value, a bare word, or what the shell is to work out. */
export type ShellWord = string | readonly [option: string, value: string] | { shell: string };

/** A line for a shell of the POSIX kind. */
export function shellLine(program: string, words: readonly ShellWord[]): string {
  const parts = words.flatMap((word) => {
    if (typeof word === 'string') return [quoted(word)];
    if ('shell' in word) return [word.shell];
    const [option, value] = word;
    // A value that begins with a dash would be taken for an option, unless it hangs on its own.
    return value.startsWith('-') ? [`${option}=${quoted(value)}`] : [option, quoted(value)];
  });
  return [program, ...parts].join(' ');
}

const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
