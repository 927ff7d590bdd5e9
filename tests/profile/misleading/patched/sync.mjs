import { unit } from '@roundtrip-lab/roundtrip/profile';
import { ids, redis, seed } from './support.mjs';
const local = new Map([[18, '37']]);
const load = (id) => local.get(id) ?? redis.get(`price:${id}`);
class Store {
  #memory = { 7: 'seven' };
  read(id) {
    if (this.#memory[id]) return this.#memory[id];
    return redis.get(`price:${id}`);
  }
  async *all(list) {
    for (const id of list) {
      const price = await redis.get(`price:${id}`);
      const stock = await redis.hget(`product:${id}`, 'stock');
      const tags = await redis.smembers(`tags:${id}`);
      yield [price, stock, tags];
    }
  }
  async sized(list, { limit = list.length, prefix = 'price' } = {}) {
    const rows = [];
    for (let at = 0, id = list[0]; at < limit; id = list[++at]) {
      const text = await redis.get(`${prefix}:${id}`);
      rows.push({ at, id, text });
    }
    return rows;
  }
}
const store = new Store();
const programs = {
  async syncSometimes() {
    const rows = [];
    for (const id of ids) {
      const price = await load(id);
      rows.push([id, price]);
    }
    return rows;
  },
  async syncSometimesAlone() {
    const rows = [];
    for (const id of ids) rows.push(await load(id));
    return rows;
  },
  async syncOfStore() {
    const rows = {};
    for (const id of ids) rows[id] = await store.read(id);
    return rows;
  },
  async syncInLine() {
    const one = await load(18);
    const two = await load(12);
    const three = await load(25);
    const four = await load(3);
    return [one, two, three, four];
  },
  async generatorOfStore() {
    const rows = [];
    for await (const row of store.all(ids)) rows.push(row);
    return rows.length;
  },
  async sized() {
    return store.sized(ids, { limit: 5 });
  },
  async classInBody() {
    const rows = [];
    for (const id of ids) {
      class Key {
        toString() {
          return `price:${id}`;
        }
      }
      const price = await redis.get(String(new Key()));
      rows.push(price);
    }
    return rows;
  },
  async headDefaults() {
    let next = 0;
    const rows = [];
    for (const { id, no = ++next } of [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]) {
      const price = await redis.get(`price:${id}`);
      rows.push([no, next, price]);
    }
    return rows;
  },
  async ofAwaited() {
    const rows = [];
    for (const tag of (await redis.smembers('tags:1')).concat('a', 'b', 'c').sort())
      rows.push(tag, await redis.exists(`t:${tag}`));
    return rows;
  },
  async sideEffectOfIndex() {
    const rows = [];
    let at = 0;
    for (const id of ids) rows[at++] = await redis.get(`price:${id}`);
    return rows;
  },
  async sideEffectOfKey() {
    const rows = {};
    let at = 0;
    for (const id of ids) rows[`r${at++}`] = { at, price: await redis.get(`price:${id}`) };
    return rows;
  },
  async sparse() {
    const rows = [];
    for (const id of [3, undefined, 7, 12, 18])
      rows.push(id === undefined ? 'none' : id, await redis.get(`price:${id}`));
    return rows;
  },
  async bigInts() {
    const rows = [];
    for (let at = 0n; at < 5n; at++) rows.push([at.toString(), await redis.get(`price:${at}`)]);
    return rows;
  },
  async deletesOld() {
    const removed = [];
    for (const id of ids) if ((await redis.del(`none:${id}`)) > 0) removed.push(id);
    return removed;
  },
  async nestedObject() {
    const out = { a: { b: [] } };
    for (const id of ids) out.a.b[out.a.b.length] = { id, v: await redis.get(`price:${id}`) };
    return out;
  },
  async stringBuilt() {
    let text = '';
    for (const id of ids) text += `${id}=${await redis.get(`price:${id}`)};`;
    return text;
  },
  async stringBuiltPlus() {
    let text = '';
    for (const id of ids) text = text + id + '=' + (await redis.get(`price:${id}`));
    return text;
  },
  async maximum() {
    let max = -1;
    for (const id of ids) max = Math.max(max, Number(await redis.get(`price:${id}`)));
    return max;
  },
  async unshifted() {
    const rows = [];
    for (const id of ids) rows.unshift(rows.length, await redis.get(`price:${id}`));
    return rows;
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await redis.quit();
