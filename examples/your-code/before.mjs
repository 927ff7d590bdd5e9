/** What a page of a shop reads for one customer: the session, twelve items, and a mark that the customer was here. */
const items = Array.from({ length: 12 }, (_, n) => `item:${n}`);

/** Once, before the first unit: data to read. */
export async function setup(redis) {
  for (const key of items) await redis.set(key, JSON.stringify({ key, text: 'x'.repeat(100) }));
  for (let n = 0; n < 100; n++) await redis.hset(`session:${n}`, 'name', `customer ${n}`);
}

/** One unit of work. It is over when its promise is. */
export default async function page(redis, i) {
  const session = await redis.hgetall(`session:${i % 100}`);
  const found = [];
  for (const key of items) found.push(await redis.get(key));
  await redis.zadd('seen', Date.now(), `customer:${i % 100}`);
  return { session, found };
}
