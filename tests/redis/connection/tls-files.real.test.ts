import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../../server/redis/private/certificate.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { TargetUrlInvalid } from '../../../server/redis/connection/target-unusable.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a server with an authority of its own is reached by naming the file', async () => {
  const folder = temporaryFolder();
  const server = await startEmbedded({ root: temporaryFolder(), settings: { tls: true } });
  onTestFinished(() => server.stop());
  const { port = 0, tls } = server.target.endpoint;
  const file = join(folder, 'with blank.pem');
  writeFileSync(file, tls?.ca ?? '');
  const target = targetFromUrl(`rediss://127.0.0.1:${port}?ca=${encodeURIComponent(file)}`);
  expect(target.description.label).toBe(`rediss://127.0.0.1:${port}`);
  const redis = await openAdmin(target);
  onTestFinished(() => redis.disconnect());
  expect(await redis.ping()).toBe('PONG');
  await expect(openAdmin(targetFromUrl(`rediss://127.0.0.1:${port}`))).rejects.toMatchObject({
    reason: 'tls',
  });
});

test('a certificate of our own goes with its key', () => {
  const folder = temporaryFolder();
  const own = makeCertificate();
  writeFileSync(join(folder, 'own.crt'), own.cert);
  writeFileSync(join(folder, 'own.key'), own.key);
  const { endpoint } = targetFromUrl(`rediss://h?cert=${folder}/own.crt&key=${folder}/own.key&db=1`);
  expect(endpoint).toMatchObject({ db: 1, tls: { servername: 'h', ...own } });
});

test.each([
  ['a file that is not there', 'rediss://h?ca=/no/such/file', '/no/such/file, cannot be read (ENOENT)'],
  ['a file of something else', 'rediss://h?ca=package.json', 'not in PEM format'],
  ['a certificate without its key', 'rediss://h?cert=package.json', 'together'],
  ['files without TLS', 'redis://h?ca=package.json', 'write rediss://'],
])('refuses %s', (_, url, words) => {
  expect(() => targetFromUrl(url)).toThrow(TargetUrlInvalid);
  expect(() => targetFromUrl(url)).toThrow(words);
});
