import { expect, test } from 'vitest';
import { codeFor } from '../../../shared/profile/code.ts';

const sets = { command: 'SET', others: [], tripsNeeded: 1, perUnit: 5 };

test.each([
  ['ioredis', /^await redis\.mset\(new Map\(entries\)\)/, /pipeline\.set\(key, value\)/],
  ['node-redis', /^await client\.mSet\(entries\)/, /client\.set\(key, value\)/],
])('SETs of a key and a value may become an MSET: %s', (library, several, each) => {
  const code = codeFor({ ...sets, library });
  expect(code).toMatch(several);
  expect(code).toMatch(each);
});

test.each([
  ['ZCARD', 'client.zCard(key)'],
  ['SETEX', 'client.setEx(...args)'],
  ['EXPIRETIME', 'client.expireTime(key)'],
  ['ZREVRANGE', "client.sendCommand(['ZREVRANGE', ...args])"],
  ['JSON.GET', 'client.json.get(...args)'],
])('%s is written as node-redis has it: %s', (command, call) => {
  const coded = { command, others: [], tripsNeeded: 1, perUnit: 5, library: 'node-redis' };
  expect(codeFor(coded)).toContain(`=> ${call}`);
});

test.each([
  ['ioredis', 'const values = await redis.hmgetBuffer(key, ...fields); // of one hash'],
  ['node-redis', 'const values = await binary.hmGet(key, fields); // of one hash'],
])('HGETs that give Buffers may become one command for many fields: %s', (library, line) => {
  expect(codeFor({ ...sets, command: 'HGET', library, buffers: true })).toContain(line);
});

test.each([
  ['ioredis', 'pipeline.set(...args)'],
  ['node-redis', 'client.set(...args)'],
])('SETs with NX, GET or an expiry keep what they have: %s', (library, each) => {
  const coded = { ...sets, library, options: true };
  expect(codeFor(coded)).toContain(each);
  expect(codeFor(coded)).not.toMatch(/mset|key, value/i);
});
