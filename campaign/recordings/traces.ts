import { readFileSync } from 'node:fs';
import { projectFile } from '../../server/built.ts';
import { hostileText, hostileValue } from '../hostile-values.ts';
import type { RecordingDraw } from './draw.ts';

/** A recorded trace, line by line, with the findings that it ends with. */
export const recordedTrace = (): string[] =>
  readFileSync(projectFile('client/src/rooms/profile/example.trace'), 'utf8').trimEnd().split('\n');

const names = [
  ...['\u001b[2J\u001b]0;X\u0007', '\u009b31m', '\u202Eevil', '\0', '\uD800', 'a\nb\r\nc', '\u2028'],
  ...[
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '| a | b',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '```',
    '{{x}}',
    '(others)',
    'unfinished',
  ],
  'x'.repeat(10_000),
];
const numbers = [
  '1e999',
  '-1e999',
  '1e308',
  '-1',
  '0.5',
  '-0',
  '4294967296',
  '9007199254740993',
  'NaN',
  '2e9',
  '0',
];
const nested = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000);
const raw = [
  ...[
    nested('[', ']'),
    nested('{"a":', '}').replace(':}', ':1}'),
    '"__proto__"',
    'null',
    '[]',
    '{}',
    '""',
    'true',
  ],
  ...['[null]', '[[]]', '[1e999]', '[0,0]', '[1,2,3]', '[2000000000,1000000000000]', '[["","","",""]]'],
];
const injected = [
  '"__proto__":{"polluted":1}',
  '"constructor":{"prototype":{"polluted":1}}',
  '"k":"cmd"',
  '"k":"unit"',
];

type Lines = string[];
type Mutation = (lines: Lines, draw: RecordingDraw) => Lines;

/** Replaces one line, if there is one that fits. */
const inLine =
  (fits: RegExp, change: (line: string, draw: RecordingDraw) => string): Mutation =>
  (lines, draw) => {
    const places = lines.flatMap((line, at) => (fits.test(line) ? [at] : []));
    if (places.length === 0) return lines;
    const chosen = draw.oneOf(places);
    return lines.map((line, at) => (at === chosen ? change(line, draw) : line));
  };

/** Replaces one of the matches in a text. */
function oneMatch(text: string, pattern: RegExp, draw: RecordingDraw, by: (found: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const { index, 0: found } = draw.oneOf(matches);
  return text.slice(0, index) + by(found) + text.slice(index + found.length);
}

const number = /(?<=[:[,])-?\d+(?:\.\d+)?(?=[,\]}])/g;
const string = /(?<=[:[,])"(?:[^"\\]|\\.)*"(?=[,\]}])/g;
const value = /(?<=":)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.]*|\[[^[\]]*\]|null|true|false)(?=[,}])/g;
const anyLine = /./;

/** The ways in which a trace is spoilt. */
const mutations: Readonly<Record<string, Mutation>> = {
  'a number': inLine(anyLine, (line, draw) => oneMatch(line, number, draw, () => draw.oneOf(numbers))),
  'a text': inLine(anyLine, (line, draw) =>
    oneMatch(line, string, draw, () => JSON.stringify(draw.oneOf(names))),
  ),
  'a value': inLine(anyLine, (line, draw) => oneMatch(line, value, draw, () => draw.oneOf(raw))),
  'any value': inLine(anyLine, (line, draw) =>
    oneMatch(line, value, draw, () => JSON.stringify(draw.of(hostileValue))),
  ),
  'a place': inLine(/^\{"k":"site"/, (line, draw) =>
    line.replaceAll('"shop.mjs"', () => JSON.stringify(draw.oneOf(draw.paths))),
  ),
  'all places': (lines, draw) => {
    const path = JSON.stringify(draw.oneOf(draw.paths));
    return lines.map((line) =>
      line.startsWith('{"k":"site"') ? line.replaceAll('"shop.mjs"', () => path) : line,
    );
  },
  'line and column': inLine(/^\{"k":"site"/, (line, draw) =>
    line.replaceAll(/,\d+,\d+,/g, () => `,${draw.oneOf(numbers)},${draw.oneOf(numbers)},`),
  ),
  'a field more': inLine(anyLine, (line, draw) => line.replace(/^\{/, `{${draw.oneOf(injected)},`)),
  'a field gone': inLine(anyLine, (line, draw) =>
    oneMatch(line, /"\w+":(?:"[^"]*"|[\d.]+),/g, draw, () => ''),
  ),
  'a kind of line': inLine(anyLine, (line, draw) =>
    line.replace(
      /"k":"\w+"/,
      `"k":"${draw.oneOf(['meta', 'site', 'unit', 'cmd', 'count', 'fault', 'profile'])}"`,
    ),
  ),
  'counts of values': inLine(/^\{"k":"cmd"/, (line, draw) =>
    line.replaceAll(
      /"(sent|got)":\[\d+,\d+\]/g,
      (_, name) => `"${String(name)}":[${draw.oneOf(numbers)},3e7]`,
    ),
  ),
  'a unit that was cut': inLine(/^\{"k":"unit"/, (line, draw) =>
    line.replace(/\}$/, `,"of":${draw.oneOf(numbers)}}`),
  ),
  'a fault': (lines, draw) => [
    ...lines.slice(0, -1),
    `{"k":"fault","count":${draw.oneOf(numbers)},"cause":${JSON.stringify(draw.oneOf(names))},"left":[${draw.oneOf(numbers)}]}`,
    ...lines.slice(-1),
  ],
  'bytes gone': (lines, draw) => {
    const text = lines.join('\n');
    const from = draw.below(text.length);
    return (text.slice(0, from) + text.slice(from + 1 + draw.below(40))).split('\n');
  },
  'other bytes': (lines, draw) => {
    const text = lines.join('\n');
    const from = draw.below(text.length);
    return (text.slice(0, from) + draw.of(hostileText) + text.slice(from + 1)).split('\n');
  },
  'the end gone': (lines, draw) => {
    const text = lines.join('\n');
    return text.slice(0, draw.below(text.length)).split('\n');
  },
  'lines doubled': (lines, draw) => lines.flatMap((line) => (draw.below(3) === 0 ? [line, line] : [line])),
  'lines gone': (lines, draw) => lines.filter((_, at) => at === 0 || draw.below(4) > 0),
  'lines in disorder': ([first = '', ...lines], draw) => [
    first,
    ...lines
      .map((line) => ({ line, at: draw.below(1000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ line }) => line),
  ],
  'many units': (lines, draw) => {
    const own = lines.filter((line) => /^\{"k":"(?:cmd|unit)"/.test(line)).slice(0, 20);
    const copies = Array.from({ length: 1 + draw.below(100) }, (_, copy) =>
      own.map((line) =>
        line.replaceAll(
          /"(id|u)":(\d+)/g,
          (_all, name, id) => `"${String(name)}":${Number(id) + 100 * (copy + 1)}`,
        ),
      ),
    );
    return [...lines, ...copies.flat()];
  },
  'a long unit': (lines, draw) => {
    const [own = ''] = lines.filter((line) => line.startsWith('{"k":"cmd"'));
    const length = 1 + draw.below(3000);
    return [
      ...lines,
      ...Array.from({ length }, (_, at) =>
        own
          .replace(/"id":\d+/, `"id":${1000 + at}`)
          .replace(/"turn":\[\d+,\d+\]/, `"turn":[${at},${at + 1}]`)
          .replace(/"s":\d+/, `"s":${1 + draw.below(5)}`),
      ),
    ];
  },
};

/** A trace that was spoilt in one way or in several; half of them without the findings, so that they are judged. */
export function drawTrace(draw: RecordingDraw): { text: string; about: string } {
  const [keepsFindings, times] = [draw.below(2) === 0, 1 + draw.below(4)];
  const about = Array.from({ length: times }, () => draw.oneOf(Object.keys(mutations)));
  let lines = keepsFindings ? recordedTrace() : recordedTrace().slice(0, -1);
  for (const name of about) lines = mutations[name]?.(lines, draw) ?? lines;
  return {
    text: `${lines.join('\n')}${draw.below(8) === 0 ? '' : '\n'}`,
    about: `${about.join(', ')}${keepsFindings ? ', with findings' : ''}`,
  };
}
