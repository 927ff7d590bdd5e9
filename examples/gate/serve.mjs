// The shop of shop.mjs as a server on PORT, which ends by SIGTERM.
import { Redis } from 'ioredis';
import { buildShop, clear, fill } from './shop.mjs';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
const shop = buildShop(redis);
await fill(redis);
process.stdout.write(`${await shop.listen({ port: Number(process.env.PORT ?? 3000) })}\n`);
process.once('SIGTERM', async () => {
  await shop.close();
  await clear(redis);
  redis.disconnect();
});
