import { EventEmitter } from 'node:events';
import { redis, play } from './setup.mjs';

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
      return `at:${mark}`;
    },
  };
}
const tracker = makeTracker();
bus.on('tracked', (reply) => tracker.note(reply));
const sessions = new Map([['me', { visit: 0 }]]);
bus.on('visited', (reply) => {
  sessions.get('me').visit = Number(reply);
});
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

const programs = {
  async assignedByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(state.place + step) % 50}`);
      bus.emit('assign', reply);
      found.push(reply);
    }
    return found;
  },
  async nestedStateByEvent() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(app.now.spot + step) % 50}`);
      bus.emit('nested', reply);
      found.push(reply);
    }
    return found;
  },
  async nestedAssigned() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(app2.inner.field + step) % 50}`);
      bus.emit('nested2', reply);
      found.push(reply);
    }
    return found;
  },
  async sessionOfMap() {
    // needs 5 chain
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(sessions.get('me').visit + step) % 50}`);
      bus.emit('visited', reply);
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
  async thrownValue() {
    // needs 5 chain
    let at = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(at + step) % 50}`);
      found.push(reply);
      try {
        throw { target: Number(reply) };
      } catch (error) {
        at = error.target;
      }
    }
    return found;
  },
  async thrownNumber() {
    // needs 5 chain
    let at = 0;
    const found = [];
    const leave = (value) => {
      throw value;
    };
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(at + step) % 50}`);
      found.push(reply);
      try {
        leave(Number(reply));
      } catch (value) {
        at = value;
      }
    }
    return found;
  },
  async stopsByOther() {
    // needs 5
    let stopped = false;
    const later = redis
      .get('at:1')
      .then(() => redis.get('at:2'))
      .then(() => {
        stopped = true;
      });
    const found = [];
    for (let step = 0; step < 5 && !stopped; step++) found.push(await redis.incr(`runs:${step}`));
    await later;
    return found;
  },
  async finallyMoves() {
    // needs 5 chain
    let at = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      let reply;
      try {
        reply = await redis.get(`at:${(at + step) % 50}`);
        found.push(reply);
      } finally {
        if (Number(reply) % 2) at += 3;
      }
    }
    return found;
  },
  async labelled() {
    // needs 5 chain
    let at = 0;
    outer: for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(at + step) % 50}`);
      for (const part of [2, 3, 5])
        if (Number(reply) % part === 0) {
          continue outer;
        }
      at += 4;
    }
    return at;
  },
  async destructuredDefault() {
    // needs 5 chain
    let next = { at: 0 };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const { at = step } = next;
      const reply = await redis.get(`at:${at}`);
      next = Number(reply) % 2 ? {} : { at: step + 9 };
      found.push(reply);
    }
    return found;
  },
  async deletesField() {
    // needs 5 chain
    const open = { a: 1, b: 2, c: 3, d: 4, e: 5 };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const [first] = Object.keys(open);
      const reply = await redis.get(`at:${(open[first] ?? 0) + step}`);
      if (Number(reply) % 2) delete open[first];
      found.push(reply);
    }
    return found;
  },
  async staticBlock() {
    // needs 5 chain
    class Place {
      static at = 0;
      static {
        this.move = (value) => {
          this.at = Number(value);
        };
      }
    }
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(Place.at + step) % 50}`);
      Place.move(reply);
      found.push(reply);
    }
    return found;
  },
  async superCall() {
    // needs 5 chain
    class Base {
      at = 0;
      take(value) {
        this.at = Number(value);
      }
      get key() {
        return `at:${this.at}`;
      }
    }
    class Child extends Base {
      take(value) {
        super.take(value);
        this.at = (this.at + 7) % 50;
      }
      get key() {
        return super.key;
      }
    }
    const child = new Child();
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(child.key);
      child.take(reply);
      found.push(reply);
    }
    return found;
  },
  async restOfState() {
    // needs 5 chain
    let last = 0;
    const source = {
      kind: 'at',
      get id() {
        return last;
      },
    };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const { kind, ...others } = source;
      const reply = await redis.get(`${kind}:${others.id}`);
      last = (Number(reply) + step) % 50;
      found.push(reply);
    }
    return found;
  },
  async nestedToJson() {
    // needs 5 chain
    let last = 0;
    const place = { toJSON: () => last };
    const found = [];
    for (let step = 0; step < 5; step++) {
      const key = JSON.stringify({ place, step });
      const reply = (await redis.hget('grid', key)) ?? step;
      last = Number(reply) + 1;
      found.push(reply);
    }
    return found;
  },
  async truncated() {
    // needs 5 chain
    const list = [4, 8, 12];
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`at:${(list[2] ?? 0) + step}`);
      if (Number(reply) % 2) list.length = 1;
      found.push(reply);
    }
    return found;
  },
  async wrapMiddleware() {
    // needs 5 chain
    let last = 0;
    const timed =
      (fn) =>
      async (...args) => {
        const out = await fn(...args);
        return out;
      };
    const read = timed(async (prefix, id) => redis.get(prefix + id));
    for (let step = 0; step < 5; step++) last = Number(await read('at:', last)) + step;
    return last;
  },
  async sortedOut() {
    // needs 15
    const found = [];
    for (let step = 0; step < 5; step++) {
      const most = await redis.get(`at:${step}`);
      await redis.sort('feed', 'LIMIT', 0, Number(most) % 9, 'ALPHA', 'STORE', `out:${step}`);
      const first = await redis.lindex(`out:${step}`, -1);
      found.push(await redis.exists(`x:${first}`));
    }
    return found;
  },
  async replacesCallback() {
    // needs 5 chain
    let spaces = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`list:${(spaces + step) % 50}`);
      reply.replace(/,/g, () => {
        spaces += 1;
        return '';
      });
      found.push(reply);
    }
    return found;
  },
  async groupsCallback() {
    // needs 5 chain
    let drawn = 0;
    const found = [];
    for (let step = 0; step < 5; step++) {
      const reply = await redis.get(`list:${(drawn + step) % 50}`);
      Array.from(reply.split(','), () => {
        drawn += 1;
      });
      found.push(reply);
    }
    return found;
  },
};
await play(programs);
