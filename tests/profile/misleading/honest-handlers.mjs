// Handlers that are honest: ordinary code that sends, one after another, commands of which none needs what another
// replied, or of which few do. What could be said of each stands in honest-truth.json.
import { Redis } from 'ioredis';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const redis = new Redis(Number(process.env.PLANTED_PORT));
/** A shift of all replies. */
const shift = Number(process.env.PLANTED_SHIFT ?? 0);
const ids = [3, 7, 12, 18, 25, 31];

async function seed() {
  const pipeline = redis.pipeline();
  for (let at = 0; at < 50; at++) {
    const price = (at * 7 + 11 + shift) % 50;
    pipeline.del(`feed:${at}`, `reviews:${at}`, `tags:${at}`);
    pipeline.set(`price:${at}`, price);
    pipeline.set(`doc:${at}`, at === 12 ? 'broken' : JSON.stringify({ id: at, price }));
    pipeline.hset(`product:${at}`, { name: `n${at}`, price, stock: at % 9 });
    pipeline.rpush(`reviews:${at}`, `good ${price}`, `bad ${at}`);
    pipeline.sadd(`tags:${at}`, `tag${price}`, 'new');
    if (at % 2 === 0) pipeline.set(`sale:${at}`, price);
  }
  pipeline.del(
    'followers:9',
    'board',
    'settings',
    'users',
    'user:ann',
    'banned:7',
    'visits:7',
    'page:7',
    'last:7',
  );
  pipeline.sadd('followers:9', '11', '12', '13', '14');
  pipeline.set('session:abc', JSON.stringify({ user: 20 + shift }));
  await pipeline.exec();
}

const priceKey = (id) => `price:${id}`;
const readPrice = async (id) => Number(await redis.get(priceKey(id)));
const repo = {
  products: {
    byId: (id) => redis.hgetall(`product:${id}`),
    stock: (id) => redis.hget(`product:${id}`, 'stock'),
  },
  reviews: { last: (id, count) => redis.lrange(`reviews:${id}`, 0, count - 1) },
};

class Cart {
  constructor(lines) {
    this.lines = lines;
  }
  async item(id) {
    return redis.hgetall(`product:${id}`);
  }
  async total(currency) {
    let sum = 0;
    for (const { id, count } of this.lines) {
      const item = await this.item(id);
      sum += Number(item.price) * count;
    }
    return `${sum} ${currency}`;
  }
}
class Repository {
  constructor(client, prefix) {
    this.client = client;
    this.prefix = prefix;
  }
  key(id) {
    return `${this.prefix}:${id}`;
  }
  find(id) {
    return this.client.get(this.key(id));
  }
}
class Documents extends Repository {
  constructor(client) {
    super(client, 'doc');
  }
  async all(wanted) {
    const found = [];
    for (const id of wanted) found.push(await this.find(id));
    return found;
  }
}
class StockService {
  #client;
  #names = ['stock', 'price'];
  constructor(client) {
    this.#client = client;
  }
  async levels(wanted) {
    const levels = {};
    for (const id of wanted) levels[id] = await this.#client.hmget(`product:${id}`, ...this.#names);
    return levels;
  }
}

async function withRetry(act, tries = 3) {
  for (let left = tries; ; left--) {
    try {
      return await act();
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
async function createUser({ name, email, age }) {
  if (!name || !email.includes('@')) throw new TypeError('no name or address');
  await redis.hset(`user:${name}`, { name, email, age });
  await redis.sadd('users', name);
  await redis.zadd('board', 0, name);
  await redis.set(`last:${name}`, 'now');
  await redis.expire(`last:${name}`, 3600);
}

const programs = {
  async prices() {
    const prices = [];
    for (const id of ids) prices.push(Number(await redis.get(`price:${id}`)));
    return prices;
  },
  async productPage() {
    const product = await redis.hgetall('product:7');
    const price = await redis.get('price:7');
    const reviews = await redis.lrange('reviews:7', 0, 9);
    const tags = await redis.smembers('tags:7');
    const sale = await redis.get('sale:7');
    return { ...product, price, reviews, tags, sale };
  },
  async cartTotal() {
    const cart = new Cart([1, 2, 3, 4, 5].map((id) => ({ id, count: 2 })));
    return cart.total('EUR');
  },
  async parsedDocuments() {
    const documents = [];
    for (const id of ids) {
      const text = await redis.get(`doc:${id}`);
      try {
        documents.push(JSON.parse(text));
      } catch {
        documents.push(null);
      }
    }
    return documents;
  },
  async parsedByHelper() {
    const documents = [];
    for (const id of ids) documents.push(parsed(await redis.get(`doc:${id}`)));
    return documents.filter(Boolean);
  },
  async sessionThenKeys() {
    const { user } = JSON.parse(await redis.get('session:abc'));
    const product = await redis.hgetall(`product:${user}`);
    const price = await redis.get(`price:${user}`);
    const reviews = await redis.lrange(`reviews:${user}`, 0, -1);
    const tags = await redis.smembers(`tags:${user}`);
    return { product, price, reviews, tags };
  },
  async guardThenWrites() {
    const isBanned = await redis.exists('banned:7');
    if (isBanned) return false;
    await redis.incr('visits:7');
    await redis.hset('page:7', 'seen', 'yes');
    await redis.set('last:7', 'now');
    await redis.expire('last:7', 60);
    return true;
  },
  async pagesOfIds() {
    const all = Array.from({ length: 20 }, (_, at) => at);
    const rows = [];
    for (let from = 0; from < all.length; from += 4) {
      const page = all.slice(from, from + 4);
      rows.push(...(await redis.mget(...page.map(priceKey))));
    }
    return rows;
  },
  async cachedByMap() {
    const cache = new Map();
    for (const id of [1, 2, 1, 3, 2, 4]) if (!cache.has(id)) cache.set(id, await redis.get(`price:${id}`));
    return [...cache.values()];
  },
  async helperModule() {
    const found = [];
    for (const id of ids.slice(0, 5)) found.push(await repo.products.byId(id));
    return found;
  },
  async twoOfModule() {
    const rows = [];
    for (const id of ids.slice(0, 4)) {
      const stock = await repo.products.stock(id);
      const reviews = await repo.reviews.last(id, 2);
      rows.push({ id, stock: Number(stock), reviews });
    }
    return rows;
  },
  async repositoryOfClass() {
    return new Documents(redis).all(ids.slice(0, 5));
  },
  async destructuredRows() {
    const rows = [];
    for (const id of ids) {
      const { name, price, stock = '0' } = await redis.hgetall(`product:${id}`);
      rows.push({ name, price: Number(price), isLeft: stock !== '0' });
    }
    return rows;
  },
  async leaderboard() {
    const players = [
      { name: 'ann', score: 30 },
      { name: 'bob', score: 20 },
      { name: 'cid', score: 50 },
      { name: 'dee', score: 10 },
    ];
    for (const { name, score } of players) await redis.zadd('board', score, name);
  },
  async countsViews() {
    for (const id of ids.slice(0, 5)) {
      await redis.hincrby(`views:${id}`, 'total', 1);
      await redis.expire(`views:${id}`, 600);
    }
  },
  async notifies() {
    const message = JSON.stringify({ text: 'hello' });
    for (const follower of [11, 12, 13, 14]) {
      await redis.lpush(`feed:${follower}`, message);
      await redis.ltrim(`feed:${follower}`, 0, 9);
    }
  },
  async followersFeed() {
    const followers = await redis.smembers('followers:9');
    for (const follower of followers) await redis.lpush(`feed:${follower}`, 'news');
    return followers.length;
  },
  async savesSettings() {
    const settings = { theme: 'dark', language: 'en', size: '12', zone: 'utc', beta: 'no' };
    for (const [name, value] of Object.entries(settings)) await redis.hset('settings', name, value);
  },
  async whileIndex() {
    const found = {};
    let at = 0;
    while (at < 5) {
      const id = ids[at];
      found[id] = await redis.get(priceKey(id));
      at += 1;
    }
    return found;
  },
  async sumOfPrices() {
    let total = 0;
    for (const id of ids) total += await readPrice(id);
    return total.toFixed(2);
  },
  async byKindOfId() {
    const found = [];
    for (const id of ids) {
      if (id % 2 === 0) found.push(await redis.get(`sale:${id}`));
      else found.push(await redis.get(`price:${id}`));
    }
    return found;
  },
  async nestedLoops() {
    const table = [];
    for (const user of [1, 2, 3]) {
      const row = [];
      for (const day of ['mon', 'tue', 'wed', 'thu']) row.push(await redis.exists(`seen:${user}:${day}`));
      table.push(row);
    }
    return table;
  },
  async injectedService() {
    const service = new StockService(redis);
    const levels = await service.levels(ids.slice(0, 5));
    return Object.keys(levels).length;
  },
  async retriedReads() {
    const found = [];
    for (const id of ids.slice(0, 5)) found.push(await withRetry(() => redis.get(priceKey(id))));
    return found;
  },
  async defaultedSales() {
    const found = [];
    for (const id of ids) {
      const sale = (await redis.get(`sale:${id}`)) ?? '0';
      found.push(parseInt(sale, 10));
    }
    return found;
  },
  async filteredAfterwards() {
    const rows = [];
    for (const id of ids) rows.push({ id, price: Number(await redis.get(priceKey(id))) });
    return rows
      .filter(({ price }) => price > 10)
      .sort((one, next) => one.price - next.price)
      .map(({ id }) => id);
  },
  async reportOfKeys() {
    const report = [];
    for (const key of ['price:1', 'doc:1', 'product:1', 'tags:1']) {
      const ttl = await redis.ttl(key);
      const type = await redis.type(key);
      report.push(`${key}: ${type}${ttl < 0 ? '' : `, ${ttl} s`}`);
    }
    return report.join('\n');
  },
  async deletesOld() {
    let removed = 0;
    for (const id of [41, 42, 43, 44, 45]) removed += await redis.del(`old:${id}`);
    return removed;
  },
  async countsByPrice() {
    const counts = {};
    for (const id of ids) {
      const price = await redis.get(priceKey(id));
      counts[price] = (counts[price] ?? 0) + 1;
    }
    return counts;
  },
  async createsUser() {
    await createUser({ name: 'ann', email: 'ann@shop.test', age: 30 });
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await redis.quit();
