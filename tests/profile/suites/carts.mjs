// Carts that are read in a loop, by tests of whichever runner.
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import request from 'supertest';

async function readCart(redis, id) {
  const items = [];
  for (let item = 0; item < 8; item++) items.push(await redis.hgetall(`cart:${id}:${item}`));
  return items;
}

export function cartTests({ describe, test, before, after }) {
  let redis, server;
  describe('carts', () => {
    before(() => {
      redis = new Redis(process.env.REDIS_URL);
      server = createServer((_, response) => void readCart(redis, 1).then(() => response.end('read'))).listen(
        0,
      );
    });
    after(async () => {
      server.close();
      await redis.quit();
    });
    for (const who of ['ann', 'bob', 'eve']) test(`of ${who}`, () => readCart(redis, who));
    test('over HTTP', async () => {
      await request(server).get('/cart').expect(200);
      await redis.get('cart:done');
    });
  });
}
