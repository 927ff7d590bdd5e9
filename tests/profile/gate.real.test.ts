import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll, temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

const independent = ['--assert', 'profile.independent == 0'];
const trips = ['--assert', "profile.tripsPerUnit['GET /cart/:id'] <= 3"];

const together = ['--assert', 'profile.concurrent == 0'];
const batches = ['--assert', "profile.commandsPerUnit['GET /cart/:id'] <= 2"];

/** 150 front pages of 64 commands each, and then two carts. */
const suite = (options: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnCli(['profile', ...options, '--', 'npx', 'vitest', 'run', '--root', 'tests/profile/burst'], {
    REDIS_URL: url(),
    ...env,
  });

describe('a suite that sends thousands of commands first', () => {
  test('passes without a fault, and nothing was left out', async () => {
    const { code, stderr } = await suite([...independent, ...trips, ...together, ...batches]);
    expect(stderr).toMatch(/^9,604 commands recorded/m);
    expect(stderr).toContain('Checks: all 4 passed');
    expect(code).toBe(0);
  });

  test('fails for a loop of round trips at its end, with the line', async () => {
    const { code, stderr } = await suite(
      ['-q', ...trips, ...independent, '--assert', 'profile.dependent == 0'],
      {
        N_PLUS_1: '1',
      },
    );
    expect(stderr).toContain('Checks: 2 of 3 failed');
    expect(stderr).toMatch(/^FAILED .*independent == 0 +1: tests\/profile\/burst\/shop\.mjs:10:53$/m);
    expect(stderr).toMatch(/^FAILED .* 256 trips a unit of GET \/cart\/:id, at most 3 allowed$/m);
    expect(code).toBe(99);
  });

  test.each([
    [
      'auto-pipelining that was taken away',
      together,
      { NO_AUTO_PIPELINING: '1' },
      /1: tests\S+shop\.mjs:21:/,
    ],
    ['smaller batches', batches, { CHUNK: '64' }, /4 commands a unit of GET \/cart\/:id, at most 2 allowed/],
  ])('fails for %s', async (_what, claim, env, found) => {
    const { code, stderr } = await suite(['-q', ...claim], env);
    expect([code, stderr]).toEqual([99, expect.stringMatching(found)]);
  });

  test('is not judged where a budget left the loop out: 99, and which pages those are', async () => {
    const traced = join(folder(), 'sampled.trace');
    const sampled = [...['-q', '--budget', '0.1%', '--trace', traced], ...independent, ...trips];
    const { code, stderr } = await suite(sampled, { N_PLUS_1: '1' });
    expect(stderr).toMatch(
      /^FAILED .*independent == 0 +not judged: 0 in what was recorded\. Not recorded: .*GET \/cart\/:id \(all [12]\).* --budget 100%/m,
    );
    expect(stderr).toMatch(/^FAILED .*tripsPerUnit.* not judged: no unit "GET \/cart\/:id" was recorded/m);
    expect(code).toBe(99);
    const read = (...options: string[]) =>
      spawnCli(['profile', '--read', traced, ...options, ...independent]);
    expect((await read('-q')).code).toBe(99);
    const allowed = await read('--allow-not-judged');
    expect(allowed.stdout).toContain('Checks: 0 passed, 1 not judged, 0 failed');
    expect(allowed.stdout).toMatch(/^GET \/cart\/:id +[12] +not recorded/m);
    expect(allowed.stderr).toMatch(/^Not judged: profile\.independent == 0: /m);
    expect(allowed.code).toBe(0);
  });
});

const client = `import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))});
const { Redis } = require('ioredis');
const redis = new Redis(process.env.REDIS_URL);
const unit = (name, act) => globalThis[Symbol.for('roundtrip.profile.unit')](name, act);
`;
const program = (text: string): string => {
  const file = join(temporaryFolder(), 'program.mjs');
  writeFileSync(file, client + text);
  return file;
};
const gate = (file: string, ...options: string[]) =>
  spawnCli(['profile', ...independent, ...options, '--', 'node', file], { REDIS_URL: url() });

test('a unit with more commands than are kept is not judged', async () => {
  const file = program(`await unit('large', async () => {
    for (let block = 0; block < 21; block++) {
      const pipeline = redis.pipeline();
      for (let index = 0; index < 1000; index++) pipeline.get('key');
      await pipeline.exec();
    }
    for (const key of ['a', 'b', 'c', 'd']) await redis.get(key);
  });
  redis.disconnect();`);
  const { code, stderr } = await gate(file);
  expect(stderr).toMatch(
    /not judged: 0 in what was recorded\. Not recorded: .* A unit went over the budget or a bound/,
  );
  expect(code).toBe(99);
});

test('a unit that a signal ended is not judged', async () => {
  const file = program(`await redis.get('a');
  await unit('cut off', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await redis.get(key);
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(process.pid, 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });`);
  const traced = join(folder(), 'ended.trace');
  expect((await gate(file, '--trace', traced)).code).toBe(143);
  const { code, stdout } = await spawnCli(['profile', '--read', traced, ...independent]);
  expect(stdout).toMatch(/not judged: .*A process was ended by a signal within a unit/);
  expect(code).toBe(99);
});

test('a child that is killed in its first unit is not judged', async () => {
  const child = program(`await unit('first', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await redis.get(key);
    process.kill(process.pid, 'SIGKILL');
  });`);
  const file = program(`import { spawnSync } from 'node:child_process';
    await redis.get('a');
    redis.disconnect();
    spawnSync(process.execPath, [${JSON.stringify(child)}]);`);
  const { code, stderr } = await gate(file);
  expect(stderr).toMatch(/not judged: .*A process was ended by a signal within a unit/);
  expect(code).toBe(99);
});

test('what outlives its unit is seen, as work outside of units', async () => {
  const file = program(`let go;
  const ended = new Promise((resolve) => { go = resolve; });
  let late;
  await unit('short', async () => {
    await redis.get('first');
    late = (async () => {
      await ended;
      for (const key of ['a', 'b', 'c', 'd']) await redis.get(key);
    })();
  });
  go();
  await late;
  redis.disconnect();`);
  const { code, stderr } = await gate(file);
  expect(stderr).toMatch(/^5 commands recorded/m);
  expect(stderr).toMatch(/^FAILED .*independent == 0 +1: .*program\.mjs:13:/m);
  expect(code).toBe(99);
});

test('a trace without its end is not judged', async () => {
  const file = program(`await redis.get('a'); redis.disconnect();`);
  const traced = join(folder(), 'whole.trace');
  expect((await gate(file, '--trace', traced)).code).toBe(0);
  const read = (from: string) => spawnCli(['profile', '--read', from, ...independent]);
  expect((await read(traced)).code).toBe(0);
  const cut = join(folder(), 'cut.trace');
  writeFileSync(cut, readFileSync(traced, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n') + '\n');
  const { code, stdout } = await read(cut);
  expect([code, stdout]).toEqual([99, expect.stringContaining('The end of the file is missing')]);
});

test.each([
  ['--trace', '/nonexistent/x.trace'],
  ['--trace', '/dev/full'],
  ['--json', '/dev/full'],
])('where %s %s cannot be written, a gate is judged and does not pass', async (...option) => {
  const file = program(`await redis.get('a'); redis.disconnect();`);
  const passing = await gate(file, ...option);
  expect(passing.stderr).toMatch(/^roundtrip: (?:ENOENT|ENOSPC|could not be written)/m);
  expect(passing.stderr).toContain('Checks: all 1 passed');
  expect(passing.code).toBe(1);
  const failing = await gate(file, ...option, '--assert', 'profile.commandsPerUnit < 1');
  expect(failing.stderr).toContain('Checks: 1 of 2 failed');
  expect(failing.code).toBe(99);
});

test('--allow-not-judged needs a gate', async () => {
  const { code, stderr } = await spawnCli(['profile', '--allow-not-judged', '--', 'node', '-e', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('needs something to judge')]);
});
