import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { Batch } from '../../../server/engine/lane/batch.ts';
import type { FromLane, StartSlice } from '../../../server/engine/lane/messages.ts';
import { allocateLatencies } from '../../../server/engine/lane/recorder.ts';
import { LaneRunner } from '../../../server/engine/lane/runner.ts';
import type { Strategy } from '../../../server/engine/lane/strategy.ts';
import { findStrategy } from '../../../server/engine/strategies/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A thread of a lane whose only connection answers each command after 1 ms. */
async function startThread(threads: number, batching: Strategy['batching'] = 'batch', answers = true) {
  const clock = new ManualClock();
  const posted: FromLane[] = [];
  const noop = findStrategy('noop');
  if (!noop) throw new Error('noop is there');
  let sent = 0;
  let connections = 0;
  let current: Batch | null = null;
  const strategy: Strategy = {
    ...noop,
    batching,
    connect: () => {
      connections++;
      return Promise.resolve({
        send(batch) {
          sent += batch.size;
          batch.flush();
          if (answers)
            clock.after(1, () => {
              batch.answer(batch.size);
            });
          else current = batch;
        },
        close: () => current?.abort(new Error('Connection is closed.')),
      });
    },
  };
  const [lane] = parsePlan({ lanes: [{ strategy: 'noop', workload: { clients: threads, threads } }] }).lanes;
  if (!lane) throw new Error('a plan has a lane');
  const runner = new LaneRunner(
    {
      strategy: 'noop',
      workload: { ...lane.workload, clients: 1 },
      endpoint: { db: 0 },
      prefix: 'roundtrip:abcde:a',
      thread: 0,
      threads,
      latencies: allocateLatencies(),
      watches: false,
    },
    strategy,
    clock,
    (message) => posted.push(message),
  );
  await runner.prepare();
  const { pipeline, dataSize } = lane.workload;
  const slice: StartSlice = {
    type: 'start',
    slice: 0,
    durationMs: 100,
    commands: null,
    rps: null,
    backlog: 1000,
    settings: { revision: 0, pipeline, dataSize, clients: 1, rps: null },
    settleMs: 0,
    sampleEveryMs: 250,
  };
  const ended = runner.start(slice);
  await turnOfLoop();
  return { runner, clock, slice, posted, ended, sent: () => sent, connections: () => connections };
}

test('one of several threads waits until all have settled, and counts from the moment that they agree on', async () => {
  const { runner, clock, posted, ended, sent } = await startThread(4);
  expect(posted.map(({ type }) => type)).toEqual(['ready', 'settled']);
  clock.advance(50);
  await turnOfLoop();
  expect(sent()).toBe(0);

  // This thread gets the processor 10 ms after that moment: its time has begun, and its deadline is that of the others.
  runner.handle({ type: 'go', at: clock.now() + 1 });
  clock.advance(11);
  await turnOfLoop();
  expect(sent()).toBeGreaterThan(0);
  for (let ms = 0; ms < 100; ms++) {
    clock.advance(1);
    await turnOfLoop();
  }
  await ended;
  const last = posted.at(-1);
  expect(last).toMatchObject({ type: 'sample', endsSlice: true });
  expect(last?.type === 'sample' && last.elapsedMs).toBeLessThanOrEqual(101);
  expect(last?.type === 'sample' && last.elapsedMs).toBeGreaterThanOrEqual(100);
});

test('a thread alone waits for nobody', async () => {
  const { posted, sent } = await startThread(1);
  expect(posted.map(({ type }) => type)).toEqual(['ready']);
  expect(sent()).toBeGreaterThan(0);
});

test.each([
  { what: 'a batch size where it batches', batching: 'batch', change: { pipeline: 3 }, made: 2 },
  { what: 'a batch size where it does not', batching: 'none', change: { pipeline: 3 }, made: 1 },
  { what: 'a payload', batching: 'none', change: { dataSize: 3 }, made: 2 },
  { what: 'a rate', batching: 'batch', change: { rps: 3000 }, made: 1 },
] as const)('connections are made for changed settings that they depend on: $what', async (given) => {
  const { runner, clock, slice, ended, sent, connections } = await startThread(1, given.batching);
  runner.pause();
  clock.advance(1);
  await turnOfLoop();
  await ended;
  const before = sent();
  void runner.start({ ...slice, rps: null, settings: { ...slice.settings, revision: 1, ...given.change } });
  await turnOfLoop();
  expect(connections()).toBe(given.made);
  expect(sent()).toBeGreaterThan(before);
});

test('a thread without a reply is given up within a tenth of its limit', async () => {
  const { clock, posted, ended } = await startThread(1, 'batch', false);
  const began = clock.now();
  const isOver = () => posted.some((message) => message.type === 'sample' && message.endsSlice);
  while (!isOver() && clock.now() - began < 20_000) {
    clock.advance(50);
    await turnOfLoop();
  }
  await ended;
  const tookMs = clock.now() - began;
  expect(tookMs).toBeGreaterThanOrEqual(10_000);
  expect(tookMs).toBeLessThanOrEqual(11_000);
  expect(posted.at(-1)).toMatchObject({ fatal: 'timeout: no reply for 10000 ms' });
});
