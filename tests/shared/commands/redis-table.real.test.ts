import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { redisCommand, type KeyContent } from '../../../shared/commands/redis.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

/** Groups of COMMAND DOCS whose commands have keys of one type, or of a few. */
const typesOfGroup: Partial<Record<string, readonly KeyContent[]>> = {
  string: ['string', 'counter'],
  list: ['list'],
  set: ['set'],
  hash: ['hash'],
  'sorted-set': ['zset'],
  geo: ['zset'],
  stream: ['stream'],
  bitmap: ['bitmap'],
  hyperloglog: ['hyperloglog'],
  generic: ['any', 'none'],
  module: ['vector'],
};

test('the table has each command of the server, with its keys, its traits and its group', async () => {
  const redis = new Redis(embedded().target.endpoint.port ?? 0);
  onTestFinished(() => {
    redis.disconnect();
  });
  const known = (await redis.call('COMMAND')) as [string, number, string[], number, number, number][];
  const docs = (await redis.call('COMMAND', 'DOCS')) as unknown[];
  expect(known.length).toBeGreaterThan(200);
  const differences = known.flatMap(([name, arity, flags, ...keys]) => {
    const row = redisCommand(name);
    if (!row) return name.includes('.') ? [] : `${name} is missing`;
    const about = docs[docs.indexOf(name) + 1] as string[];
    const group = about[about.indexOf('group') + 1] ?? '';
    const types = typesOfGroup[group] ?? ['none', 'any'];
    return [
      ...(row.reads === flags.includes('readonly') ? [] : ['readonly']),
      // Redis 7.0 does not flag WAIT.
      ...(row.refused === 'blocking' || !flags.includes('blocking') ? [] : ['blocking']),
      ...(row.keys.slice(0, 3).join() === keys.slice(0, 3).join() ? [] : [`keys ${keys.slice(0, 3).join()}`]),
      // Modules leave the number of words to themselves.
      ...(group === 'module' || (row.ofKeyAlone ? Math.abs(arity) === 2 : arity !== 2 || keys[0] !== 1)
        ? []
        : ['alone']),
      ...(types.includes(row.holds) ? [] : [group]),
    ].map((what) => `${name}: ${what}`);
  });
  expect(differences).toEqual([]);
});
