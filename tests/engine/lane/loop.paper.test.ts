import { describe, expect, test } from 'vitest';
import { summarise } from '../../../server/engine/latency/histogram.ts';
import type { Batch } from '../../../server/engine/lane/batch.ts';
import { WriteLedger } from '../../../server/engine/lane/write-ledger.ts';
import { makeLoop } from './made-loop.ts';

describe('a library that refuses at once while it reconnects', () => {
  const refuse = (batch: Batch) => {
    batch.refuse(new Error('Connection is closed.'));
    batch.answer(1);
  };

  test('has time to do so, and ends nothing, where the link is cut', async () => {
    const { run, recorder } = makeLoop({ replyAfterMs: 0, answer: refuse, ledger: new WriteLedger() });
    const after = run({ durationMs: 10 });
    let end = null;
    for (let ms = 0; ms < 20; ms++) end = await after(1);
    expect(end).toMatchObject({ fatal: null });
    expect(recorder.failures).toEqual({ 'connection lost': 10 });
  });

  test('ends the lane elsewhere', async () => {
    const { run, recorder } = makeLoop({ replyAfterMs: 0, answer: refuse });
    expect(await run({ durationMs: 10 })(1)).toMatchObject({ fatal: 'Connection is closed.' });
    expect(recorder.failed).toBe(1);
  });
});

describe('a closed loop', () => {
  test('sends the next command only when the reply of the last has come', async () => {
    const { run, sizes } = makeLoop({ replyAfterMs: 10 });
    const after = run({ durationMs: 100 });
    await after(9.9);
    expect(sizes).toHaveLength(1);
    await after(0.2);
    expect(sizes).toHaveLength(2);
  });

  test('ends with the last reply, so that its rate has no edge effect however long the round trip', async () => {
    const { run, recorder } = makeLoop({ replyAfterMs: 178.6 });
    const after = run({ durationMs: 1000 });
    expect(await after(1071.5)).toBeNull();
    const end = await after(0.2);
    expect(end?.elapsedMs).toBeCloseTo(6 * 178.6, 6);
    expect(recorder.completed).toBe(6);
  });

  test.each([
    { commands: 100, clients: 3, batchSize: 16, inFlight: 1 },
    { commands: 7, clients: 10, batchSize: 100, inFlight: 1 },
    { commands: 61, clients: 4, batchSize: 1, inFlight: 5 },
    { commands: 1, clients: 1, batchSize: 1, inFlight: 1 },
  ])('sends exactly $commands commands over $clients connections in batches of $batchSize', async (given) => {
    const { run, recorder, sizes } = makeLoop({ replyAfterMs: 1, ...given });
    const end = await run({ commands: given.commands })(1000);
    expect(end).not.toBeNull();
    expect(recorder.completed).toBe(given.commands);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(given.commands);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(given.batchSize);
  });

  test('keeps every connection and every place in flight busy', async () => {
    const { run, sizes } = makeLoop({ replyAfterMs: 5, clients: 3, inFlight: 4 });
    await run({ durationMs: 100 })(1);
    expect(sizes).toHaveLength(12);
  });

  test('records one latency for each command and one for each batch', async () => {
    const { run, latencies, recorder } = makeLoop({ replyAfterMs: 20, batchSize: 8 });
    await run({ commands: 32 })(1000);
    expect(recorder.completed).toBe(32);
    expect(latencies.command.reduce((a, b) => a + b, 0)).toBe(32);
    expect(latencies.batch.reduce((a, b) => a + b, 0)).toBe(4);
    expect(summarise(latencies.command)?.p50).toBeCloseTo(20, 1);
  });

  test('can be ended early, and still waits for what is in flight', async () => {
    const { loop, run, recorder } = makeLoop({ replyAfterMs: 50 });
    const after = run({ durationMs: 10_000 });
    await after(120);
    loop.pause();
    expect(await after(20)).toBeNull();
    expect(await after(20)).not.toBeNull();
    expect(recorder.completed).toBe(3);
  });

  test('stops at a lost connection and says why; other failures are counted and it continues', async () => {
    let round = 0;
    const { run, recorder } = makeLoop({
      replyAfterMs: 1,
      answer: (batch) => {
        round++;
        if (round === 5) batch.abort(new Error('Connection is closed.'));
        else {
          batch.reply(round === 2 ? new Error('WRONGTYPE Operation against a key') : 'OK');
          batch.answer(1);
        }
      },
    });
    const end = await run({ durationMs: 1000 })(2000);
    expect(end?.fatal).toBe('Connection is closed.');
    expect(recorder.completed).toBe(3);
    expect(recorder.failures).toEqual({ WRONGTYPE: 1, 'connection lost': 1 });
  });

  test('gives up what is outstanding when told to, and hears no late reply', async () => {
    const { loop, run, recorder } = makeLoop({ replyAfterMs: 500, clients: 2, batchSize: 3 });
    const after = run({ durationMs: 1000 });
    await after(100);
    loop.abort(new Error('timeout: no reply for 100 ms'));
    expect((await after(1))?.fatal).toMatch(/^timeout/);
    await after(1000);
    expect(recorder.completed).toBe(0);
    expect(recorder.failures).toEqual({ timeout: 6 });
  });
});

describe('a closed loop in numbers', () => {
  test('offers what it sent, and was sending until its last call', async () => {
    const { loop, run } = makeLoop({ replyAfterMs: 10, clients: 2, batchSize: 4 });
    const after = run({ durationMs: 95 });
    await after(5);
    expect([loop.isWaiting, loop.outstanding, loop.offered]).toEqual([true, 8, 0]);
    const end = await after(200);
    expect(end?.offered).toBe(80);
    expect(end?.sendingMs).toBeCloseTo(90, 6);
    expect(end?.elapsedMs).toBeCloseTo(100, 6);
    expect(end?.fatal).toBeNull();
    expect([loop.isWaiting, loop.outstanding]).toEqual([false, 0]);
  });
});
