import { expect, test } from 'vitest';
import { longestLink, pack, unpack } from '../../../../client/src/share/link/packed.ts';
import { reducedResult } from '../../../../client/src/share/link/reduced.ts';
import { readResultFile } from '../../../../client/src/rooms/runs/result-file.ts';
import { en } from '../../../../client/src/messages/en.ts';
import { resultSchema, type Result } from '../../../../shared/contract/result.ts';
import { endedHeadline } from '../../../../client/src/run/ended-headline.ts';
import { runHeadline } from '../../../../client/src/run/headline.ts';
import { keptRun } from '../../../../client/src/rooms/runs/kept-run.ts';
import { laneOf, sampleResult } from '../../../support/sample-result.ts';

const nothing = { names: false, texts: false };
const saidOf = (result: Result) =>
  runHeadline(keptRun(result, []), false, ({ id }) => id, en, endedHeadline).text;

/** A result that names everything that a result can name. */
const named: Result = {
  ...sampleResult,
  environment: {
    ...sampleResult.environment,
    agents: [
      {
        ...{ name: 'secret-agent', host: 'secret-agent-host', node: '20', cpuModel: 'x', cores: 2 },
        ...{ load: 0, pingMs: 1, controlMs: 1, clockAheadMs: 0 },
      },
    ],
  },
  plan: {
    ...sampleResult.plan,
    target: 'secret-shop',
    workload: {
      ...sampleResult.plan.workload,
      commands: ['custom'],
      customCommand: 'GET __key__ secret-text',
      customCommands: ['GET __key__ secret-text', 'GET __key__ secret-line'],
      keyPrefix: 'secret-prefix:',
    },
  },
  lanes: [
    ...sampleResult.lanes,
    laneOf('multi', 1000, {
      state: 'failed',
      error: { name: 'Error', code: 'ECONNREFUSED', message: 'secret-host:6379', stack: 'at secret-file.ts' },
      target: {
        ...{ id: 'secret-target', name: 'redis', version: '7', mode: null, allocator: null },
        ...{ ioThreads: null, persistence: null, sharedMachine: null, pingMs: null },
      },
    }),
  ],
  slotsMoved: [{ atMs: 1, tookMs: 1, from: 'secret-from:1', to: 'secret-to:2', slots: [0, 1], keys: 1 }],
};

test('A link brings the result to a reader without a server, and the page says the same of it', async () => {
  const packed = await pack(JSON.stringify(reducedResult(sampleResult, nothing)));
  expect(packed).toMatch(/^[\w-]+$/);
  const read = readResultFile(await unpack(packed), en.runs.refused);
  expect(resultSchema.safeParse(read).error).toBeUndefined();
  expect(saidOf(read)).toBe(saidOf(sampleResult));
  expect(packed.length).toBeLessThan(longestLink / 2);
});

test('Names and texts are left out unless they are let out, each by itself', () => {
  const told = (letOut: Parameters<typeof reducedResult>[1]) =>
    [...new Set(JSON.stringify(reducedResult(named, letOut)).match(/secret-\w+/g))].sort();
  expect(told(nothing)).toEqual([]);
  expect(told({ names: false, texts: true })).toEqual(['secret-line', 'secret-prefix', 'secret-text']);
  expect(told({ names: true, texts: false })).toEqual(
    ['secret-agent', 'secret-from', 'secret-host', 'secret-shop', 'secret-target', 'secret-to'].sort(),
  );
  expect(resultSchema.safeParse(reducedResult(named, nothing)).error).toBeUndefined();
});

test('What is damaged or inflates without end is refused, the latter as soon as it is too much', async () => {
  await expect(unpack('AAAA')).rejects.toThrow();
  const bomb = await pack('0'.repeat(5_000_000));
  await expect(unpack(bomb)).rejects.toThrow('more than 2097152 bytes');
  await expect(unpack(await pack('abc'), 2)).rejects.toThrow('more than 2 bytes');
});
