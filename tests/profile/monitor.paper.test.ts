import { expect, test } from 'vitest';
import { monitorReport } from '../../shared/profile/monitor-report.ts';
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
  const found = read(...['MULTI', 'GET', 'GET', 'EXEC'].map((name, ms) => at(ms, 'c:1', name)));
  expect(found.sequences).toMatchObject([{ steps: ['multi', 'get', 'exec'], commands: 4, gather: null }]);
});

test('A transaction is a sequence of its own: what stands around it is outside', () => {
  const names = [
    'GET',
    'GET',
    'MULTI',
    'SET',
    'DEL',
    'INCR',
    'TTL',
    'EXEC',
    'HGET',
    'HGET',
    'MULTI',
    'SET',
    'DISCARD',
  ];
  const found = read(...names.map((name, ms) => at(ms, 'c:1', name)));
  expect(found.sequences.map(({ steps, commands, gather }) => [steps.join(' '), commands, gather])).toEqual([
    ['multi set del incr …', 6, null],
    ['multi set discard', 3, null],
    ['get', 2, 'MGET'],
    ['hget', 2, 'pipeline'],
  ]);
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

const get = '1700000000.000001 [0 127.0.0.1:5] "GET" "a"';
test.each([
  ['by nc or telnet, with `+` and CR', `+${get}\r`],
  ['behind the time of kubectl and docker', `2024-05-02T10:00:00.123456789Z ${get}`],
  ['behind the name of a container', `redis-1  | ${get}`],
  ['behind syslog', `Nov 30 10:00:00 shop redis[12]: ${get}`],
  ['behind a prompt', `redis 127.0.0.1:6379> ${get}`],
  ['behind the number of grep', `12:${get}`],
  ['behind a comment', `--${get}`],
  ['indented', `    ${get}`],
  ['of IPv6', get.replace('127.0.0.1:5', '[fe80::1]:5')],
  ['of IPv6 by Redis 2.8', get.replace('127.0.0.1:5', '::1:5')],
  ['of a time with fewer digits', get.replace('000001', '1')],
  ['whose value has a line of MONITOR', `${get} "1.5 [0 lua] \\"SET\\""`],
])('A line is read %s', (_what, line) => {
  const found = read('+OK\r', line);
  expect(found).toMatchObject({ commands: 1, clients: 1, ofScripts: 0, garbage: { lines: 0 } });
  expect(found.byCommand).toEqual([{ command: 'get', count: 1, share: 1 }]);
});

test.each([
  [
    'a Unix socket',
    'unix:/run/my redis/[0] r.sock',
    { bySocket: 3, byOldServer: 0 },
    'came over a Unix socket',
  ],
  ['a path', '/tmp/redis.sock:0', { bySocket: 3, byOldServer: 0 }, 'came over a Unix socket'],
])(
  'Clients of %s are not known, so there are no sequences, and the report says why',
  (_what, client, without, why) => {
    const found = read(...['GET', 'GET', 'SET'].map((name, ms) => at(ms, client, name)));
    expect(found).toMatchObject({ commands: 3, clients: 0, withoutClient: without, sequences: [] });
    const report = JSON.stringify(monitorReport('a.log', found));
    expect(report).toContain('3 commands, and no sequences: the log does not say which client sent which.');
    expect(report).toContain(why);
    expect(report).not.toContain('in succession');
  },
);

test('Redis 2.4 names no client: its commands are counted alone', () => {
  const found = read(
    '1304531345.283842 "keys" "*"',
    '1304531346.000001 (db 9) "get" "foo"',
    '7 "words" "quoted"',
  );
  expect(found).toMatchObject({
    ...{ commands: 2, clients: 0, databases: 2, withoutClient: { bySocket: 0, byOldServer: 2 } },
    garbage: { lines: 1 },
  });
  expect(JSON.stringify(monitorReport('a.log', found))).toContain('2 lines of Redis 2.4 or older');
});

test.each([
  [5.96, '6'],
  [5.86, '5.9'],
  [30, '30'],
  [0.026, '0.026'],
  [0.001, '0.001'],
])('A gap of %s ms is shown as %s, with the digits that it has', (ms, shown) => {
  const found = read(at(0, 'c:1', 'GET'), at(ms, 'c:1', 'GET'));
  const cells = monitorReport('a.log', found).blocks.flatMap((block) =>
    block.type === 'table' ? block.rows.flat() : [],
  );
  expect(cells).toContain(shown);
});

test('A single command of scripts is one', () => {
  const found = read(at(0, 'c:1', 'EVAL'), at(0.1, 'lua', 'GET'));
  expect(JSON.stringify(monitorReport('a.log', found))).toContain('1 more command by scripts on the server');
});
