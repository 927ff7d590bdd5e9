import { Redis } from 'ioredis';
import { drive, port } from './support.mjs';

const redis = new Redis(port);
const seed = redis.pipeline();
seed.set('sess:s1', JSON.stringify({ uid: 'u1', cartId: 'c9' }));
seed.set('user:u1', 'Ada').set('cart:c9', '["p1","p2"]').sadd('wish:u1', 'p3').set('banner', 'Sale');
seed.rpush('recs:u1', 'p1', 'p2', 'p3', 'p4', 'p5');
for (let i = 1; i <= 9; i++) seed.set(`product:p${i}`, `{"name":"P${i}","cents":${i * 100}}`);
seed.set('footer:legal', 'L').set('footer:links', 'K').set('footer:social', 'S').set('footer:year', '2026');
await seed.exec();

async function loadPage(sid) {
  // 01a: independent
  const session = JSON.parse(await redis.get(`sess:${sid}`));
  const name = await redis.get(`user:${session.uid}`);
  const cart = await redis.get(`cart:${session.cartId}`);
  const wishes = await redis.smembers(`wish:${session.uid}`);
  const banner = await redis.get('banner');
  // end
  const ids = await redis.lrange(`recs:${session.uid}`, 0, -1);
  const recommended = [];
  // 01c: independent
  for (const id of ids) {
    const product = await redis.get(`product:${id}`);
    recommended.push(JSON.parse(product).name);
  }
  // end
  return { name, cart, wishes, banner, recommended };
}

async function footer() {
  const parts = {};
  // 01d: independent
  for (const part of ['legal', 'links', 'social', 'year']) {
    parts[part] = await redis.get(`footer:${part}`);
  }
  // end
  return parts;
}

async function grid(from, to) {
  let cents = 0;
  // 01e: independent
  for (let i = from; i <= to; i++) {
    const raw = await redis.get(`product:p${i}`);
    cents += JSON.parse(raw).cents;
  }
  // end
  return { cents };
}

await drive(
  (url) => {
    if (url.pathname === '/page') return loadPage(url.searchParams.get('sid'));
    if (url.pathname === '/footer') return footer();
    return grid(Number(url.searchParams.get('from')), Number(url.searchParams.get('to')));
  },
  ['/page?sid=s1', '/footer', '/grid?from=2&to=8'],
);
redis.disconnect();
