import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasSnippet, snippetStrategies, type SnippetStrategy } from '../../../shared/snippets/asked.ts';
import { snippetFor } from '../../../shared/snippets/snippet.ts';
import { strategyDescriptions } from '../../../server/engine/strategies/index.ts';
import { commandIds, commands, type CommandId } from '../../../shared/contract/commands.ts';
import { useCluster } from '../../support/private-cluster.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { madeWorkload } from '../../support/made-points.ts';
import { projectRoot } from '../../support/project-root.ts';

const run = promisify(execFile);
const embedded = useEmbedded();
const cluster = useCluster();

interface Rung {
  strategy: SnippetStrategy;
  depth: number;
}
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippet-test-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
/** Runs a program beside snippets, as whoever pasted them would; resolves with what it prints as JSON. */
async function use(
  snippets: Record<string, string>,
  program: string,
  url = `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`,
): Promise<unknown> {
  const number = ++files;
  const imports = Object.entries(snippets).map(([name, text]) => {
    const file = `snippet-${number}-${name}.mjs`;
    writeFileSync(join(folder, file), text);
    return `import * as ${name} from './${file}';`;
  });
  const closing = Object.keys(snippets).map((name) => `await ${name}.close();`);
  const main = join(folder, `use-${number}.mjs`);
  writeFileSync(main, [...imports, program, ...closing].join('\n'));
  const { stdout, stderr } = await run(process.execPath, [main], {
    env: { ...process.env, REDIS_URL: url },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const closed = (rung: Rung, id: CommandId) => snippetFor(rung, madeWorkload({ commands: [id], clients: 3 }));
const makeItems = (count: number, prefix: string) =>
  `const items = Array.from({ length: ${count} }, (_, n) => ({ key: '${prefix}:' + n, value: 'v' + n }));`;

test.each(snippetStrategies)('%s writes every item once, and reads them in order', async (strategy) => {
  const rung = { strategy, depth: strategy === 'one-by-one' ? 1 : 16 };
  const program = `${makeItems(100, strategy)}
    const written = await set.sendAll(items);
    console.log(JSON.stringify({ written, read: await get.sendAll(items) }));`;
  expect(await use({ set: closed(rung, 'set'), get: closed(rung, 'get') }, program)).toEqual({
    written: Array.from({ length: 100 }, () => 'OK'),
    read: Array.from({ length: 100 }, (_, n) => `v${n}`),
  });
});

test.each(snippetStrategies.filter((strategy) => strategy !== 'multi-key'))(
  '%s tells an error of Redis',
  async (strategy) => {
    const rung = { strategy, depth: strategy === 'one-by-one' ? 1 : 16 };
    const program = `
      await set.sendAll([{ key: 'text', value: 'text' }]);
      const told = await incr.sendAll([{ key: 'text' }]).then(() => 'no error', (error) => error.message);
      console.log(JSON.stringify(told));`;
    const told = await use({ set: closed(rung, 'set'), incr: closed(rung, 'incr') }, program);
    expect(told).toMatch(/not an integer/);
  },
);

test.each(snippetStrategies.filter((strategy) => strategy !== 'one-by-one'))(
  '%s serves the single items of an open loop',
  async (strategy) => {
    const snippet = snippetFor({ strategy, depth: 16 }, madeWorkload({ rps: 2000, clients: 3 }));
    const program = `${makeItems(40, `open:${strategy}`)}
      const replies = await Promise.all(items.map((item) => open.sendOne(item)));
      console.log(JSON.stringify({ replies: [...new Set(replies)], count: replies.length }));`;
    expect(await use({ open: snippet }, program)).toEqual({ replies: ['OK'], count: 40 });
  },
);

const ownWays = ['pipeline', 'lua', 'wire'] as const;

test.each(ownWays)('by %s, every command is sent as the workload sends it', async (strategy) => {
  const ids = commandIds.filter((id) => id !== 'custom');
  const snippets = Object.fromEntries(ids.map((id) => [`of_${id}`, closed({ strategy, depth: 2 }, id)]));
  const program = `
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
  expect(await use(snippets, program)).toEqual(Object.fromEntries(ids.map((id) => [id, 3])));
});

test.each(['auto-pipeline', 'lua', 'wire'] as const)(
  '%s sends each item of a mix by its own command',
  async (strategy) => {
    const workload = madeWorkload({ commands: ['set', 'get'], ratio: [1, 1], clients: 1 });
    const program = `console.log(JSON.stringify(await mix.sendAll([
    { command: 'set', key: 'mix', value: 'x' }, { command: 'get', key: 'mix' },
  ])));`;
    expect(await use({ mix: snippetFor({ strategy, depth: 4 }, workload) }, program)).toEqual(['OK', 'x']);
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
  expect(await use({ own: snippetFor({ strategy, depth: 4 }, workload) }, program)).toEqual({
    "it's a field": 'v',
    n7: '1',
  });
});

test.each(['set', 'get', 'del'] as const)(
  'as one command for many keys, %s needs as many as there are batches',
  (id) => {
    const text = snippetFor({ strategy: 'multi-key', depth: 64 }, madeWorkload({ commands: [id] }));
    expect(text).toContain(`.${commands[id].multiKeyForm.toLowerCase()}(batch`);
  },
);

test('settings of the workload stand in the code', () => {
  const text = snippetFor(
    { strategy: 'auto-pipeline', depth: 64 },
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
  expect(snippetFor({ strategy: 'pipeline', depth: 16 }, madeWorkload(values))).toContain(`${comment}\n`);
});

const inCluster = snippetStrategies.filter((strategy) => hasSnippet(strategy, { commands: ['set'] }, true));

test.each(inCluster)(
  'in a cluster, %s writes keys of all masters, and reads them in order',
  async (strategy) => {
    const of = (id: CommandId) =>
      snippetFor({ strategy, depth: 16 }, madeWorkload({ commands: [id], clients: 2, resp: 2 }), true);
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
  expect(without(['set'], false)).toEqual([]);
  expect(without(['set'], true)).toEqual(['wire']);
  expect(without(['incr'], false)).toEqual(['multi-key']);
  expect(without(['set', 'get'], false)).toEqual(['multi-key']);
});
