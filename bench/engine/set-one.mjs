import { Redis } from 'ioredis';

const payload = 'x'.repeat(100);
let keys = [];

/** As a unit of a lane of one's own code: the SET of the bare loop, by the same library. */
export const connect = async ({ host, port, prefix }) => {
  keys = Array.from({ length: 10_000 }, (_, key) => `${prefix}${String(key).padStart(5, '0')}`);
  const redis = new Redis({
    host,
    port,
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  await redis.connect();
  return redis;
};

export default (redis) => redis.set(keys[Math.floor(Math.random() * keys.length)] ?? '', payload);
