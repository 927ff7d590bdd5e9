// A job that is slow: a digest of each customer's orders. roundtrip profile -- node examples/slow-job/job.mjs
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
const customers = Array.from({ length: 20 }, (_, n) => `slow-job:customer:${n + 1}`);
const orderIds = Array.from({ length: 8 }, (_, n) => n + 1);

async function ordersOf(customer) {
  const ids = await redis.lrange(`${customer}:orders`, 0, -1);
  const orders = [];
  for (const id of ids) orders.push(await redis.hgetall(`${customer}:order:${id}`));
  return orders;
}

async function digestOf(customer) {
  const { name } = await redis.hgetall(customer);
  const orders = await ordersOf(customer);
  const total = orders.reduce((sum, { price }) => sum + Number(price), 0);
  return `${name}: ${orders.length} orders, ${total} in all\n`;
}

const written = redis.pipeline();
for (const customer of customers) {
  written.hset(customer, { name: customer.split(':').at(-1) }).rpush(`${customer}:orders`, ...orderIds);
  for (const id of orderIds) written.hset(`${customer}:order:${id}`, { item: `item ${id}`, price: id });
}
await written.exec();

for (const customer of customers) process.stdout.write(await digestOf(customer));

await redis.del(
  customers.flatMap((one) => [one, `${one}:orders`, ...orderIds.map((id) => `${one}:order:${id}`)]),
);
redis.disconnect();
