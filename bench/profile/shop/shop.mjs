// A shop over HTTP as people write them. WAY=before sends its commands one after another; after, as the profiler advises.
import http from 'node:http';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL);
const isMended = process.env.WAY === 'after';

const routes = {
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
};

const server = http.createServer(async (request, response) => {
  const [, route, id] = request.url.split('/');
  const found = await routes[route](Number(id));
  response.end(JSON.stringify(found));
});

async function fill() {
  const pipeline = redis.pipeline();
  for (let n = 0; n < 100; n++) pipeline.set(`item:${n}`, `item ${n} ${'x'.repeat(100)}`);
  for (let n = 0; n < 10; n++)
    pipeline.rpush(`list:${n}`, ...Array.from({ length: 8 }, (_, m) => `p${n}-${m}`));
  for (let n = 0; n < 10; n++)
    for (let m = 0; m < 8; m++) pipeline.hset(`product:p${n}-${m}`, 'name', `product ${m}`, 'price', m);
  await pipeline.exec();
}

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  redis.disconnect();
});
await redis.flushdb();
await fill();
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${server.address().port}\n`));
