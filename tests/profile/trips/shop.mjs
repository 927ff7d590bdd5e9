// A shop with two carts: one is read in a loop.
import { Redis } from 'ioredis';

export const redis = new Redis(process.env.REDIS_URL);
const keysOf = (id) => Array.from({ length: 8 }, (_, item) => `cart:${id}:${item}`);

export const readCart = (id) => redis.mget(keysOf(id));

export async function readSlowCart(id) {
  const items = [];
  for (const key of keysOf(id)) items.push(await redis.get(key));
  return items;
}
