import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { redisCommand, redisCommands } from '../../../shared/commands/redis.ts';
import { usualLine } from '../../../shared/commands/usual-lines.ts';
import { splitWords } from '../../../shared/commands/custom-words.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();
const ten = Array.from({ length: 10 }, (_, at) => String(at));

/** Keys as they are filled before a run, ten members each. */
const filledWith: Readonly<Record<string, readonly string[]>> = {
  string: ['SET', 'k', 'payload'],
  list: ['RPUSH', 'k', ...ten.map(() => 'payload')],
  set: ['SADD', 'k', ...ten.map((at) => `element:${at}`)],
  hash: ['HSET', 'k', ...ten.flatMap((at) => [`field:${at}`, 'payload'])],
  zset: ['ZADD', 'k', ...ten.flatMap((at) => [at, `element:${at}`])],
  geo: ['GEOADD', 'k', ...ten.flatMap((at) => ['13.36', '38.11', `element:${at}`])],
  stream: ['XADD', 'k', '*', 'field', 'payload'],
  hyperloglog: ['PFADD', 'k', ...ten.map((at) => `element:${at}`)],
  counter: ['SET', 'k', '7'],
};

test('A server with filled keys answers each usual line without an error', async () => {
  const redis = new Redis(embedded().target.endpoint.port ?? 0);
  onTestFinished(() => {
    redis.disconnect();
  });
  const known = new Set(
    ((await redis.call('COMMAND', 'LIST')) as string[]).map((name) => name.toLowerCase()),
  );
  const refused: string[] = [];
  let sent = 0;
  for (const name of redisCommands.keys()) {
    const line = usualLine(name);
    if (line === null || !known.has(name.split('|')[0] ?? '')) continue;
    const holds = redisCommand(name)?.holds ?? 'any';
    const type = name.startsWith('geo') ? 'geo' : /^(?:any|bitmap)$/.test(holds) ? 'string' : holds;
    await redis.flushall();
    const [fill = '', ...rest] = filledWith[type] ?? [];
    await redis.call(fill, ...rest);
    const [command = '', ...words] = splitWords(line).map((word) =>
      word.replace('__key__', 'k').replace('__data__', 'payload').replace('__rand_int__', '3'),
    );
    sent++;
    await redis.call(command, ...words).catch((error: unknown) => refused.push(`${line}: ${String(error)}`));
  }
  expect(refused).toEqual([]);
  expect(sent).toBeGreaterThan(80);
});
