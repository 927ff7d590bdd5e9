// A suite that sends most of its commands before it comes to the page with the fault.
import { Redis } from 'ioredis';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildShop } from './shop.mjs';

const redis = new Redis(process.env.REDIS_URL, { enableAutoPipelining: !process.env.NO_AUTO_PIPELINING });
const shop = buildShop(redis);

beforeAll(() => shop.ready());
afterAll(async () => {
  await shop.close();
  redis.disconnect();
});

const ask = async (times, path) => {
  for (let index = 0; index < times; index++) await request(shop.server).get(path).expect(200);
};

test('150 front pages', async () => {
  await ask(150, '/front');
});

test('2 carts', async () => {
  await ask(2, '/cart/1');
  expect((await request(shop.server).get('/none')).status).toBe(404);
});
