// Handlers made to deceive the profiler: each has commands that look independent, or dependent, and are not. What may be
// said of each stands in misleading.real.test.ts.
import { EventEmitter } from 'node:events';
import { Redis } from 'ioredis';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const redis = new Redis(Number(process.env.PLANTED_PORT));
const other = new Redis(Number(process.env.PLANTED_PORT));
/** A key that no reply has as a text. */
const keyOf = (number) => `at:${(number * 3 + 1) % 50}`;

async function seed() {
  const pipeline = redis.pipeline();
  for (let at = 0; at < 50; at++) {
    pipeline.set(`at:${at}`, String((at * 7 + 11) % 50));
    pipeline.set(`doc:${at}`, JSON.stringify({ step: (at * 7 + 11) % 50 }));
    pipeline.hset(`row:${at}`, { step: String((at * 7 + 11) % 50) });
  }
  pipeline
    .set('stock', '100')
    .del('lock', 'sum', 'orders', 'order', 'visits', 'views', 'songs', 'ages', 'scores', 'limit:me');
  await pipeline.exec();
}

class Walk {
  last = 0;
  accept(reply) {
    this.last = Number(reply);
  }
  get key() {
    return keyOf(this.last);
  }
  next() {
    return keyOf(this.last);
  }
}

let shared = 0;
const remember = (reply) => {
  shared = Number(reply);
};
const sharedKey = () => keyOf(shared);
const merge = (into, from) => {
  for (const [name, value] of Object.entries(from)) into[name] = value;
};
const note = (into, name, value) => {
  into.set(name, value);
};
const ensure = (ok) => {
  if (!ok) throw new Error('locked');
};
const notFound = () => {
  throw new Error('404');
};
const redirect = (to) => {
  throw new Error(to);
};
const work = (at) => at * 2;
async function load(ids) {
  const found = [];
  for (const id of ids) found.push(Number(await redis.get(`at:${id}`)));
  return found;
}
const tag = (_texts, reply) => {
  shared = Number(reply);
};
const handlers = { even: () => (shared += 2), odd: () => (shared += 1) };
async function* replies() {
  let at = 0;
  for (let step = 0; step < 5; step++) at = yield await redis.get(keyOf(at));
}
async function descend(at, depth) {
  const reply = await redis.get(keyOf(at));
  return depth === 0 ? reply : descend(Number(reply), depth - 1);
}

const programs = {
  async closure() {
    shared = 0;
    for (let step = 0; step < 5; step++) remember(await redis.get(sharedKey()));
  },
  async keyOfClosure() {
    let last = 0;
    const key = (step) => keyOf(last + step);
    for (let step = 0; step < 5; step++) last = Number(await redis.get(key(step)));
  },
  async method() {
    const walk = new Walk();
    for (let step = 0; step < 5; step++) walk.accept(await redis.get(walk.next()));
  },
  async getter() {
    const walk = new Walk();
    for (let step = 0; step < 5; step++) {
      const { key } = walk;
      walk.accept(await redis.get(key));
    }
  },
  async setter() {
    let key = 'at:0';
    const state = {
      set last(reply) {
        key = keyOf(Number(reply));
      },
    };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(key);
      state.last = reply;
    }
  },
  async assign() {
    const state = { step: 0 };
    for (let step = 0; step < 5; step++) {
      const row = await redis.hgetall(`row:${(Number(state.step) * 3 + 1) % 50}`);
      Object.assign(state, row);
    }
  },
  async mergeHelper() {
    const state = { step: 0 };
    for (let step = 0; step < 5; step++)
      merge(state, JSON.parse(await redis.get(`doc:${(state.step * 3 + 1) % 50}`)));
  },
  async filledMap() {
    const seen = new Map([['step', 0]]);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(seen.get('step')));
      note(seen, 'step', Number(reply));
    }
  },
  async emitter() {
    let last = 0;
    const events = new EventEmitter();
    events.on('reply', (reply) => (last = Number(reply)));
    for (let step = 0; step < 5; step++) events.emit('reply', await redis.get(keyOf(last)));
  },
  async guardHelper() {
    const ok = await redis.set('lock', 'me', 'EX', 100, 'NX');
    ensure(ok ?? 'OK');
    await redis.decr('stock');
    await redis.lpush('orders', 'order');
    await redis.hset('order', 'state', 'paid');
  },
  async notFound() {
    const exists = await redis.exists('stock');
    if (!exists) notFound();
    await redis.hincrby('views', 'page', 1);
    await redis.lpush('visits', 'now');
    await redis.ltrim('visits', 0, 9);
  },
  async redirect() {
    const to = await redis.get('moved');
    void (to && redirect(to));
    await redis.hincrby('views', 'other', 1);
    await redis.lpush('visits', 'then');
    await redis.ltrim('visits', 0, 9);
  },
  async twoLevels() {
    const first = await load([1, 2, 3, 4]);
    return load(first.map((at) => (at * 3 + 1) % 50));
  },
  async nestedLevels() {
    let ids = [1, 2, 3];
    for (let level = 0; level < 3; level++) ids = (await load(ids)).map((at) => (at * 3 + 1) % 50);
  },
  async generator() {
    const walk = replies();
    let { value } = await walk.next();
    for (let step = 0; step < 4; step++) ({ value } = await walk.next(Number(value)));
  },
  async recursion() {
    return descend(0, 5);
  },
  async labelledBreak() {
    search: for (const row of [1, 2, 3]) {
      for (const at of [10, 20, 30]) {
        const reply = await redis.get(`at:${row + at}`);
        if (reply === 'none') break search;
      }
    }
  },
  async optionalCall() {
    shared = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(shared));
      handlers[Number(reply) % 2 === 0 ? 'even' : 'odd']?.();
    }
  },
  async defaults() {
    let calls = 0;
    const fallback = () => ++calls;
    for (let step = 0; step < 5; step++) {
      const { missing = fallback() } = JSON.parse(await redis.get(`doc:${keyOf(calls).slice(3)}`));
      if (missing > 9) calls = 0;
    }
  },
  async taggedTemplate() {
    shared = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(shared));
      void tag`${reply}`;
    }
  },
  async spreadCall() {
    const walk = new Walk();
    for (let step = 0; step < 5; step++) {
      const pair = [await redis.get(keyOf(walk.last))];
      walk.accept(...pair);
    }
  },
  async callback() {
    let key = 'row:1';
    for (let step = 0; step < 5; step++) {
      const row = await redis.hgetall(key);
      Object.values(row).forEach((value) => (key = `row:${(Number(value) * 3 + 1) % 50}`));
    }
  },
  async helperWithState() {
    let last = 0;
    const read = async (step) => {
      const reply = await redis.get(keyOf(last + step));
      last = Number(reply);
    };
    for (let step = 0; step < 5; step++) await read(step);
  },
  async stateOfClosure() {
    const seen = new Map();
    const read = async (at) => {
      if (seen.get('last') === 'none') return;
      seen.set('last', await redis.get(`at:${at}`));
    };
    for (let at = 10; at < 15; at++) await read(at);
  },
  async declaredLater() {
    let last = 0;
    for (let step = 0; step < 5; step++) last = Number(await redis.get(key(step)));
    function key(step) {
      return keyOf(last + step);
    }
  },
  async twoOfHelper() {
    const pair = async (at) => {
      const reply = await redis.get(keyOf(at));
      return redis.hget(`row:${(Number(reply) * 3 + 1) % 50}`, 'step');
    };
    const found = [];
    for (let step = 0; step < 4; step++) found.push(await pair(step));
    return found;
  },
  async limiter() {
    const count = await redis.get('limit:me');
    if (count !== null && Number(count) > 1000) return false;
    await redis.incr('limit:me');
    return redis.expire('limit:me', 60);
  },
  async oneGuard() {
    const count = await redis.scard('songs');
    if (count >= 900) return;
    await redis.hset('song:1', 'title', 'one');
    await redis.sadd('songs', 'other');
    await redis.zadd('scores', 5, 'other');
  },
  async conditionalSecond() {
    for (let at = 0; at < 9; at++) {
      const age = await redis.ttl(`at:${at}`);
      if (at % 3 === 1 && age === -1) await redis.hdel('ages', `field${at}`);
    }
  },
  async growsItsList() {
    const waiting = ['at:0', 'at:1', 'at:2'];
    for (const key of waiting) {
      const reply = await redis.get(key);
      if (reply === '18') waiting.push('at:7', 'at:9');
    }
  },
  async shrinksItsSet() {
    const waiting = new Set(['at:0', 'at:1', 'at:2', 'at:3', 'at:4']);
    for (const key of waiting) {
      const reply = await redis.get(key);
      if (reply === '18') waiting.delete('at:3');
    }
  },
  async deletesItsField() {
    const waiting = { 'at:0': 1, 'at:1': 1, 'at:2': 1, 'at:3': 1, 'at:4': 1 };
    const skipped = { 18: 'at:3' };
    for (const key in waiting) {
      const reply = await redis.get(key);
      delete waiting[skipped[reply]];
    }
  },
  async countsBehindAnd() {
    const keys = ['at:0', 'at:1', 'at:2', 'at:3', 'at:4', 'at:5'];
    for (let at = 0; at < keys.length; at++) {
      const reply = await redis.get(keys[at]);
      reply === '18' && at++;
    }
  },
  async countsInField() {
    const place = { x: 0, y: 0 };
    const axes = { 11: 'x', 18: 'x', 25: 'x' };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${place.x}`);
      place[axes[reply] ?? 'y']++;
    }
  },
  async commandCallback() {
    let last = 0;
    for (let step = 0; step < 5; step++)
      await redis.get(keyOf(last), (_error, reply) => {
        last = Number(reply);
      });
  },
  async functionExpression() {
    let last = '0';
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(Number(last) * 3 + 1) % 50}`);
      [reply].forEach(function (one) {
        last = one;
      });
    }
  },
  async thenFunction() {
    let last = 0;
    for (let step = 0; step < 5; step++)
      await redis.get(keyOf(last)).then(function (reply) {
        last = Number(reply);
      });
  },
  async generatorOfKeys() {
    let last = 0;
    function* keys() {
      for (let step = 0; step < 5; step++) yield keyOf(last);
    }
    for (const key of keys()) last = Number(await redis.get(key));
  },
  async classOfKeys() {
    let last = 0;
    class Keys {
      of(step) {
        return keyOf(last + step);
      }
    }
    const keys = new Keys();
    for (let step = 0; step < 5; step++) last = Number(await redis.get(keys.of(step)));
  },
  async getterOfClass() {
    let last = 0;
    class Keys {
      get key() {
        return keyOf(last);
      }
    }
    const keys = new Keys();
    for (let step = 0; step < 5; step++) last = Number(await redis.get(keys.key));
  },
  async countsWhatFails() {
    let failed = 0;
    for (const start of [0, 10, 20, 30, 40]) {
      const reply = await redis.get(`at:${start + failed}`);
      try {
        JSON.parse(reply + ']'.repeat(Number(reply) % 2));
      } catch {
        failed++;
      }
    }
  },
  async switchOfTrue() {
    for (let at = 0; at < 6; at++) {
      const reply = await redis.get(`at:${at}`);
      switch (true) {
        case reply === 'none':
          return;
      }
      await redis.incr(`sum:${at}`);
    }
  },
  async returnsFromReply() {
    for (const key of ['none:0', 'none:1', 'none:2', 'none:3']) {
      const list = await redis.lrange(key, 0, -1);
      for (const one of list) return one;
      await redis.incr(`sum:${key}`);
    }
    return null;
  },
  async lastMatch() {
    'at:0'.match(/(\d+)/);
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${RegExp.$1}`);
      reply.match(/(\d+)/);
    }
  },
  async ownString() {
    let last = 0;
    const encodeURIComponent = (reply) => {
      last = Number(reply);
    };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${last}`);
      encodeURIComponent(reply);
    }
  },
  async bytesOfKey() {
    const key = Buffer.from('at:00');
    for (let step = 0; step < 5; step++) {
      const reply = await redis.getBuffer(`at:${Number(key.subarray(3))}`);
      reply.copy(key, 3);
    }
  },
  async throwsBeforeWrite() {
    for (let at = 0; at < 5; at++) {
      const reply = await redis.get(`at:${at}`);
      void reply.length;
      await redis.incr('sum');
    }
  },
  async parsesBeforeWrite() {
    for (let at = 0; at < 5; at++) {
      const { step } = JSON.parse(await redis.get(`doc:${at}`));
      void step;
      await redis.set(`sum:${at}`, 1);
    }
  },
  async twoConnections() {
    for (let at = 0; at < 5; at++) {
      await redis.set(`sum:${at}`, at);
      await other.get(`sum:${at}`);
    }
  },
  async holdsLock() {
    for (let at = 0; at < 5; at++) {
      await redis.set(`lock:${at}`, 'me', 'PX', 1000);
      work(at);
      await redis.del(`lock:${at}`);
    }
  },
};

await seed();
for (let times = 0; times < 3; times++)
  for (const [name, act] of Object.entries(programs)) await unit(name, act);
await Promise.all([redis.quit(), other.quit()]);
