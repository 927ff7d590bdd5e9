// A shop over HTTP, for shop.test.mjs and gate.sh. SLOW=1 puts a loop back that somebody mended.
import { fastify } from 'fastify';

/** All products, in one round trip. */
async function productsOf(redis, ids) {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.hgetall(`gate:product:${id}`);
  const replies = await pipeline.exec();
  return replies.map(([error, product]) => {
    if (error) throw error;
    return product;
  });
}

/** The same products, one round trip each. */
async function productsOneByOne(redis, ids) {
  const products = [];
  for (const id of ids) products.push(await redis.hgetall(`gate:product:${id}`));
  return products;
}

const load = process.env.SLOW ? productsOneByOne : productsOf;

export function buildShop(redis) {
  const app = fastify();
  app.get('/cart/:id', async ({ params }) => {
    const ids = await redis.lrange(`gate:cart:${params.id}`, 0, -1);
    return { products: await load(redis, ids) };
  });
  return app;
}

const items = ['pen', 'ink', 'cup', 'tea', 'jam', 'hat'];

export const fill = (redis) =>
  redis
    .pipeline(items.map((item) => ['hset', `gate:product:${item}`, 'name', item]))
    .rpush('gate:cart:1', ...items)
    .exec();

export const clear = (redis) => redis.del('gate:cart:1', ...items.map((item) => `gate:product:${item}`));
