import { Redis } from 'ioredis';
import { Orders } from './17/orders.mjs';
import { Store } from './17/store.mjs';
import { drive, port } from './support.mjs';

const redis = new Redis(port);
const orders = new Orders(
  new Store(redis, 'order'),
  new Store(redis, 'customer'),
  new Store(redis, 'product'),
);
for (let i = 1; i <= 6; i++) {
  await redis.mset(
    `order:${i}`,
    JSON.stringify({ id: i, customer: 7 - i }),
    `customer:${i}`,
    JSON.stringify({ name: `C${i}`, mentor: (i % 6) + 1 }),
    `product:${i}`,
    JSON.stringify({ id: i }),
  );
}
const ids = [1, 2, 3, 4, 9];
await drive(
  async (url) => {
    switch (url.pathname) {
      case '/order':
        return orders.withCustomer(2);
      case '/orders':
        return orders.many(ids);
      case '/overview':
        return orders.overview(3);
      case '/ship':
        return orders.ship([1, 2, 3]);
      default:
        return orders.reset([1, 2, 3, 4]);
    }
  },
  ['/order', '/orders', '/overview', '/ship', '/reset'],
);
redis.disconnect();
