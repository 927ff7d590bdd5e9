// A shop whose front page is asked for often, and its cart seldom. Faults are planted by variables.
import { fastify } from 'fastify';

const { N_PLUS_1, CHUNK = '128' } = process.env;
const items = Array.from({ length: 256 }, (_, index) => `burst:item:${index}`);

async function readCart(redis) {
  if (N_PLUS_1) {
    const found = [];
    for (const key of items) found.push(await redis.get(key));
    return found;
  }
  const found = [];
  for (let from = 0; from < items.length; from += Number(CHUNK))
    found.push(redis.mget(items.slice(from, from + Number(CHUNK))));
  return (await Promise.all(found)).flat();
}

export function buildShop(redis) {
  const app = fastify();
  app.get('/front', async () => Promise.all(items.slice(0, 64).map((key) => redis.get(key))));
  app.get('/cart/:id', async () => readCart(redis));
  return app;
}
