import * as fc from 'fast-check';
import { goLines, memtierLines, redisLines, valkeyLines, valkeySequences } from './grammar.ts';
import type { DrawnOption, ToolWords } from './drawn-option.ts';

export interface DrawnLine {
  tool: string;
  /** The text that is pasted. */
  text: string;
  /** All that the equal line has to have. */
  parts: DrawnOption[];
}

/** Words around a line in a shell, and a part of the sentence about them. */
const surroundings: readonly [before: string, after: string, says: string | null][] = [
  ['', '', null],
  ['$ ', '', null],
  ['sudo ', '', 'sudo'],
  ['docker exec -it kv ', '', 'docker exec -it kv'],
  ['kubectl exec pod -- ', '', 'kubectl exec pod'],
  ['time taskset -c 2 ', '', 'time taskset -c 2'],
  ['REDISCLI_AUTH=hunter2 nice -n 5 ', '', 'nice -n 5'],
  ['', ' > out.txt 2>&1', '> out.txt'],
  ['', ' | tee out.txt', '| tee out.txt'],
  ['', ' && redis-cli info', '&& redis-cli info'],
  ['', '   # of last week', null],
];

const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const anyLine: fc.Arbitrary<ToolWords> = fc.oneof(
  redisLines,
  valkeyLines,
  valkeySequences,
  memtierLines,
  goLines,
);
const blanks = fc.constantFrom(' ', '  ', ' \\\n  ');

const wordsOf = ({ options, command }: ToolWords) => [...options.flatMap(({ words }) => words), ...command];

/** Lines that their tool takes. */
export const wholeLines: fc.Arbitrary<DrawnLine> = fc
  .tuple(anyLine, fc.constantFrom(...surroundings), blanks)
  .map(([line, [before, after, says], blank]) => ({
    tool: line.tool,
    text: `${before}${[line.tool, ...wordsOf(line).map(quoted)].join(blank)}${after}`,
    parts: [
      ...line.options,
      ...(says === null
        ? []
        : [
            { words: [says], isIn: ({ differences }: { differences: string }) => differences.includes(says) },
          ]),
    ],
  }));

const strayWords = [
  '',
  '-',
  '--',
  '=',
  '-z',
  '--bogus',
  '-1',
  'NaN',
  '1e9',
  '__key__',
  '__proto__',
  '$X',
  '`',
  '<f>',
  ';',
  '\\',
  "'",
  '9'.repeat(40),
  '😀',
];

/** Lines with a word lost, doubled, moved or put in. */
export const mutatedLines: fc.Arbitrary<DrawnLine> = fc
  .tuple(
    anyLine,
    fc.array(
      fc.tuple(
        fc.nat(30),
        fc.constantFrom('lose', 'double', 'move', 'put', 'cut'),
        fc.constantFrom(...strayWords),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.boolean(),
  )
  .map(([line, changes, isQuoted]) => {
    const words = wordsOf(line);
    for (const [at, change, stray] of changes) {
      const place = words.length === 0 ? 0 : at % words.length;
      if (change === 'lose') words.splice(place, 1);
      if (change === 'double') words.splice(place, 0, words[place] ?? '');
      if (change === 'move') words.push(...words.splice(place, 1));
      if (change === 'put') words.splice(place, 0, stray);
      if (change === 'cut') words[place] = (words[place] ?? '').slice(0, -1);
    }
    return {
      tool: line.tool,
      text: [line.tool, ...(isQuoted ? words.map(quoted) : words)].join(' '),
      parts: [],
    };
  });
