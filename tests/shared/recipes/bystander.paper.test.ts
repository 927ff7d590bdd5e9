import { expect, test } from 'vitest';
import { recipe as bystander } from '../../../shared/recipes/bystander.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

const measure = (giant: Partial<MadeLane>) =>
  makeMeasured(
    bystander,
    (_step, lane) => ({
      rate: 1000,
      batchP50: 1,
      bystanderP50: 0.1,
      bystanderP99: lane === 'lua-10000' ? 30 : 0.3,
      ...(lane === 'pipeline-10000' ? giant : {}),
    }),
    { alone: { p50: 0.1, p99: 0.2 } },
  );

test.each([
  ['holds when they wait far less than the pipeline takes', 0.1, 4, 'holds'],
  ['does not hold when they wait for its end', 60, 90, 'does not hold here'],
  ['is not seen when it is neither', 1, 40, 'cannot be seen here'],
])('others are served while a pipeline is written: %s', (_what, p50, p99, judgement) => {
  const measured = measure({ batchP50: 50, bystanderP50: p50, bystanderP99: p99 });
  const finding = judgedIn(bystander, measured)[0];
  expect(finding?.outcome).toBe(judgement);
  expect(finding?.because).toContain('50.000 ms (median)');
});

test('on a machine that is too busy by itself, nothing is judged', () => {
  const measured = makeMeasured(bystander, () => ({ rate: 1, batchP50: 50, bystanderP99: 4 }), {
    alone: { p50: 0.1, p99: 60 },
  });
  expect(judgedIn(bystander, measured)[0]?.because).toContain('the machine is too busy to tell');
});

test('what counts is its wait for the server, not how late its own thread was in sending', () => {
  const measured = measure({ batchP50: 50, bystanderP50: 60, bystanderP99: 90, bystanderWaitP99: 4 });
  expect(judgedIn(bystander, measured)[0]?.outcome).toBe('holds');
});

test('the answer is what others wait for longest, and the reading says how many times as long', () => {
  const measured = measure({});
  expect(bystander.prediction.answer(measured)).toBe('lua-10000');
  expect(readIn(bystander, measured)).toEqual([
    'Alone, the other client waits 0.200 ms (p99). It waits longest beside a script for 10,000: 30.000 ms.',
    'At least 2 times as long as alone: a script for 10,000 (150 times).',
  ]);
});
