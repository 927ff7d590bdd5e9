import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { resultSchema, type Result } from '../../../shared/contract/result.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { writeLineProgram } from '../../support/line-program.ts';
import { runCli, startCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const urlOf = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
const write = (name: string, ...lines: string[]) => writeLineProgram(folder(), name, ...lines);

const few = ['-n', '60', '-c', '2', '--warmup', '0'];

async function bench(...words: string[]) {
  const { code, stdout, stderr } = await runCli(['bench', ...few, '--json', '-', ...words]);
  return { code, stderr, result: (stdout === '' ? null : JSON.parse(stdout)) as Result | null, stdout };
}

const keys = "const keys = ['a', 'b', 'c'].map((name) => prefix + name);";
const before = () =>
  write('before.mjs', keys, "serve(async () => { for (const key of keys) await send(['INCR', key]); });");
const after = () => write('after.mjs', keys, "serve(() => send(...keys.map((key) => ['INCR', key])));");

/** Programs of this folder, or one of them, that run, as Linux says. */
const running = (name = '') =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((pid) => {
      try {
        // What has ended and is waited for by nobody has no words.
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folder(), name));
      } catch {
        return false;
      }
    });
const nothingRuns = async (name = '') => {
  if (process.platform === 'linux') await eventually('its processes end', () => running(name).length === 0);
};

describe('programs as lanes', () => {
  test('give units, and what each sends, as the wire and the server count it', async () => {
    const { code, result, stdout } = await bench('--lane', `was=${before()}`, '--lane', after());
    expect(code).toBe(0);
    expect(resultSchema.parse(result)).toEqual(result);
    const file = basename(process.execPath);
    expect(result?.lanes).toMatchObject([
      { id: 'was', label: 'was', commands: 60, perUnit: { commands: 3, trips: 3 } },
      { id: file, label: file, commands: 60, perUnit: { commands: 3, trips: 1 } },
    ]);
    expect(result?.lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
    expect(result?.comparisons).toMatchObject([{ lane: file, baseline: 'was' }]);
    expect(result?.warnings).toContainEqual({ code: 'lanes-counted-at-port' });
    const costs = result?.lanes.flatMap(({ warnings }) =>
      warnings.filter(({ code }) => code === 'line-cost'),
    );
    expect(costs).toMatchObject([{ lineMs: expect.any(Number) }, { lineMs: expect.any(Number) }]);
    // The name of the program, and a hash of the line: no argument, no path.
    expect(result?.plan.lanes[0]).toMatchObject({ file });
    expect(result?.plan.lanes[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [folder(), 'before.mjs', process.execPath]) expect(stdout).not.toContain(secret);
    await nothingRuns();
  });

  test('pass the network, as lanes beside them pass a port as well', async () => {
    const words = ['--lane', `was=${before()}`, '--strategy', 'one-by-one', '--rtt', '20ms'];
    const { result } = await bench(...words);
    expect(result?.lanes.map(({ id, state }) => [id, state])).toEqual([
      ['was', 'completed'],
      ['one-by-one', 'completed'],
    ]);
    expect(result?.lanes[0]?.latencyMs.command?.min).toBeGreaterThanOrEqual(60);
    // Behind a port, what the server says of its reads is the port's doing.
    expect(result?.lanes.map(({ server }) => server.reads ?? null)).toEqual([null, null]);
    expect(result?.lanes.map(({ proxy }) => proxy !== undefined)).toEqual([true, true]);
  });

  test('are threads’ clients counted apart, and leave nothing on a server that is not ours', async () => {
    const own = write(
      'own.mjs',
      "if (client === 0) await send(['SET', prefix + 'ready', '1']);",
      "serve(async (i) => { if (i % 2 !== client % 2) throw new Error('not mine'); await send(['SET', prefix + i, 'v']); });",
    );
    const redis = await openAdmin(embedded().target);
    const { code, stderr } = await bench('--lane', own, '--threads', '2', '-u', urlOf(), '--yes');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  test('need a word more on a server that is not ours', async () => {
    const { code, stderr } = await bench('--lane', before(), '-u', urlOf());
    expect([code, stderr]).toEqual([2, expect.stringContaining('--lane: your code would run on a server')]);
  });

  test('that take an empty line for a unit are measured, without what a line costs', async () => {
    const same = write(
      'same.mjs',
      "import { createInterface } from 'node:readline';",
      "say('ready');",
      "createInterface({ input: process.stdin }).on('line', async () => { await send(['PING']); say('ok'); });",
    );
    const { result } = await bench('--lane', same);
    expect(result?.lanes[0]?.warnings).toContainEqual({ code: 'line-cost', lineMs: null });
  });

  test('get each argument as it is: no shell reads it', async () => {
    const words = write(
      'words.mjs',
      `const wanted = ${JSON.stringify(['two words', '$HOME', '|', 'a"b'])};`,
      'if (JSON.stringify(process.argv.slice(2)) !== JSON.stringify(wanted)) throw new Error("other words");',
      "serve(() => send(['PING']));",
    );
    const { code, result } = await bench('--lane', `${words} 'two words' $HOME | a\\"b`);
    expect([code, result?.lanes[0]?.error ?? null]).toEqual([0, null]);
  });
});

/** Programs by what is wrong with them, and what is said of it. */
const faults: [what: string, lines: string[], says: string, timeout?: string][] = [
  ['exits at once', ['process.exit(3);'], 'node: has ended (exit code 3) at its set-up'],
  [
    'says why as it ends',
    ['process.stderr.write("x".repeat(100_000) + "\\n");', 'throw new TypeError("no data");'],
    'TypeError: no data',
  ],
  [
    'exits in the middle',
    ["serve(async (i) => { await send(['PING']); if (i > 30) process.exit(0); });"],
    'node: has ended (exit code 0) at unit 3',
  ],
  [
    'never answers',
    ["serve(async (i) => { if (i > 30) await new Promise(() => undefined); await send(['PING']); });"],
    'timeout: has not answered unit ',
    '1s',
  ],
  [
    'floods stdout',
    ['const page = "x".repeat(65536);', 'const more = () => process.stdout.write(page, more);', 'more();'],
    'has printed a line of more than 4096 characters to stdout',
  ],
  [
    'prints nonsense',
    ["serve(async (i) => { await send(['PING']); if (i === 3) say('hello'); });"],
    'has printed "hello" where unit 3 is answered by ok or by error TEXT: what is no answer belongs to stderr',
  ],
  [
    'answers twice',
    ["serve(async (i) => { await send(['PING']); if (i === 3) say('ok'); });"],
    'has printed "ok" and was asked nothing',
  ],
  [
    'fails at a unit',
    ["serve(() => { throw new Error('out of stock'); });"],
    'node: says of unit 0: out of stock',
  ],
  [
    'writes outside its prefix',
    ["serve(() => send(['SET', 'user:1', 'v']));"],
    'would write "user:1" (SET), which is outside the prefix of the run. It was not sent. Keys begin with what ROUNDTRIP_PREFIX says',
  ],
  [
    'writes outside its prefix as it starts',
    ["await send(['FLUSHALL']);", "serve(() => send(['PING']));"],
    'would write "FLUSHALL" (FLUSHALL)',
  ],
  [
    'says too early that a unit is over',
    [
      'const socket = open();',
      "await new Promise((done) => socket.once('connect', done));",
      "serve(() => { socket.pause().write(encode(['PING'])); });",
    ],
    'says that a unit is over while 1 of its 1 commands have no reply',
  ],
  [
    'leaks connections',
    [
      // The answer to the second shows that the first was taken, too.
      'serve(() => new Promise((done) => { open(); open().once("data", () => done()).write(encode(["PING"])); }));',
    ],
    'has 73 connections open, and closes none',
  ],
  [
    'ignores SIGTERM and the end of its input',
    [
      "process.on('SIGTERM', () => undefined);",
      'setInterval(() => undefined, 1000);',
      "serve((i) => { if (i === 3) throw new Error('enough'); return send(['PING']); });",
      'process.exit = () => undefined;',
    ],
    'says of unit 3: enough',
  ],
  [
    'has processes of its own',
    [
      "import { spawn } from 'node:child_process';",
      'const idle = \'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000);\';',
      "spawn(process.execPath, ['-e', idle, import.meta.filename], { stdio: 'inherit' });",
      "serve((i) => { if (i === 3) throw new Error('enough'); return send(['PING']); });",
    ],
    'says of unit 3: enough',
  ],
];

async function failsAndLeavesNothing(name: string, lines: string[], says: string, timeout = '10s') {
  const redis = await openAdmin(embedded().target);
  const line = write(name, `await send(['SET', prefix + 'k', 'v']);`, ...lines);
  const words = ['--lane', line, '-u', urlOf(), '--yes', '--timeout', timeout];
  const { code, stderr, stdout, result } = await bench(...words);
  const said = stderr + (result?.lanes[0]?.error?.message ?? '');
  expect([code, said]).toEqual([1, expect.stringContaining(says)]);
  expect(said.length).toBeLessThan(3000);
  expect(stderr + stdout).not.toContain(folder());
  await nothingRuns(name);
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
}

test.each(faults)(
  'a program that %s: why, exit code 1, no process and no key left',
  async (_what, lines, says, timeout) => {
    await failsAndLeavesNothing('fault.mjs', lines, says, timeout);
  },
);

test.each([
  ['cmd:no-such-program job', 'there is no program "no-such-program" in PATH'],
  ['cmd:./gone.sh', 'there is no program "./gone.sh"'],
  ['cmd:', 'name a program and its arguments'],
  ['cmd:node "job.mjs', 'a quote is not closed'],
])('%s is wrong usage', async (line, says) => {
  const { code, stderr } = await bench('--lane', line);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});

// The two that wait longest: for a set-up of 6 s, and until a process that ignores signals is killed.
test.concurrent('a program that is never ready: why, exit code 1, no process and no key left', async () => {
  const says = 'timeout: has not answered its set-up after 6 s';
  await failsAndLeavesNothing('idle.mjs', ['setInterval(() => undefined, 1000);'], says, '1s');
});

test.concurrent('the signal that ends a run ends its processes, which ignore it', async () => {
  const stubborn = write(
    'stubborn.mjs',
    "for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);",
    'setInterval(() => undefined, 1000);',
    "serve(() => send(['PING']));",
    'process.exit = () => undefined;',
  );
  const run = startCli(['bench', '--lane', stubborn, '--duration', '60s', '-c', '2']);
  await run.shows(/measuring/);
  run.child.kill('SIGTERM');
  expect((await run.finished).code).not.toBe(null);
  await nothingRuns('stubborn.mjs');
});

test('no plan, result or configuration names a command', async () => {
  const { result, stdout } = await bench('--lane', `was=${before()}`);
  const names = 'names code: only --lane on the command line';
  const refused = async (name: string, text: string, option: string) => {
    const file = join(folder(), name);
    writeFileSync(file, text);
    return runCli(['bench', option, file]);
  };
  expect(await refused('result.json', stdout, '--plan')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(names),
  });
  expect(await refused('plan.json', JSON.stringify(result?.plan), '--plan')).toMatchObject({ code: 2 });
  const asStrategy = JSON.stringify({ lanes: [{ strategy: 'cmd:node job.mjs' }] });
  expect(await refused('strategy.json', asStrategy, '--plan')).toMatchObject({ code: 2 });
  const config = JSON.stringify({ lane: ['cmd:node job.mjs'] });
  expect(await refused('roundtrip.config.json', config, '--config')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it belongs on the command line'),
  });
});
