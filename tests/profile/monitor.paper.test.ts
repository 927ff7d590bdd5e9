import { expect, test } from 'vitest';
import { MonitorReader } from '../../shared/profile/monitor.ts';

const at = (ms: number, client: string, command: string) =>
  `${(1_700_000_000 + ms / 1000).toFixed(6)} [0 ${client}] "${command}" "a"`;

function read(...lines: string[]) {
  const reader = new MonitorReader();
  for (const line of lines) reader.add(line);
  return reader.end();
}

test('A sequence is of one client, and ends with a pause', () => {
  const found = read(
    ...[0, 1, 2].flatMap((ms) => [at(ms, '1.1.1.1:1', 'GET'), at(ms + 0.5, '[::1]:2', 'SET')]),
    at(100, '1.1.1.1:1', 'GET'),
    at(108, '1.1.1.1:1', 'SET'),
    at(109, '1.1.1.1:1', 'GET'),
  );
  expect(found.sequences).toMatchObject([
    { steps: ['get'], sequences: 1, commands: 3, longest: 3, gather: 'MGET' },
    { steps: ['set'], sequences: 1, commands: 3, gather: 'MSET' },
    { steps: ['get', 'set', 'get'], sequences: 1, commands: 3, gather: 'pipeline' },
  ]);
  expect(found.sequences[0]?.betweenMs).toBeCloseTo(1, 1);
  expect(found.byCommand).toEqual([
    { command: 'get', count: 5, share: 5 / 9 },
    { command: 'set', count: 4, share: 4 / 9 },
  ]);
});

test.each([
  ['UNLINK', 'UNLINK'],
  ['SETEX', 'pipeline'],
  ['HGET', 'pipeline'],
])('Many %s could be one %s', (name, gather) => {
  const found = read(at(0, 'c:1', name), at(1, 'c:1', name));
  expect(found.sequences).toMatchObject([{ steps: [name.toLowerCase()], gather }]);
});

test('A name that is no command of Redis or its modules is not repeated', () => {
  const found = read(...['JSON.GET', 'json.secret', 'hunter2'].map((name, ms) => at(ms, 'c:1', name)));
  expect(found.byCommand.map(({ command, count }) => [command, count])).toEqual([
    ['another', 2],
    ['json.get', 1],
  ]);
});

test('A transaction is a batch already', () => {
  const found = read(...['MULTI', 'GET', 'GET', 'EXEC'].map((name, ms) => at(ms, '/tmp/redis.sock', name)));
  expect(found.sequences).toMatchObject([{ steps: ['multi', 'get', 'exec'], commands: 4, gather: null }]);
});

test('Any number of clients and kinds of sequence is read in bounded memory, and said', () => {
  const names = ['GET', 'SET', 'INCR', 'TTL', 'HGET', 'LPUSH', 'DEL', 'EXISTS', 'SADD', 'ZADD'];
  const reader = new MonitorReader();
  for (let client = 0; client < 12_000; client++)
    for (const digit of String(client).padStart(5, '0'))
      reader.add(at(client / 1000, `c:${client}`, names[Number(digit)] ?? ''));
  const found = reader.end();
  expect(found).toMatchObject({ commands: 60_000, clients: 12_000, isBounded: true });
  expect(found.sequences.length).toBeLessThanOrEqual(2000);
});
