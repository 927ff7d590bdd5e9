import { expect, test } from 'vitest';
import {
  isRunId,
  markerOf,
  newRunId,
  readRunPrefix,
  recordKeyOf,
  runPrefixOf,
} from '../../../server/redis/keys/run-id.ts';

const letters = '0123456789abcdefghjkmnpqrstvwxyz'.split('');
const ids = Array.from({ length: 500 }, () => newRunId());

test('an id has eight characters of the alphabet, and is never drawn twice', () => {
  for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
  expect(ids.filter((id) => !isRunId(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('one character that is changed makes it none', () => {
  const [id = ''] = ids;
  const changed = id
    .split('')
    .flatMap((own, at) =>
      letters.filter((other) => other !== own).map((other) => id.slice(0, at) + other + id.slice(at + 1)),
    );
  expect(changed).toHaveLength(8 * 31);
  expect(changed.filter(isRunId)).toEqual([]);
});

test('an id of an earlier version stays one, and so do the keys that say which keys are a run’s', () => {
  expect(readRunPrefix('roundtrip:k3x9qm7q:')).toEqual({ root: 'roundtrip:', id: 'k3x9qm7q' });
  expect(recordKeyOf('roundtrip:k3x9qm7q:')).toBe('roundtrip:k3x9qm7q:run');
  expect(markerOf('roundtrip:k3x9qm7q:')).toBe('roundtrip:k3x9qm7q:running');
});

test('of seven characters, one end in 32 makes an id', () => {
  for (const start of ['cabbage', 'get1set', '0000000', 'aaaaaaa'])
    expect(letters.filter((end) => isRunId(start + end))).toHaveLength(1);
});

test('no longer text is an id, however it begins and ends', () => {
  for (const id of ids.slice(0, 5))
    expect(letters.filter((more) => isRunId(id + more) || isRunId(more + id))).toEqual([]);
});

test.each([
  ...['', 'users', 'k3x9q', 'session1', 'orders42', '00000000', 'aaaaaaaa', '12345678'],
  ...[`${ids[0] ?? ''}0`, (ids[0] ?? '').slice(1), 'K3X9QM7J', 'k3x9qm7\u0131', 'k3x9qm7\n'],
])('%j is none', (text) => {
  expect(isRunId(text)).toBe(false);
});

test('a prefix of a run is read into its root and its id, and nothing else is', () => {
  const id = newRunId();
  for (const root of ['roundtrip:', 'app:bench:', 'x'])
    expect(readRunPrefix(runPrefixOf({ root, id }))).toEqual({ root, id });
  for (const other of [
    'session:',
    'roundtrip:',
    `${id}:`,
    `roundtrip:${id}`,
    `roundtrip:${id}:a`,
    `roundtrip:${id}a`,
    '',
  ])
    expect(readRunPrefix(other)).toBeNull();
});
