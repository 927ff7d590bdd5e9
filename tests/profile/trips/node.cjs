const { ok } = require('node:assert');
const { after, test } = require('node:test');
const { readCart, readSlowCart, redis } = require('./shop.mjs');
const { trips } = require('@roundtrip-lab/roundtrip/profile');

after(() => redis.quit());
test('a cart takes at most 3 round trips', async () => {
  ok((await trips(() => readCart(1))) <= 3);
  // The same recorder, loaded as an ES module.
  const loaded = await import('@roundtrip-lab/roundtrip/profile');
  ok((await loaded.trips(() => readCart(1))) === 1);
});
test('a slow cart', async () => {
  await trips(() => readSlowCart(1), { max: 3 });
});
