import { unit } from '@roundtrip-lab/roundtrip/profile';
import { ids, redis, seed } from './support.mjs';

const label = (id) => `no ${id}`;
const programs = {
  async twoDeclarators() {
    const user = await redis.hgetall('product:1');
    const id = 7,
      price = await redis.get(`price:${id}`);
    const tags = await redis.smembers('tags:7');
    return [user, id, price, tags];
  },
  async declaratorsInLoop() {
    const rows = [];
    for (const id of ids) {
      const key = `price:${id}`,
        text = await redis.get(key);
      rows.push({ key, text });
    }
    return rows;
  },
  async defaultOfPattern() {
    const count = await redis.get('price:1');
    const fallback = Number(count) > 3 ? 'many' : 'few';
    const { color = fallback } = await redis.hgetall('product:2');
    const tags = await redis.smembers('tags:3');
    return [color, tags];
  },
  async computedOfPattern() {
    const text = await redis.get('price:1');
    const field = 'name';
    const { [field]: value } = await redis.hgetall('product:2');
    const tags = await redis.smembers('tags:3');
    return [text, value, tags];
  },
  async defaultChangedBetween() {
    let unknown = 'none';
    const text = await redis.get('price:1');
    unknown = 'nothing';
    const { color = unknown } = await redis.hgetall('product:2');
    const { size = unknown } = await redis.hgetall('product:3');
    return [text, color, size];
  },
  async defaultInLoop() {
    const rows = [];
    for (const id of ids) {
      const unknown = `none of ${id}`;
      const { color = unknown, name } = await redis.hgetall(`product:${id}`);
      rows.push({ color, name });
    }
    return rows;
  },
  async computedInLoop() {
    const rows = [];
    for (const [id, field] of [
      [1, 'name'],
      [2, 'price'],
      [3, 'stock'],
      [4, 'name'],
    ]) {
      const { [field]: value } = await redis.hgetall(`product:${id}`);
      rows.push(value);
    }
    return rows;
  },
  async computedAndCarried() {
    const rows = [];
    for (const [id, field] of [
      [1, 'name'],
      [2, 'price'],
      [3, 'stock'],
      [4, 'name'],
    ]) {
      const { [field]: value } = await redis.hgetall(`product:${id}`);
      rows.push([field, value]);
    }
    return rows;
  },
  async incrementInArguments() {
    let at = 0;
    const first = await redis.get('price:9');
    const pair = [++at, await redis.get(`price:${at}`)];
    const last = await redis.get('price:10');
    return [first, pair, last];
  },
  async incrementsInArray() {
    let at = 0;
    return [
      await redis.get(`price:${at}`),
      at++,
      await redis.get(`price:${at}`),
      at++,
      await redis.get(`price:${at}`),
    ];
  },
  async assignedInObject() {
    let key;
    const row = {
      key: (key = 'price:4'),
      price: await redis.get(key),
      name: await redis.hget('product:4', 'name'),
      sale: await redis.get('sale:4'),
    };
    return row;
  },
  async classBetween() {
    const price = await redis.get('price:4');
    class Key {
      constructor(id) {
        this.text = `sale:${id}`;
      }
    }
    const sale = await redis.get(new Key(4).text);
    const doc = await redis.get('doc:4');
    return [price, sale, doc];
  },
  async functionBetween() {
    const price = await redis.get('price:4');
    function keyOf(id) {
      return `sale:${id}`;
    }
    const sale = await redis.get(keyOf(4));
    const doc = await redis.get('doc:4');
    return [price, sale, doc];
  },
  async arrowBetween() {
    const price = await redis.get('price:4');
    const keyOf = (id) => `sale:${id}`;
    const sale = await redis.get(keyOf(4));
    const doc = await redis.get(`doc:${keyOf(4).slice(-1)}`);
    return [price, sale, doc];
  },
  async takenNames() {
    const pending = 'x';
    const reply = 'y';
    const rows = [pending, reply];
    for (const id of ids) rows.push({ id, price: await redis.get(`price:${id}`) });
    return rows;
  },
  async takenReplyOfObject() {
    const priceReply = 5;
    return {
      priceReply,
      price: await redis.get('price:1'),
      name: await redis.hget('product:1', 'name'),
      tags: await redis.smembers('tags:1'),
    };
  },
  async typeofBrackets() {
    const kinds = [
      typeof (await redis.get('price:1')),
      typeof (await redis.hgetall('product:1')),
      typeof (await redis.get('none')),
    ];
    return kinds;
  },
  async typeofInLoop() {
    const kinds = [];
    for (const id of ids) kinds.push(typeof (await redis.get(`price:${id}`)));
    return kinds;
  },
  async returnBrackets() {
    const price = await redis.get('price:1');
    const name = await redis.hget('product:1', 'name');
    return (await redis.smembers('tags:1')).concat(price, name);
  },
  async varAfterwards() {
    for (var id of ids) await redis.sadd('all', id);
    return id;
  },
  async varCounterAfterwards() {
    for (var at = 0; at < 4; at++) await redis.incr(`n:${at}`);
    return at;
  },
  async assignedHead() {
    const rows = [];
    let id;
    for (id of ids) {
      const price = await redis.get(`price:${id}`);
      rows.push([id, price]);
    }
    return rows;
  },
  async assignedHeadIn() {
    const rows = [];
    let name;
    for (name in { a: 1, b: 2, c: 3, d: 4 }) rows.push([name, await redis.exists(`flag:${name}`)]);
    return rows;
  },
  async assignedMember() {
    const state = {};
    const rows = [];
    for (state.id of ids) rows.push([state.id, await redis.get(`price:${state.id}`)]);
    return rows;
  },
  async shadowInBody() {
    const rows = [];
    for (const id of ids) {
      const texts = await redis.lrange(`reviews:${id}`, 0, -1);
      rows.push(
        texts.map((id) => id.length),
        id,
      );
    }
    return rows;
  },
  async letReassigned() {
    let price = await redis.get('price:1');
    let name = await redis.hget('product:1', 'name');
    if (name === 'n1') name = 'one';
    price = Number(price) + 1;
    let stock = await redis.hget('product:1', 'stock');
    stock ??= 0;
    return [price, name, stock];
  },
  async letInLoop() {
    const rows = [];
    for (const id of ids) {
      let price = await redis.get(`price:${id}`);
      price = Number(price) * 2;
      rows.push(price);
    }
    return rows;
  },
  async assignments() {
    const page = {};
    page.price = await redis.get('price:1');
    page.name = await redis.hget('product:1', 'name');
    page.tags = await redis.smembers('tags:1');
    return page;
  },
  async swapped() {
    let price, name, tags;
    price = await redis.get('price:1');
    name = await redis.hget('product:1', 'name');
    [tags] = await redis.smembers('tags:1');
    return [price, name, tags];
  },
  async spreadOrder() {
    return {
      name: 'first',
      ...(await redis.hgetall('product:1')),
      ...(await redis.hgetall('product:2')),
      tags: await redis.smembers('tags:1'),
    };
  },
  async argumentsAndThis() {
    const rows = [];
    const act = async function () {
      for (const id of ids) {
        const price = await redis.get(`${arguments[0]}:${id}`);
        const sale = await redis.get(`sale:${id}`);
        rows.push([this.name, price, sale]);
      }
    };
    await act.call({ name: 'me' }, 'price');
    return rows;
  },
  async totals() {
    let total = 1;
    total += Number(await redis.get('price:1'));
    total += Number(await redis.get('price:2'));
    total *= Number(await redis.get('price:3'));
    return total;
  },
  async ifTests() {
    let found = 0;
    if (await redis.exists('price:1')) found += 1;
    if ((await redis.get('price:2')) === '25') found += 2;
    if (!(await redis.sismember('tags:3', 'new'))) found += 4;
    return found;
  },
  async labelled() {
    const rows = [];
    rows.push(label(1), await redis.get('price:1'));
    rows.push(label(2), await redis.get('price:2'));
    rows.push(label(3), await redis.get('price:3'));
    return rows;
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await redis.quit();
