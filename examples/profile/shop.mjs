// A shop that serves two requests and ends: roundtrip profile --trace shop.trace -- node shop.mjs
import { createServer } from 'node:http';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');

async function userOf(session) {
  const id = await redis.get(`shop:session:${session}`);
  return redis.hgetall(`shop:user:${id}`);
}

async function pricesOf(items) {
  const prices = [];
  for (const item of items) prices.push(await redis.get(`shop:price:${item}`));
  return prices;
}

const server = createServer(async (request, response) => {
  if (request.url === '/') return response.end('open');
  const user = await userOf(request.url.slice('/cart/'.length));
  const prices = await pricesOf(['pen', 'ink', 'cup', 'tea']);
  response.end(JSON.stringify({ user, prices }));
});

await redis.mset('shop:session:1', '4711', 'shop:session:2', '4712');
await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
for (const path of ['/', '/cart/1', '/cart/2']) {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  await answer.text();
}
server.close();
await redis.del('shop:session:1', 'shop:session:2');
redis.disconnect();
