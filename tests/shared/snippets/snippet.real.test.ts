import { expect, test } from 'vitest';
import { strategies } from '../../../server/engine/strategies/index.ts';
import { hasSnippet } from '../../../shared/snippets/asked.ts';
import { snippetFor } from '../../../shared/snippets/snippet.ts';
import { defaultClient, clientIds, type ClientId } from '../../../shared/contract/enums.ts';
import { findBinding } from '../../../server/engine/clients/bindings.ts';
import { clientDescriptions, strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { commandIds, commands, type CommandId } from '../../../shared/commands/workload.ts';
import { useCluster } from '../../support/private-cluster.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { madeWorkload } from '../../support/made-points.ts';
import { snippetUser } from '../../support/use-snippets.ts';

const snippetStrategies = strategies
  .map(({ id }) => id)
  .filter((id) => hasSnippet(id, { commands: ['set'] }, false));

const embedded = useEmbedded();
const cluster = useCluster();

interface Candidate {
  strategy: string;
  batchSize: number;
}
const useSnippets = snippetUser({ share: true });
/** As whoever pasted them would, on the private server. */
const use = (
  snippets: Record<string, string>,
  program: string,
  url = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`,
) => useSnippets(snippets, program, { REDIS_URL: url });

const closed = (candidate: Candidate, id: CommandId) =>
  snippetFor(candidate, madeWorkload({ commands: [id], clients: 3 }));
const makeItems = (count: number, prefix: string) =>
  `const items = Array.from({ length: ${count} }, (_, n) => ({ key: '${prefix}:' + n, value: 'v' + n }));`;

test.each(snippetStrategies)('%s writes every item once, and reads them in order', async (strategy) => {
  const candidate = { strategy, batchSize: strategy === 'one-by-one' ? 1 : 16 };
  const program = `${makeItems(100, strategy)}
    const written = await set.sendAll(items);
    console.log(JSON.stringify({ written, read: await get.sendAll(items) }));`;
  expect(await use({ set: closed(candidate, 'set'), get: closed(candidate, 'get') }, program)).toEqual({
    written: Array.from({ length: 100 }, () => 'OK'),
    read: Array.from({ length: 100 }, (_, n) => `v${n}`),
  });
});

test.each(snippetStrategies.filter((strategy) => strategy !== 'multi-key'))(
  '%s tells an error of Redis',
  async (strategy) => {
    const candidate = { strategy, batchSize: strategy === 'one-by-one' ? 1 : 16 };
    const program = `
      await set.sendAll([{ key: 'text', value: 'text' }]);
      const told = await incr.sendAll([{ key: 'text' }]).then(() => 'no error', (error) => error.message);
      console.log(JSON.stringify(told));`;
    const told = await use({ set: closed(candidate, 'set'), incr: closed(candidate, 'incr') }, program);
    expect(told).toMatch(/not an integer/);
  },
);

test.each(snippetStrategies.filter((strategy) => strategy !== 'one-by-one'))(
  '%s serves the single items of an open loop',
  async (strategy) => {
    const snippet = snippetFor({ strategy, batchSize: 16 }, madeWorkload({ rps: 2000, clients: 3 }));
    const program = `${makeItems(40, `open:${strategy}`)}
      const replies = await Promise.all(items.map((item) => open.sendOne(item)));
      console.log(JSON.stringify({ replies: [...new Set(replies)], count: replies.length }));`;
    expect(await use({ open: snippet }, program)).toEqual({ replies: ['OK'], count: 40 });
  },
);

test('callers of a pool borrow a connection each, and wait where none is free', async () => {
  const workload = madeWorkload({ callers: 40, clients: 3 });
  const program = `${makeItems(40, 'pool')}
    import { Redis } from 'ioredis';
    const { set } = Redis.prototype;
    const inFlight = new Map();
    let most = 0;
    Redis.prototype.set = function (...words) {
      inFlight.set(this, (inFlight.get(this) ?? 0) + 1);
      most = Math.max(most, ...inFlight.values());
      return set.apply(this, words).finally(() => inFlight.set(this, inFlight.get(this) - 1));
    };
    const replies = await Promise.all(items.map((item) => pool.sendOne(item)));
    Redis.prototype.set = set;
    console.log(JSON.stringify({ replies: [...new Set(replies)], used: inFlight.size, most }));`;
  const snippet = snippetFor({ strategy: 'one-by-one', batchSize: 1 }, workload);
  expect(await use({ pool: snippet }, program)).toEqual({ replies: ['OK'], used: 3, most: 1 });
});

/** Sends three items by each command's snippet; prints how often the server was called by each. */
const countCalls = (ids: readonly CommandId[]) => `
    import { Redis } from 'ioredis';
    const redis = new Redis(process.env.REDIS_URL);
    const calls = async (id) =>
      Number(new RegExp('cmdstat_' + id + ':calls=([0-9]+)').exec(await redis.info('commandstats'))?.[1] ?? 0);
    const counted = {};
    for (const [id, { sendAll }] of [${ids.map((id) => `['${id}', of_${id}]`).join(', ')}]) {
      const item = {
        key: 'command:' + id, value: 'v', score: 1,
        entries: { 'command:a': '1', 'command:b': '2' }, keys: ['command:a', 'command:b'],
      };
      const before = await calls(id);
      await sendAll([item, item, item]);
      counted[id] = (await calls(id)) - before;
    }
    redis.disconnect();
    console.log(JSON.stringify(counted));`;

interface Pair {
  strategy: string;
  client: ClientId;
}
/** What other libraries can carry out here. */
const pairs = clientDescriptions
  .filter(({ id, version }) => id !== defaultClient && version !== null)
  .flatMap(({ id: client }) =>
    snippetStrategies
      .filter((strategy) => findBinding(client)?.strategies.includes(strategy))
      .map((strategy): Pair => ({ strategy, client })),
  );
const withLibrary = ({ strategy, client }: Pair, values: Parameters<typeof madeWorkload>[0]) =>
  snippetFor(
    { strategy, client, batchSize: strategy === 'one-by-one' ? 1 : 16 },
    madeWorkload({ clients: 3, ...values }),
  );

test.each(pairs)('$strategy by $client writes every item once, and reads them in order', async (pair) => {
  const program = `${makeItems(100, `${pair.client}:${pair.strategy}`)}
    const written = await set.sendAll(items);
    console.log(JSON.stringify({ written, read: await get.sendAll(items) }));`;
  const asGiven = withLibrary(pair, { commands: ['get'], clients: 1, resp: 2, clientTimeout: 'library' });
  const snippets = {
    set: withLibrary(pair, { commands: ['set'] }),
    // GLIDE gives up after 250 ms by itself, which a busy machine takes for one reply.
    get: asGiven.replace('GlideClient.createClient({', '$& requestTimeout: 60_000,'),
  };
  expect(await use(snippets, program)).toEqual({
    written: Array.from({ length: 100 }, () => 'OK'),
    read: Array.from({ length: 100 }, (_, n) => `v${n}`),
  });
});

test.each(pairs.filter(({ strategy }) => strategy !== 'multi-key'))(
  '$strategy by $client rejects with an error of Redis, and sends each item of a mix by its own command',
  async (pair) => {
    const own = `HSET __key__ "it's a field" __data__ n__rand_int__ 1`;
    const snippets = {
      mix: withLibrary(pair, { commands: ['set', 'incr'], ratio: [1, 1] }),
      own: withLibrary(pair, { commands: ['custom'], customCommand: own }),
      hget: withLibrary(pair, { commands: ['custom'], customCommand: 'HGET __key__ n7' }),
      ping: withLibrary(pair, { commands: ['ping'] }),
    };
    const program = `
      const key = '${pair.client}:mix:${pair.strategy}';
      const written = await mix.sendAll([{ command: 'set', key, value: 'text' }]);
      const failed = await mix.sendAll([{ command: 'incr', key }]).then(() => 'no error', (error) => error.message);
      const added = await own.sendAll([{ key: key + ':own', value: 'v', number: 7 }]);
      const read = await hget.sendAll([{ key: key + ':own' }]);
      console.log(JSON.stringify({ written, failed, added, read, pong: await ping.sendAll([{}]) }));`;
    expect(await use(snippets, program)).toEqual({
      written: ['OK'],
      failed: expect.stringMatching(/not an integer/),
      added: [2],
      read: ['1'],
      pong: pair.strategy === 'lua' ? [expect.anything()] : ['PONG'],
    });
  },
);

test.each(pairs.filter(({ strategy }) => strategy === 'pipeline' || strategy === 'auto-pipeline'))(
  'by $strategy of $client, every command is sent as the workload sends it',
  async (pair) => {
    const ids = commandIds.filter((id) => id !== 'custom');
    const snippets = Object.fromEntries(ids.map((id) => [`of_${id}`, withLibrary(pair, { commands: [id] })]));
    expect(await use(snippets, countCalls(ids))).toEqual(Object.fromEntries(ids.map((id) => [id, 3])));
  },
);

test.each(pairs.filter(({ strategy }) => strategy !== 'one-by-one'))(
  '$strategy by $client serves the single items of an open loop',
  async (pair) => {
    const program = `${makeItems(40, `open:${pair.client}:${pair.strategy}`)}
      const replies = await Promise.all(items.map((item) => open.sendOne(item)));
      console.log(JSON.stringify({ replies: [...new Set(replies)], count: replies.length }));`;
    expect(await use({ open: withLibrary(pair, { rps: 2000 }) }, program)).toEqual({
      replies: ['OK'],
      count: 40,
    });
  },
);

test('a client library has code for just what it can carry out, on one server', () => {
  for (const client of clientIds.filter((id) => id !== defaultClient)) {
    const having = (isCluster: boolean) =>
      strategies
        .map(({ id }) => id)
        .filter((strategy) => hasSnippet(strategy, { commands: ['set'] }, isCluster, client));
    expect(having(false).toSorted()).toEqual([...(findBinding(client)?.strategies ?? [])].toSorted());
    expect(having(true)).toEqual([]);
  }
});

const ownWays = ['pipeline', 'lua', 'wire'] as const;

test.each(ownWays)('by %s, every command is sent as the workload sends it', async (strategy) => {
  const ids = commandIds.filter((id) => id !== 'custom');
  const snippets = Object.fromEntries(ids.map((id) => [`of_${id}`, closed({ strategy, batchSize: 2 }, id)]));
  expect(await use(snippets, countCalls(ids))).toEqual(Object.fromEntries(ids.map((id) => [id, 3])));
});

test.each(['auto-pipeline', 'lua', 'wire'] as const)(
  '%s sends each item of a mix by its own command',
  async (strategy) => {
    const workload = madeWorkload({ commands: ['set', 'get'], ratio: [1, 1], clients: 1 });
    const program = `console.log(JSON.stringify(await mix.sendAll([
    { command: 'set', key: 'mix', value: 'x' }, { command: 'get', key: 'mix' },
  ])));`;
    expect(await use({ mix: snippetFor({ strategy, batchSize: 4 }, workload) }, program)).toEqual([
      'OK',
      'x',
    ]);
  },
);

test.each(ownWays)('by %s, a command line of one’s own keeps its words and its quotes', async (strategy) => {
  const workload = madeWorkload({
    commands: ['custom'],
    customCommand: `HSET __key__ "it's a field" __data__ n__rand_int__ 1`,
  });
  const program = `
    await own.sendAll([{ key: 'own', value: 'v', number: 7 }]);
    import { Redis } from 'ioredis';
    const redis = new Redis(process.env.REDIS_URL);
    console.log(JSON.stringify(await redis.hgetall('own')));
    redis.disconnect();`;
  expect(await use({ own: snippetFor({ strategy, batchSize: 4 }, workload) }, program)).toEqual({
    "it's a field": 'v',
    n7: '1',
  });
});

test.each(['set', 'get', 'del'] as const)(
  'as one command for many keys, %s needs as many as there are batches',
  (id) => {
    const text = snippetFor({ strategy: 'multi-key', batchSize: 64 }, madeWorkload({ commands: [id] }));
    expect(text).toContain(`.${commands[id].multiKeyForm?.name.toLowerCase()}(batch`);
  },
);

test('settings of the workload stand in the code', () => {
  const text = snippetFor(
    { strategy: 'auto-pipeline', batchSize: 64 },
    madeWorkload({ clients: 4, threads: 2, resp: 2 }),
  );
  expect(text).toContain('length: 4');
  expect(text).toContain('enableAutoPipelining: true, protocol: 2');
  expect(text).toContain('spread over 2 threads');
  expect(text).toContain('const batchSize = 64;');
});

test.each<[string, Parameters<typeof madeWorkload>[0], string]>([
  ['sendAll', {}, "// items: one for each command, such as { key: 'user:7', value: 'text' }"],
  [
    'sendAll of a mix',
    { commands: ['get', 'set'], ratio: [1, 1] },
    "// items: one for each command, such as { command: 'get', key: 'user:7' }",
  ],
  ['sendAll of what takes nothing', { commands: ['ping'] }, '// items: one for each command, such as {}'],
  ['sendOne', { rps: 2000 }, "// item: what one command needs, such as { key: 'user:7', value: 'text' }"],
])('beside %s stands by example what it takes', (_, values, comment) => {
  expect(snippetFor({ strategy: 'pipeline', batchSize: 16 }, madeWorkload(values))).toContain(`${comment}\n`);
});

const inCluster = snippetStrategies.filter((strategy) => hasSnippet(strategy, { commands: ['set'] }, true));

test.each(inCluster)(
  'in a cluster, %s writes keys of all masters, and reads them in order',
  async (strategy) => {
    const of = (id: CommandId) =>
      snippetFor({ strategy, batchSize: 16 }, madeWorkload({ commands: [id], clients: 2, resp: 2 }), true);
    const [node] = cluster().target.endpoint.cluster?.nodes ?? [];
    const program = `${makeItems(100, `cluster:${strategy}`)}
    const written = await set.sendAll(items);
    console.log(JSON.stringify({ written, read: await get.sendAll(items) }));`;
    const url = `redis://127.0.0.1:${node?.port ?? 0}`;
    expect(await use({ set: of('set'), get: of('get') }, program, url)).toEqual({
      written: Array.from({ length: 100 }, () => 'OK'),
      read: Array.from({ length: 100 }, (_, n) => `v${n}`),
    });
  },
);

test('every strategy that is offered has code, but for what it cannot do', () => {
  const offered = strategyDescriptions.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const without = (commands: readonly CommandId[], isCluster: boolean) =>
    offered.filter((id) => !hasSnippet(id, { commands: [...commands] }, isCluster));
  // ioredis has no cache.
  expect(without(['set'], false)).toEqual(['cached']);
  expect(without(['set'], true)).toEqual(['cached', 'wire']);
  expect(without(['incr'], false)).toEqual(['multi-key', 'cached']);
  expect(without(['set', 'get'], false)).toEqual(['multi-key', 'cached']);
  expect(hasSnippet('cached', { commands: ['get'] }, false, 'node-redis')).toBe(true);
});
