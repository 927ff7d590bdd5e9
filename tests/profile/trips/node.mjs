import { ok } from 'node:assert';
import { after, test } from 'node:test';
import { readCart, readSlowCart, redis } from './shop.mjs';
import { trips } from '@roundtrip-lab/roundtrip/profile';

after(() => redis.quit());
test('a cart takes at most 3 round trips', async () => {
  ok((await trips(() => readCart(1))) <= 3);
});
test('a slow cart', async () => {
  await trips(() => readSlowCart(1), { max: 3 });
});
