import { expect, test } from 'vitest';
import { Origins } from '../../server/profile/process/origins.ts';

const get = { id: 7, n: 'GET' };

test('a part of a reply that comes back in an argument names the command that gave it', () => {
  const origins = new Origins(1);
  origins.reply(get, 'user4711');
  expect(origins.ofArguments(['cart:user4711'])).toEqual([7]);
});

test.each([
  ['what an earlier argument had', ['item4711'], get, 'item4711', ['item4711']],
  ['a short token', [], get, 'a1', ['cart:a1']],
  [
    'numkeys of a script that answers 1',
    ['return 1', 1, 'lock:a', 1],
    { id: 7, n: 'EVAL' },
    1,
    ['return 1', 1, 'lock:b', 1],
  ],
  ['what a write counts', [], { id: 7, n: 'INCRBY' }, 100, ['total:100', 100]],
  ['a sum that comes as a text', [], { id: 7, n: 'ZINCRBY' }, '4711', ['hot', 4711]],
])('%s is no evidence', (_what, before, command, reply, args) => {
  const origins = new Origins(1);
  origins.ofArguments(before);
  origins.reply(command, reply);
  expect(origins.ofArguments(args)).toEqual([]);
});

test.each(['LPOP', 'RPOPLPUSH', 'BRPOPLPUSH'])('a number that %s took from a list is evidence', (n) => {
  const origins = new Origins(1);
  origins.reply({ id: 3, n }, '4711');
  expect(origins.ofArguments(['job:4711'])).toEqual([3]);
});
