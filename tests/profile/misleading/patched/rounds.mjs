import { unit } from '@roundtrip-lab/roundtrip/profile';
import { ids, redis, seed } from './support.mjs';

const log = [];
const note = (text) => {
  log.push(text);
  return text;
};
class Shop {
  #client = redis;
  static kinds = ['price', 'sale'];
  counts = { reads: 0 };
  async rows(list) {
    const rows = [];
    for (const id of list) {
      const price = await this.#client.get(`${Shop.kinds[0]}:${id}`);
      const stock = await this.#client.hget(`product:${id}`, 'stock');
      rows.push({ id, price, stock, by: this.constructor.name });
    }
    return rows;
  }
  read(id) {
    this.counts.reads += 1;
    return this.#client.get(`price:${id}`);
  }
  async counted(list) {
    const rows = [];
    for (const id of list) {
      const price = await this.read(id);
      rows.push([price, this.counts.reads]);
    }
    return rows;
  }
}
class Sub extends Shop {
  async all(list) {
    const rows = [];
    for (const id of list) rows.push(await super.read(id));
    return rows;
  }
}
const programs = {
  async notedStages() {
    log.length = 0;
    const rows = [];
    for (const id of ids) {
      const price = note(await redis.get(`price:${id}`));
      const doc = note(await redis.get(`doc:${price}`));
      rows.push([price, doc]);
    }
    return [rows, [...log]];
  },
  async notedTwo() {
    log.length = 0;
    const rows = [];
    for (const id of ids) {
      const price = note(await redis.get(`price:${id}`));
      const stock = note(await redis.hget(`product:${id}`, 'stock'));
      rows.push([price, stock]);
    }
    return [rows, [...log]];
  },
  async paramNamedTotal() {
    let total = 0;
    for (const id of ids) {
      const [half] = [id].map((total) => Math.floor(total / 2));
      const price = await redis.get(`price:${half}`);
      total += Number(price);
    }
    return total;
  },
  async paramNamedRows() {
    let rows = [];
    for (const id of ids) {
      const keys = [[id]].map((rows) => rows.join());
      const price = await redis.get(`price:${keys[0]}`);
      rows = [...rows, price];
    }
    return rows;
  },
  async hoistedFunction() {
    const rows = [];
    for (const id of ids) {
      const price = await redis.get(keyOf(id));
      rows.push(price);
      function keyOf(one) {
        return `price:${one}`;
      }
    }
    return rows;
  },
  async functionInBody() {
    const rows = [];
    for (const id of ids) {
      const keyOf = (kind) => `${kind}:${id}`;
      const price = await redis.get(keyOf('price'));
      const doc = await redis.get(keyOf('doc'));
      rows.push(keyOf('row'), price, doc);
    }
    return rows;
  },
  async indexBetween() {
    const rows = [];
    let index = 0;
    for (const id of ids) {
      const price = await redis.get(`price:${index}`);
      index += 1;
      const stock = await redis.hget(`product:${id}`, 'stock');
      rows.push(price, stock);
    }
    return rows;
  },
  async indexBetweenKeys() {
    const rows = [];
    let index = 0;
    for (const id of ids) {
      const price = await redis.get(`price:${index}`);
      index += 1;
      const stock = await redis.hget(`product:${index}`, 'stock');
      rows.push(id, price, stock);
    }
    return rows;
  },
  async pushBeforeGuard() {
    const rows = [];
    const seen = [];
    for (const id of ids) {
      seen.push(id);
      if (id === 7 || id === 18) continue;
      rows.push(await redis.get(`price:${id}`));
    }
    return [rows, seen];
  },
  async countBeforeGuard() {
    const rows = [];
    let tried = 0;
    for (const id of ids) {
      tried++;
      if (id === 7) continue;
      const price = await redis.get(`price:${id}`);
      rows.push(price);
    }
    return [rows, tried];
  },
  async countBeforeBreak() {
    const rows = [];
    let tried = 0;
    for (const id of ids) {
      tried++;
      if (id === 25) break;
      const price = await redis.get(`price:${id}`);
      rows.push(price);
    }
    return [rows, tried];
  },
  async setBeforeGuard() {
    const rows = {};
    for (const id of ids) {
      rows[id] = null;
      if (id > 20) continue;
      rows[id] = await redis.get(`price:${id}`);
    }
    return rows;
  },
  async useBetweenUnits() {
    const rows = [];
    for (const id of ids) {
      const price = await redis.get(`price:${id}`);
      rows.push(price);
      const stock = await redis.hget(`product:${id}`, 'stock');
      rows.push(stock);
    }
    return rows;
  },
  async twoDivided() {
    const rows = [];
    for (const id of ids) {
      rows.push(await redis.get(`price:${id}`));
      rows.push(await redis.hget(`product:${id}`, 'stock'));
    }
    return rows;
  },
  async threeDivided() {
    const page = {};
    for (const id of ids) {
      page[`p${id}`] = await redis.get(`price:${id}`);
      page[`s${id}`] = await redis.hget(`product:${id}`, 'stock');
      page[`t${id}`] = (await redis.smembers(`tags:${id}`)).length;
    }
    return page;
  },
  async objectOfUnits() {
    const rows = [];
    for (const id of ids)
      rows.push({
        id,
        price: await redis.get(`price:${id}`),
        stock: await redis.hget(`product:${id}`, 'stock'),
      });
    return rows;
  },
  async objectOfUnitsNamed() {
    const rows = [];
    for (const id of ids) {
      const row = {
        id,
        price: await redis.get(`price:${id}`),
        stock: await redis.hget(`product:${id}`, 'stock'),
      };
      rows.push(row);
    }
    return rows;
  },
  async shopRows() {
    return new Shop().rows(ids);
  },
  async shopCounted() {
    return new Shop().counted(ids);
  },
  async subAll() {
    return new Sub().all(ids);
  },
  async letKeyTwice() {
    const rows = [];
    for (const id of ids) {
      let key = `price:${id}`;
      const price = await redis.get(key);
      key = `doc:${id}`;
      const doc = await redis.get(key);
      rows.push(price, doc);
    }
    return rows;
  },
  async groupByFirst() {
    const groups = {};
    for (const id of ids) {
      const { name, stock } = await redis.hgetall(`product:${id}`);
      (groups[stock] ??= []).push(name);
    }
    return groups;
  },
  async breakOnFound() {
    let found = null;
    for (const id of ids) {
      const price = await redis.get(`price:${id}`);
      if (price === 'none') {
        found = id;
        break;
      }
    }
    return found;
  },
  async firstNonNull() {
    for (const id of ids) {
      const price = await redis.get(`flag:${id}`);
      if (price) return price;
    }
    return 'none';
  },
  async catchPerCall() {
    const rows = [];
    for (const id of ids) {
      const price = await redis.get(`price:${id}`).catch(() => null);
      rows.push(price);
    }
    return rows;
  },
  async finallyCounts() {
    let open = 0;
    const rows = [];
    for (const id of ids) {
      open += 1;
      const price = await redis.get(`price:${id}`).finally(() => {
        open -= 1;
      });
      rows.push(price, open);
    }
    return rows;
  },
  async thenNumber() {
    const rows = [];
    for (const id of ids) {
      const price = await redis.get(`price:${id}`).then(Number);
      const stock = await redis.hget(`product:${id}`, 'stock').then((text) => Number(text));
      rows.push(price + stock);
    }
    return rows;
  },
  async incrThenRead() {
    const rows = [];
    for (const id of [1, 2, 1, 3]) {
      await redis.incr(`cnt:${id}`);
      await redis.set('cnt:last', id);
      rows.push(await redis.get(`cnt:${id}`));
    }
    return rows;
  },
  async moveKeys() {
    for (const id of ids) await redis.set(`mv:${id}`, id);
    for (const id of ids) {
      await redis.rename(`mv:${id}`, `mv2:${id}`);
      await redis.expire(`mv2:${id}`, 1000);
    }
    return redis.exists(...ids.map((id) => `mv2:${id}`));
  },
  async popAndPush() {
    await redis.del('q:a', 'q:b');
    await redis.rpush('q:a', 1, 2, 3, 4);
    const rows = [];
    for (let at = 0; at < 4; at++) {
      const one = await redis.lpop('q:a');
      rows.push(one);
      await redis.rpush('q:b', at);
    }
    return [rows, await redis.lrange('q:b', 0, -1)];
  },
  async queueMoves() {
    await redis.del('q:c', 'q:d');
    await redis.rpush('q:c', 1, 2, 3, 4);
    for (let at = 0; at < 4; at++) {
      await redis.lmove('q:c', 'q:d', 'LEFT', 'LEFT');
      await redis.rpush('q:d', `r${at}`);
    }
    return redis.lrange('q:d', 0, -1);
  },
  async selectsDatabase() {
    await redis.set('db:0', 1);
    await redis.select(1);
    await redis.set('db:1', 1);
    await redis.get('db:0');
    const one = await redis.get('db:1');
    await redis.select(0);
    const zero = await redis.get('db:0');
    return [one, zero];
  },
  async stagesThree() {
    const rows = [];
    for (const id of ids) {
      const stock = await redis.hget(`product:${id}`, 'stock');
      const text = await redis.get(`price:${stock}`);
      const sale = await redis.get(`sale:${id}`);
      const tags = await redis.smembers(`tags:${text}`);
      rows.push({ stock, text, sale, tags: tags.length });
    }
    return rows;
  },
  async stagesWithWrites() {
    for (const id of ids) {
      const stock = await redis.hget(`product:${id}`, 'stock');
      await redis.set(`copy:${id}`, stock);
      await redis.sadd('copied', id);
    }
    return redis.scard('copied');
  },
  async sameKeyStages() {
    const rows = [];
    await redis.set('shared', '1');
    for (const id of ids) {
      const price = await redis.get(`price:${id}`);
      const before = await redis.getset('shared', price);
      rows.push(before);
    }
    return rows;
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await redis.quit();
