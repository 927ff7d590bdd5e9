import { EventEmitter, once } from 'node:events';
import { redis, play } from './setup.mjs';
const pause = () => null;
const withLock =
  (fn) =>
  async (...args) => {
    for (let at = 0; at < 3; at++) {
      await pause();
      try {
        return await fn(...args);
      } catch {}
    }
  };
const lockedRead = withLock((id) => redis.get(`at:${id}`));
const memo = (fn) => {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, fn(key));
    return known.get(key);
  };
};
const steps = [(at) => at + 1, (at) => at + 2, (at) => at + 3];
async function chainOf(id, left, found) {
  for (const part of [0, 1, 2]) {
    const reply = await redis.get(`at:${(id + part) % 50}`);
    found.push(reply);
  }
  if (left > 0) await chainOf(Number(found.at(-1)), left - 1, found);
}
async function readThree(start, found) {
  for (let part = 0; part < 3; part++) found.push(await redis.get(`at:${(start + part) % 50}`));
}
const programs = {
  async lockedReads() {
    // needs 5 chain
    let id = 0;
    for (let step = 0; step < 5; step++) id = (Number(await lockedRead(id)) + step) % 50;
    return id;
  },
  async functionsByIndex() {
    // needs 5 chain
    let at = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      at = steps[reply.length % 3](at);
    }
    return at;
  },
  async applied() {
    // needs 5 chain
    let pair = ['at', 0];
    const name = (kind, id) => `${kind}:${id}`;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(name.apply(null, pair));
      pair = ['at', (Number(reply) + step) % 50];
    }
    return pair;
  },
  async reflected() {
    // needs 5 chain
    let pair = ['at', 0];
    const name = (kind, id) => `${kind}:${id}`;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(Reflect.apply(name, null, pair));
      pair = ['at', (Number(reply) + step) % 50];
    }
    return pair;
  },
  async boundLater() {
    // needs 5 chain
    const place = {
      at: 0,
      key() {
        return `at:${this.at}`;
      },
    };
    const key = place.key.bind(place);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(key());
      place.at = (Number(reply) + step) % 50;
    }
    return place.at;
  },
  async onceEvent() {
    // needs 2
    const bus = new EventEmitter();
    const arrived = once(bus, 'first');
    const first = await redis.get('at:1');
    bus.emit('first', Number(first));
    const [id] = await arrived;
    const second = await redis.get(`list:${id}`);
    const third = await redis.hgetall(`row:${id}`);
    const fourth = await redis.get(`sign:${id}`);
    return [first, second, third, fourth];
  },
  async memoized() {
    // needs 4
    const read = memo((key) => redis.get(key));
    const a = await read('at:1');
    const b = await read(`at:${a}`);
    const c = await read(`sign:${b}`);
    const d = await read(`list:${b}`);
    return [a, b, c, d];
  },
  async threeThenThree() {
    // needs 4
    const found = [];
    await readThree(0, found);
    await readThree(Number(found.at(-1)), found);
    await readThree(Number(found.at(-1)), found);
    await readThree(Number(found.at(-1)), found);
    return found;
  },
  async recursiveLoops() {
    // needs 4
    const found = [];
    await chainOf(0, 3, found);
    return found;
  },
  async outerOfReplies() {
    // needs 4
    const found = [];
    let start = 0;
    for (let page = 0; page < 4; page++) {
      for (const part of [0, 1, 2]) found.push(await redis.get(`at:${(start + part) % 50}`));
      start = Number(found.at(-1));
    }
    return found;
  },
  async outerByState() {
    // needs 4
    const state = { start: 0, found: [] };
    const page = async () => {
      for (const part of [0, 1, 2]) state.found.push(await redis.get(`at:${(state.start + part) % 50}`));
    };
    for (let at = 0; at < 4; at++) {
      await page();
      state.start = Number(state.found.at(-1));
    }
    return state.found;
  },
  async switchOn() {
    // needs 5 chain
    let at = 10;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      switch (true) {
        case reply === 'up':
          at += 1;
          break;
        case reply === 'down':
          at += 2;
          break;
        default:
          at += 3;
      }
    }
    return at;
  },
  async asyncGeneratorNext() {
    // needs 5 chain
    const state = { last: 0 };
    async function* keys() {
      while (true) yield `at:${state.last % 50}`;
    }
    const source = keys();
    for (let step = 0; step < 5; step++) {
      const { value } = await source.next();
      const reply = await redis.get(value);
      state.last = Number(reply) + step;
    }
    return state;
  },
  async symbolOfPlace() {
    // needs 5 chain
    let last = 0;
    const place = { [Symbol.toPrimitive]: () => last % 50 };
    for (let step = 0; step < 5; step++) last = Number(await redis.get(`at:${place}`)) + step;
    return last;
  },
  async joinedObjects() {
    // needs 5 chain
    let last = 0;
    const part = { toString: () => String(last % 50) };
    for (let step = 0; step < 5; step++) last = Number(await redis.get(['at', part].join(':'))) + step;
    return last;
  },
  async taggedKeys() {
    // needs 5 chain
    let last = 0;
    const key = (texts, ...values) =>
      texts.raw.map((text, at) => text + (values[at] ?? '')).join('') + (last % 50);
    for (let step = 0; step < 5; step++) last = Number(await redis.get(key`at:`)) + step;
    return last;
  },
  async heapOfRows() {
    // needs 5 chain
    const heap = [];
    const push = (row) => {
      heap.push(row);
      heap.sort((a, b) => a.cost - b.cost);
    };
    push({ id: 0, cost: 0 });
    const found = [];
    while (found.length < 5) {
      const { id } = heap.shift();
      const reply = Number(await redis.get(`at:${id}`));
      found.push(reply);
      for (const more of [1, 2]) push({ id: (id * 2 + more) % 50, cost: reply * more });
    }
    return found;
  },
  async windowOfReplies() {
    // needs 5 chain
    const window = new Set(['at:0', 'at:1', 'at:2', 'at:3', 'at:4', 'at:5', 'at:6']);
    const found = [];
    for (let step = 0; step < 5; step++) {
      const [first] = window;
      const reply = await redis.get(first);
      window.delete(`at:${Number(reply) % 7}`);
      if (window.has(first)) window.delete(first);
      found.push(reply);
    }
    return found;
  },
  async nullishLater() {
    // needs 5 chain
    let held;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(held?.at ?? 0) + step}`);
      if (Number(reply) % 2) held ??= { at: step + 20 };
      found.push(reply);
    }
    return found;
  },
  async swapped() {
    // needs 5 chain
    let [one, other] = [1, 20];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${one + step}`);
      if (Number(reply) % 2) [one, other] = [other, one];
      found.push(reply);
    }
    return found;
  },
  async incrementsWhen() {
    // needs 5 chain
    const counter = { at: 0 };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${counter.at}`);
      Number(reply) % 2 && counter.at++;
      counter.at++;
    }
    return counter.at;
  },
  async guardByHelper() {
    // needs 2
    const check = (row) => {
      if (row.team === '9') throw new Error('no');
    };
    const row = await redis.hgetall('row:1');
    try {
      check(row);
    } catch {
      return null;
    }
    await redis.set('g:1', '1');
    await redis.set('g:2', '1');
    await redis.set('g:3', '1');
    return row;
  },
  async guardByReturnValue() {
    // needs 2
    const isOpen = (row) => row.team !== '9';
    const row = await redis.hgetall('row:1');
    if (isOpen(row)) {
      await redis.set('g:1', '1');
      await redis.set('g:2', '1');
      await redis.set('g:3', '1');
    }
  },
  async guardInFinally() {
    // needs 2
    let ok = false;
    try {
      ok = (await redis.hget('row:1', 'team')) === '1';
    } finally {
      await redis.set('f:1', '1');
    }
    if (!ok) return;
    await redis.set('f:2', '1');
    await redis.set('f:3', '1');
    await redis.set('f:4', '1');
  },
  async realScan() {
    // needs 9 chain
    let cursor = '0';
    const found = [];
    do {
      const [next, keys] = await redis.scan(cursor, 'COUNT', 40);
      cursor = next;
      found.push(...keys);
    } while (cursor !== '0');
    return found.length;
  },
  async realScanStream() {
    // needs 9 chain
    const found = [];
    for await (const keys of redis.scanStream({ count: 40 })) found.push(...keys);
    return found.length;
  },
};
await play(programs);
