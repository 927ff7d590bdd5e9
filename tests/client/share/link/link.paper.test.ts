import { expect, test } from 'vitest';
import { longestLink } from '../../../../client/src/navigation/longest-link.ts';
import { pack, unpack } from '../../../../client/src/share/link/packed.ts';
import { smallResult } from '../../../../client/src/share/link/small.ts';
import { readResultFile } from '../../../../client/src/rooms/runs/result-file.ts';
import { en } from '../../../../client/src/messages/en.ts';
import { resultSchema, type Result } from '../../../../shared/contract/result.ts';
import { endedHeadline } from '../../../../client/src/run/ended-headline.ts';
import { runHeadline } from '../../../../client/src/run/headline.ts';
import { keptRun } from '../../../../client/src/rooms/runs/kept-run.ts';
import { sampleResult } from '../../../support/a-result.ts';

const saidOf = (result: Result) =>
  runHeadline(keptRun(result, []), false, ({ id }) => id, en, endedHeadline).text;

test('A link brings the result to a reader without a server, and the page says the same of it', async () => {
  const packed = await pack(JSON.stringify(smallResult(sampleResult)));
  expect(packed).toMatch(/^[\w-]+$/);
  const read = readResultFile(await unpack(packed), en.runs.refused);
  expect(resultSchema.safeParse(read).error).toBeUndefined();
  expect(saidOf(read)).toBe(saidOf(sampleResult));
  expect(packed.length).toBeLessThan(longestLink / 2);
});

test('Small figures read as the whole ones do, also where rounding twice would tell them apart', () => {
  const [comparison] = sampleResult.comparisons;
  const comparisons = comparison
    ? [{ ...comparison, ci95: [6.465004671453824, 13.94] as [number, number] }]
    : [];
  const [small] = smallResult({ ...sampleResult, comparisons }).comparisons;
  expect(small?.ci95?.map(en.words.numbers.times)).toEqual(['6.47', '13.9']);
});

test('What is damaged or inflates without end is refused, the latter as soon as it is too much', async () => {
  await expect(unpack('AAAA')).rejects.toThrow();
  const bomb = await pack('0'.repeat(5_000_000));
  await expect(unpack(bomb)).rejects.toThrow('more than 2097152 bytes');
  await expect(unpack(await pack('abc'), 2)).rejects.toThrow('more than 2 bytes');
});
