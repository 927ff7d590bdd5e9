import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { runCli, startCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface TlsServer {
  server: EmbeddedServer;
  /** With its password, and the file that vouches for it. */
  url: string;
  address: string;
}

async function startWithTls(): Promise<TlsServer> {
  const server = await startEmbedded({ settings: { tls: true, password: 'secret' } });
  onTestFinished(() => server.stop());
  const { port = 0, tls } = server.target.endpoint;
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, tls?.ca ?? '');
  const address = `rediss://:secret@127.0.0.1:${port}`;
  return { server, url: `${address}?ca=${encodeURIComponent(ca)}`, address };
}

test('agents and bench reach the control Redis and the target over TLS, and counts agree', async () => {
  const [control, target] = await Promise.all([startWithTls(), startWithTls()]);
  const where = ['--join', control.url, '--target', `shop=${target.url}`];
  for (const name of ['a', 'b']) {
    const agent = startCli(['agent', ...where, '--name', name]);
    onTestFinished(async () => {
      agent.child.kill('SIGTERM');
      expect(await agent.finished).toMatchObject({ code: 0 });
    });
    await agent.shows(/has joined/);
  }
  const plan = ['--strategy', 'one-by-one,pipeline,wire', '--threads', '2', '-n', '2000', '--warmup', '0'];
  const file = join(temporaryFolder(), 'result.json');
  const { code, stderr } = await runCli(['bench', '--agents', '2', ...where, ...plan, '--json', file, '-q']);
  expect([code, stderr]).toEqual([0, '']);
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result;
  for (const lane of result.lanes)
    expect([lane.commands, lane.failed, lane.countsAgree]).toEqual([2000, 0, true]);
  expect(result.environment.agents?.map(({ name }) => name).sort()).toEqual(['a', 'b']);
});

test('an agent does not join a control Redis whose certificate nobody vouches for', async () => {
  const control = await startWithTls();
  const { code, stderr } = await runCli(['agent', '--join', control.address, '--target', 'shop=redis://h']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/certificate/i);
  expect(stderr).not.toContain('secret');
});

test('a target whose certificate an agent does not trust is refused, with the name of the agent', async () => {
  const [control, target] = await Promise.all([startWithTls(), startWithTls()]);
  const agent = startCli([
    'agent',
    '--join',
    control.url,
    '--target',
    `shop=${target.address}`,
    '--name',
    'a',
  ]);
  onTestFinished(async () => {
    agent.child.kill('SIGTERM');
    await agent.finished;
  });
  await agent.shows(/has joined/);
  const words = [
    'bench',
    '--agents',
    '1',
    '--join',
    control.url,
    '--target',
    `shop=${target.url}`,
    '-n',
    '100',
  ];
  const { code, stderr } = await runCli(words);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Agent a takes no part: .*certificate/i);
  expect(stderr).not.toContain('secret');
});
