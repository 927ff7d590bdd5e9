import { Redis } from 'ioredis';
import { drive, port } from './support.mjs';

const redis = new Redis({ port, enableAutoPipelining: true });
await redis.mset('w:1', 'a', 'w:2', 'b', 'w:3', 'c', 'w:4', 'd');

const together = async () => {
  // 30a: batched
  return Promise.all([1, 2, 3, 4].map((i) => redis.get(`w:${i}`)));
  // end
};
const apart = async () => {
  const out = [];
  // 30b: independent
  for (const i of [1, 2, 3, 4]) out.push(await redis.get(`w:${i}`));
  // end
  return out;
};
const numbered = async () => {
  // 30c: independent
  for (const text of ['x', 'y', 'z']) {
    const id = await redis.incr('ids');
    await redis.set(`note:${id}`, text);
  }
  // end
  return redis.get('note:2');
};
const optimistic = async () => {
  // 30d: dependent
  await redis.setnx('leader', 'me');
  const leader = await redis.get('leader');
  const since = await redis.get(`since:${leader}`);
  // end
  return { leader, since };
};
const tryEach = async () => {
  const failed = [];
  // 30e: independent, not found
  for (const i of [1, 2, 3, 4]) {
    try {
      await redis.lpush(`w:${i}`, 'x');
    } catch {
      failed.push(i);
    }
  }
  // end
  return failed;
};
const early = async () => {
  const out = [];
  // 30f: independent
  for (const i of [1, 2, 3, 9, 4]) {
    const value = await redis.get(`w:${i}`);
    if (value === null) throw new Error('gone');
    out.push(value);
  }
  // end
  return out;
};
const shared = async () => {
  const memo = new Map();
  const load = async (id) => {
    if (!memo.has(id)) memo.set(id, await redis.get(`w:${id}`));
    return memo.get(id);
  };
  const out = [];
  // 30g: independent
  for (const id of [1, 2, 1, 3, 2, 4]) out.push(await load(id));
  // end
  return out;
};
const work = {
  '/together': together,
  '/apart': apart,
  '/numbered': numbered,
  '/optimistic': optimistic,
  '/try': tryEach,
  '/early': early,
  '/shared': shared,
};
await drive(async (url) => ({ value: await work[url.pathname]() }), Object.keys(work));
redis.disconnect();
