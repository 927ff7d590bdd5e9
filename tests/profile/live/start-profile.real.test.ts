import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { LiveProfile } from '../../../shared/contract/live-profile.ts';
import { profileSchema, type Profile } from '../../../shared/contract/profile.ts';
import { collect, type TestViewer } from '../../support/build-app.ts';
import { withoutPatches } from '../../support/a-profile.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { spawnCli } from '../../support/run-cli.ts';
import { soon } from '../../support/soon.ts';
import { startBuilt, type BuiltServer } from '../../support/start-built.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const redis = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

const start = (words: readonly string[], program: readonly string[], env: Record<string, string> = {}) =>
  startBuilt(['--port', '0', '--url', redis(), ...words, '--profile', '--', ...program], {
    REDIS_URL: redis(),
    ...env,
  });

/** All that a page in the room Profile is sent. */
async function watch({ url }: BuiltServer): Promise<(LiveProfile | null)[]> {
  const viewer: TestViewer = io(new URL(await url).origin, { transports: ['websocket'], forceNew: true });
  onTestFinished(() => void viewer.close());
  const sent = collect(viewer, 'profile');
  viewer.emit('watchProfile', true);
  return sent;
}

/** All that it writes. */
const hello = /^port (\d+), pid (\d+)\n$/;
const fourGets = ['node', 'tests/profile/live/four-gets.mjs'];

async function portOf({ stdout }: BuiltServer): Promise<string> {
  await soon(stdout).toMatch(hello);
  return hello.exec(stdout())?.[1] ?? '';
}

const isThere = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

test('A page follows a program while it runs, and is shown how it ended, as is one that is opened later', async () => {
  const trace = join(folder(), 'four.trace');
  const server = start(['--budget', '100%', '--trace', trace], fourGets);
  expect(new URL(await server.url).pathname).toBe('/profile');
  const sent = await watch(server);
  const ask = async (path: string) => fetch(`http://127.0.0.1:${await portOf(server)}${path}`);
  await soon(() => sent[0]).toMatchObject({ exitCode: null, units: 0, profile: { commands: 0 } });
  for (let request = 0; request < 3; request++) await (await ask('/cart/1')).text();
  await soon(() => sent.at(-1)).toMatchObject({
    ...{ exitCode: null, units: 3, isOfNewest: false },
    profile: {
      program: 'node four-gets.mjs',
      findings: [{ code: 'independent-sequence', unit: 'GET /*/*', command: 'GET', perUnit: 4, units: 3 }],
    },
  });
  expect(sent.at(-1)?.shown[0]?.line.bars.map(({ name }) => name)).toEqual(['GET', 'GET', 'GET', 'GET']);

  await ask('/end/3').catch(() => undefined);
  await soon(() => sent.at(-1)).toMatchObject({ exitCode: 3, profile: { commands: 12 } });
  const late = await watch(server);
  await soon(() => late).toEqual([sent.at(-1)]);
  expect(JSON.stringify(sent)).not.toContain('four:a');
  await soon(server.stderr).toContain('node four-gets.mjs has ended with exit code 3.');

  // The page stays until Ctrl-C; the code is the program's, and nothing else was written to its stdout.
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(3);
  expect(server.stdout()).toMatch(hello);
  expect(readdirSync(server.folder)).toEqual([]);
  expect(statSync(trace).mode & 0o777).toBe(0o600);
  const { stdout } = await spawnCli(['profile', '--read', trace, '--json', '-']);
  const { profile } = sent.at(-1) ?? {};
  expect((JSON.parse(stdout) as Profile).findings).toEqual(profile && withoutPatches(profile).findings);
});

test('What is judged beside the page is what roundtrip profile says of the same program', async () => {
  const program = ['node', 'examples/profile/shop.mjs'];
  const json = join(folder(), 'shop.json');
  const alone = await spawnCli(['profile', '-q', '--budget', '100%', '--json', json, '--', ...program], {
    REDIS_URL: redis(),
  });
  expect(alone.code).toBe(0);
  const server = start(['--budget', '100%'], program);
  const sent = await watch(server);
  await soon(() => sent.at(-1)?.exitCode).toBe(0);
  // Times, and the order by them, differ from one run of a program to the next.
  const sorted = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).toSorted();
  const judged = ({ units, findings }: Profile) => ({
    units: sorted(units.map(({ durationMs: _, waitingMs: __, ...unit }) => unit)),
    findings: sorted(
      findings.map(({ waitingMs: _, savingMs, ...finding }) => ({ ...finding, saves: savingMs !== null })),
    ),
  });
  const said = judged(profileSchema.parse(JSON.parse(readFileSync(json, 'utf8'))));
  expect(said.findings).toContainEqual(expect.stringContaining('"saves":true'));
  expect(sent.at(-1) && judged(profileSchema.parse(sent.at(-1)?.profile))).toEqual(said);
});

test('Ctrl-C ends both: the program is waited for, what it sent is kept, and no folder is left', async () => {
  const trace = join(folder(), 'stopped.trace');
  const server = start(['--trace', trace], fourGets);
  const port = await portOf(server);
  const sent = await watch(server);
  await (await fetch(`http://127.0.0.1:${port}/cart/1`)).text();
  await soon(() => sent.at(-1)?.units).toBe(1);
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(sent.at(-1)).toMatchObject({ exitCode: 130, units: 1 });
  expect(readFileSync(trace, 'utf8')).toContain('"independent-sequence"');
  expect(readdirSync(server.folder)).toEqual([]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('A program that does not end is named; the second Ctrl-C ends it, and leaves nothing', async () => {
  const server = start([], fourGets, { IGNORES: '1' });
  await soon(server.stdout).toMatch(hello);
  const pid = hello.exec(server.stdout())?.[2] ?? '';
  expect(isThere(pid)).toBe(true);
  server.child.kill('SIGINT');
  await soon(server.stderr).toContain('node four-gets.mjs has not ended yet. Ctrl-C again ends it at once.');
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(1);
  await soon(() => isThere(pid)).toBe(false);
  expect(readdirSync(server.folder)).toEqual([]);
});

test('A program that there is not: exit 1, one sentence, nothing left behind', async () => {
  const server = start([], ['nosuch-program']);
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toBe('nosuch-program could not be started: there is no such program\n');
  expect(readdirSync(server.folder)).toEqual([]);
});

test('A trace that cannot be judged is kept, and neither the page nor the exit code is lost', async () => {
  const program = ['node', 'tests/profile/live/foreign-trace.mjs'];
  const [alone, beside] = [join(folder(), 'alone.trace'), join(folder(), 'beside.trace')];
  const options = ['--budget', '100%', '--trace', alone];
  const { code, stderr } = await spawnCli(['profile', ...options, '--', ...program], { REDIS_URL: redis() });
  expect(code).toBe(0);
  expect(stderr).toContain('a trace of version 99');
  expect(stderr).toContain(`${alone} holds what was recorded, and no findings`);

  const server = start(['--budget', '100%', '--trace', beside], program);
  await soon(server.stderr).toContain('node foreign-trace.mjs has ended with exit code 0.');
  expect(server.stderr()).toContain(`--trace: ${beside} holds what was recorded, and no findings`);
  expect((await fetch(await server.url)).status).toBe(200);
  for (const file of [alone, beside]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/"n":"GET"[^]*"v":99/);
  }
});

test('A program that removes its traces ends neither the page nor the report, which says that there was a fault', async () => {
  const [program, env] = [['node', 'tests/profile/live/foreign-trace.mjs'], { REMOVES: '1' }];
  const { code, stderr } = await spawnCli(['profile', '--', ...program], { REDIS_URL: redis(), ...env });
  expect(code).toBe(0);
  expect(stderr).toContain('ENOENT');
  const server = start([], program, env);
  await soon(server.stderr).toContain('node foreign-trace.mjs has ended with exit code 0.');
  expect((await fetch(await server.url)).status).toBe(200);
});
