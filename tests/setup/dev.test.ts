import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/run-cli.ts';

/** On a machine that others use as well: the whole server is compiled. */
const timeout = 180_000;

test(
  'npm run dev serves the page, whose requests reach the server, and leaves nothing behind',
  { timeout },
  async () => {
    const dev = spawn(process.execPath, ['server/setup/dev.mjs', '--history', 'off'], {
      cwd: projectRoot,
      env: { ...process.env, ROUNDTRIP_PREPARE: 'off' },
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
    const address = () => /Local: +(http:\S+)/.exec(output)?.[1] ?? '';
    await eventually('Vite prints its address', () => address() !== '', timeout);

    const page = await (await fetch(address())).text();
    expect(page).toContain('/@vite/client');
    const checked = await fetch(new URL('/api/plans/check', address()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(address()).origin },
      body: JSON.stringify({ lanes: [{ strategy: 'pipeline' }] }),
    });
    expect(checked.status).toBe(200);

    const server = /Roundtrip is ready: (\S+)/.exec(output)?.[1] ?? '';
    dev.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(projectRoot, '.dist-dev'))).toBe(false);
    await expect(fetch(server)).rejects.toThrow();
    await expect(fetch(address())).rejects.toThrow();
  },
);
