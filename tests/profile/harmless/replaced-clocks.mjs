// A program that puts queues and clocks of its own in the place of Node’s, as fake timers do.
import { createRequire } from 'node:module';
import { format } from 'node:util';

const print = (...values) => process.stdout.write(`${format(...values)}\n`);

const { default: Redis } = createRequire(process.env.PROJECT)('ioredis');
const redis = new Redis(Number(process.env.REDIS_PORT));
await redis.ping();
const { setImmediate, setTimeout, queueMicrotask } = globalThis;
const usual = { setImmediate, setTimeout, queueMicrotask, nextTick: process.nextTick, now: performance.now };
const isOurs = () => /[\\/]dist[\\/]/.test(new Error().stack ?? '');
const guarded = (name) =>
  function (...given) {
    if (isOurs()) throw new Error(`${name} is replaced`);
    return usual[name].apply(this, given);
  };
for (const name of ['setImmediate', 'setTimeout', 'queueMicrotask']) globalThis[name] = guarded(name);
process.nextTick = guarded('nextTick');
performance.now = guarded('now');
for (const key of ['a', 'b', 'c']) print(await redis.get(key));
redis.disconnect();
