import { afterAll, expect, test } from 'vitest';
import { readCart, readSlowCart, redis } from './shop.mjs';
import { trips } from '@roundtrip-lab/roundtrip/profile';

afterAll(() => redis.quit());
test('a cart takes at most 3 round trips', async () => {
  expect(await trips(() => readCart(1))).toBeLessThanOrEqual(3);
});
test('a slow cart', async () => {
  await trips(() => readSlowCart(1), { max: 3 });
});
