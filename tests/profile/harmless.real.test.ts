import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { profileSchema, type Profile } from '../../shared/contract/profile.ts';
import { withoutPatches } from '../support/a-profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const fixture = (name: string) => join(projectRoot, 'tests/profile/harmless', name);

const environment = () => ({
  PROJECT: join(projectRoot, 'package.json'),
  REDIS_PORT: String(embedded().target.endpoint.port ?? 0),
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function plain(words: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

const profileIn = (file: string): Profile => profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

async function profiled(words: readonly string[]): Promise<Ended & { profile: Profile; trace: string }> {
  const [json, trace] = [join(folder(), 'profile.json'), join(folder(), 'app.trace')];
  const options = ['--budget', '100%', '--json', json, '--trace', trace];
  const ended = await spawnCli(['profile', ...options, '--', process.execPath, ...words], environment());
  return { ...ended, profile: profileIn(json), trace };
}

test.each([
  ['marks.mjs', 1],
  ['own-classes.mjs', 0],
  ['replaced-clocks.mjs', 0],
])('%s does the same with the profiler as without', async (name, code) => {
  const alone = await plain([fixture(name)]);
  expect(alone).toMatchObject({ code, stdout: expect.not.stringMatching(/ran|was called/) as string });
  const recorded = await profiled([fixture(name)]);
  expect([recorded.code, recorded.stdout]).toEqual([alone.code, alone.stdout]);
  // The message of Node about a rejection without a handler, up to its stack.
  expect(recorded.stderr).toContain(alone.stderr.split('\n    at ', 1)[0]);
  expect(recorded.profile.faults).toBeUndefined();
});

test.each(['file:///app/%2Fsrc/app.ts', 'file://build-host/src/app.ts'])(
  'a server with a map that names %s answers, and its lines are those of the built file',
  async (source) => {
    const own = join(folder(), source.replaceAll(/\W/g, ''));
    mkdirSync(own);
    const file = join(own, 'server.mjs');
    copyFileSync(fixture('server.mjs'), file);
    const lines = readFileSync(file, 'utf8').split('\n').length;
    const mappings = `AAAA${';AACA'.repeat(lines)}`;
    writeFileSync(
      `${file}.map`,
      JSON.stringify({ version: 3, sources: [source], sourcesContent: ['x'], names: [], mappings }),
    );
    for (const flags of [[], ['--enable-source-maps']]) {
      const alone = await plain([...flags, file]);
      expect(alone).toMatchObject({ code: 0, stdout: ',,\n'.repeat(3) });
      const { code, stdout, profile, trace } = await profiled([...flags, file]);
      expect([code, stdout, profile.faults]).toEqual([0, alone.stdout, undefined]);
      const [finding] = profile.findings;
      expect(finding).toMatchObject({ command: 'GET', perUnit: 3, units: 3, site: { line: 12 } });
      expect(finding?.site.file).toMatch(/server\.mjs$/);
      const again = join(folder(), 'again.json');
      expect((await spawnCli(['profile', '--read', trace, '--json', again])).code).toBe(0);
      expect(profileIn(again)).toEqual(withoutPatches(profile));
    }
  },
);
