import { expect, test } from 'vitest';
import { manyForms } from '../../../shared/commands/many.ts';
import { onlyReads, redisCommand } from '../../../shared/commands/redis.ts';
import { commandIds, commands, onlyFinds } from '../../../shared/commands/workload.ts';

test.each(commandIds.filter((id) => commands[id].type !== null))(
  '%s has its keys, their type and whether it only reads as the table of Redis says',
  (id) => {
    const { name, type, times, words } = commands[id];
    const row = redisCommand(name);
    expect(words[0]).toBe('key');
    expect(['any', type]).toContain(row?.holds);
    expect(row?.keys).toEqual(times > 1 ? [1, -1, words.length] : [1, id === 'del' ? -1 : 1, 1]);
    expect(onlyFinds(id)).toBe(onlyReads(name));
  },
);

test.each(Object.entries(manyForms))('the form for many %s is a command of Redis: $name', (name, form) => {
  const [one, many] = [redisCommand(name), redisCommand(form.name)];
  expect(many?.holds).toBe(one?.holds);
  // MSETEX begins with the number of its keys.
  const isOfKeys = many?.keys[1] === -1 || many?.refused === 'movablekeys';
  expect(isOfKeys).toBe(form.of === 'keys' || form.of === 'entries');
});
