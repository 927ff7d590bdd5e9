import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { NamedTargetsInvalid, readNamedTargets } from '../../../server/redis/targets/named-targets.ts';
import { openNamedTarget } from '../../../server/redis/targets/open-named-target.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const read = (targets: unknown) => readNamedTargets({ ROUNDTRIP_TARGETS: JSON.stringify(targets) });

/** Reads and opens the first. */
async function open(targets: unknown) {
  const [first] = read(targets);
  if (!first) throw new Error('no target was read');
  const opened = await openNamedTarget(first);
  onTestFinished(() => opened.stop());
  const { target } = opened;
  return target;
}

function file(text: string): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, text);
  return path;
}

test('no variable, no targets', () => {
  expect(readNamedTargets({})).toEqual([]);
  expect(readNamedTargets({ ROUNDTRIP_TARGETS: ' ' })).toEqual([]);
});

test('a refusal quotes no more of what was given than one can read', () => {
  expect(() => readNamedTargets({ ROUNDTRIP_TARGETS: 'a'.repeat(100_000) })).toThrow(
    /a{900}… It is a JSON list/,
  );
});

test('targets are read from the variable itself or from a file that it names', () => {
  const targets = [
    { id: 'a', url: 'redis://a' },
    { id: 'b.2', label: 'The second', url: 'redis://b' },
  ];
  expect(read(targets)).toEqual(targets);
  expect(readNamedTargets({ ROUNDTRIP_TARGETS: file(JSON.stringify(targets)) })).toEqual(targets);
});

test('a target has its id and label; without one, its address stands for it, without secrets', async () => {
  expect(await open([{ id: 'a', label: 'Mine', url: 'redis://ann:geheim@h/2' }])).toEqual({
    description: { id: 'a', label: 'Mine', kind: 'url' },
    endpoint: { host: 'h', port: 6379, username: 'ann', password: 'geheim', db: 2 },
    isPrivate: false,
  });
  const { description } = await open([{ id: 'a', url: 'redis://ann:geheim@h/2' }]);
  expect(description).toEqual({ id: 'a', label: 'redis://h:6379 (database 2)', kind: 'url' });
});

test('user, password, authority and socket work together against real servers, and no secret is in the result', async () => {
  const settings = { user: 'ann', password: 'ge:heim/#?', tls: true };
  const server = await startEmbedded({ root: temporaryFolder(), settings });
  onTestFinished(() => server.stop());
  const { port = 0, tls } = server.target.endpoint;
  const target = await open([
    {
      id: 'staging',
      label: 'Staging',
      url: `rediss://127.0.0.1:${port}`,
      user: 'ann',
      passwordFile: file('ge:heim/#?\n'),
      ca: file(tls?.ca ?? ''),
    },
  ]);
  const events: unknown[] = [];
  const plan = parsePlan({
    target: 'staging',
    lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }],
    workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
    schedule: { sliceMs: 100 },
  });
  const result = await startRun({ plan, target }, { onEvent: (event) => events.push(event) }).finished;
  expect(result.lanes.map(({ failed, state }) => [failed, state])).toEqual([
    [0, 'completed'],
    [0, 'completed'],
  ]);
  expect(JSON.stringify([target.description, events, result])).not.toContain('ge:heim');
});

test('a name may stand for a private server with settings of its own', async () => {
  const target = await open([{ id: 'careful', private: { persistence: 'aof-always', ioThreads: 2 } }]);
  expect(target).toMatchObject({
    description: {
      id: 'careful',
      kind: 'embedded',
      label: expect.stringContaining('(AOF always, 2 I/O threads)'),
    },
    isPrivate: true,
  });
});

test.each<[string, unknown, string]>([
  ['a persistence that is none', [{ id: 'a', private: { persistence: 'on' } }], 'must be one of off, aof-'],
  [
    'settings that exclude each other',
    [{ id: 'a', private: { tls: true, unixSocket: true } }],
    'one of them',
  ],
  ['both', [{ id: 'a', url: 'redis://h', private: {} }], 'unknown fields: url'],
  ['what is no list', { id: 'a' }, 'must be a list'],
  ['a target without a URL', [{ id: 'a' }], 'target [0].url must be of type string'],
  ['a misspelt field', [{ id: 'a', url: 'redis://h', pasword: 'geheim' }], 'unknown fields: pasword'],
  ['an id with blanks', [{ id: 'a b', url: 'redis://h' }], 'target [0].id must be 1 to 40 letters'],
  ['the id of a private server', [{ id: 'embedded', url: 'redis://h' }], 'must not be one of'],
  ['an empty label', [{ id: 'a', url: 'redis://h', label: '' }], '.label must not be empty'],
  [
    'an id twice',
    [
      { id: 'a', url: 'redis://h' },
      { id: 'a', url: 'redis://i' },
    ],
    'two targets have the id "a"',
  ],
  ['a URL that is none', [{ id: 'a', url: 'http://x:geheim@h' }], 'target "a": A target cannot be reached'],
  ['two users', [{ id: 'a', url: 'redis://ann@h', user: 'bob' }], 'names a user already'],
  [
    'two passwords',
    [{ id: 'a', url: 'redis://:geheim@h', passwordFile: 'package.json' }],
    'holds a password already',
  ],
  [
    'a password of several lines',
    [{ id: 'a', url: 'redis://h', passwordFile: 'package.json' }],
    'in one line',
  ],
  ['a password file that is not there', [{ id: 'a', url: 'redis://h', passwordFile: '/no/file' }], 'ENOENT'],
  ['an authority without TLS', [{ id: 'a', url: 'redis://h', ca: 'package.json' }], 'not rediss://'],
  ['an authority that is none', [{ id: 'a', url: 'rediss://h', ca: 'package.json' }], 'PEM'],
])('refuses %s, without repeating a secret', async (_, targets, words) => {
  const reason: unknown = await Promise.resolve()
    .then(() => open(targets))
    .catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(NamedTargetsInvalid);
  expect(String(reason)).toContain(words);
  expect(String(reason)).not.toContain('geheim');
});

test.each([
  ['broken JSON', '[{"id": "a", "url": "redis://:geheim@h" "x"}]', 'not JSON'],
  ['a file that is not there', '/no/such/targets.json', '/no/such/targets.json cannot be read (ENOENT)'],
])('refuses %s, without repeating a secret', (_, setting, words) => {
  const attempt = () => readNamedTargets({ ROUNDTRIP_TARGETS: setting });
  expect(attempt).toThrow(words);
  expect(attempt).not.toThrow('geheim');
});
