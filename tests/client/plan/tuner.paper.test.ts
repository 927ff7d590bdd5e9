import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FieldName } from '../../../client/src/plan/plan-fields.ts';
import { Tuner } from '../../../client/src/plan/tuner.ts';
import type { Acknowledgement } from '../../../shared/contract/live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeTuner() {
  const sent: (readonly FieldName[])[] = [];
  const refused: string[] = [];
  const answers: ((answer: Acknowledgement) => void)[] = [];
  const tuner = new Tuner(
    (fields) => {
      sent.push(fields);
      return new Promise((resolve) => answers.push(resolve));
    },
    (_, { error }) => refused.push(error.message),
  );
  const answer = async (given: Acknowledgement = { ok: true }) => {
    answers.shift()?.(given);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { tuner, sent, refused, answer };
}

test('A slider on its way is sent once, when it has come to rest', async () => {
  const { tuner, sent } = makeTuner();
  for (let step = 0; step < 5; step++) {
    tuner.move('pipeline');
    await vi.advanceTimersByTimeAsync(249);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['pipeline']]);
});

test('A slider that is let go is sent at once, and once only', async () => {
  const { tuner, sent, answer } = makeTuner();
  tuner.move('pipeline');
  tuner.move('clients');
  tuner.settle();
  expect(sent).toEqual([['pipeline', 'clients']]);
  await answer();
  tuner.settle();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test('What is moved while an answer is awaited follows after it', async () => {
  const { tuner, sent, answer } = makeTuner();
  tuner.move('pipeline');
  await vi.advanceTimersByTimeAsync(250);
  tuner.move('clients');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
  expect([tuner.isPending('pipeline'), tuner.isPending('clients')]).toEqual([true, true]);
  await answer();
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toEqual([['pipeline'], ['clients']]);
  expect(tuner.isPending('pipeline')).toBe(false);
});

test('A refusal is told, and the next change is sent all the same', async () => {
  const { tuner, sent, refused, answer } = makeTuner();
  tuner.move('pipeline');
  await vi.advanceTimersByTimeAsync(250);
  await answer({ ok: false, error: { code: 'invalid', message: 'too large' } });
  expect(refused).toEqual(['too large']);
  tuner.move('pipeline');
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toHaveLength(2);
});

test('What has not been sent when the run ends is not sent', async () => {
  const { tuner, sent } = makeTuner();
  tuner.move('pipeline');
  tuner.cancel();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
  expect(tuner.isPending('pipeline')).toBe(false);
});
