import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNetwork } from '../../server/network/network.ts';
import { profileSchema, type Profile } from '../../shared/contract/profile.ts';
import { isStrong } from '../../shared/profile/report.ts';
import { useEmbedded } from '../support/embedded.ts';
import { drawnOf } from '../support/matrix.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
let network: Awaited<ReturnType<typeof openNetwork>>;
// Replies of a stage come back together, as over a network: else the second stage of one round may begin before the
// first of another has ended, and both count.
beforeAll(async () => {
  network = await openNetwork(embedded().target.endpoint, { rttMs: 2, jitterMs: 0, bandwidthMbit: null });
});
afterAll(() => network.close());

/** A copy of the folder of a program, whose units write what they return. */
function copyOf(program: string): string {
  const folder = temporaryFolder();
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@roundtrip-lab'), { recursive: true });
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter(
    (one) => !/^\.|^@roundtrip/.test(one),
  ))
    symlinkSync(join(projectRoot, 'node_modules', name), join(packages, name));
  symlinkSync(projectRoot, join(packages, '@roundtrip-lab/roundtrip'));
  cpSync(join(projectRoot, 'tests/profile', dirname(program)), join(folder, 'src'), { recursive: true });
  for (const file of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.mjs'),
  )) {
    const path = join(folder, 'src', file);

    const written =
      'process.stdout.write(`${JSON.stringify([name, await unit(name, act).catch(String)])}\\n`)';
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('await unit(name, act)', written));
  }
  return folder;
}

/** The output of a program, the keys that it leaves in the server, and its profile. */
async function runOf(folder: string, program: string) {
  const redis = new Redis(embedded().target.endpoint.port ?? 0);
  await redis.flushall();
  const words = ['profile', '-q', '--budget', '1000%', '--json', 'found.json', '--patch', 'found.diff'];
  const { code, stdout } = await spawnCli(
    [...words, '--', 'node', `src/${basename(program)}`],
    { PLANTED_PORT: String(network.endpoint.port) },
    folder,
  );
  const keys = (await redis.keys('*')).toSorted();
  const types = await Promise.all(keys.map((key) => redis.type(key)));
  const left = await Promise.all(
    keys.map(async (key, at) => {
      switch (types[at]) {
        case 'hash':
          return [key, await redis.hgetall(key)];
        case 'set':
          return [key, (await redis.smembers(key)).toSorted()];
        case 'list':
          return [key, await redis.lrange(key, 0, -1)];
        case 'zset':
          return [key, await redis.zrange(key, '0', '-1', 'WITHSCORES')];
        default:
          return [key, await redis.get(key)];
      }
    }),
  );
  await redis.quit();
  const profile = profileSchema.parse(JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')));
  // One handler returns a time.
  return { code, left, profile, stdout: stdout.replaceAll(/^\["timedPings".*$/gm, '') };
}

/** The round trips of each unit once it is patched, as its findings say. */
function saidOf({ units, findings }: Profile): Record<string, number> {
  const said: Record<string, number> = {};
  for (const { name, tripsNow, recorded } of units) {
    const patched = findings.filter(({ unit, patch }) => unit === name && patch);
    if (patched.length === 0 || patched.some(({ patch }) => patch?.repeated)) continue;
    said[name] = patched.reduce(
      (sum, { perUnit, patch, runs = 1, units: having }) =>
        sum - ((perUnit - (patch?.trips ?? 0) * runs) * having) / recorded,
      tripsNow,
    );
  }
  return said;
}

/** The units whose findings have no patch. */
const unpatchedIn: Readonly<Record<string, string[]>> = {
  'misleading/honest-handlers.mjs': ['byKindOfId', 'cachedByMap'],
  'misleading/handlers.mjs': ['conditionalSecond'],
  'misleading/more-handlers.mjs': [
    ...[
      'copiesAndChecks',
      'fieldBesideField',
      'idsOfUsers',
      'loggedByEmitter',
      'rowsOfTheirOwn',
      'staysAlive',
    ],
  ],
  'misleading/hostile/two.mjs': [],
  'misleading/hostile/seven.mjs': [],
  'planted/with-ioredis.mjs': ['alwaysTakenBranch'],
  'planted/with-node-redis.mjs': [],
  'blind/30-auto.mjs': ['GET /*', 'GET /*'],
};
/** Programs by a writer who had read how patches are made: what counts is that they do the same. */
const hostile = ['names', 'rounds', 'sync'].map((name) => `misleading/patched/${name}.mjs`);
const blind = readdirSync(join(projectRoot, 'tests/profile/blind'))
  .filter((file) => /^\d.*\.mjs$/.test(file))
  .map((file) => `blind/${file}`);
const programs = [...new Set([...Object.keys(unpatchedIn), ...blind, ...hostile])];

test.each(drawnOf('patched programs', programs, 5))(
  '%s does the same with its patch, in the round trips that were said',
  async (program) => {
    const isHostile = hostile.includes(program);
    const unpatched = unpatchedIn[program] ?? [];
    const folder = copyOf(program);
    const was = await runOf(folder, program);
    const strong = was.profile.findings.filter(isStrong);
    const without = strong.flatMap(({ unit, unpatched: why }) => (why ? [unit] : [])).toSorted();
    if (!isHostile) expect(without).toEqual(unpatched);
    expect(strong.length).toBeGreaterThan(unpatched.length);
    const applied = spawnSync('git', ['apply', 'found.diff'], { cwd: folder, encoding: 'utf8' });
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    const is = await runOf(folder, program);
    expect(is).toMatchObject({ code: was.code, stdout: was.stdout, left: was.left });
    // An outer loop is left where the inner one was patched.
    const repeated = strong.filter(({ patch }) => patch?.repeated).map(({ unit }) => unit);
    const left = is.profile.findings.filter((one) => isStrong(one) && !repeated.includes(one.unit));
    if (!isHostile)
      expect([...new Set(left.map(({ unit }) => unit))].toSorted()).toEqual([...new Set(unpatched)]);
    for (const [unit, trips] of Object.entries(saidOf(was.profile))) {
      const { tripsNow = Infinity } = is.profile.units.find(({ name }) => name === unit) ?? {};
      expect(Math.abs(tripsNow - trips), unit).toBeLessThan(0.75);
    }
  },
);
