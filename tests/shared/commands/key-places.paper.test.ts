import { expect, test } from 'vitest';
import { keyPlaces } from '../../../shared/commands/key-places.ts';

test.each([
  ['get k', [0]],
  ['mset a 1 b 2', [0, 2]],
  ['del a b c', [0, 1, 2]],
  ['blpop a b 0', [0, 1]],
  ['rename a b', [0, 1]],
  ['object encoding k', [1]],
  ['bitop and d a b', [1, 2, 3]],
  ['ping', []],
  ['set', []],
  ['eval script 2 a b c', [2, 3]],
  ['EVAL script 0 a', []],
  ['FCALL name 1 a b', [2]],
  ['eval script two a', null],
  ['eval script 3 a', null],
  ['evalsha_ro abc 0 c', []],
  ['EVAL script', null],
  ['ZUNION 2 a b WITHSCORES', [1, 2]],
  ['SINTERCARD 2 a b LIMIT 1', [1, 2]],
  ['XREAD COUNT 2 STREAMS a b 0 0', [3, 4]],
  ['xreadgroup group g c streams a >', [4]],
  ['xread count 2', []],
  ['nosuchcommand a', null],
])('%s has its keys at %j', (line, places) => {
  const [command = '', ...words] = line.split(' ');
  expect(keyPlaces(command, words)).toEqual(places);
});
