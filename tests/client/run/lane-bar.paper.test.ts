import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import LaneBar from '../../../client/src/run/LaneBar.svelte';

test.each([
  ['inside of the axis has both ends', [8, 12], false],
  ['that ends with the axis has both ends', [8, 15], false],
  ['beyond the axis has an arrow in place of an end', [8, 22], true],
])('An interval %s', (_, interval, isBeyond) => {
  const { body } = render(LaneBar, {
    props: {
      ...{ value: 10, interval: interval as [number, number], counts: true },
      scale: { unit: 'ratio', most: 15 },
    },
  });
  expect(/class="interval[^"]*\bbeyond\b/.test(body)).toBe(isBeyond);
});

test.each([
  [{ unit: 'ratio', most: 20 }, ['5.00cqi']],
  [{ unit: 'rate', most: 20 }, []],
  [{ unit: 'ratio', most: 0 }, []],
] as const)('The hairline of the baseline stands at × 1 of an axis of ratios: %j', (scale, at) => {
  const { body } = render(LaneBar, { props: { value: 10, interval: null, counts: true, scale } });
  expect(body.match(/class="baseline[^>]*translate: ([^"; ]+)/)?.slice(1) ?? []).toEqual(at);
});
