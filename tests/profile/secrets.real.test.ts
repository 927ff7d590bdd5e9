import { Redis } from 'ioredis';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { RecordingProxy } from '../../server/profile/proxy/proxy.ts';
import { useEmbedded } from '../support/embedded.ts';
import { spawnCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withoutTimes } from '../support/without-times.ts';

const embedded = useEmbedded();
const port = () => embedded().target.endpoint.port ?? 0;

type Secrets = Record<'name' | 'pin' | 'session' | 'mail' | 'id', string>;

const secrets: Secrets = {
  ...{ name: 'alice', pin: '4711', session: '5f3a9c04b7d1', mail: 'alice@wonder.land', id: '83920175' },
};
/** The same words at the same places, and of the same lengths. */
const others: Secrets = {
  ...{ name: 'zelda', pin: '9065', session: '1b7e2f90c8a6', mail: 'zelda@hyrule.zone', id: '20467731' },
};

/** The last line of a trace without its times, in an order that no time decides. */
function foundIn(trace: string): unknown {
  const [line = ''] = /^\{"k":"profile".*$/m.exec(trace) ?? [];
  const { profile } = JSON.parse(line) as {
    profile: Record<'units' | 'findings', Record<string, unknown>[]>;
  };
  const said = [...profile.units, ...profile.findings].map(({ name, count, code, site, unit, keyPattern }) =>
    JSON.stringify([name, count, code, site, unit, keyPattern]),
  );
  return said.toSorted();
}

/** Parts of a text that are long enough to be told from chance. */
const partsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 3) }, (_, at) => text.slice(at, at + 4));

function expectNothingOf(trace: string, { name, pin, session, mail, id }: Secrets): void {
  const told = withoutTimes(trace).toLowerCase();
  expect([name, pin, session, mail, id].flatMap(partsOf).filter((part) => told.includes(part))).toEqual([]);
}

async function recorded(library: string, planted: Secrets): Promise<string> {
  const folder = temporaryFolder();
  const trace = join(folder, 'app.trace');
  const words = ['profile', '-q', '--budget', '1000%', '--trace', trace, '--', 'node'];
  const { code, stderr } = await spawnCli([...words, 'tests/profile/secrets/program.mjs'], {
    ...{ PLANTED_LIBRARY: library, PLANTED_PORT: `${port()}`, PLANTED_FOLDER: folder },
    PLANTED_SECRETS: JSON.stringify(planted),
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return readFileSync(trace, 'utf8');
}

test.each(['ioredis', 'node-redis', 'node-redis-4'])(
  'A trace by %s has no part of a secret, and is the same whatever the secrets are',
  async (library) => {
    const trace = await recorded(library, secrets);
    expect(trace.match(/"n":"GET"/g)).toHaveLength(3 * 13);
    expect(trace).toContain('"key":"pin:*"');
    expect(trace).toContain('"name":"GET /*/*"');
    expect(trace).toContain('"n":"OTHER"');
    expect(trace).toContain('["data:",1,');
    expectNothingOf(trace, secrets);
    const other = await recorded(library, others);
    expect(withoutTimes(other)).toBe(withoutTimes(trace));
    expect(foundIn(other)).toEqual(foundIn(trace));
  },
);

/** A trace of pieces that are sent through the proxy, each long enough after the one before to begin a burst. */
async function proxied({ name, pin, session, mail, id }: Secrets): Promise<string> {
  const proxy = new RecordingProxy({
    ...{ listen: { host: '127.0.0.1', port: 0 }, certificate: null, password: null, share: 10 },
    ...{ upstream: embedded().target.endpoint, warn: () => undefined },
  });
  const redis = new Redis({ port: await proxy.listen(), replyMapping: 'legacy', connectionName: mail });
  onTestFinished(() => {
    redis.disconnect();
  });
  const pieces: string[][][] = [
    [['set', `pin:${name}`, pin]],
    [['set', `session:${session}`, id]],
    [['mset', `mail:${name}`, mail, `user:${id}`, mail]],
    [['get', `session:${session}`]],
    ['cart', 'orders', 'pins', 'mails'].map((what) => ['get', `${name}:${what}`]),
    [0, 1, 2, 3].map((at) => ['get', `item:${at}${session}`]),
    [['get', `user:${id}`]],
  ];
  for (const piece of pieces) {
    await redis.pipeline(piece).exec();
    await sleep(30);
  }
  redis.disconnect();
  await proxy.close();
  return proxy.trace();
}

test('A trace by the proxy has no part of a secret, and is the same whatever the secrets are', async () => {
  const trace = await proxied(secrets);
  expect(trace).toContain('GET item:*');
  expectNothingOf(trace, secrets);
  expect(withoutTimes(await proxied(others))).toBe(withoutTimes(trace));
});
