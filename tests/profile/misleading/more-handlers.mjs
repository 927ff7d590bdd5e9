// Handlers made to deceive the profiler, of a second kind of author: ordinary code in which a reply takes a way that is
// easily overlooked, or seems to take one. What is true of each stands in more-truth.json.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const redis = new Redis(Number(process.env.PLANTED_PORT));
const tenant = new Redis(Number(process.env.PLANTED_PORT));
/** A shift of all replies: with another one, what depends on a reply is sent with other arguments. */
const shift = Number(process.env.PLANTED_SHIFT ?? 0);
const stepOf = (at) => (at * 7 + 11 + shift) % 50;
/** A key that no reply has as a text. */
const keyOf = (number) => `at:${(number * 3 + 1) % 50}`;
const words = ['alpha', 'bravo', 'charlie', 'delta', 'echoes', 'foxtrot'];

async function seed() {
  const pipeline = redis.pipeline();
  pipeline.del('kids:root', 'kids:hall', 'kids:yard', 'users', 'grid');
  for (let at = 0; at < 60; at++) {
    const step = stepOf(at);
    pipeline.del(
      `list:${at}`,
      `mixed:${at}`,
      `maybe:${at}`,
      `belt:${at}`,
      `kept:${at}`,
      `alive:${at}`,
      `paid:${at}`,
    );
    pipeline.set(`at:${at}`, String(step));
    pipeline.set(`doc:${at}`, JSON.stringify({ step, name: `n${at}` }));
    pipeline.hset(`row:${at}`, { step: String(step), name: `n${at}`, team: String(at % 5), kind: 'row' });
    pipeline.rpush(`list:${at}`, step, (step * 3) % 50, (step * 7) % 50, (step * 11) % 50);
    pipeline.set(`line:${at}`, [7, 5, 9].map((most) => `${'-'.repeat(step % most)}#`).join(''));
    pipeline.hset('grid', JSON.stringify({ at }), String(step));
    pipeline.set(`chunk:${at}`, Buffer.from('aé€').subarray(0, 1 + (step % 6)));
    if (step % 3 === 0) {
      pipeline.set(`maybe:${at}`, 'red,blue');
      pipeline.hset(`mixed:${at}`, 'step', step);
    } else pipeline.set(`mixed:${at}`, 'text');
    for (const space of [0, 1, 2]) pipeline.set(`t${space}:at:${at}`, String((step + space) % 50));
  }
  words.forEach((word, at) => {
    pipeline.set(`word:${word}`, words[at + 1] ?? 'end');
    pipeline.hset(`node:${word}`, { name: word, next: words[at + 1] ?? 'end' });
  });
  pipeline
    .rpush('kids:root', 'hall', 'yard')
    .rpush('kids:hall', 'desk', 'lamp')
    .rpush('kids:yard', 'tree', 'gate');
  pipeline
    .set('space', 'at')
    .set('current', String(stepOf(0)))
    .set('next:user', 1000 + shift)
    .set('job', 'open');
  await pipeline.exec();
}

class Reader {
  at = 0;
  keyFor(step) {
    return `at:${step}`;
  }
  accept() {}
  async run(steps) {
    const found = [];
    for (let step = 0; step < steps; step++) {
      const reply = await redis.get(this.keyFor(step));
      this.accept(reply);
      found.push(reply);
    }
    return found;
  }
}
class Follower extends Reader {
  keyFor(step) {
    return keyOf(this.at + step);
  }
  accept(reply) {
    this.at = Number(reply);
  }
}
class Ticket {
  #at = 0;
  static #open = new Ticket();
  static stamp(reply) {
    Ticket.#open.#at = Number(reply);
  }
  static label(step) {
    return keyOf(Ticket.#open.#at + step);
  }
}
class Row {
  #step = 0;
  set step(value) {
    this.#step = Number(value);
  }
  keyFor(prefix) {
    return `${prefix}:${(this.#step * 3 + 1) % 50}`;
  }
}
class Jobs {
  #waiting = [];
  add(job) {
    this.#waiting.push(job);
    return this;
  }
  async drain(context) {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) await job(context);
  }
}
class Lookup {
  constructor(place) {
    this.place = place;
  }
  then(resolve, reject) {
    return redis
      .get(keyOf(this.place.at))
      .then((reply) => {
        this.place.at = Number(reply);
        return reply;
      })
      .then(resolve, reject);
  }
}
class Trail {
  #at = 0;
  constructor(left) {
    this.left = left;
  }
  [Symbol.asyncIterator]() {
    return {
      next: async () => {
        if (this.left-- === 0) return { done: true, value: undefined };
        const value = await redis.get(keyOf(this.#at));
        this.#at = Number(value);
        return { done: false, value };
      },
    };
  }
}
class Moved extends Error {
  constructor(to) {
    super('moved');
    this.to = to;
  }
}
class Recent {
  #entries = new Map();
  constructor(keys) {
    for (const key of keys) this.#entries.set(key, null);
  }
  oldest() {
    return this.#entries.keys().next().value;
  }
  renew(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
  get values() {
    return [...this.#entries.values()];
  }
}

const storage = new AsyncLocalStorage();
async function readNext(step) {
  const place = storage.getStore();
  place.at = Number(await redis.get(keyOf(place.at + step)));
}
async function* page(at) {
  const reply = await redis.get(keyOf(at));
  yield reply;
  return Number(reply);
}
async function* pages(count) {
  let at = 0;
  for (let step = 0; step < count; step++) at = yield* page(at);
}
async function co(steps) {
  const walk = steps();
  let { value, done } = walk.next();
  while (!done) ({ value, done } = walk.next(await redis.get(value)));
  return value;
}
async function remembered(key, load) {
  const kept = await redis.get(key);
  if (kept !== null) return JSON.parse(kept);
  const fresh = load();
  await redis.set(key, JSON.stringify(fresh));
  return fresh;
}
async function save(user) {
  await redis.hset(`user:${user.id}`, user);
  await redis.sadd('users', user.id);
}
async function follow(at) {
  const reply = await redis.get(keyOf(at));
  if (reply !== null) throw new Moved(Number(reply));
  return at;
}
async function visit(name, found) {
  found.push(name);
  for (const child of await redis.lrange(`kids:${name}`, 0, -1)) await visit(child, found);
  return found;
}
const cell = (value) => ({
  read: () => value,
  write: (next) => {
    value = next;
  },
});
const createStore = (reduce, state) => ({
  dispatch: (action) => {
    state = reduce(state, action);
  },
  getState: () => state,
});
const moves = (state, { type, payload }) => (type === 'moved' ? { ...state, at: Number(payload) } : state);
const flow =
  (...steps) =>
  (input) =>
    steps.reduce((value, step) => step(value), input);
const into = (box) => (name) => (value) => {
  box[name] = value;
  return value;
};
const remembering = (act) => {
  const wrapped = async (...args) => (wrapped.last = await act(...args));
  wrapped.last = '0';
  return wrapped;
};
const once = (act) => {
  let kept;
  return () => (kept ??= act());
};
const compose = (layers) => (context) => {
  const run = async (at) => layers[at]?.(context, () => run(at + 1));
  return run(0);
};
const layer = (name) => async (context, next) => {
  context[name] = Number(await redis.get(keyOf(context.at)));
  context.at = context[name];
  await next();
};
const readAll = async ([key, ...rest], found = []) =>
  key === undefined ? found : readAll(rest, [...found, await redis.get(key)]);
let credit = 0;
const spend = (amount) => {
  credit -= amount;
};
const isSolvent = () => credit > 0;

const programs = {
  async overriddenMethods() {
    return new Follower().run(5);
  },
  async privateStatic() {
    Ticket.stamp(0);
    for (let step = 0; step < 5; step++) Ticket.stamp(await redis.get(Ticket.label(step)));
  },
  async setterByAssign() {
    const row = new Row();
    for (let step = 0; step < 5; step++) Object.assign(row, await redis.hgetall(row.keyFor('row')));
    return row.name;
  },
  async proxyOfKeys() {
    const seen = [];
    const keys = new Proxy({}, { get: (_target, name) => keyOf(Number(seen.at(-1) ?? 0) + name.length) });
    for (const field of ['id', 'name', 'email', 'city', 'phone']) seen.push(await redis.get(keys[field]));
    return seen;
  },
  async proxiedClient() {
    const stats = { calls: 0, last: 0 };
    const traced = new Proxy(redis, {
      get:
        (client, name) =>
        async (...args) => {
          const reply = await client[name](...args);
          stats.calls++;
          stats.last = Number(reply);
          return reply;
        },
    });
    const found = [];
    for (let step = 0; step < 5; step++) found.push(await traced.get(keyOf(stats.last)));
    return found;
  },
  async filledRows() {
    const rows = Array(3).fill({ at: 0 });
    for (let step = 0; step < 6; step++) {
      const reply = await redis.get(keyOf(rows[step % 3].at));
      rows[(step + 2) % 3].at = Number(reply);
    }
  },
  async shallowCopy() {
    const session = { id: 's1', user: { at: 0 } };
    const { user } = session;
    const copy = { ...session };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(user.at));
      copy.user.at = Number(reply);
    }
    return copy;
  },
  async boundPush() {
    const trail = [0];
    const note = trail.push.bind(trail);
    for (let step = 0; step < 5; step++) note(Number(await redis.get(keyOf(trail.at(-1)))));
    return trail;
  },
  async methodAliases() {
    const { read, write } = cell(0);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(read() + step));
      write(Number(reply));
    }
  },
  async reducerStore() {
    const store = createStore(moves, { at: 0 });
    for (let step = 0; step < 5; step++) {
      const { at } = store.getState();
      const payload = await redis.get(keyOf(at + step));
      store.dispatch({ type: 'moved', payload });
    }
    return store.getState();
  },
  async curriedAndComposed() {
    const state = { at: 0 };
    const absorb = flow(Number, (number) => number + 2, into(state)('at'));
    const found = [];
    for (let step = 0; step < 5; step++) found.push(absorb(await redis.get(keyOf(state.at))));
    return found;
  },
  async rememberingReads() {
    const read = remembering((key) => redis.get(key));
    for (let step = 0; step < 5; step++) await read(keyOf(Number(read.last) + step));
    return read.last;
  },
  async valueOfMeter() {
    const meter = {
      total: 0,
      add(amount) {
        this.total += Number(amount);
      },
      valueOf() {
        return this.total % 40;
      },
    };
    for (let step = 0; step < 5; step++) meter.add(await redis.get(`at:${meter + step}`));
    return meter.total;
  },
  async placeToJson() {
    const place = {
      at: 0,
      toJSON() {
        return { at: (this.at * 3 + 1) % 50 };
      },
    };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.hget('grid', JSON.stringify(place));
      place.at = Number(reply);
    }
  },
  async reviver() {
    let last = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const text = await redis.get(`doc:${(last * 3 + 1) % 50}`);
      found.push(
        JSON.parse(text, (name, value) => {
          if (name === 'step') last = value;
          return value;
        }),
      );
    }
    return found;
  },
  async comparatorCounts() {
    let moved = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const list = await redis.lrange(`list:${(moved * 3 + step) % 50}`, 0, -1);
      list.sort((one, next) => {
        if (Number(one) > Number(next)) moved++;
        return Number(one) - Number(next);
      });
      found.push(list);
    }
    return found;
  },
  async placeOfPattern() {
    const mark = /#/g;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const line = await redis.get(`line:${mark.lastIndex * 2 + step}`);
      found.push(mark.test(line));
    }
    return found;
  },
  async runningDigest() {
    const digest = createHash('sha256');
    for (let step = 0; step < 5; step++) {
      const [byte] = digest.copy().digest();
      digest.update(await redis.get(`at:${byte % 50}`));
    }
    return digest.digest('hex');
  },
  async streamOfText() {
    const decoder = new TextDecoder();
    let at = 0;
    let text = '';
    for (let step = 0; step < 5; step++) {
      const part = decoder.decode(await redis.getBuffer(`chunk:${at}`), { stream: true });
      text += part;
      at = (at + part.length * 7) % 50;
    }
    return text;
  },
  async abortedWrites() {
    const controller = new AbortController();
    const { signal } = controller;
    let isOpen = true;
    signal.addEventListener('abort', () => (isOpen = false));
    for (let at = 0; at < 6; at++) {
      if (Number(await redis.get(`at:${at}`)) > 35) controller.abort();
      if (isOpen) await redis.set(`kept:${at}`, at);
    }
  },
  async localStorage() {
    return storage.run({ at: 0 }, async () => {
      for (let step = 0; step < 5; step++) await readNext(step);
      return storage.getStore().at;
    });
  },
  async globalPlace() {
    globalThis.placeOfWalk = 0;
    for (let step = 0; step < 5; step++) {
      const { placeOfWalk } = globalThis;
      const reply = await redis.get(keyOf(placeOfWalk + step));
      Object.assign(globalThis, { placeOfWalk: Number(reply) });
    }
  },
  async immediateSets() {
    let last = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(last));
      await new Promise((done) =>
        setImmediate(() => {
          last = Number(reply);
          done();
        }),
      );
    }
  },
  async thenableLookups() {
    const place = { at: 0 };
    const found = [];
    for (let step = 0; step < 5; step++) found.push(await new Lookup(place));
    return found;
  },
  async queueOfJobs() {
    const jobs = new Jobs();
    for (let step = 0; step < 5; step++)
      jobs.add(async (context) => {
        context.at = Number(await redis.get(keyOf(context.at + step)));
      });
    const context = { at: 0 };
    await jobs.drain(context);
    return context.at;
  },
  async asyncIterator() {
    const found = [];
    for await (const reply of new Trail(5)) found.push(reply);
    return found;
  },
  async delegatedGenerator() {
    const found = [];
    for await (const reply of pages(5)) found.push(reply);
    return found;
  },
  async coroutine() {
    return co(function* () {
      let at = 0;
      for (let step = 0; step < 5; step++) at = Number(yield keyOf(at + step));
      return at;
    });
  },
  async fallsThrough() {
    let offset = 0;
    for (const start of [0, 10, 20, 30, 40]) {
      const reply = await redis.get(`at:${(start + offset) % 50}`);
      switch (Number(reply) % 3) {
        case 0:
          offset++;
        // falls through
        case 1:
          offset++;
          break;
        default:
          offset += 5;
      }
    }
    return offset;
  },
  async wrongTypes() {
    let failed = 0;
    const found = [];
    for (const start of [0, 10, 20, 30, 40]) {
      const reply = await redis.hget(`mixed:${start + failed}`, 'step').catch(() => {
        failed++;
        return null;
      });
      found.push(reply);
    }
    return found;
  },
  async nextRowOnHit() {
    rows: for (const row of [0, 10, 20]) {
      for (const at of [1, 2, 4]) if (Number(await redis.get(`at:${row + at}`)) === 39) continue rows;
      await redis.set(`row-sum:${row}`, 'full');
    }
  },
  async leavesBlock() {
    let misses = 0;
    for (const start of [0, 10, 20, 30, 40]) {
      const reply = await redis.get(`at:${start + misses}`);
      check: {
        if (Number(reply) % 3 === 0) break check;
        misses++;
      }
    }
    return misses;
  },
  async staysAlive() {
    let isAlive = true;
    for (let at = 0; at < 6; at++) {
      const reply = await redis.get(`at:${at}`);
      isAlive &&= Number(reply) < 30;
      isAlive && (await redis.set(`alive:${at}`, at));
    }
    return isAlive;
  },
  async commaInHead() {
    let last = 0;
    for (let step = 0, key; (key = keyOf(last + step)), step < 5; step++) last = Number(await redis.get(key));
    return last;
  },
  async defaultParameter() {
    let last = 0;
    const read = (step, key = keyOf(last + step)) => redis.get(key);
    for (let step = 0; step < 5; step++) last = Number(await read(step));
    return last;
  },
  async argumentsObject() {
    let last = 0;
    function absorb() {
      last = Number(arguments[arguments.length - 1]);
    }
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(last));
      absorb('reply', reply);
    }
  },
  async definedProperty() {
    const seen = [];
    const view = Object.defineProperty({}, 'key', { get: () => keyOf(Number(seen[seen.length - 1] ?? 0)) });
    for (let step = 0; step < 5; step++) seen.push(await redis.get(view.key));
    return seen;
  },
  async weakMapOfPlaces() {
    const places = new WeakMap();
    const session = { id: 's1' };
    const placeOf = (owner) => places.get(owner) ?? 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(placeOf(session) + step));
      places.set(session, Number(reply));
    }
  },
  async dayOfMonth() {
    const day = new Date(0);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${day.getUTCDate() + step}`);
      day.setUTCDate((Number(reply) % 28) + 1);
    }
    return day.toISOString();
  },
  async pluralRules() {
    const rules = new Intl.PluralRules('en', { type: 'ordinal' });
    const counts = { one: 0, two: 0, few: 0, other: 0 };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${counts.other * 7 + counts.few * 3 + counts.two * 2 + step}`);
      counts[rules.select(Number(reply))]++;
    }
    return counts;
  },
  async searchParams() {
    const url = new URL('http://shop.test/list?at=0');
    const { searchParams } = url;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(Number(/\d+/.exec(url.search)[0]) + step));
      searchParams.set('at', reply);
    }
    return url.href;
  },
  async viewOfBytes() {
    const bytes = new Uint8Array(4);
    const view = new DataView(bytes.buffer);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(bytes[0] + step));
      view.setUint8(0, Number(reply));
    }
    return bytes;
  },
  async prefixOfTenant() {
    tenant.options.keyPrefix = 't0:';
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await tenant.get(`at:${step}`);
      tenant.options.keyPrefix = `t${Number(reply) % 3}:`;
      found.push(reply);
    }
    return found;
  },
  async pollsState() {
    const states = [];
    while (states.length < 4) {
      states.push(await redis.get('job'));
      await sleep(2);
    }
    return states;
  },
  async timedPings() {
    const samples = [];
    for (let round = 0; round < 5; round++) {
      const started = performance.now();
      await redis.ping();
      samples.push(performance.now() - started);
    }
    return Math.min(...samples);
  },
  async idsOfUsers() {
    const users = [];
    for (const name of ['ann', 'bob', 'cid']) {
      const user = { name };
      user.id = await redis.incr('next:user');
      await save(user);
      users.push(user);
    }
    return users;
  },
  async fillsCache() {
    await redis.del('cold:1', 'cold:2', 'cold:3', 'cold:4');
    const found = [];
    for (const id of [1, 2, 3, 4]) found.push(await remembered(`cold:${id}`, () => ({ id })));
    return found;
  },
  async carriedByError() {
    let at = 0;
    for (let step = 0; step < 5; step++) {
      try {
        await follow(at + step);
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
        ({ to: at } = error);
      }
    }
    return at;
  },
  async middleware() {
    const context = { at: 0 };
    await compose(['session', 'user', 'cart', 'offer'].map(layer))(context);
    return context;
  },
  async stoppedSearch() {
    const marks = [5, 15, 25, 35, 45];
    let band = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${band + step}`);
      marks.some((mark) => {
        band = mark;
        return mark >= Number(reply);
      });
    }
    return band;
  },
  async countsRounds() {
    let tens = 0;
    for (const start of [0, 10, 20, 30, 40]) {
      const reply = await redis.get(`at:${start + tens}`);
      for (let left = Number(reply); left > 9; left -= 10) tens++;
    }
    return tens;
  },
  async skippedIndex() {
    let at = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const tags = await redis.get(`maybe:${at}`);
      found.push(tags?.split(',')[at++ % 2]);
      at += 2;
    }
    return found;
  },
  async slotsWithHoles() {
    const slots = [];
    for (let at = 0; at < 4; at++) slots[Number(await redis.get(`at:${at}`)) % 9] = at;
    for (const index in slots) await redis.set(`slot:${index}`, slots[index]);
  },
  async beltOfValues() {
    const belt = { held: 'none' };
    for (const slot of [1, 2, 3, 4, 5])
      Object.assign(belt, { held: await redis.getset(`belt:${slot}`, belt.held ?? 'new') });
    return belt.held;
  },
  async spendsCredit() {
    credit = 60;
    for (let at = 0; at < 5; at++) {
      spend(Number(await redis.get(`at:${at}`)));
      if (isSolvent()) await redis.set(`paid:${at}`, at);
    }
    return credit;
  },
  async replacer() {
    let last = 0;
    const lines = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(last + step));
      lines.push(
        JSON.stringify({ step, reply }, (name, value) => (name === 'reply' ? (last = Number(value)) : value)),
      );
    }
    return lines;
  },

  async wordsInOrder() {
    const found = [];
    for (const word of words.slice(0, 5)) found.push(await redis.get(`word:${word}`));
    return found;
  },
  async checksLinks() {
    const broken = [];
    for (let at = 0; at < 5; at++) {
      const next = await redis.get(`word:${words[at]}`);
      broken.push(next !== words[at + 1]);
    }
    return broken;
  },
  async namesOfNodes() {
    const nodes = new Map();
    for (const word of words.slice(0, 5)) {
      const { name, next } = await redis.hgetall(`node:${word}`);
      nodes.set(name, next);
    }
    return nodes;
  },
  async overwrittenLast() {
    let last = 0;
    const total = { sum: 0 };
    for (let step = 0; step < 5; step++) {
      last = Number(await redis.get(keyOf(last)));
      total.sum += last;
      last = step + 1;
    }
    return total.sum;
  },
  async twoHands() {
    let [left, right] = [0, 7];
    for (let step = 0; step < 6; step++) {
      const reply = await redis.get(keyOf(left));
      [left, right] = [right, Number(reply)];
    }
    return [left, right];
  },
  async laggedMicrotask() {
    let last = 0;
    for (let step = 0; step < 6; step++) {
      const reply = await redis.get(keyOf(last * 2 + step));
      queueMicrotask(() => {
        last = Number(reply);
      });
    }
  },
  async breadthFirst() {
    const queue = ['root'];
    const found = [];
    while (queue.length > 0) {
      const name = queue.shift();
      found.push(name);
      queue.push(...(await redis.lrange(`kids:${name}`, 0, -1)));
    }
    return found;
  },
  async depthFirst() {
    return visit('root', []);
  },
  async threeWalkers() {
    const walkers = [0, 10, 20];
    for (let turn = 0; turn < 9; turn++) {
      const who = turn % 3;
      walkers[who] = Number(await redis.get(keyOf(walkers[who])));
    }
    return walkers;
  },
  async rowsOfTheirOwn() {
    const rows = Array.from({ length: 5 }, (_, at) => ({ at, reply: null }));
    for (const row of rows) row.reply = await redis.get(keyOf(row.at));
    return rows;
  },
  async fieldBesideField() {
    const state = { next: 0, seen: [] };
    while (state.next < 5) {
      state.seen.push(Number(await redis.get(keyOf(state.next))));
      state.next += 1;
    }
    return state.seen;
  },
  async traceOnly() {
    const isTraced = process.env.PLANTED_TRACE === '1';
    let last = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(last + step));
      if (isTraced) last = Number(reply);
      found.push(reply);
    }
    return found;
  },
  async reducedPromises() {
    return [0, 1, 2, 3, 4].reduce(
      async (before, at) => [...(await before), await redis.get(keyOf(at))],
      Promise.resolve([]),
    );
  },
  async restOfKeys() {
    return readAll(['at:3', 'at:5', 'at:8', 'at:13', 'at:21']);
  },
  async copiesAndChecks() {
    const same = [];
    for (let at = 0; at < 4; at++) {
      const value = await redis.get(`doc:${at}`);
      await redis.set(`copy:${at}`, value);
      same.push((await redis.get(`copy:${at}`)) === value);
    }
    return same;
  },
  async writesSum() {
    let last = 0;
    for (let at = 0; at < 5; at++) last += Number(await redis.get(`at:${at}`));
    await redis.set('sum', last);
    return last;
  },
  async firstWins() {
    const cache = {};
    const found = [];
    for (let step = 0; step < 6; step++) {
      const reply = await redis.get(keyOf((cache.first ?? 0) + step));
      cache.first ??= Number(reply);
      found.push(reply);
    }
    return found;
  },
  async keptKeys() {
    const keys = {};
    let last = 0;
    for (let step = 0; step < 6; step++) {
      const key = (keys[step % 2] ??= keyOf(last + step));
      last = Number(await redis.get(key));
    }
    return last;
  },
  async oldestKey() {
    const recent = new Recent(['at:2', 'at:4', 'at:6', 'at:8', 'at:10']);
    for (let round = 0; round < 5; round++) {
      const key = recent.oldest();
      recent.renew(key, await redis.get(key));
    }
    return recent.values;
  },
  async spaceOnce() {
    const space = once(() => redis.get('space'));
    const found = [];
    for (const id of [3, 6, 9, 12, 15]) found.push(await redis.get(`${await space()}:${id}`));
    return found;
  },
  async samePointer() {
    const row = {};
    for (const field of ['step', 'name', 'team', 'kind']) {
      const current = await redis.get('current');
      row[field] = await redis.hget(`row:${current}`, field);
    }
    return row;
  },
  async shadowedLast() {
    const last = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(last + step));
      {
        const last = Number(reply) + step;
        found.push(last);
      }
    }
    return found;
  },
  async pairsOfWords() {
    const found = [];
    for (const word of ['alpha', 'charlie', 'echoes']) {
      const next = await redis.get(`word:${word}`);
      found.push(await redis.get(`word:${next}`));
    }
    return found;
  },
  async loggedByEmitter() {
    const events = new EventEmitter();
    const lines = [];
    events.on('read', ({ key, reply }) => lines.push(`${key}=${reply}`));
    for (let last = 0; last < 5; last++) {
      const key = keyOf(last);
      events.emit('read', { key, reply: await redis.get(key) });
    }
    return lines;
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await Promise.all([redis.quit(), tenant.quit()]);
