import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, profile } from '../../server/library/index.ts';
import { startOf } from '../../server/redis/private/leftovers.ts';
import { profileSchema } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const shop = join(projectRoot, 'examples/profile/shop.mjs');

/** With the server of this file as the program's. */
async function profiled(...[command, options]: Parameters<typeof profile>) {
  process.env['REDIS_URL'] = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
  try {
    return await profile(command, options);
  } finally {
    delete process.env['REDIS_URL'];
  }
}

test('a program is profiled, and its profile held against assertions', async () => {
  const { profile: found, exitCode } = await profiled(['node', shop]);
  expect(exitCode).toBe(0);
  expect(profileSchema.parse(found)).toEqual(found);
  const checks = check(found, ['profile.independent == 0', "profile.tripsPerUnit['GET /*/*'] <= 6"]);
  expect(checks).toMatchObject([
    { passed: false, message: expect.stringMatching(/^1: .*shop\.mjs:14:/) },
    { passed: true, message: '6 trips a unit of GET /*/*' },
  ]);
  const { profile: silent } = await profiled(['node', shop], { ignore: [shop] });
  expect(check(silent, ['profile.independent == 0'])).toMatchObject([{ passed: true }]);
  const sampled = { ...silent, recorded: 1, gaps: ['sampled' as const] };
  expect(check(sampled, ['profile.independent == 0'])).toMatchObject([
    { passed: false, message: expect.stringMatching(/^not judged: .*\{ budget: 1 \}/) },
  ]);
  expect(check(sampled, ['profile.independent == 0'], { allowNotJudged: true })).toMatchObject([
    { passed: null },
  ]);
  expect(() => check(silent, [], { strict: true })).toThrow(/no option strict; known are allowNotJudged/);
});

test('a signal ends the program, and what it sent is kept', async () => {
  const answered = join(temporaryFolder(), 'answered');
  const program = `const { Redis } = await import('ioredis');
    const { writeFileSync } = await import('node:fs');
    const redis = new Redis(process.env.REDIS_URL);
    await redis.get('a');
    setTimeout(() => writeFileSync(process.argv[1], ''), 100);
    setInterval(() => {}, 1000);`;
  const stopping = new AbortController();
  const profiling = profiled(['node', '--input-type=module', '-e', program, answered], {
    signal: stopping.signal,
  });
  await eventually('the program has its reply', () => existsSync(answered));
  stopping.abort();
  const { profile: found, exitCode } = await profiling;
  expect([exitCode, found.commands]).toEqual([0, 1]);
});

test.each([
  ['does not listen for it', ''],
  [
    'has a private server',
    "void run({ workload: { durationMs: 60_000 }, lanes: [{ strategy: 'one-by-one' }] }); while (process.listenerCount('SIGTERM') === 0) await new Promise(setImmediate);",
  ],
])('a signal to a host that %s ends the program, and then the host', async (_which, first) => {
  const built = JSON.stringify(join(projectRoot, 'dist/server/library/index.js'));
  const host = `const { profile, run } = await import(${built});
    ${first}
    const program = "console.log('is ' + process.pid); setInterval(() => {}, 1000)";
    await profile([process.execPath, '-e', program]);
    setTimeout(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', host], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.on('data', (text: Buffer) => (shown += text.toString()));
  await eventually('the program runs', () => /is \d+/.test(shown));
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(startOf(Number(/is (\d+)/.exec(shown)?.[1]))).toBeNull();
});

describe('what is wrong is refused', () => {
  test.each([
    ['a text', () => profile('node app.js' as never), /a list, as in \['node', 'app\.js'\]/],
    ['no program', () => profile([]), /a list/],
    ['an unknown option', () => profile(['node'], { budgets: 1 } as never), /there is no option budgets/],
    ['a budget in per cent', () => profile(['node'], { budget: 3 }), /a share of a core, as in 0\.03, not 3/],
    ['a program that is not there', () => profile(['/none']), /\/none could not be started/],
  ])('%s', async (_what, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  test('an assertion that cannot be read, at its column', async () => {
    const { profile: found } = await profiled(['node', '-e', '0']);
    expect(() => check(found, ['profile.independant == 0'])).toThrow(/check, column 9: there is no figure/);
  });
});
