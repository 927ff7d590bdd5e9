import { Redis } from 'ioredis';
export const redis = new Redis(Number(process.env.PLANTED_PORT));
export const ids = [3, 7, 12, 18, 25, 31];
export async function seed() {
  const pipeline = redis.pipeline();
  for (let at = 0; at < 50; at++) {
    const price = (at * 7 + 11) % 50;
    pipeline.del(`feed:${at}`, `reviews:${at}`, `tags:${at}`);
    pipeline.set(`price:${at}`, price);
    pipeline.set(`doc:${at}`, JSON.stringify({ id: at, price }));
    pipeline.hset(`product:${at}`, { name: `n${at}`, price, stock: at % 9 });
    pipeline.rpush(`reviews:${at}`, `good ${price}`, `bad ${at}`);
    pipeline.sadd(`tags:${at}`, `tag${price}`, 'new');
    if (at % 2 === 0) pipeline.set(`sale:${at}`, price);
  }
  await pipeline.exec();
}
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
