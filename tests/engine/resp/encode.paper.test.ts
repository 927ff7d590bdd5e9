import { describe, expect, test } from 'vitest';
import { EncodedBatch, encodeCommand } from '../../../server/engine/resp/encode.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';

describe('a command in RESP', () => {
  test.each([
    { name: 'PING', args: [], expected: '*1\r\n$4\r\nPING\r\n' },
    {
      name: 'SET',
      args: ['key', 'value'],
      expected: '*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$5\r\nvalue\r\n',
    },
    { name: 'ECHO', args: [''], expected: '*2\r\n$4\r\nECHO\r\n$0\r\n\r\n' },
    { name: 'ECHO', args: ['ä€'], expected: '*2\r\n$4\r\nECHO\r\n$5\r\nä€\r\n' },
  ])('is an array of bulk strings with their lengths in bytes: $name $args', ({ name, args, expected }) => {
    expect(encodeCommand(name, args).toString()).toBe(expected);
  });

  test('carries bytes as they are', () => {
    const bytes = Buffer.from([0, 13, 10, 255, 128]);
    expect(encodeCommand('ECHO', [bytes])).toEqual(
      Buffer.concat([Buffer.from('*2\r\n$4\r\nECHO\r\n$5\r\n'), bytes, Buffer.from('\r\n')]),
    );
  });
});

describe('a batch that is encoded ahead', () => {
  const workloads: { what: string; workload: PlanInput['workload'] }[] = [
    { what: 'SET', workload: { commands: ['set'] } },
    { what: 'SET of random bytes', workload: { commands: ['set'], data: 'random' } },
    { what: 'SET of one byte', workload: { commands: ['set'], dataSize: 1 } },
    { what: 'GET', workload: { commands: ['get'] } },
    { what: 'SETEX', workload: { commands: ['setex'] } },
    { what: 'a large keyspace', workload: { commands: ['get'], keyspace: 1_000_000_000 } },
    { what: 'a single key', workload: { commands: ['get'], keyspace: 1 } },
    {
      what: 'a key behind other words',
      workload: { commands: ['custom'], customCommand: 'OBJECT ENCODING __key__' },
    },
    {
      what: 'a header that is longer for all its arguments than for those before the key',
      workload: { commands: ['custom'], customCommand: 'LPUSH __key__ 1 2 3 4 5 6 7 8 9 10 11' },
    },
  ];

  test.each(workloads)('has the very bytes of its commands one by one: $what', ({ workload }) => {
    const plan = parsePlan({ workload, lanes: [{ strategy: 'wire' }] });
    const source = () =>
      new CommandSource({ workload: plan.workload, prefix: 'roundtrip:abcde:b', thread: 0, threads: 1 });
    const ahead = source();
    const template = ahead.template();
    if (!template) throw new Error('this workload has a template');
    const encoded = new EncodedBatch(template, 20);
    const oneByOne = source();
    // The second round finds the keys of the first in its bytes; the third is shorter.
    for (const size of [20, 20, 3]) {
      for (let index = 0; index < size; index++) encoded.setKey(index, ahead.nextKey());
      const expected = Array.from({ length: size }, () => {
        const { command, args } = oneByOne.next();
        return encodeCommand(command.name, args);
      });
      expect(encoded.take(size).equals(Buffer.concat(expected))).toBe(true);
    }
  });
});
