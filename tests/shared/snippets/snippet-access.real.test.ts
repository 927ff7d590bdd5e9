import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { snippetFor } from '../../../shared/snippets/snippet.ts';
import { clientDescriptions } from '../../../server/engine/clients/index.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import type { ServerSettings } from '../../../server/redis/private/server-settings.ts';
import { madeWorkload } from '../../support/made-points.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { snippetUser } from '../../support/use-snippets.ts';

const use = snippetUser();
const database = 3;
const password = 'ge heim"\\#x/@:%';

const servers: [string, ServerSettings][] = [
  ['with a password', { password }],
  ['as an ACL user', { user: 'ann.b', password }],
  ['over TLS, as an ACL user', { tls: true, user: 'ann', password }],
];
const clients = clientDescriptions.filter(({ version }) => version !== null).map(({ id }) => id);

test.each(servers.flatMap(([how, settings]) => clients.map((client) => ({ how, settings, client }))))(
  'The code for $client connects $how by the address alone, to the database that it names',
  async ({ settings, client }) => {
    const server = await startEmbedded({ root: temporaryFolder(), settings });
    onTestFinished(() => server.stop());
    const { port = 0, tls } = server.target.endpoint;
    const url = new URL(`redis${tls ? 's' : ''}://127.0.0.1:${port}/${database}`);
    url.username = settings.user ?? '';
    url.password = encodeURIComponent(password);
    const trusted = join(temporaryFolder(), 'ca.pem');
    writeFileSync(trusted, tls?.ca ?? '');
    const code = snippetFor({ strategy: 'pipeline', batchSize: 2, client }, madeWorkload({ clients: 2 }));
    const program = `console.log(JSON.stringify(await code.sendAll([{ key: 'a', value: '1' }, { key: 'b', value: '2' }])));`;
    expect(
      await use({ code }, program, {
        REDIS_URL: url.href,
        ...(tls ? { NODE_EXTRA_CA_CERTS: trusted, SSL_CERT_FILE: trusted } : {}),
      }),
    ).toEqual(['OK', 'OK']);
    const redis = await openAdmin(server.target);
    onTestFinished(() => redis.disconnect());
    expect(await redis.dbsize()).toBe(0);
    await redis.select(database);
    expect(await redis.mget('a', 'b')).toEqual(['1', '2']);
  },
);
