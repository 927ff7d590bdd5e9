import { expect, test } from 'vitest';
import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import type { ForeignRow } from '../../../shared/foreign/reading.ts';
import { DrawnOutput, type DrawnText } from '../../support/drawn-foreign.ts';
import { seedOfTest } from '../../support/matrix.ts';

const texts = 3000;
const appendable = ['benchmarkText', 'benchmarkQuiet', 'benchmarkCsv', 'memtierTable', 'goSummary'] as const;
const kinds = [...appendable, 'memtierJson', 'perfMetrics'] as const;

function* drawn(name: string): Generator<DrawnText> {
  const output = new DrawnOutput(seedOfTest(name));
  for (let at = 0; at < texts; at++) {
    const kind = output.one(kinds);
    const written = output[kind]();
    yield output.mangled(written);
  }
}

const rowsIn = (text: string): readonly ForeignRow[] => {
  const found = readForeignResult(text);
  return found?.state === 'read' ? found.rows : [];
};

const figuresOf = ({ conditions: _, run: __, spread, ...row }: ForeignRow): number[] =>
  [...Object.values(row), ...(spread ?? [])].filter((value) => typeof value === 'number');

test('Drawn output of tools is read whole, and gives no figure that is not in the text', () => {
  // A figure of which a part was cut off is another figure.
  for (const { text, whole, rows } of drawn('foreign')) {
    const found = rowsIn(text);
    const written = new Set(whole.match(/\d+(?:\.\d+)?/g)?.map(Number));
    for (const row of found)
      expect(
        figuresOf(row).filter((figure) => !written.has(figure)),
        JSON.stringify(text),
      ).toEqual([]);
    if (rows !== null)
      expect(
        found.map(({ name, perSecond }) => ({ name, perSecond })),
        JSON.stringify(text),
      ).toEqual(rows);
  }
});

test('Two outputs that were appended to one another are read as both', () => {
  const output = new DrawnOutput(seedOfTest('appended'));
  for (let at = 0; at < texts / 3; at++) {
    const kind = output.one(appendable);
    const [first, second] = [output[kind](), output[kind]()];
    const text = [...first.lines, ...second.lines].join('\n');
    expect(
      rowsIn(text).map(({ name, perSecond }) => ({ name, perSecond })),
      text,
    ).toEqual([...first.rows, ...second.rows]);
  }
});
