// Two tests that send while both are in progress: nobody can tell whose command is whose.
import { describe, test } from 'node:test';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL);
const names = ['one', 'other'];
let resolve;
const allHaveRead = new Promise((done) => (resolve = done));
let left = names.length;
describe('both', { concurrency: true }, () => {
  for (const name of names)
    test(name, async () => {
      await new Promise((next) => setTimeout(next, 50));
      await redis.get(name);
      if (--left === 0) resolve(redis.quit());
      await allHaveRead;
    });
});
