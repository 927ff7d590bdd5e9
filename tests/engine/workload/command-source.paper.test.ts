import { describe, expect, test } from 'vitest';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';

function sourceOf(
  workload: PlanInput['workload'],
  thread = 0,
  threads = 1,
  nextPlace?: () => number,
): CommandSource {
  const plan = parsePlan({ workload, lanes: [{ strategy: 'pipeline' }] });
  return new CommandSource({
    workload: plan.workload,
    prefix: 'roundtrip:abcde:a',
    thread,
    threads,
    ...(nextPlace && { nextPlace }),
  });
}

/** The next commands as text: what is drawn is used again, so it has to be written down at once. */
const lines = (source: CommandSource, count: number) =>
  Array.from({ length: count }, () => {
    const { command, args } = source.next();
    return [command.name, ...args.map(String)].join(' ');
  });

const mix = { commands: ['set', 'get', 'sadd'], dataSizeRange: [1, 50] } satisfies PlanInput['workload'];

describe('the commands of a lane', () => {
  test('are the same each time for the same seed', () => {
    expect(lines(sourceOf({ ...mix, seed: 9 }), 200)).toEqual(lines(sourceOf({ ...mix, seed: 9 }), 200));
  });

  test('are others for another seed', () => {
    expect(lines(sourceOf({ ...mix, seed: 9 }), 200)).not.toEqual(lines(sourceOf({ ...mix, seed: 10 }), 200));
  });

  test('are others in each thread, and threads do not follow one another', () => {
    const threads = [0, 1, 2, 3].map((thread) => lines(sourceOf({ keyspace: 1e9 }, thread, 4), 3000));
    const keys = new Set(threads.flat());
    expect(keys.size).toBeGreaterThan(11_900);
  });

  test('do not depend on what the workload says of connections and batches', () => {
    const deep = sourceOf({ ...mix, pipeline: 500, clients: 50 });
    expect(lines(deep, 100)).toEqual(lines(sourceOf({ ...mix, pipeline: 1, clients: 1 }), 100));
  });

  test('in sequence start apart in each thread, and together cover the keyspace', () => {
    const firstKeys = [0, 1, 2].map((thread) => {
      const source = sourceOf({ commands: ['get'], keyPattern: 'S', keyspace: 9 }, thread, 3);
      return lines(source, 3).map((line) => Number(/(\d+)$/.exec(line)?.[1]));
    });
    expect(firstKeys).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
  });

  test.each<[string, PlanInput['workload']]>([
    ['at random', mix],
    ['in order', { commands: ['mset'], keyPattern: 'S', keyspace: 1000 }],
    ['by Zipf', { commands: ['get'], keyPattern: 'Z' }],
  ])('with one place for all threads are the same, %s, whichever thread is faster', (_drawn, workload) => {
    const all = (quicker: number) => {
      let place = 0;
      const threads = [0, 1].map((thread) => sourceOf(workload, thread, 2, () => place++));
      return Array.from({ length: 300 }, (_, turn) =>
        lines(threads[turn % quicker === 0 ? 0 : 1] ?? sourceOf({}), 1),
      )
        .flat()
        .toSorted();
    };
    expect(all(2)).toEqual(all(7));
  });

  test('in order, with one place for all threads, draw each key once', () => {
    let place = 0;
    const workload = { commands: ['mset' as const], keyPattern: 'S' as const, keyspace: 100 };
    const threads = [0, 1].map((thread) => sourceOf(workload, thread, 2, () => place++));
    const drawn = threads.flatMap((source, thread) => lines(source, thread === 0 ? 7 : 3));
    const keys = drawn.flatMap((line) => line.match(/(?<=s)\d{5}(?= )/g) ?? []);
    expect(new Set(keys).size).toBe(100);
    expect(keys).toHaveLength(100);
  });

  test('mix by their weights', () => {
    const source = sourceOf({ commands: ['set', 'get'], ratio: [1, 9] });
    const drawn = lines(source, 20_000);
    const sets = drawn.filter((line) => line.startsWith('SET ')).length;
    // Two thousand, give or take five standard deviations.
    expect(Math.abs(sets - 2000)).toBeLessThan(212);
    expect(drawn.filter((line) => line.startsWith('GET '))).toHaveLength(20_000 - sets);
  });

  test('mix evenly when there are no weights', () => {
    const drawn = lines(sourceOf({ commands: ['set', 'get', 'incr'] }), 9000);
    for (const name of ['SET ', 'GET ', 'INCR '])
      expect(Math.abs(drawn.filter((line) => line.startsWith(name)).length - 3000)).toBeLessThan(230);
  });

  test('carry payloads of every size in the range', () => {
    const source = sourceOf({ dataSizeRange: [1, 10] });
    const sizes = new Set(lines(source, 1000).map((line) => line.split(' ')[2]?.length));
    expect([...sizes].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('keep to keys of their own type, so that a mix meets no wrong type', () => {
    const drawn = lines(sourceOf({ commands: ['set', 'lpush', 'sadd', 'incr'], keyspace: 50 }), 400);
    const typeOf = (line: string) => /:a([a-z])\d{5}/.exec(line)?.[1];
    const byName = new Map(drawn.map((line) => [line.split(' ')[0], typeOf(line)]));
    expect(Object.fromEntries(byName)).toEqual({ SET: 's', LPUSH: 'l', SADD: 'm', INCR: 'c' });
  });

  test('of several lines of one’s own by their weights, each with keys of its type', () => {
    const source = sourceOf({
      commands: ['custom', 'custom', 'custom', 'custom'],
      ratio: [6, 2, 1, 1],
      customCommands: ['GET __key__', 'HGET __key__ f', 'TTL __key__', 'GET __key__'],
      keyspace: 50,
    });
    const drawn = lines(source, 4000).map((line) => line.replace(/\d{5}/, ''));
    const share = (line: string) => drawn.filter((one) => one === line).length / drawn.length;
    const [prefix = ''] = /\S+:a/.exec(drawn[0] ?? '') ?? [];
    for (const [line, expected] of [
      [`GET ${prefix.split(' ').at(-1)}s`, 0.7],
      [`HGET ${prefix.split(' ').at(-1)}h f`, 0.2],
      [`TTL ${prefix.split(' ').at(-1)}s`, 0.1],
    ] as const)
      expect(share(line), line).toBeCloseTo(expected, 1);
    // What is sent twice has one place.
    expect(source.commands.map(({ place }) => place)).toEqual([0, 1, 2, 0]);
  });

  test('draw the random number of a custom line below the keyspace', () => {
    const source = sourceOf({
      commands: ['custom'],
      customCommand: 'ECHO n:__rand_int__!',
      keyspace: 20,
    });
    const numbers = lines(source, 500).map((line) => Number(/^ECHO n:(\d+)!$/.exec(line)?.[1]));
    expect(new Set(numbers).size).toBe(20);
    expect(Math.max(...numbers)).toBe(19);
  });
});

describe('a template', () => {
  test.each([
    { what: 'SET', workload: { commands: ['set'] } },
    { what: 'SETEX, with the key first', workload: { commands: ['setex'] } },
    { what: 'GET by Zipf', workload: { commands: ['get'], keyPattern: 'Z' } },
    { what: 'a custom line', workload: { commands: ['custom'], customCommand: 'OBJECT ENCODING __key__' } },
  ] satisfies { what: string; workload: PlanInput['workload'] }[])(
    'of $what with the keys that it draws is what would be drawn one by one',
    ({ workload }) => {
      const ahead = sourceOf(workload);
      const template = ahead.template();
      expect(template).not.toBeNull();
      if (!template) return;
      const { command, args, keyArgument, names } = template;
      const encoded = Array.from({ length: 100 }, () =>
        [command.name, ...args.with(keyArgument, names.name(ahead.nextKey())).map(String)].join(' '),
      );
      expect(encoded).toEqual(lines(sourceOf(workload), 100));
    },
  );

  test.each([
    { what: 'a mix', workload: { commands: ['set', 'get'] } },
    { what: 'payloads that vary', workload: { dataSizeRange: [1, 9] } },
    { what: 'a second random part', workload: { commands: ['sadd'] } },
    { what: 'many keys', workload: { commands: ['mget'] } },
    { what: 'no key', workload: { commands: ['ping'] } },
    {
      what: 'a random number but no key',
      workload: { commands: ['custom'], customCommand: 'ECHO __rand_int__' },
    },
  ] satisfies { what: string; workload: PlanInput['workload'] }[])(
    'cannot be made of a workload with $what',
    ({ workload }) => {
      expect(sourceOf(workload).template()).toBeNull();
    },
  );
});
