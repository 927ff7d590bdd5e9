import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { startEmbedded, type EmbeddedServer } from '../../server/redis/private/embedded.ts';
import type { ServerSettings } from '../../server/redis/private/server-settings.ts';
import { runCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();

/** A server as people have one, and a line of `bench` that it, or the command line, refuses. */
interface Refused {
  what: string;
  /** Words that the server is started with. */
  server?: readonly string[];
  settings?: ServerSettings;
  /** `ACL SETUSER bench …`; the line is then that user's. */
  user?: string;
  /** URL, CA and LANE are replaced by what the test has started and written. */
  words: readonly string[];
  code: 1 | 2;
  /** What the refusal names, and with it the words of the line that is then sent. */
  names: RegExp;
  mend: (words: readonly string[], found: RegExpExecArray) => readonly string[];
}

const one = ['--strategy', 'pipeline'];
const trusted = { settings: { tls: true }, words: ['-u', 'redissURL?ca=CA', ...one] };
/** Adds what was named. */
const added = (words: readonly string[], [, named = '']: RegExpExecArray) => [...words, ...named.split(' ')];
/** Puts the named option in place of what was said. */
const instead = (words: readonly string[], [, option = '', value = '']: RegExpExecArray) => {
  const at = words.indexOf(option);
  return at < 0 ? [...words, option, value] : words.with(at + 1, value);
};
const evicting = ['--maxmemory', '20mb', '--maxmemory-policy', 'allkeys-lru'];
const lane = 'export default (redis) => redis.ping();\n';

const refused: Refused[] = [
  {
    what: 'keys of others could be evicted',
    ...{ server: evicting, words: [...one, '-t', 'get', '-d', '50k', '-r', '1000'], code: 2 },
    ...{ names: /or (--allow-eviction) if its keys may go/, mend: added },
  },
  {
    what: 'the keys that are read do not fit',
    ...{ server: ['--maxmemory', '20mb'], words: [...one, '-t', 'get', '-d', '10k', '-r', '10000'], code: 2 },
    ...{ names: /would fit: use (-r) (\d+)/, mend: instead },
  },
  {
    what: 'the server takes fewer connections',
    ...{ server: ['--maxclients', '20'], words: ['--strategy', 'one-by-one,pipeline', '-c', '15'], code: 2 },
    ...{ names: /\(maxclients\): use (-c) (\d+)/, mend: instead },
  },
  {
    what: 'the user may write other keys alone',
    ...{ user: '~app:* +@all', words: one, code: 1 },
    ...{ names: /Name what it may write: (--prefix app:bench:)/, mend: added },
  },
  {
    what: 'the user may not send what a lane sends',
    ...{ user: '~* +@all -mset', words: ['--strategy', 'pipeline,multi-key'], code: 1 },
    ...{ names: /If that is expected, add (--allow-failed multi-key)/, mend: added },
  },
  {
    what: 'the server speaks TLS',
    ...{ ...trusted, words: ['-u', 'redisURL', ...one], code: 1 },
    ...{ names: /does it need rediss:\/\//, mend: () => trusted.words },
  },
  {
    what: 'an authority of one’s own has signed',
    ...{ ...trusted, words: ['-u', 'redissURL', ...one], code: 1 },
    ...{ names: /rediss:\/\/…\?ca=FILE/, mend: () => trusted.words },
  },
  {
    what: 'code would run on a server that is not ours',
    ...{ words: ['--lane', 'LANE'], code: 2 },
    ...{ names: /Add (--yes) if that is meant/, mend: added },
  },
  {
    what: 'commands of a mix have no weights',
    ...{ words: [...one, '-t', 'set,get'], code: 2 },
    names: /say with (--ratio) how they are mixed \((1:1)\)/,
    mend: (words, [, option = '', value = '']) => [...words, option, value],
  },
  {
    what: 'a share has no %',
    ...{ words: ['--strategy', 'one-by-one,pipeline', '--precision', '40'], code: 2 },
    names: /(--precision) takes a share such as (40%)/,
    mend: instead,
  },
  {
    what: 'a strategy is misspelt',
    ...{ words: ['--strategy', 'pipelin'], code: 2 },
    ...{ names: /(--strategy): .*did you mean (\w+)\?/, mend: instead },
  },
  {
    what: 'an option is misspelt',
    ...{ words: [...one, '--keyspce', '50'], code: 2 },
    names: /did you mean (--keyspace)\?/,
    mend: (words, [, named = '']) => words.map((word) => (word === '--keyspce' ? named : word)),
  },
  {
    what: 'a line is redis-benchmark’s',
    ...{ words: [...one, '-h', '127.0.0.1', '-p', '6379'], code: 2 },
    names: /here it is (-u)/,
    mend: (words) => words.slice(0, 2),
  },
  {
    what: 'threads have no connection each',
    ...{ words: [...one, '--threads', '3', '-c', '2'], code: 2 },
    names: /(3) threads need at least as many clients/,
    mend: (words, [, clients = '']) => words.with(words.indexOf('-c') + 1, clients),
  },
  {
    what: 'a strategy cannot send the command',
    ...{ words: ['--strategy', 'multi-key', '-t', 'incr'], code: 2 },
    names: /(-t), --tests: multi-key can only send (\w+)/,
    mend: instead,
  },
];

const servers: EmbeddedServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** What follows `redis` or `rediss` in its address, and the file of its authority. */
async function start({ server: words = [], settings = {}, user }: Refused) {
  const server = await startEmbedded({ words, settings });
  servers.push(server);
  const { port = 0, tls } = server.target.endpoint;
  writeFileSync(join(folder(), 'ca.pem'), tls?.ca ?? '');
  if (user === undefined) return `://127.0.0.1:${port}`;
  const redis = new Redis(port);
  await redis.call('ACL', 'SETUSER', 'bench', 'on', '>secret', ...user.split(' '));
  redis.disconnect();
  return `://bench:secret@127.0.0.1:${port}`;
}

describe('a refusal names its remedy, and the line that it names is carried out', () => {
  test.each(refused)('$what', async (row) => {
    const address = await start(row);
    writeFileSync(join(folder(), 'lane.mjs'), lane);
    const bench = (words: readonly string[], ...more: string[]) =>
      runCli([
        ...['bench', '--warmup', '0', '--no-progress', ...more],
        ...(words.includes('-u') ? words : ['-u', 'redisURL', ...words]).map((word) =>
          word
            .replace('URL', address)
            .replace('CA', join(folder(), 'ca.pem'))
            .replace('LANE', join(folder(), 'lane.mjs')),
        ),
      ]);
    const amount = row.words.includes('--precision') ? ['--duration', '500ms'] : ['-n', '60'];
    const first = await bench(row.words, ...amount);
    expect(first.code, first.stderr).toBe(row.code);
    const found = row.names.exec(first.stderr.replaceAll(/\s+/g, ' '));
    if (!found) throw new Error(`names no remedy: ${first.stderr}`);
    const then = row.mend(row.words, found);
    const mended = await bench(then, ...amount, '--json', '-');
    expect(mended.code, `${then.join(' ')}: ${mended.stderr}`).toBe(0);
    const { lanes } = JSON.parse(mended.stdout) as Result;
    expect(lanes.length).toBeGreaterThan(0);
    const accepted = then[then.indexOf('--allow-failed') + 1];
    for (const { id, throughput } of lanes.filter((one) => one.id !== accepted))
      expect(throughput?.estimate, id).toBeGreaterThan(0);
  });
});
