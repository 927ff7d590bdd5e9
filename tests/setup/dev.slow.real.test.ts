import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/project-root.ts';
import { smallProject } from './small-project.ts';

/** On a machine that others use as well. */
const timeout = 120_000;

/** Answers what it was asked, as which host, and which version of it answers; it finds package.json where dist/ would. */
const server = (version: number) => `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { name } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const server = createServer(({ url, headers: { host } }, answer) => {
  answer.end([name, ${version}, url, host].join(' '));
});
server.listen(Number(process.argv[process.argv.indexOf('--port') + 1]), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(\`Roundtrip is ready: http://127.0.0.1:\${address?.port}/\`);
});
`;

/** Starts `dev` in a folder; it is stopped at the end of the test at the latest. */
async function startDev(folder: string) {
  const dev = spawn(process.execPath, ['server/setup/dev.mjs', '--history', 'off'], {
    cwd: folder,
    // A bundler that prints in colours, as on a CI, is understood as well.
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(dev, 'exit');
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await exit;
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream.on('data', (chunk: Buffer) => (output += stripVTControlCharacters(chunk.toString())));
  const page = () => /Local: +(http:\S+)/.exec(output)?.[1] ?? '';
  await eventually('Vite prints its address', () => page() !== '', timeout);
  const server = /Roundtrip is ready: (\S+)/.exec(output)?.[1] ?? '';
  expect(await (await fetch(page())).text()).toContain('/@vite/client');
  return {
    page: page(),
    lines: () => output.trim().split('\n'),
    /** By Ctrl-C: nothing is left, and nothing listens any more. */
    async endsCleanly() {
      dev.kill('SIGINT');
      expect(await exit).toEqual([0, null]);
      expect(existsSync(join(folder, '.dist-dev'))).toBe(false);
      await expect(fetch(server)).rejects.toThrow();
      await expect(fetch(page())).rejects.toThrow();
    },
  };
}

/** More would hide what went wrong. */
const mostLines = 50;

test(
  'npm run dev serves the page without a build before it, shows changes of server and page, and leaves nothing behind',
  { timeout },
  async () => {
    const project = smallProject({ realTools: true });
    for (const file of ['client/vite.config.ts', 'client/without-schemas.ts'])
      cpSync(file, join(project.folder, file));
    project.write('server/http/main.ts', server(1));
    const dev = await startDev(project.folder);
    const { host } = new URL(dev.page);
    // The server compares Host with Origin: it is as the browser sent it.
    const asked = async () => (await fetch(new URL('/api/x', dev.page))).text();
    expect(await asked()).toBe(`@roundtrip-lab/roundtrip 1 /api/x ${host}`);

    project.write('server/http/main.ts', server(2));
    await eventually(
      'the changed server answers where the first did',
      async () => (await asked().catch(() => '')) === `@roundtrip-lab/roundtrip 2 /api/x ${host}`,
      timeout,
    );

    project.write('client/index.html', '<!doctype html><title>changed</title>\n');
    await eventually(
      'the open page is told to load again',
      () => dev.lines().some((line) => line.endsWith('page reload index.html')),
      timeout,
    );
    expect(await (await fetch(dev.page)).text()).toContain('<title>changed</title>');
    expect(existsSync(join(project.folder, 'dist'))).toBe(false);
    await dev.endsCleanly();
  },
);

/** The whole server is compiled and started, and the page is made by the real bundler. */
test(
  'npm run dev of the project itself serves the page, whose requests reach the server, and says little',
  { timeout: 2 * timeout },
  async () => {
    const dev = await startDev(projectRoot);
    const checked = await fetch(new URL('/api/plans/check', dev.page), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(dev.page).origin },
      body: JSON.stringify({ lanes: [{ strategy: 'pipeline' }] }),
    });
    expect(checked.status).toBe(200);
    expect(dev.lines().length).toBeLessThanOrEqual(mostLines);
    await dev.endsCleanly();
  },
);
