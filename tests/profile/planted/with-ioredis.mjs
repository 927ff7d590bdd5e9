// Small programs, each a way in which commands depend on one another, or do not. Each is carried out several times as a
// unit of its name. What the profile has to say of each is in planted.real.test.ts.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const { default: Redis } = await import(process.env.PLANTED_LIBRARY ?? 'ioredis');
const redis = new Redis(Number(process.env.PLANTED_PORT));
const auto = new Redis(Number(process.env.PLANTED_PORT), { enableAutoPipelining: true });
const keys = Array.from({ length: 9 }, (_, index) => `thing:${index}`);
const secret = 'PlantedSecret4711';

async function seed() {
  const pipeline = redis.pipeline();
  keys.forEach((key, index) => {
    pipeline.set(key, JSON.stringify({ name: `n${index * 7919}`, stock: index, secret }));
    pipeline.hset(`hash:${index}`, { name: `h${index}`, [secret]: secret, team: `team:${(index * 3) % 9}` });
    pipeline.set(`node:${index}`, `node:${index + 1}`);
    pipeline.set(`step:${index * 3}`, String(index * 3 + 2));
    pipeline.set(`team:${index}`, `blue${index}`);
    pipeline.set(`level:${index}`, index < 6 ? 'on' : 'off');
    pipeline.del('visits', 'limit', 'queue');
  });
  pipeline.del('list');
  pipeline.rpush('list', ...keys);
  pipeline.set('limit:of', '5');
  pipeline.set(`${secret}:key`, secret);
  await pipeline.exec();
}

const values = async (key) => redis.get(key);
const cache = new Map();

const programs = {
  async loop() {
    const found = [];
    for (const key of keys) found.push(await redis.get(key));
    return found;
  },
  async loopInWrapper() {
    const found = {};
    for (const key of keys) {
      const value = await values(key);
      found[key] = JSON.parse(value).name;
    }
    return found;
  },
  async writes() {
    for (let index = 0; index < 6; index++) await redis.set(`written:${index}`, `value ${index}`);
  },
  async hashes() {
    const names = [];
    for (let index = 0; index < 8; index++) {
      const hash = await redis.hgetall(`hash:${index}`);
      names.push(hash.name);
    }
    return names;
  },
  async listThenItems() {
    const ids = await redis.lrange('list', 0, -1);
    const items = [];
    for (const id of ids) items.push(await redis.get(id));
    return items;
  },
  async twoStages() {
    const teams = [];
    for (let index = 0; index < 5; index++) {
      const team = await redis.hget(`hash:${index}`, 'team');
      const colour = await redis.get(team);
      teams.push(colour);
    }
    return teams;
  },
  async straightLine() {
    const name = await redis.get('thing:1');
    const hash = await redis.hgetall('hash:2');
    const team = await redis.get('team:3');
    return { name, hash, team };
  },
  async thenChain() {
    const found = [];
    await keys.reduce(
      (before, key) => before.then(() => redis.get(key)).then((value) => found.push(value)),
      Promise.resolve(),
    );
    return found;
  },
  async dependentChain() {
    let at = 'node:0';
    for (let step = 0; step < 6; step++) at = await redis.get(at);
    return at;
  },
  async computedChain() {
    let at = 0;
    for (let step = 0; step < 4; step++) at = Number(await redis.get(`step:${at}`)) + 1;
    return at;
  },
  async hashedChain() {
    let at = 'x';
    for (let step = 0; step < 5; step++) {
      const value = await redis.get(`hashed:${at}`);
      at = createHash('sha1').update(`${value}${at}`).digest('hex').slice(0, 6);
    }
    return at;
  },
  async condition() {
    for (const [index, key] of keys.entries()) {
      const level = await redis.get(`level:${index}`);
      if (level === 'off') break;
      cache.set(key, level);
    }
  },
  async alwaysTakenBranch() {
    for (let index = 0; index < 5; index++) {
      const value = await redis.get(`thing:${index}`);
      if (value) await redis.set(`copy:${index}`, 'seen');
    }
  },
  async guards() {
    const limit = await redis.get('limit:of');
    if (!limit) return null;
    const thing = await redis.get('thing:0');
    if (!thing) return null;
    return redis.get('thing:1');
  },
  async until() {
    await redis.rpush('queue', 'a1', 'b2', 'c3', 'd4');
    let item;
    while ((item = await redis.lpop('queue'))) cache.set('last', item);
  },
  async scan() {
    let cursor = '0';
    do {
      const [next] = await redis.scan(cursor, 'COUNT', 10);
      cursor = next;
    } while (cursor !== '0');
  },
  async rateLimiter() {
    const count = await redis.incr('limit');
    if (count === 1) await redis.expire('limit', 10);
    return count;
  },
  async cacheAside() {
    for (let index = 20; index < 26; index++) {
      const cached = await redis.get(`aside:${index}`);
      if (cached === null) await redis.set(`aside:${index}`, 'computed', 'PX', 1);
    }
  },
  async readModifyWrite() {
    for (let index = 0; index < 5; index++) {
      const count = Number(await redis.get(`count:${index}`));
      await redis.set(`count:${index}`, count + 1);
    }
  },
  async polling() {
    for (let times = 0; times < 5; times++) await redis.get('limit:of');
  },
  async slowLoop() {
    for (let index = 0; index < 5; index++) {
      await redis.get(`thing:${index}`);
      await sleep(2);
    }
  },
  async promiseAll() {
    return Promise.all(keys.map((key) => redis.get(key)));
  },
  async pipeline() {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.get(key);
    return pipeline.exec();
  },
  async multi() {
    return redis.multi().incr('visits').incr('visits').incr('visits').exec();
  },
  async mget() {
    return redis.mget(keys);
  },
  async autoPipelining() {
    return Promise.all(keys.map((key) => auto.get(key)));
  },
  async ignored() {
    // roundtrip-ignore
    for (const key of keys) await redis.get(key);
  },
};

await seed();
for (let times = 0; times < 4; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await Promise.all([redis.quit(), auto.quit()]);
