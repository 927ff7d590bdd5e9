import { EventEmitter } from 'node:events';
import { createHmac } from 'node:crypto';
import { redis, keyOf, play } from './setup.mjs';

const bus = new EventEmitter();
const state = { place: 0 };
bus.on('assign', (reply) => Object.assign(state, { place: Number(reply) }));
const app = { now: { spot: 0 } };
bus.on('nested', (reply) => Object.assign(app.now, { spot: Number(reply) }));
const app2 = { inner: { field: 0 } };
bus.on('nested2', (reply) => {
  app2.inner.field = Number(reply);
});
function makeTracker() {
  let mark = 0;
  return {
    note(reply) {
      mark = Number(reply);
    },
    key() {
      return keyOf(mark);
    },
  };
}
const tracker = makeTracker();
bus.on('tracked', (reply) => tracker.note(reply));

class Redirect extends Error {
  constructor(to) {
    super('redirect');
    this.target = to;
  }
}
const follow = (reply) => {
  throw new Redirect(Number(reply));
};
class Holder {
  options = { offset: 0 };
  constructor(emitter) {
    emitter.on('moved', (reply) => Object.assign(this.options, { offset: Number(reply) }));
  }
  async run() {
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(this.options.offset + step) % 50}`);
      bus.emit('moved', reply);
      found.push(reply);
    }
    return found;
  }
}
const holder = new Holder(bus);
const verify = (secret) => createHmac('sha256', secret).update('body').digest('hex');
const plans = { free: { limit: 1 }, pro: { limit: 9 } };

const programs = {
  async assignedByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(state.place + step));
      bus.emit('assign', reply);
      found.push(reply);
    }
    return found;
  },
  async nestedStateByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(app.now.spot + step));
      bus.emit('nested', reply);
      found.push(reply);
    }
    return found;
  },
  async nestedAssigned() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(app2.inner.field + step));
      bus.emit('nested2', reply);
      found.push(reply);
    }
    return found;
  },
  async closureByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(tracker.key());
      bus.emit('tracked', reply);
      found.push(reply);
    }
    return found;
  },
  async holderByEvent() {
    // needs 5 chain
    return holder.run();
  },
  async dispatchTable() {
    // needs 5 chain
    let at = 10;
    const moves = {
      up() {
        at += 1;
      },
      down() {
        at += 2;
      },
      stay() {
        at += 3;
      },
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      moves[reply]();
      found.push(reply);
    }
    return found;
  },
  async dispatchAnswer() {
    // needs 5 chain
    const moves = { up: () => 1, down: () => 2, stay: () => 3 };
    let at = 10;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      at += moves[reply]();
    }
    return at;
  },
  async dispatchMap() {
    // needs 5 chain
    let at = 10;
    const moves = new Map([
      [
        'up',
        () => {
          at += 1;
        },
      ],
      [
        'down',
        () => {
          at += 2;
        },
      ],
      [
        'stay',
        () => {
          at += 3;
        },
      ],
    ]);
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      moves.get(reply)();
      found.push(reply);
    }
    return found;
  },
  async chosenFunction() {
    // needs 5 chain
    let at = 10;
    const one = () => {
      at += 1;
    };
    const two = () => {
      at += 2;
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      const act = reply === 'up' ? one : two;
      act();
      found.push(reply);
    }
    return found;
  },
  async chosenCallback() {
    // needs 5 chain
    let at = 10;
    const one = () => {
      at += 1;
    };
    const two = () => {
      at += 2;
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at}`);
      ['x'].forEach(reply === 'up' ? one : two);
      found.push(reply);
    }
    return found;
  },
  async thrownAlways() {
    // needs 5 chain
    let at = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(at + step) % 50}`);
      found.push(reply);
      try {
        follow(reply);
      } catch (error) {
        at = error.target;
      }
    }
    return found;
  },
  async mixedInLocal() {
    // needs 5 chain
    const mixin = {
      key() {
        return `at:${this.here % 50}`;
      },
    };
    const cursor = { here: 0, ...mixin };
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(cursor.key());
      cursor.here = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async createdFrom() {
    // needs 5 chain
    const base = {
      key() {
        return `at:${this.here % 50}`;
      },
    };
    const cursor = Object.create(base);
    cursor.here = 0;
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(cursor.key());
      cursor.here = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async borrowedMethod() {
    // needs 5 chain
    const base = {
      key() {
        return `at:${this.here % 50}`;
      },
    };
    const cursor = { here: 0 };
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(base.key.call(cursor));
      cursor.here = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async manualIterator() {
    // needs 5 chain
    let last = 0;
    const keys = {
      [Symbol.iterator]() {
        let step = 0;
        return {
          next() {
            step++;
            return step <= 5 ? { value: `at:${(last + step) % 50}`, done: false } : { done: true };
          },
        };
      },
    };
    const found = [];
    for (const key of keys) {
      const reply = await redis.get(String(key));
      last = Number(reply);
      found.push(reply);
    }
    return found;
  },
  async classIterator() {
    // needs 5 chain
    class Keys {
      last = 0;
      step = 0;
      [Symbol.iterator]() {
        return this;
      }
      next() {
        this.step++;
        return { value: (this.last + this.step) % 50, done: this.step > 5 };
      }
    }
    const keys = new Keys();
    const found = [];
    for (const key of keys) {
      const reply = await redis.get(`at:${key}`);
      keys.last = Number(reply);
      found.push(reply);
    }
    return found;
  },
  async countsKindsNested() {
    // needs 5 chain
    const counts = {};
    const found = [];
    for (let step = 0; step < 5; step++) {
      let kinds = 0;
      for (const _ of Object.keys(counts)) kinds++;
      const reply = await redis.get(`sign:${kinds * 7 + step}`);
      counts[reply] = true;
      found.push(reply);
    }
    return found;
  },
  async linkedCheck() {
    // needs 1
    let value;
    const found = [];
    for (const word of ['alpha', 'bravo', 'charlie', 'delta', 'echoes']) {
      value = word;
      value = await redis.get(`word:${value}`);
      found.push(value);
    }
    return found;
  },
  async annotatedRow() {
    // needs 1
    let row = { next: 0 };
    const rows = [];
    for (let step = 0; step < 5; step++) {
      const got = await redis.hgetall(`row:${row.next}`);
      got.next = step + 1;
      rows.push(got);
      row = got;
    }
    return rows;
  },
  async deferredLine() {
    // needs 4
    let release;
    const ready = new Promise((resolve) => {
      release = resolve;
    });
    const first = await redis.get('at:1');
    release(Number(first));
    const id = await ready;
    const second = await redis.get(`list:${id}`);
    const third = await redis.get('sign:4');
    const fourth = await redis.get(`set-of:${second}`);
    return [first, second, third, fourth];
  },
  async deferredKeys() {
    // needs 2
    let release;
    const ready = new Promise((resolve) => {
      release = resolve;
    });
    const first = await redis.get('at:1');
    release(Number(first));
    const id = await ready;
    const second = await redis.get(`list:${id}`);
    const third = await redis.hgetall(`row:${id}`);
    const fourth = await redis.get(`sign:${id}`);
    return [first, second, third, fourth];
  },
  async secretGuard() {
    // needs 2
    const secret = await redis.get('word:alpha');
    verify(secret);
    await redis.set('hook:seen', '1');
    await redis.incr('hook:count');
    await redis.lpush('hook:log', 'body');
  },
  async planGuard() {
    // needs 2
    const plan = (await redis.get('current:plan')) ?? 'free';
    const { limit } = plans[plan];
    await redis.set('plan:seen', '1');
    await redis.incr('plan:count');
    await redis.lpush('plan:log', 'body');
    return limit;
  },
  async dateGuard() {
    // needs 2
    const started = await redis.get('at:3');
    const day = new Date(Number(started)).toISOString();
    await redis.set('day:seen', '1');
    await redis.incr('day:count');
    await redis.lpush('day:log', 'body');
    return day;
  },
  async nullIteration() {
    // needs 2
    const text = await redis.get('list:3');
    const letters = new Set(text);
    for (const letter of text) letters.add(letter.toUpperCase());
    await redis.set('tag:seen', '1');
    await redis.incr('tag:count');
    await redis.lpush('tag:log', 'body');
    return letters.size;
  },
  async callCounter() {
    // needs 10
    for (let step = 1; step <= 5; step++) {
      const value = await redis.call('GET', 'balance');
      await redis.call('SET', 'balance', String(Number(value) * 2 + step));
    }
    return redis.get('balance');
  },
  async sampled() {
    // needs 10
    const samples = [];
    for (let round = 0; round < 5; round++) samples.push([await redis.get('at:0'), await redis.llen('feed')]);
    return samples;
  },
  async timeBudget() {
    // needs 5
    const deadline = performance.now() + 1000;
    let done = 0;
    for (const id of [1, 2, 3, 4, 5]) {
      if (performance.now() > deadline) break;
      await redis.set(`done:${id}`, '1');
      done++;
    }
    return done;
  },
  async abortable() {
    // needs 5
    const controller = new AbortController();
    const { signal } = controller;
    for (const id of [1, 2, 3, 4, 5]) {
      if (signal.aborted) break;
      await redis.set(`kept:${id}`, '1');
    }
  },
  async selectedBases() {
    // needs 15
    const found = [];
    for (const base of [0, 1, 2, 0, 1]) {
      await redis.select(base);
      const id = await redis.get('pointer');
      found.push(await redis.get(`at:${id ?? 1}`));
    }
    await redis.select(0);
    return found;
  },
  async catchCounts() {
    // needs 5 chain
    let skip = 0;
    const found = [];
    for (let step = 0; step < 5; step++)
      found.push(
        await redis.get(`at:${step + skip}`).catch(() => {
          skip += 1;
        }),
      );
    return found;
  },
};
await play(programs);
