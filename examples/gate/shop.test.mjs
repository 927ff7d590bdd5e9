// roundtrip profile --assert "profile.independent == 0" -- npx vitest run --root examples/gate
import { Redis } from 'ioredis';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildShop, clear, fill } from './shop.mjs';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
const shop = buildShop(redis);

beforeAll(async () => {
  await fill(redis);
  await shop.ready();
});
afterAll(async () => {
  await clear(redis);
  await shop.close();
  redis.disconnect();
});

test('a cart has its products', async () => {
  const { body } = await request(shop.server).get('/cart/1').expect(200);
  expect(body.products.map(({ name }) => name)).toEqual(['pen', 'ink', 'cup', 'tea', 'jam', 'hat']);
});

test('an empty cart has none', async () => {
  const { body } = await request(shop.server).get('/cart/2').expect(200);
  expect(body.products).toEqual([]);
});
