/** The words of a line as a shell cuts it. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

/** Lines of the `sh` blocks of a page, with those that go on in the next made one. */
export const shellLinesOf = (page: string): string[] =>
  [...page.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].flatMap(([, , text = '']) =>
    text
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.trim()),
  );
