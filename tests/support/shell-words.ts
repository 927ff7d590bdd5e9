/** The words of a line as a shell cuts it. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

/** Commands in the `sh` blocks of a page: a line that ends with a backslash is joined to the next. */
export const shellLinesOf = (page: string): string[] =>
  [...page.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].flatMap(([, , text = '']) =>
    text
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.trim()),
  );
