import { expect, test } from 'vitest';
import { KeptReplies } from '../../../server/engine/program/kept-replies.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function keeping() {
  const clock = new ManualClock();
  const kept = new KeptReplies(clock);
  const delivered: number[] = [];
  kept.begin();
  const reply = (bytes = 5) => {
    kept.keep(bytes, () => delivered.push(clock.now()));
  };
  return { clock, kept, delivered, reply };
}

test('replies wait until the program has sent nothing for 5 ms', () => {
  const { clock, kept, delivered, reply } = keeping();
  kept.sent();
  clock.advance(1);
  reply();
  clock.advance(3);
  // Another piece of the same pipeline.
  kept.sent();
  reply();
  clock.advance(4);
  expect(delivered).toEqual([]);
  clock.advance(2);
  expect(delivered).toEqual([9, 9]);
});

test('over a network nobody waits for longer', () => {
  const { clock, kept, delivered, reply } = keeping();
  kept.sent();
  clock.advance(20);
  reply();
  expect(delivered).toEqual([20]);
});

test('a long chain of single commands is kept back for 50 ms in all, and then for 1 ms each', () => {
  const { clock, kept, delivered, reply } = keeping();
  for (let n = 0; n < 100; n++) {
    kept.sent();
    reply();
    clock.advance(5);
  }
  expect(delivered.slice(0, 3)).toEqual([5, 10, 15]);
  expect(delivered.at(-1)).toBe(99 * 5 + 1);
  kept.begin();
  kept.sent();
  reply();
  clock.advance(5);
  expect(delivered.at(-1)).toBe(505);
});

test('no reply fills the memory while it waits', () => {
  const { kept, delivered, reply } = keeping();
  kept.sent();
  reply(64 * 1024 * 1024);
  expect(delivered).toEqual([0]);
});
