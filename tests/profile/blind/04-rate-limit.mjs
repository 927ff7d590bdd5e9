import { Redis } from 'ioredis';
import { drive, port } from './support.mjs';

const redis = new Redis(port);
await redis.mset('quota:free', 5, 'hits:ip1:s', 1, 'hits:ip1:m', 2, 'hits:ip1:h', 3, 'hits:ip1:d', 4);

async function fixedWindow(who) {
  // 04a: dependent
  const hits = await redis.incr(`rl:${who}`);
  if (hits === 1) await redis.expire(`rl:${who}`, 60);
  // end
  return hits;
}

async function usage(ip) {
  const result = {};
  // 04b: independent
  for (const window of ['s', 'm', 'h', 'd']) {
    const key = ['hits', ip, window].join(':');
    result[window] = Number(await redis.get(key));
  }
  // end
  return result;
}

async function allowed(ip) {
  // 04c: conditional-exit
  for (const window of ['s', 'm', 'h', 'd']) {
    const n = Number(await redis.get(`hits:${ip}:${window}`));
    if (n > 3) return false;
  }
  // end
  return true;
}

async function record(ip) {
  // 04d: independent
  await redis.incr(`n:${ip}:s`);
  await redis.incr(`n:${ip}:m`);
  await redis.incr(`n:${ip}:h`);
  await redis.incr(`n:${ip}:d`);
  // end
  return redis.mget(`n:${ip}:s`, `n:${ip}:d`);
}

async function slidingWindow(who) {
  // 04e: independent
  await redis.zremrangebyscore(`log:${who}`, 0, 10);
  await redis.zadd(`log:${who}`, 20, 'x');
  const count = await redis.zcard(`log:${who}`);
  await redis.pexpire(`log:${who}`, 60000);
  // end
  return count;
}

async function bucket(who) {
  // 04f: dependent
  const tokens = Number((await redis.get(`bucket:${who}`)) ?? 10);
  await redis.set(`bucket:${who}`, tokens - 1);
  const quota = await redis.get(tokens > 5 ? 'quota:free' : 'quota:none');
  // end
  return { tokens, quota };
}

const routes = {
  '/fixed': fixedWindow,
  '/usage': usage,
  '/allowed': allowed,
  '/record': record,
  '/sliding': slidingWindow,
  '/bucket': bucket,
};
await drive(async (url) => ({ value: await routes[url.pathname]('ip1') }), Object.keys(routes));
redis.disconnect();
