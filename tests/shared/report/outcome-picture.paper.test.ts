import { describe, expect, test } from 'vitest';
import { outcomePicture, type SvgShape } from '../../../shared/report/outcome-picture.ts';
import type { ChartInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { english } from '../../../server/reporters/report-of.ts';

const { numbers } = english.words;
const room = { width: 960, letter: 15 };

type Point = ChartInWords['series'][number]['points'][number];
const point = (label: string, value: number, more: Partial<Point> = {}): Point => ({
  ...{ label, at: null, value, interval: null, published: null },
  ...more,
});
const chartOf = (form: ChartInWords['form'], series: ChartInWords['series']): ChartInWords => ({
  ...{ title: 'SET', form, axis: '', published: 'published', series },
  column: { label: 'commands/s', unit: 'commands/s', origin: 'measured' },
});
const drawn = (chart: ChartInWords, width = room.width) => outcomePicture(chart, { ...room, width }, numbers);
const of = (shapes: readonly SvgShape[], className: SvgShape['className']) =>
  shapes.filter((shape) => shape.className === className);
const numberAt = (shape: SvgShape | undefined, name: string) => Number(shape?.at[name]);

const depths = [1, 10, 100, 1000];
const curve = chartOf('curve', [
  { name: 'raw socket', points: depths.map((at) => point(`depth ${at}`, at * 40, { at })) },
  { name: 'ioredis', points: depths.map((at) => point(`depth ${at}`, at * 20, { at })) },
]);

describe('a curve', () => {
  test('on logarithmic axes a line of equal factors is straight', () => {
    const places = String(of(drawn(curve).shapes, 'line')[0]?.at['points'])
      .split(' ')
      .map((place) => place.split(',').map(Number));
    const steps = places
      .slice(1)
      .map(([x = 0, y = 0], index) => [x - (places[index]?.[0] ?? 0), y - (places[index]?.[1] ?? 0)]);
    for (const [across = 0, up = 0] of steps) {
      expect(across).toBeCloseTo(steps[0]?.[0] ?? 0, 0);
      expect(up).toBeCloseTo(steps[0]?.[1] ?? 0, 0);
      expect(up).toBeLessThan(0);
    }
  });

  test('ends in the name and the last figure of each line, one above the other', () => {
    const ends = of(drawn(curve).shapes, 'end');
    expect(ends.map(({ text }) => text).sort()).toEqual(['ioredis 20,000', 'raw socket 40,000']);
    expect(Math.abs(numberAt(ends[0], 'y') - numberAt(ends[1], 'y'))).toBeGreaterThanOrEqual(room.letter);
  });

  test('on a phone has its names above, and nothing reaches beyond its width', () => {
    const { shapes, width } = drawn(curve, 390);
    expect(of(shapes, 'end').map(({ text }) => text)).toEqual(['raw socket', 'ioredis']);
    for (const { at, text = '' } of shapes)
      for (const name of ['x', 'x1', 'x2', 'cx'])
        if (at['text-anchor'] !== 'end' && name in at)
          expect(Number(at[name]), `${name} of ${text}`).toBeLessThanOrEqual(width);
  });
});

describe('bars', () => {
  const bars = (values: number[], more: Partial<Point> = {}) =>
    drawn(
      chartOf('bars', [
        { name: '', points: values.map((value, index) => point(`lane ${index}`, value, more)) },
      ]),
    );

  test('are as long as their figures, and the longest stands out', () => {
    const { shapes } = bars([10, 20, 40]);
    const lengths = shapes.filter(({ tag }) => tag === 'rect').map((bar) => numberAt(bar, 'width'));
    expect(lengths.map((length) => length / (lengths[0] ?? 1))).toEqual(
      [1, 2, 4].map((each) => expect.closeTo(each, 1)),
    );
    expect(of(shapes, 'bar best')).toHaveLength(1);
  });

  test('are dots on a logarithmic axis where figures differ by more than 30 times', () => {
    const { shapes } = bars([10, 1000]);
    expect(shapes.filter(({ tag }) => tag === 'rect')).toEqual([]);
    expect(of(shapes, 'grid').length).toBeGreaterThan(1);
  });

  test('published figures are marked, and the mark is explained', () => {
    expect(of(bars([10, 20]).shapes, 'published')).toEqual([]);
    const { shapes } = bars([10, 20], { published: 15 });
    expect(of(shapes, 'published')).toHaveLength(3);
    expect(of(shapes, 'axis').map(({ text }) => text)).toContain('published');
  });

  test.each([
    ['far beyond', 4000, 'start'],
    ['below', 2, 'start'],
    ['where its text would be', 130, 'end'],
  ] as const)('a figure stands beside its own dot, with a published one %s', (_, published, anchor) => {
    const { shapes } = bars([1, 100, 5000], { published });
    const dot = shapes.filter(({ className }) => className === 'bar')[1];
    const figure = of(shapes, 'name').find(({ text }) => text === numbers.rate(100));
    expect(figure?.at['text-anchor']).toBe(anchor);
    expect(Math.abs(numberAt(figure, 'x') - numberAt(dot, 'cx'))).toBeLessThan(room.letter);
  });
});

test('all figures are said to those who cannot see them', () => {
  expect(drawn(curve).description).toBe(
    `SET, commands/s. ${['raw socket', 'ioredis'].flatMap((name, lane) => depths.map((at) => `${name} depth ${at}: ${numbers.rate(at * (lane ? 20 : 40))}`)).join('; ')}`,
  );
});
