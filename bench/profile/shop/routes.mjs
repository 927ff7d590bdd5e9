import { Redis } from 'ioredis';

/** What the shop does for a request: as people write it, or as the profiler advises. */
export const routesOf = (redis, isMended) => ({
  // Twelve keys that are known beforehand.
  async cart(id) {
    const keys = Array.from({ length: 12 }, (_, n) => `item:${(id + n) % 100}`);
    if (isMended) return redis.mget(keys);
    const items = [];
    for (const key of keys) items.push(await redis.get(key));
    return items;
  },
  // A list, then a hash for each of its entries: two round trips are needed.
  async list(id) {
    const names = await redis.lrange(`list:${id % 10}`, 0, -1);
    if (isMended) {
      const pipeline = redis.pipeline();
      for (const name of names) pipeline.hgetall(`product:${name}`);
      return (await pipeline.exec()).map(([, product]) => product);
    }
    const products = [];
    for (const name of names) products.push(await redis.hgetall(`product:${name}`));
    return products;
  },
});

export async function stock(redis) {
  const pipeline = redis.pipeline();
  for (let n = 0; n < 100; n++) pipeline.set(`item:${n}`, `item ${n} ${'x'.repeat(100)}`);
  for (let n = 0; n < 10; n++)
    pipeline.rpush(`list:${n}`, ...Array.from({ length: 8 }, (_, m) => `p${n}-${m}`));
  for (let n = 0; n < 10; n++)
    for (let m = 0; m < 8; m++) pipeline.hset(`product:p${n}-${m}`, 'name', `product ${m}`, 'price', m);
  await pipeline.exec();
}

/** A route as a lane: its units share one connection, as the requests of the shop do. */
export function routeAsLane(route, isMended) {
  let shared;
  return {
    connect: ({ url, prefix }) => (shared ??= new Redis(url, { keyPrefix: prefix })),
    setup: (redis) => stock(redis),
    unit: (redis, id) => routesOf(redis, isMended)[route](id),
  };
}
