/** The same page as in before.mjs, in one round trip. */
export { setup } from './before.mjs';

const items = Array.from({ length: 12 }, (_, n) => `item:${n}`);

export default async function page(redis, i) {
  const pipeline = redis.pipeline().hgetall(`session:${i % 100}`);
  for (const key of items) pipeline.get(key);
  pipeline.zadd('seen', Date.now(), `customer:${i % 100}`);
  const [session, ...found] = (await pipeline.exec()).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
  return { session, found: found.slice(0, items.length) };
}
