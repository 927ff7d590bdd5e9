import { EventEmitter } from 'node:events';
import { redis, keyOf, play } from './setup.mjs';

const bus = new EventEmitter();
const state = { last: 0 };
bus.on('assign', (reply) => Object.assign(state, { last: Number(reply) }));
const app = { state: { last: 0 } };
bus.on('nested', (reply) => {
  app.state.last = Number(reply);
});
function makeTracker() {
  let last = 0;
  return {
    note(reply) {
      last = Number(reply);
    },
    key() {
      return keyOf(last);
    },
  };
}
const tracker = makeTracker();
bus.on('tracked', (reply) => tracker.note(reply));

const withRetry =
  (fn) =>
  async (...args) => {
    for (let attempt = 0; ; attempt++)
      try {
        return await fn(...args);
      } catch (error) {
        if (attempt === 2) throw error;
      }
  };
const load = withRetry((kind, id) => redis.get(`${kind}:${id}`));
class Redirect extends Error {
  constructor(to) {
    super('redirect');
    this.to = to;
  }
}
const follow = (reply) => {
  throw new Redirect(Number(reply));
};

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
const remembering = (Base) =>
  class extends Base {
    keyFor(step) {
      return keyOf(this.at + step);
    }
    accept(reply) {
      this.at = Number(reply);
    }
  };
const Following = remembering(Reader);
class Pager {
  constructor(options) {
    Object.assign(this, options);
  }
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
const cursorMixin = {
  key() {
    return keyOf(this.last);
  },
  move(reply) {
    this.last = Number(reply);
  },
};

const programs = {
  async popsOnReply() {
    // needs 5 chain
    const stack = ['a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'a:6', 'a:7', 'a:8', 'a:9', 'a:10'];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = (await redis.get(`sign:${step}:${stack.at(-1)}`)) ?? (await 0);
      found.push(reply);
      if (Number(reply) % 2 === 0) stack.pop();
    }
    return found;
  },
  async shiftsOnReply() {
    // needs 5 chain
    const queue = [3, 6, 9, 12, 15, 18];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${queue[0] + step}`);
      found.push(reply);
      if (Number(reply) % 2 === 1) queue.shift();
    }
    return found;
  },
  async clearsOnReply() {
    // needs 5 chain
    const seen = new Set();
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${seen.size + step}`);
      seen.add(step);
      if (Number(reply) % 3 === 0) seen.clear();
      found.push(reply);
    }
    return found;
  },
  async reversesOnReply() {
    // needs 5 chain
    const order = [1, 7, 13];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${order[0] + step}`);
      if (Number(reply) % 2) order.reverse();
      found.push(reply);
    }
    return found;
  },
  async pagesByLength() {
    // needs 5 chain
    const items = [];
    for (let page = 0; page < 5; page++) {
      const rows = await redis.lrange('feed', items.length, items.length + 9);
      items.push(...rows);
    }
    return items;
  },
  async pagesBySpread() {
    // needs 5 chain
    let items = [];
    for (let page = 0; page < 5; page++) {
      const rows = await redis.lrange('feed', items.length, items.length + 9);
      items = [...items, ...rows];
    }
    return items.length;
  },
  async countsKinds() {
    // needs 5 chain
    const counts = {};
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${Object.keys(counts).length + step}`);
      counts[reply] = (counts[reply] ?? 0) + 1;
    }
    return counts;
  },
  async distinctMembers() {
    // needs 5 chain
    let known = new Set();
    for (let step = 0; step < 5; step++) {
      const members = await redis.smembers(`set:${known.size}`);
      known = new Set([...known, ...members]);
    }
    return [...known];
  },
  async varAtTop() {
    // needs 5 chain
    for (const step of [0, 1, 2, 3, 4]) {
      const reply = await redis.get(keyOf((previous ?? 0) + step));
      var previous = Number(reply);
    }
    return previous;
  },
  async assignedByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(state.last + step));
      bus.emit('assign', reply);
      found.push(reply);
    }
    return found;
  },
  async nestedStateByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(app.state.last + step));
      bus.emit('nested', reply);
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
  async retriedArguments() {
    // needs 5 chain
    const found = [];
    let last = 0;
    for (let step = 0; step < 5; step++) {
      const reply = await load('at', last);
      last = (Number(reply) + step) % 50;
      found.push(reply);
    }
    return found;
  },
  async spreadArguments() {
    // needs 5 chain
    const key = (kind, id) => `${kind}:${id}`;
    let pair = ['at', 0];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(key(...pair));
      pair = ['at', (Number(reply) + step) % 50];
      found.push(reply);
    }
    return found;
  },
  async dispatchTable() {
    // needs 5 chain
    let at = 10;
    const moves = {
      up() {
        at += 1;
      },
      down() {
        at -= 1;
      },
      stay() {},
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at + step}`);
      moves[reply]();
      found.push(reply);
    }
    return found;
  },
  async dispatchAnswer() {
    // needs 5 chain
    const moves = { up: () => 1, down: () => -1, stay: () => 0 };
    let at = 10;
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at + step}`);
      at += moves[reply]();
    }
    return at;
  },
  async chosenFunction() {
    // needs 5 chain
    let at = 10;
    const up = () => {
      at += 1;
    };
    const down = () => {
      at -= 1;
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`sign:${at + step}`);
      const act = reply === 'up' ? up : down;
      act();
      found.push(reply);
    }
    return found;
  },
  async thrownAlways() {
    // needs 5 chain
    let at = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(keyOf(at + step));
      found.push(reply);
      try {
        follow(reply);
      } catch (error) {
        at = error.to;
      }
    }
    return found;
  },
  async mixedIn() {
    // needs 5 chain
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(walker.key());
      walker.last = Number(reply);
      found.push(reply);
    }
    walker.last = 0;
    return found;
  },
  async mixedInLocal() {
    // needs 5 chain
    const cursor = { last: 0, ...cursorMixin };
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(cursor.key());
      cursor.last = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async createdFrom() {
    // needs 5 chain
    const cursor = Object.create(cursorMixin);
    cursor.last = 0;
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(cursor.key());
      cursor.last = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async borrowedMethod() {
    // needs 5 chain
    const cursor = { last: 0 };
    const found = [];
    for (let times = 0; times < 5; times++) {
      const reply = await redis.get(cursorMixin.key.call(cursor));
      cursor.last = Number(reply) + times;
      found.push(reply);
    }
    return found;
  },
  async spreadGetter() {
    // needs 5 chain
    let last = 0;
    const defaults = {
      get key() {
        return keyOf(last);
      },
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const options = { ...defaults, step };
      const reply = await redis.get(options.key);
      last = Number(reply) + step;
      found.push(reply);
    }
    return found;
  },
  async entriesOfGetters() {
    // needs 5 chain
    let last = 0;
    const params = {
      get at() {
        return (last * 3 + 1) % 50;
      },
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const [key] = Object.entries(params).map(([name, value]) => `${name}:${value}`);
      const reply = await redis.get(key);
      last = Number(reply) + step;
      found.push(reply);
    }
    return found;
  },
  async writesGetter() {
    // needs 5 chain
    let sum = 0;
    const totals = {
      get sum() {
        return sum;
      },
    };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.hincrby('totals', `f${step}`, Number(1));
      sum += reply;
      await redis.hset(`sums:${step}`, totals);
    }
    return sum;
  },
  async manualIterator() {
    // needs 5 chain
    let last = 0;
    const keys = {
      [Symbol.iterator]() {
        let step = 0;
        return { next: () => (step < 5 ? { value: keyOf(last + step++), done: false } : { done: true }) };
      },
    };
    const found = [];
    for (const key of keys) {
      const reply = await redis.get(key);
      last = Number(reply);
      found.push(reply);
    }
    return found;
  },
  async nextOfGenerator() {
    // needs 5 chain
    let last = 0;
    function* keys() {
      for (let step = 0; ; step++) yield keyOf(last + step);
    }
    const source = keys();
    const found = [];
    for (let step = 0; step < 5; step++) {
      const key = source.next().value;
      const reply = await redis.get(key);
      last = Number(reply);
      found.push(reply);
    }
    return found;
  },
  async mixinClass() {
    // needs 5 chain
    return new Following().run(5);
  },
  async optionsOverride() {
    // needs 5 chain
    let at = 0;
    return new Pager({
      keyFor: (step) => keyOf(at + step),
      accept: (reply) => {
        at = Number(reply);
      },
    }).run(5);
  },
  async lengthCallback() {
    // needs 5 chain
    let drawn = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(drawn + step) % 50}`);
      Array.from({ length: Number(reply) % 4 }, () => {
        drawn += 1;
      });
      found.push(reply);
    }
    return found;
  },
  async restLength() {
    // needs 5 chain
    let total = 0;
    const add = (...members) => {
      total += members.length;
    };
    for (let step = 0; step < 5; step++) add(...(await redis.smembers(`set:${total}`)));
    return total;
  },
};
const walker = { last: 0, ...cursorMixin };
await play(programs);
