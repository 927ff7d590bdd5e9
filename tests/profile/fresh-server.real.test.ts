import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();

/** The program of a test, with the names that all of them use. */
async function profiled(name: string, text: string, words: readonly string[]) {
  const file = join(folder(), `${name.replaceAll(/\W+/g, '-')}.mjs`);
  writeFileSync(
    file,
    `import { createRequire } from 'node:module';
const Redis = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))})('ioredis');
const redis = new Redis(Number(process.env.PLANTED_PORT));
const ids = Array.from({ length: 8 }, (_, id) => id);
const found = [];
${text}
await redis.quit();`,
  );
  const port = String(embedded().target.endpoint.port ?? 0);
  return spawnCli(['profile', '--budget', '1000%', ...words, '--', 'node', file], { PLANTED_PORT: port });
}

// On a server without a key, counts are 0 and 1, as are the numbers that stand in sources.
test.each([
  ['INCRBY', 'for (const id of ids) found.push(await redis.incrby(`sum:${id}`, 1));'],
  ['INCRBY of hundreds', 'for (const id of ids) found.push(await redis.incrby(`total:${id + 100}`, 100));'],
  ['ZINCRBY', "for (const id of ids) found.push(await redis.zincrby('hot:1', 1, `m${id}`));"],
  ['ZADD to board 1', "for (const id of ids) found.push(await redis.zadd('leaderboard:1', 1, `p${id}`));"],
  ['ZADD of an id', "for (const id of ids) await redis.zadd('board', 1, id);"],
  ['EXPIRE at 0', 'for (const id of ids) found.push(await redis.expire(`old:${id}`, 0));'],
  ['HSET of cart 1', "for (const id of ids) await redis.hset('cart:1', `item${id}`, 1);"],
  ['EVAL of one key', 'for (const id of ids) found.push(await redis.eval("return 1", 1, `lock:${id}`, 1));'],
  [
    'EVALSHA of one key',
    `const sha = await redis.script('LOAD', 'return 1');
for (const id of ids) found.push(await redis.evalsha(sha, 1, \`lock:\${id}\`, 1));`,
  ],
  [
    'a defined command',
    `redis.defineCommand('lock', { numberOfKeys: 1, lua: 'return 1' });
for (const id of ids) found.push(await redis.lock(\`lock:\${id}\`, 1));`,
  ],
  [
    'ZCARD and ZCOUNT',
    'for (const id of ids) found.push([await redis.zcard(`z:${id}`), await redis.zcount(`z:${id}`, 0, 1)]);',
  ],
  [
    'HLEN and HKEYS',
    'for (const id of ids) {\n  const count = await redis.hlen(`h:${id}`);\n  found.push([count, await redis.hkeys(`h:${id}`)]);\n}',
  ],
  [
    'five GETs a round',
    'for (const id of ids) found.push([await redis.get(`a:${id}`), await redis.get(`b:${id}`),\n  await redis.get(`c:${id}`), await redis.get(`d:${id}`), await redis.get(`e:${id}`)]);',
  ],
  [
    'a rank, a score and a bit count',
    "for (const id of ids) found.push([await redis.zscore('ranks', `m${id}`), await redis.zrevrank('ranks', `m${id}`),\n  await redis.bitcount(`bits:${id}`), await redis.lpos('list', `m${id}`), await redis.llen('list')]);",
  ],
])('independent on a server without a key: %s', async (name, text) => {
  const { code, stderr } = await profiled(name, text, ['--assert', 'profile.independent == 0']);
  // A line ends where the name of the folder and the figures let it.
  expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    99,
    expect.stringContaining('No key came from an earlier reply: one'),
  ]);
  expect(stderr).toMatch(/FAILED +profile\.independent == 0 +1:/);
});

test.each([
  [
    'two helpers an item',
    `async function hit(id) { const n = await redis.incr(\`hits:\${id}\`); await redis.expire(\`hits:\${id}\`, 60); return n; }
async function three(id) { await redis.set(\`a:\${id}\`, 'x1y'); await redis.expire(\`a:\${id}\`, 60); await redis.sadd('ids', id); await redis.sadd('ids2', id); }
for (let n = 0; n < 40; n++) { await hit(n); await three(\`id\${n}\`); }`,
    /FAILED +profile\.independent == 0 +1:/,
  ],
  [
    'a command now and then',
    `for (let n = 0; n < 60; n++) { await redis.ttl(\`k:\${n}\`); if (n % 7 > 2) await redis.hget(\`h:\${n}\`, 'f'); if (n % 5 === 2) await redis.exists(\`e:\${n}\`); }`,
    /profile\.sequences <= 3/,
  ],
])('one place is one finding: %s', async (name, text, said) => {
  const words = ['--assert', 'profile.independent == 0', '--assert', 'profile.sequences <= 3'];
  const { stderr } = await profiled(name, text, words);
  expect(stderr).toMatch(said);
  expect(stderr).not.toMatch(/FAILED +profile\.sequences/);
});
