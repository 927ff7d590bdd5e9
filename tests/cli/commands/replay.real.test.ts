import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { traceVersion } from '../../../shared/contract/profile-trace.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { replayedCommands } from '../../../shared/profile/replay/forms.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

test('A recorded program is carried out in fewer trips by stage than as recorded, and leaves no key', async () => {
  const trace = join(folder(), 'shop.trace');
  const recorded = await runCli(
    ['profile', '-q', '--budget', '100%', '--trace', trace, '--', 'node', 'examples/profile/shop.mjs'],
    { REDIS_URL: url() },
  );
  expect(recorded.code).toBe(0);
  const bench = [
    'bench',
    '--trace',
    trace,
    '--rtt',
    '2ms',
    '--duration',
    '300ms',
    '-c',
    '2',
    '--warmup',
    '0',
  ];
  const refused = await runCli([...bench, '-u', url()]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/not Roundtrip’s own. Add --yes/),
  ]);

  const { code, stdout, stderr } = await runCli([...bench, '-u', url(), '--yes', '--json', '-']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/2 commands that the program sent outside of its units are left out/);
  const { lanes, plan } = JSON.parse(stdout) as Result;
  expect(lanes).toMatchObject([
    { id: 'as-recorded', label: 'As recorded', perUnit: { commands: 6, trips: 6 }, countsAgree: true },
    { id: 'gathered', perUnit: { commands: 6, trips: 3 }, countsAgree: true },
    { id: 'by-stage', perUnit: { commands: 6, trips: 3 }, countsAgree: true },
  ]);
  expect(plan.written?.name).toBe('GET /*/*');
  const far = ['--rtt', '0,2ms', '--duration', '300ms', '--warmup', '0', '-c', '2'];
  const byDistance = await runCli(['bench', '--trace', trace, ...far]);
  expect(byDistance.stdout).toMatch(
    /Limit × 2\.00: By stage, Gathered have 3 round trips a unit instead of 6/,
  );
  expect(byDistance.code).toBe(0);

  const redis = await openAdmin(embedded().target);
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
});

test('The server takes every command that a replay writes and it has, as one pipeline too', async () => {
  const trace = join(folder(), 'all.trace');
  const redis = await openAdmin(embedded().target);
  const known = new Set((await redis.call('COMMAND', 'LIST')) as string[]);
  redis.disconnect();
  const names = replayedCommands.filter((name) => known.has(name.toLowerCase()));
  expect(names.length).toBeGreaterThan(90);
  const commands = names.map((n, at) => ({
    ...{ k: 'cmd', id: at + 2, u: 1, s: null, n, lib: 'ioredis', key: null, kn: at + 1, an: null },
    ...{
      b: 1,
      mode: 'pipe',
      conn: 1,
      tc: 0,
      t0: 0,
      t1: 1,
      nil: 0,
      err: 0,
      turn: [0, 0],
      deps: [],
    },
    ...{ sent: [4, 40], got: [4, 40] },
  }));
  const lines = [
    { k: 'meta', v: traceVersion, node: '24', source: 'patch', budget: 1, pid: 1 },
    ...commands,
    { k: 'unit', id: 1, kind: 'mark', name: 'all', t0: 0, t1: 1 },
  ];
  writeFileSync(trace, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { code, stdout } = await runCli([
    ...['bench', '--trace', trace, '-n', '20', '-c', '1', '--warmup', '0', '--json', '-'],
  ]);
  expect(code).toBe(0);
  const { lanes } = JSON.parse(stdout) as Result;
  for (const { perUnit, failed, countsAgree } of lanes)
    expect([perUnit, failed, countsAgree]).toEqual([{ commands: commands.length, trips: 1 }, 0, true]);
});

test.each([
  [['--unit', 'x'], /--unit chooses units of a trace/],
  [['--trace', 'package.json'], /--trace package\.json: is neither a profile of schema 1 nor a trace/],
  [
    ['--trace', 'client/src/rooms/profile/example.trace', '--unit', 'x'],
    /--trace .*example\.trace: it has no unit "x"; it has "/,
  ],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await runCli(['bench', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
