import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { resultSchema, type Result } from '../../../shared/contract/result.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { projectRoot } from '../../support/project-root.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const urlOf = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

/** A file of a user, who has packages of their own. */
function write(name: string, ...lines: string[]): string {
  const path = join(folder(), name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const imports = (name: string, from: string) =>
  `import { ${name} } from ${JSON.stringify(pathToFileURL(join(projectRoot, 'node_modules', from)).href)};`;
const ofIoredis = imports('Redis', 'ioredis/built/index.js');
const ofNodeRedis = imports('createClient', '@redis/client/dist/index.js');

const few = ['-n', '100', '--warmup', '0'];

async function bench(...words: string[]) {
  const clients = words.includes('-c') ? [] : ['-c', '2'];
  const { code, stdout, stderr } = await runCli(['bench', ...few, ...clients, '--json', '-', ...words]);
  return { code, stderr, result: (stdout === '' ? null : JSON.parse(stdout)) as Result | null, stdout };
}

const setup = 'export const setup = (redis) => redis.mset("k:0", "0", "k:1", "1", "k:2", "2");';
const before = () =>
  write(
    'before.mjs',
    setup,
    'export default async (redis) => {',
    '  for (let n = 0; n < 3; n++) if ((await redis.get(`k:${n}`)) !== String(n)) throw new Error("lost");',
    '  await redis.incr("done");',
    '};',
  );

describe('functions as lanes', () => {
  test('whose script ioredis sends whole on each connection are counted as the server counts them', async () => {
    const scripted = write(
      'scripted.mjs',
      'export default (redis, i) => {',
      '  redis.hit ?? redis.defineCommand("hit", { numberOfKeys: 1, lua: "return redis.call(\'INCR\', KEYS[1])" });',
      '  return redis.hit(`k:${i % 10}`);',
      '};',
    );
    const { code, result } = await bench('--lane', scripted, '-c', '5');
    expect(code).toBe(0);
    expect(result?.lanes).toMatchObject([{ countsAgree: true, perUnit: { commands: 1, trips: 1 } }]);
  });

  test('give units, and what each sends, as the wire and the server count it', async () => {
    const after = write(
      'after.mjs',
      setup,
      'export default (redis) => redis.pipeline().get("k:0").get("k:1").get("k:2").incr("done").exec();',
    );
    const { code, result, stdout } = await bench('--lane', before(), '--lane', after);
    expect(code).toBe(0);
    expect(resultSchema.parse(result)).toEqual(result);
    expect(result?.lanes).toMatchObject([
      { id: 'before', label: 'before.mjs', commands: 100, perUnit: { commands: 4, trips: 4 } },
      { id: 'after', label: 'after.mjs', commands: 100, perUnit: { commands: 4, trips: 1 } },
    ]);
    expect(result?.lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
    expect(result?.comparisons).toMatchObject([{ lane: 'after', baseline: 'before' }]);
    expect(result?.plan.lanes[0]).toMatchObject({ file: 'before.mjs' });
    expect(result?.plan.lanes[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [folder(), 'lost']) expect(stdout).not.toContain(secret);
  });

  test('bring a client of their own, and leave nothing on a server that is not ours', async () => {
    const own = write(
      'own.mjs',
      ofNodeRedis,
      'export const connect = async ({ url }) => createClient({ url }).connect();',
      'export default (redis, i, { prefix }) =>',
      '  Promise.all([redis.set(`${prefix}${i}`, "v"), redis.get(`${prefix}${i}`)]);',
      'export const teardown = async (redis, { prefix }) => {',
      '  if ((await redis.get(`${prefix}39`)) === null) throw new Error("nothing was written");',
      '};',
    );
    const redis = await openAdmin(embedded().target);
    const { code, result } = await bench('--lane', own, '-u', urlOf(), '--yes');
    expect(code).toBe(0);
    expect(result?.lanes).toMatchObject([{ state: 'completed', perUnit: { commands: 2, trips: 1 } }]);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  test('need a word more on a server that is not ours', async () => {
    const { code, stderr } = await bench('--lane', before(), '-u', urlOf());
    expect(code).toBe(2);
    expect(stderr).toContain('--lane: your code would run on a server that is not Roundtrip’s own');
  });

  test('are refused where nobody may search for the keys that they write', async () => {
    const redis = await openAdmin(embedded().target);
    await redis.acl('SETUSER', 'bench', 'on', '>secret', '~*', '+@all', '-scan');
    const url = urlOf().replace('//', '//bench:secret@');
    const { code, stderr } = await bench('--lane', before(), '-u', url, '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('may not call SCAN')]);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  test('stand beside strategies, whose commands are not compared with units', async () => {
    const { result } = await bench('--lane', before(), '--strategy', 'pipeline');
    expect(result?.lanes.map(({ id }) => id)).toEqual(['before', 'pipeline']);
    expect(result?.comparisons).toEqual([]);
    expect(result?.warnings).toContainEqual({ code: 'units-beside-commands' });
  });

  test('may share a client among all connections, which is closed once', async () => {
    const log = write('closed.txt');
    const shared = write(
      'shared.mjs',
      ofIoredis,
      'import { appendFileSync } from "node:fs";',
      'let shared;',
      'class Told extends Redis {',
      '  disconnect() {',
      `    appendFileSync(${JSON.stringify(log)}, "closed");`,
      '    super.disconnect();',
      '  }',
      '}',
      'export const connect = ({ url }) => (shared ??= new Told(url));',
      'export default (redis) => redis.ping();',
    );
    const { code, result } = await bench('--lane', shared, '-c', '12');
    expect(code).toBe(0);
    expect(result?.lanes[0]).toMatchObject({ commands: 100, failed: 0 });
    expect(readFileSync(log, 'utf8').trim()).toBe('closed');
  });

  test('print to stderr: a result on stdout stays whole', async () => {
    const talks = write('talks.mjs', 'export default (redis) => (console.log("hello"), redis.ping());');
    expect((await bench('--lane', talks)).result?.state).toBe('completed');
  });
});

test('assertions know trips and commands of a unit', async () => {
  const asserted = ['before.tripsPerUnit <= 4', 'before.tripsPerUnit <= 3', 'before.commandsPerUnit == 4'];
  const judged = await bench('--lane', before(), ...asserted.flatMap((text) => ['--assert', text]));
  expect(judged.code).toBe(99);
  expect(judged.stderr.match(/^(FAILED|passed) +before\.\S+/gm)?.map((line) => line.split(/ +/))).toEqual([
    ['passed', 'before.tripsPerUnit'],
    ['FAILED', 'before.tripsPerUnit'],
    ['passed', 'before.commandsPerUnit'],
  ]);
  const { code, stderr } = await runCli(['bench', '--assert', 'pipeline.tripsPerUnit <= 1']);
  expect(code).toBe(2);
  expect(stderr).toContain('only lanes of your own code and written workloads have units: --lane FILE');
});

/** Files by what is wrong with them, and what is said of it. */
const faults: [what: string, lines: string[], says: string][] = [
  [
    'throws',
    ['export default async (redis) => {', '  await redis.get("k");', '  throw new TypeError("boom");', '};'],
    'fault.mjs:3:9: TypeError: boom',
  ],
  [
    'throws later',
    [
      'export default async (redis, i) => {',
      '  await redis.get("k");',
      '  if (i > 30) throw new Error("late");',
      '};',
    ],
    'fault.mjs:3:21: late',
  ],
  [
    'never settles',
    [
      'export default async (redis) => {',
      '  await redis.get("k");',
      '  await new Promise(() => undefined);',
      '};',
    ],
    'fault.mjs:2:15: timeout: a unit was not over after 2 s',
  ],
  [
    'says too early that a unit is over',
    ['export default async (redis) => {', '  void redis.get("k");', '};'],
    'fault.mjs:2:14: says that a unit is over while 1 of its 1 commands have no reply',
  ],
  [
    'leaks connections',
    [ofIoredis, 'export default async (_, i, { url }) => {', '  await new Redis(url).ping();', '};'],
    'has 73 connections open, and closes none',
  ],
  [
    'floods',
    // Without a library, so that it takes no 5 s on a busy machine.
    [
      "import { connect as open } from 'node:net';",
      'export const connect = ({ host, port }) => open(port, host);',
      'export default async (socket) => {',
      '  for (let n = 0; n < 250; n++) socket.write("*1\\r\\n$4\\r\\nPING\\r\\n".repeat(1000));',
      '};',
    ],
    'fault.mjs:4:40: has sent 100,000 commands in one unit without awaiting a reply',
  ],
  [
    'keeps its thread busy',
    ['export default async () => {', '  for (;;);', '};'],
    'fault.mjs: keeps its thread busy',
  ],
  [
    'calls process.exit',
    ['export default async (redis) => {', '  await redis.get("k");', '  process.exit(3);', '};'],
    'fault.mjs:3:11: calls process.exit(3)',
  ],
  [
    'writes outside its prefix',
    [
      'export default async (redis) => {',
      '  await redis.call("SET", "k", "v");',
      '  await redis.call("FLUSHALL");',
      '};',
    ],
    'fault.mjs:3:15: would write "FLUSHALL" (FLUSHALL), which is outside the prefix of the run',
  ],
  [
    'rejects where nobody awaits',
    [
      'export default async (redis) => {',
      '  await redis.get("k");',
      '  void Promise.reject(new Error("lost"));',
      '};',
    ],
    'fault.mjs:3:23: lost',
  ],
  ['exports no function', ['export const x = 1;'], 'fault.mjs: exports no function to measure'],
  [
    'has an error of syntax',
    ['export default async () => {', '  const x = ;', '};'],
    'fault.mjs:2: SyntaxError',
  ],
  [
    'needs a package that is missing',
    ['', 'import nothing from "not-there";', 'export default nothing;'],
    "fault.mjs:2: Cannot find package 'not-there' imported from fault.mjs",
  ],
  [
    'fails to set up',
    ['export const setup = () => {', '  throw new Error("no data");', '};', 'export default () => 1;'],
    'fault.mjs:2:9: no data',
  ],
];

test.each(faults)('code that %s: its place, exit code 1 and no key left', async (_what, lines, says) => {
  const redis = await openAdmin(embedded().target);
  const file = write('fault.mjs', ...lines);
  const { code, stderr, result } = await bench('--lane', file, '-u', urlOf(), '--yes', '--timeout', '2s');
  expect([code, stderr + (result?.lanes[0]?.error?.message ?? '')]).toEqual([
    1,
    expect.stringContaining(says),
  ]);
  expect(stderr).not.toContain(folder());
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
});

test('a file that is not there is wrong usage', async () => {
  const { code, stderr } = await bench('--lane', join(folder(), 'gone.mjs'));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`gone.mjs: there is no such file`)]);
});

describe('no document names code', () => {
  const lane = { id: 'mine', strategy: 'function', file: 'mine.mjs', hash: 'a'.repeat(64) };
  const names = 'names code: only --lane on the command line';

  test('a plan', async () => {
    const plan = write('plan.json', JSON.stringify({ lanes: [lane] }));
    const { code, stderr } = await runCli(['bench', '--plan', plan]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(names)]);
  });

  test('a result', async () => {
    const { result } = await bench('--lane', before());
    const file = write('result.json', JSON.stringify(result));
    const { code, stderr } = await runCli(['bench', '--plan', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(names)]);
    expect((await runCli(['report', file])).code).toBe(0);
  });

  test('a configuration', async () => {
    const config = write('roundtrip.config.json', JSON.stringify({ lane: [basename(before())] }));
    const { code, stderr } = await runCli(['bench', '--config', config]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('it belongs on the command line')]);
  });
});
