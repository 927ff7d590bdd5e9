import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import type { ServerSettings } from '../../../server/redis/private/server-settings.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { casesOf } from '../../support/matrix.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Place {
  port: number;
  folder: string;
}

const secret = 'ge:heim/#?';
const access = `ann:${encodeURIComponent(secret)}@`;

const places: [string, ServerSettings, (place: Place) => string][] = [
  ['over TCP', {}, ({ port }) => `redis://127.0.0.1:${port}/3`],
  [
    'with a password',
    { password: secret },
    ({ port }) => `redis://:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
  ],
  ['as an ACL user', { user: 'ann', password: secret }, ({ port }) => `redis://${access}127.0.0.1:${port}`],
  [
    'over TLS, as an ACL user',
    { tls: true, user: 'ann', password: secret },
    ({ port, folder }) =>
      `rediss://${access}127.0.0.1:${port}?ca=${encodeURIComponent(join(folder, 'server.crt'))}`,
  ],
  ['by a Unix socket', { unixSocket: true }, ({ folder }) => `unix://${folder}/redis.sock?db=2`],
  [
    'by a Unix socket, as an ACL user',
    { unixSocket: true, user: 'ann', password: secret },
    ({ folder }) => `unix://${access}${folder}/redis.sock`,
  ],
];
const thinned = ['with a password', 'over TLS, as an ACL user', 'by a Unix socket'];

test.each(
  casesOf(
    places,
    places.filter(([name]) => thinned.includes(name)),
  ),
)('a server that was named is measured %s, and keeps its own keys', async (_, settings, urlOf) => {
  const server = await startEmbedded({ root: temporaryFolder(), settings });
  onTestFinished(() => server.stop());
  const redis = await openAdmin(server.target);
  onTestFinished(() => redis.disconnect());
  await redis.set('a key of its own', 'as it was');
  const url = urlOf({ port: server.target.endpoint.port ?? 0, folder: server.folder });
  const { code, stdout, stderr } = await runCli(
    [
      ...['bench', '--url', url, '--strategy', 'one-by-one,pipeline,wire', '-c', '2', '--json', '-'],
      ...['--warmup', '0', '--duration', '200ms', '--slice', '100ms'],
    ],
    { ROUNDTRIP_REDIS_SERVER: '/nonexistent' },
  );
  expect(stderr).not.toContain('roundtrip:');
  expect(code).toBe(0);
  const { state, lanes, plan } = JSON.parse(stdout) as Result;
  expect([state, plan.target]).toEqual(['completed', 'url']);
  expect(lanes).toHaveLength(3);
  for (const lane of lanes) {
    expect(lane.commands).toBeGreaterThan(0);
    expect(lane.failed).toBe(0);
  }
  expect(stdout + stderr).not.toMatch(/ge:heim|ge%3Aheim/);
  expect(await redis.get('a key of its own')).toBe('as it was');
  expect((await redis.info('keyspace')).match(/^db\d+:keys=\d+/gm)).toEqual(['db0:keys=1']);
});

test('the server of ROUNDTRIP_URL is measured where no option names one', async () => {
  const server = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => server.stop());
  const words = ['bench', '--strategy', 'wire', '-n', '100', '--warmup', '0', '--json', '-'];
  const env = { ROUNDTRIP_URL: `redis://127.0.0.1:${server.target.endpoint.port ?? 0}` };
  const targetOf = async (more: readonly string[] = []) =>
    (JSON.parse((await runCli([...words, ...more], env)).stdout) as Result).plan.target;
  expect(await targetOf()).toBe('url');
  expect(await targetOf(['--target', 'embedded'])).toBe('embedded');
});
