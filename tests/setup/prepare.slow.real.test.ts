import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refuseOldNode } from '../../server/setup/prepare.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallProject, type SmallProject } from './small-project.ts';

const builds = [
  expect.stringMatching(/vite\S* build server/),
  expect.stringMatching(/vite\S* build client/),
] as string[];

describe('a build', () => {
  test('is made when there is none, and then not again', async () => {
    const project = smallProject({ realTools: true });
    const first = await project.run('prepare.mjs');
    expect(first).toMatchObject({ code: 0, stdout: '', commands: builds });
    expect(project.read('dist/server/cli/main.js')).toContain('process.argv');
    expect(project.read('dist/client/index.html')).toContain('page');

    const second = await project.run('prepare.mjs');
    expect(second).toEqual({ code: 0, stdout: '', stderr: '', commands: [] });
  });

  test('is made again after a change of a source, be it of the server, the page or both', async () => {
    const project = smallProject();
    await project.run('prepare.mjs');
    for (const path of ['server/cli/main.ts', 'shared/new.ts', 'client/new.ts']) {
      project.write(path, 'export {};\n');
      expect((await project.run('prepare.mjs')).commands, path).toEqual(builds);
    }
  });

  test('that fails leaves the one before it, and fails again the next time', async () => {
    const project = smallProject({ realTools: true });
    await project.run('prepare.mjs');
    const before = project.read('dist/server/cli/main.js');
    project.write('server/cli/main.ts', 'const broken = ;\nexport { broken };\n');

    const failed = await project.run('prepare.mjs');
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/server\/cli\/main\.ts:1:1[67]/);
    expect(project.read('dist/server/cli/main.js')).toBe(before);
    expect(existsSync(join(project.folder, '.dist-next'))).toBe(false);
    expect((await project.run('prepare.mjs')).code).toBe(1);
  });

  test('is made once when two preparations start together', async () => {
    const project = smallProject();
    project.write('slow', '');
    const both = await Promise.all([project.run('prepare.mjs'), project.run('prepare.mjs')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.flatMap(({ commands }) => commands)).toEqual(builds);
    expect(both.map(({ stderr }) => stderr).join('')).toContain('Another preparation');
    expect(existsSync(join(project.folder, '.prepare.lock'))).toBe(false);
  });
});

test('ROUNDTRIP_PREPARE=off does nothing at all', async () => {
  const project = smallProject();
  const off = await project.run('prepare.mjs', [], { ROUNDTRIP_PREPARE: 'off' });
  expect(off).toEqual({ code: 0, stdout: '', stderr: '', commands: [] });
  expect(existsSync(join(project.folder, 'dist'))).toBe(false);
});

describe('on a machine without Redis', () => {
  /** A PATH with Node and these programs, and nothing else. */
  function pathWith(project: SmallProject, programs: Record<string, string> = {}): { PATH: string } {
    const folder = temporaryFolder();
    symlinkSync(process.execPath, join(folder, 'node'));
    mkdirSync(join(project.folder, 'programs'));
    for (const [name, script] of Object.entries(programs)) {
      const path = join('programs', name);
      project.write(path, `#!/bin/sh\n${script}\n`);
      chmodSync(join(project.folder, path), 0o755);
      symlinkSync(join(project.folder, path), join(folder, name));
    }
    return { PATH: folder };
  }

  test('and without a package manager, the ways to get one are told', async () => {
    const project = smallProject();
    const stopped = await project.run('prepare.mjs', [], pathWith(project));
    expect(stopped).toMatchObject({ code: 1, stdout: '', commands: [] });
    expect(stopped.stderr).toMatch(
      /needs a Redis server[^]*ROUNDTRIP_REDIS_SERVER[^]*--url[^]*docker compose up/,
    );
  });

  test.runIf(process.getuid?.() === 0)('root gets one installed, by the first package there is', async () => {
    const project = smallProject();
    const path = pathWith(project, {
      apk: 'echo "noise of $*"; test "$3" = valkey && printf "#!/bin/sh\\n" > "${0%/*}/valkey-server" && /bin/chmod +x "${0%/*}/valkey-server"',
    });
    const prepared = await project.run('prepare.mjs', [], path);
    expect(prepared).toMatchObject({ code: 0, stdout: '' });
    expect(prepared.commands).toEqual(['apk add --no-cache redis', 'apk add --no-cache valkey', ...builds]);
    expect(prepared.stderr).toContain('noise of add --no-cache valkey');
    expect((await project.run('prepare.mjs', [], path)).commands).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)(
    'programs are installed beside the packages of npm, by lists that are fetched once',
    async () => {
      const project = smallProject();
      const installed = 'node_modules/.package-lock.json';
      const list = project.read(installed);
      rmSync(join(project.folder, installed));
      project.write('list.json', list);
      // Each waits until the other has begun.
      const meet = (own: string, other: string) =>
        `: > ${own}; for n in 1 2 3 4 5 6 7 8 9 10; do test -e ${other} && break; /bin/sleep 0.5; done; test -e ${other} || exit 9`;
      const make = (name: string) =>
        `printf "#!/bin/sh\\n" > "\${0%/*}/${name}" && /bin/chmod +x "\${0%/*}/${name}"`;
      const path = pathWith(project, {
        npm: `${meet('npm-began', 'pacman-began')}; /bin/cp list.json ${installed}`,
        pacman: `test "$1" = -Sy && exit; ${meet('pacman-began', 'npm-began')}; case "$*" in *chromium) ${make('chromium')};; *) ${make('valkey-server')};; esac`,
      });
      const prepared = await project.run('prepare.mjs', ['--with-browser'], path);
      expect(prepared, prepared.stderr).toMatchObject({ code: 0, stdout: '' });
      const [commands, last] = [prepared.commands.slice(0, -2), prepared.commands.slice(-2)];
      expect(last).toEqual(builds);
      expect([...commands].sort()).toEqual([
        'npm ci --include=dev --no-fund --no-audit --loglevel=error',
        'pacman -S --noconfirm --needed chromium',
        'pacman -S --noconfirm --needed valkey',
        'pacman -Sy',
      ]);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'a package manager that fails is reported, with the alternatives',
    async () => {
      const project = smallProject();
      const failed = await project.run(
        'prepare.mjs',
        [],
        pathWith(project, { apk: 'echo "no such package"; exit 5' }),
      );
      expect(failed).toMatchObject({ code: 1, stdout: '' });
      expect(failed.stderr).toMatch(/no such package[^]*Could not install a Redis server by apk[^]*--url/);
    },
  );

  test('the one named by ROUNDTRIP_REDIS_SERVER has to exist', async () => {
    const stopped = await smallProject().run('prepare.mjs', [], { ROUNDTRIP_REDIS_SERVER: '/nowhere/redis' });
    expect(stopped).toMatchObject({ code: 1, commands: [] });
    expect(stopped.stderr).toContain(
      'ROUNDTRIP_REDIS_SERVER is "/nowhere/redis", and there is no such program.',
    );
  });

  test('none is needed to measure another one', async () => {
    const project = smallProject();
    const run = await project.run('run.mjs', ['bench', '--url', 'redis://example.org'], pathWith(project));
    expect(run).toMatchObject({ code: 0, stdout: '["bench","--url","redis://example.org"]' });
  });

  test('a browser is asked for only with --with-browser', async () => {
    const project = smallProject();
    const path = pathWith(project, { 'redis-server': '' });
    expect((await project.run('prepare.mjs', [], path)).code).toBe(0);
    const stopped = await project.run('prepare.mjs', ['--with-browser'], path);
    expect(stopped).toMatchObject({ code: 1 });
    expect(stopped.stderr).toMatch(/needs Chromium[^]*ROUNDTRIP_CHROMIUM/);
  });
});

test.each([
  ['20.18.3', false],
  ['18.20.0', false],
  ['20.19.0', true],
  ['22.1.0', true],
])('Node %s is accepted: %s', (version, accepted) => {
  const check = () => refuseOldNode(version);
  if (accepted) expect(check).not.toThrow();
  else expect(check).toThrow(`needs Node.js 20.19 or later; this is ${version}`);
});
