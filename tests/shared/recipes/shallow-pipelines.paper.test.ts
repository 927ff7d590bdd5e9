import { expect, test } from 'vitest';
import { recipe as shallowPipelines } from '../../../shared/recipes/shallow-pipelines.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, tablesIn } from '../../support/recipe-in-english.ts';

const judgements = (
  single: { rate: number; batchP50: number },
  batch: { rate: number; batchP50: number },
) => {
  const measured = makeMeasured(shallowPipelines, (step, lane) => {
    if (step === 'direct') return 50_000;
    return { ...(lane === 'one-by-one' ? single : batch), pingMs: 250.2 };
  });
  return judgedIn(shallowPipelines, measured);
};

test('both claims about 250 ms hold when a command and a pipeline take one round trip each', () => {
  const [four, wait] = judgements({ rate: 3.98, batchP50: 250.4 }, { rate: 39.8, batchP50: 251 });
  expect(four).toMatchObject({
    outcome: 'holds',
    because: 'One by one: 4.0/s at a measured round trip of 250.2 ms.',
  });
  expect(wait).toMatchObject({ outcome: 'holds', because: expect.stringContaining('251.0 ms') });
});

test('neither holds when commands take half a second, and a pipeline longer than one of them', () => {
  const [four, wait] = judgements({ rate: 2, batchP50: 500 }, { rate: 2, batchP50: 5000 });
  expect(four?.outcome).toBe('does not hold here');
  expect(wait?.outcome).toBe('does not hold here');
});

test('the table has the published rates beside the measured ones', () => {
  const [table] = tablesIn(
    shallowPipelines,
    makeMeasured(shallowPipelines, () => 50_000),
  );
  const published = table?.columns.findIndex(({ origin }) => origin === 'published') ?? -1;
  expect(table?.rows.slice(0, 3).map((row) => row[published])).toEqual([51_975.05, 91_240.88, 102_354.15]);
});
