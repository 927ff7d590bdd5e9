import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { beforeAll, expect, test } from 'vitest';
import type { MonitorLog } from '../../shared/profile/monitor.ts';
import { useEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
let log = '';

/** As redis-cli writes it: status replies without their mark. */
beforeAll(async () => {
  const port = embedded().target.endpoint.port ?? 0;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('data', (chunk: Buffer) => (log += chunk.toString('latin1').replaceAll(/^\+/gm, '')));
  socket.write('MONITOR\r\n');
  await eventually('MONITOR is answered', () => log.includes('OK'));
  const redis = new Redis(port);
  const other = new Redis(port);
  const text = 'secret "value"\r\nof two lines \\ é';
  for (let key = 0; key < 6; key++) await redis.get(`secret:${key}`);
  await other.set('secret:1', text);
  await redis.multi().hset('secret:h', 'secret-field', text).expire('secret:h', 60).exec();
  await redis.eval("return redis.call('GET', KEYS[1])", 1, 'secret:1');
  await redis.call('secret-word', 'secret').catch(() => undefined);
  await other.call('PING', 'secret-end');
  await eventually('all is logged', () => log.includes('secret-end'));
  for (const one of [redis, other]) one.disconnect();
  socket.destroy();
});

async function reported(text: string, options: readonly string[] = []) {
  const [file, json] = [join(folder(), 'monitor.log'), join(folder(), 'monitor.json')];
  writeFileSync(file, text, 'latin1');
  const outcome = await spawnCli(['profile', '--monitor', file, '--json', json, ...options]);
  return {
    ...outcome,
    read: () => JSON.parse(readFileSync(json, 'utf8')) as MonitorLog,
    written: () => readFileSync(json, 'utf8'),
  };
}

test('A log of MONITOR tells commands, their shares, and what one client sent in succession', async () => {
  const { code, stdout, read, written } = await reported(log);
  expect(code).toBe(0);
  const found = read();
  const counts = new Map(found.byCommand.map(({ command, count }) => [command, count]));
  // Calls of a script are sent by no client.
  expect(counts.get('get')).toBe(6);
  expect(found.ofScripts).toBe(1);
  // Redis logs what it knows alone: a word of anybody else's is not repeated.
  for (const command of ['set', 'multi', 'hset', 'expire', 'exec', 'eval'])
    expect(counts.get(command), command).toBe(1);
  expect(found.clients).toBe(2);
  const gets = found.sequences.find(({ steps }) => steps.includes('get'));
  expect(gets).toMatchObject({ sequences: 1 });
  expect(gets?.commands).toBeGreaterThanOrEqual(6);
  expect(gets?.betweenMs).toBeGreaterThan(0);
  expect(stdout).toMatch(/GET +6 /);
  expect(stdout).toContain('Whether a command needed the reply before it.');
  expect(stdout + written()).not.toContain('secret');
});

test('Lines that are none are counted and named; a last line that is cut off is not', async () => {
  const lines = log.trimEnd().split('\n');
  const cut = `${['nonsense', ...lines.slice(0, 3), '12 [0 x] secret', ...lines.slice(3)].join('\n')}\n17010.1 [0 127.0.0.1:7] "GE`;
  const { stdout, read } = await reported(cut);
  expect(read().garbage).toEqual({ lines: 2, first: [1, 5] });
  expect(stdout).toContain('2 lines are none of MONITOR, and not counted: 1, 5.');
  expect(stdout).not.toContain('secret');
});

test.each([
  [
    'holds none of its lines',
    'OK\nnonsense\n',
    [],
    /holds no line of MONITOR: redis-cli MONITOR > monitor\.log writes/,
  ],
  ['goes with a program', '', ['--', 'node'], /reads a log and runs no program: leave out -- node/],
  ['goes with an assertion', '', ['--assert', 'profile.independent == 0'], /leave out --assert/],
] as const)('--monitor that %s is refused', async (_what, text, options, reason) => {
  const { code, stderr } = await reported(text, options);
  expect(code).toBe(2);
  expect(stderr).toMatch(reason);
});

test('--mix takes the shares of a log', async () => {
  const file = join(folder(), 'mix.log');
  writeFileSync(file, log, 'latin1');
  const { code, stdout, stderr } = await spawnCli([
    'bench',
    '--mix',
    file,
    '--strategy',
    'pipeline',
    '--dry-run',
  ]);
  expect(code).toBe(0);
  const all = stdout + stderr;
  expect(all).toMatch(/--mix leaves out .* multi/);
  expect(all).not.toContain('secret');
  expect(all).toMatch(/"get"/);
});
