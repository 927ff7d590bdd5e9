// The same programs as with-ioredis.mjs where the library makes a difference.
import { setTimeout as sleep } from 'node:timers/promises';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const { createClient } = await import(process.env.PLANTED_LIBRARY ?? '@redis/client');
const client = createClient({ socket: { port: Number(process.env.PLANTED_PORT) } });
await client.connect();
const keys = Array.from({ length: 9 }, (_, index) => `thing:${index}`);
const secret = 'PlantedSecret4711';

async function seed() {
  const multi = client.multi();
  keys.forEach((key, index) => {
    multi.set(key, JSON.stringify({ name: `n${index * 7919}`, stock: index, secret }));
    multi.hSet(`hash:${index}`, { name: `h${index}`, [secret]: secret });
    multi.set(`node:${index}`, `node:${index + 1}`);
    multi.set(`step:${index * 3}`, String(index * 3 + 2));
    multi.set(`level:${index}`, index < 6 ? 'on' : 'off');
  });
  multi.del('list');
  multi.rPush('list', keys);
  await multi.exec();
}

const programs = {
  async loop() {
    const found = [];
    for (const key of keys) found.push(await client.get(key));
    return found;
  },
  async writes() {
    for (let index = 0; index < 6; index++) await client.set(`written:${index}`, `value ${index}`);
  },
  async hashes() {
    const names = [];
    for (let index = 0; index < 8; index++) {
      const hash = await client.hGetAll(`hash:${index}`);
      names.push(hash.name);
    }
    return names;
  },
  async listThenItems() {
    const ids = await client.lRange('list', 0, -1);
    const items = [];
    for (const id of ids) items.push(await client.get(id));
    return items;
  },
  async dependentChain() {
    let at = 'node:0';
    for (let step = 0; step < 6; step++) at = await client.get(at);
    return at;
  },
  async computedChain() {
    let at = 0;
    for (let step = 0; step < 4; step++) at = Number(await client.get(`step:${at}`)) + 1;
    return at;
  },
  async condition() {
    for (let index = 0; index < 9; index++) if ((await client.get(`level:${index}`)) === 'off') return;
  },
  async until() {
    await client.rPush('queue', ['a1', 'b2', 'c3', 'd4']);
    let item;
    while ((item = await client.lPop('queue'))) await sleep(0, item);
  },
  async scan() {
    for await (const found of client.scanIterator({ COUNT: 10 })) await sleep(0, found);
  },
  async readModifyWrite() {
    for (let index = 0; index < 5; index++) {
      const count = Number(await client.get(`count:${index}`));
      await client.set(`count:${index}`, String(count + 1));
    }
  },
  async slowLoop() {
    for (let index = 0; index < 5; index++) {
      await client.get(`thing:${index}`);
      await sleep(2);
    }
  },
  async promiseAll() {
    return Promise.all(keys.map((key) => client.get(key)));
  },
  async multi() {
    return client.multi().incr('visits').incr('visits').incr('visits').exec();
  },
};

await seed();
for (let times = 0; times < 4; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await client.quit();
