import { describe, expect, test } from 'vitest';
import type { SliceEnd } from '../../../server/engine/lane/loop.ts';
import { PoissonArrivals } from '../../../server/engine/lane/arrivals.ts';
import { summarise } from '../../../server/engine/latency/histogram.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { makeLoop, startsAtMs } from './made-loop.ts';

describe('an open loop', () => {
  test('offers commands at the requested rate, evenly', async () => {
    const { run, recorder, sizes, clock } = makeLoop({ replyAfterMs: 1, inFlight: 100 });
    const after = run({ durationMs: 1000, rps: 200 });
    const sentBy: number[] = [];
    for (let step = 0; step < 10; step++) {
      await after(100);
      sentBy.push(sizes.length);
    }
    expect(clock.now()).toBe(startsAtMs + 1000);
    expect(sentBy.map((sent, step) => sent - 20 * (step + 1)).every((off) => Math.abs(off) <= 1)).toBe(true);
    const end = await after(100);
    expect(end?.offered).toBe(200);
    expect(recorder.completed).toBe(200);
  });

  test('sends what is due at random when it is due, and counts its response from then', async () => {
    const { run, recorder, latencies, sizes } = makeLoop({
      replyAfterMs: 20,
      inFlight: 1,
      arrivals: new PoissonArrivals(3),
    });
    const end = await run({ durationMs: 10_000, rps: 25 })(20_000);
    // Four standard errors of a Poisson count of 250.
    expect(Math.abs((end?.offered ?? 0) - 250)).toBeLessThan(4 * Math.sqrt(250));
    expect(recorder.completed).toBe(end?.offered);
    expect(sizes.every((size) => size === 1)).toBe(true);
    // One place that is taken half of the time: where arrivals are even nobody waits, here many do (M/D/1: the mean
    // wait is half a service time).
    expect(summarise(latencies.command)?.max).toBeLessThan(21);
    const waits = (summarise(latencies.response)?.mean ?? 0) - (summarise(latencies.command)?.mean ?? 0);
    expect(waits).toBeGreaterThan(5);
    expect(waits).toBeLessThan(20);
  });

  test('counts the response time of a stalled server from when each command was due', async () => {
    let stalled = false;
    const { run, latencies, clock } = makeLoop({
      replyAfterMs: 1,
      answer: (batch) => {
        const reply = () => {
          batch.reply('OK');
          batch.answer(1);
        };
        if (stalled || clock.now() < startsAtMs + 100) reply();
        else {
          stalled = true;
          clock.after(400, reply);
        }
      },
    });
    await run({ durationMs: 1000, rps: 100 })(3000);
    const service = summarise(latencies.command);
    const response = summarise(latencies.response);
    expect(service?.p50).toBeLessThan(2);
    expect(service?.p95).toBeLessThan(2);
    expect(response?.p95).toBeGreaterThan(300);
    expect(response?.max).toBeGreaterThan(390);
    expect(response?.max).toBeLessThan(403);
  });

  test('gives up with a reason when the backlog passes its bound', async () => {
    const { run } = makeLoop({ replyAfterMs: 100 });
    const end = await run({ durationMs: 60_000, rps: 1000, backlog: 50 })(2000);
    expect(end?.fatal).toMatch(/backlog passed 50 commands/);
  });

  test('gathers a whole batch before it sends, and the rest at the end', async () => {
    const { run, sizes, recorder } = makeLoop({ replyAfterMs: 1, batchSize: 16, clients: 4 });
    await run({ durationMs: 1000, rps: 100 })(2000);
    expect(sizes.slice(0, -1).every((size) => size === 16)).toBe(true);
    expect(recorder.completed).toBe(100);
  });

  test('does not count waiting for the next due command as work', async () => {
    const { loop, run } = makeLoop({ replyAfterMs: 0.1, inFlight: 4 });
    await run({ durationMs: 1000, rps: 1000 })(2000);
    expect(loop.idleMs).toBeGreaterThan(500);
  });

  test('counts polling of its client as work, also while the next command is not due', async () => {
    let polls = true;
    const { loop, run } = makeLoop({ replyAfterMs: 0.1, inFlight: 4, isPolling: () => polls });
    await run({ durationMs: 1000, rps: 1000 })(2000);
    expect(loop.idleMs).toBe(0);
    polls = false;
    await run({ durationMs: 1000, rps: 1000 })(2000);
    expect(loop.idleMs).toBeGreaterThan(500);
  });

  test('records the service time as the response time where each command is sent when it is due', async () => {
    const { run, latencies } = makeLoop({ replyAfterMs: 3, inFlight: 10 });
    await run({ durationMs: 1000, rps: 200 })(2000);
    expect(summarise(latencies.response)?.min).toBeGreaterThan(2.9);
    expect(summarise(latencies.response)?.max).toBeLessThan(3.2);
  });

  test('sends a batch when its last command is due, and counts from when its first was', async () => {
    const { run, sizes, latencies } = makeLoop({ replyAfterMs: 1, batchSize: 16, clients: 4 });
    const after = run({ durationMs: 1000, rps: 100 });
    await after(149.9);
    expect(sizes).toEqual([]);
    await after(0.3);
    expect(sizes).toEqual([16]);
    await after(10);
    const response = summarise(latencies.response);
    expect(response?.min).toBeLessThan(1.5);
    expect(response?.max).toBeGreaterThan(150.5);
    expect(response?.max).toBeLessThan(152);
  });

  test.each([
    { backlog: 99, fatal: null },
    { backlog: 98, fatal: 'the backlog passed 98 commands' },
  ])('bears $backlog commands that are due and not sent: $fatal', async ({ backlog, fatal }) => {
    const { run } = makeLoop({ replyAfterMs: 150 });
    const after = run({ durationMs: 100, rps: 1000, backlog });
    const end = await after(100 * 150 + 200);
    expect(end).not.toBeNull();
    if (fatal === null) expect(end?.fatal).toBeNull();
    else expect(end?.fatal).toContain(fatal);
  });

  test('tells how much is outstanding: what is in flight, and what is due and not sent', async () => {
    const { loop, run } = makeLoop({ replyAfterMs: 50, inFlight: 2 });
    const after = run({ durationMs: 1000, rps: 1000 });
    await after(10);
    expect(loop.isWaiting).toBe(true);
    expect(loop.offered).toBe(11);
    expect(loop.outstanding).toBe(11);
    await after(25);
    expect(loop.offered).toBe(36);
    expect(loop.outstanding).toBe(36);
    loop.abort(new Error('gone'));
    await after(1);
    expect([loop.isWaiting, loop.outstanding, loop.offered]).toEqual([false, 0, 0]);
  });

  test('ends with the reply to the last command that was due, after as long a time of sending as it took', async () => {
    const { run } = makeLoop({ replyAfterMs: 30, inFlight: 10 });
    const after = run({ durationMs: 500, rps: 100 });
    expect(await after(519)).toBeNull();
    const end = await after(2);
    expect(end?.offered).toBe(50);
    expect(end?.sendingMs).toBeCloseTo(490, 0);
    expect(end?.elapsedMs).toBeCloseTo(520, 0);
  });

  describe('in several slices', () => {
    /** Twice the rate that a connection with replies after 2 ms can do, for so long in all. */
    async function overloaded(sliceMs: number, allMs: number) {
      const { run, recorder, latencies, clock } = makeLoop({ replyAfterMs: 2 });
      let [offered, sent] = [0, 0];
      let end: SliceEnd | null = null;
      for (let ms = 0; ms < allMs; ms += sliceMs) {
        end = await run({ durationMs: sliceMs, rps: 1000, rest: 'carry', withCarried: true })(sliceMs + 50);
        offered += end?.offered ?? NaN;
        sent = recorder.completed;
        // Nothing is due between two slices, however long it takes.
        clock.advance(300);
      }
      return { offered, sent, backlog: end?.backlog, latest: summarise(latencies.response)?.max };
    }

    test.each([100, 200, 500, 1000])(
      'of %d ms each, a rate that cannot be met gives the same',
      async (sliceMs) => {
        const { offered, sent, backlog, latest } = await overloaded(sliceMs, 2000);
        expect(offered).toBe(2000);
        // One in flight at a time, 2 ms each.
        expect(sent).toBe(1000);
        expect(backlog).toBe(1000);
        expect(latest).toBeGreaterThan(995);
        expect(latest).toBeLessThan(1010);
      },
    );

    test('without carrying over, each begins with nothing due', async () => {
      const { run, latencies } = makeLoop({ replyAfterMs: 2 });
      for (let slice = 0; slice < 3; slice++) {
        const end = await run({ durationMs: 100, rps: 1000 })(1000);
        expect(end).toMatchObject({ offered: 100, backlog: 49 });
      }
      // What was due is sent after the end: 100 commands take 200 ms.
      expect(summarise(latencies.response)?.max).toBeLessThan(110);
    });

    test('what can be sent as a slice ends is sent in it, a batch that is not full as well', async () => {
      const { run, sizes } = makeLoop({ replyAfterMs: 1, batchSize: 16, clients: 2 });
      const end = await run({ durationMs: 100, rps: 200, rest: 'carry', withCarried: true })(200);
      expect(end).toMatchObject({ offered: 20, backlog: 0 });
      expect(sizes).toEqual([16, 4]);
    });

    test('a moment of load in between, which carries nothing, leaves what is carried', async () => {
      const { run } = makeLoop({ replyAfterMs: 2 });
      expect(await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200)).toMatchObject({
        backlog: 50,
      });
      expect(await run({ durationMs: 20, rps: 1000 })(500)).toMatchObject({ offered: 20, backlog: 9 });
      expect(await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200)).toMatchObject({
        offered: 100,
        backlog: 100,
      });
    });

    test('a moment that drops what it cannot send lasts its time, and leaves what is carried', async () => {
      const { run, sizes } = makeLoop({ replyAfterMs: 2 });
      expect(await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200)).toMatchObject({
        backlog: 50,
      });
      const sentBefore = sizes.length;
      // Twice what it can do: ten are sent, and the last of them is answered 2 ms after its end at most.
      const end = await run({ durationMs: 20, rps: 1000, rest: 'drop' })(22);
      expect(end).toMatchObject({ offered: 20, backlog: 10 });
      expect(sizes.length - sentBefore).toBe(10);
      expect(await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200)).toMatchObject({
        backlog: 100,
      });
    });

    test('what became due after the end comes first in the next slice, as late as it is', async () => {
      const { run, latencies } = makeLoop({ replyAfterMs: 0.5, inFlight: 4 });
      await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200);
      const task = { durationMs: 100, rps: 1000, passedMs: 80 } as const;
      expect(await run({ ...task, rest: 'carry', withCarried: true })(200)).toMatchObject({
        offered: 180,
        offeringMs: 180,
        backlog: 0,
      });
      expect(summarise(latencies.response)?.max).toBeGreaterThan(79);
      expect(summarise(latencies.response)?.max).toBeLessThan(82);
      // Not more than in the time since then.
      const { run: again } = makeLoop({ replyAfterMs: 0.5, inFlight: 4 });
      await again({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(130);
      const greedy = { ...task, passedMs: 3_600_000 } as const;
      expect((await again({ ...greedy, rest: 'carry', withCarried: true })(200))?.offered).toBe(130);
      // A rate that is no whole number of commands a slice is kept over slices.
      const { run: slowly } = makeLoop({ replyAfterMs: 0.5 });
      const offered: (number | undefined)[] = [];
      for (let slice = 0; slice < 4; slice++)
        offered.push(
          (await slowly({ durationMs: 250, rps: 30, rest: 'carry', withCarried: true })(300))?.offered,
        );
      expect(offered).toEqual([8, 7, 8, 7]);
    });

    test('what is due as the last slice ends is sent after it, for as long as is said', async () => {
      const { run, recorder } = makeLoop({ replyAfterMs: 2 });
      const task = { durationMs: 100, rps: 1000, rest: 'carry', withCarried: true } as const;
      // One command takes 2 ms: 50 are answered within the slice, 15 in the 30 ms after it.
      const end = await run({ ...task, overtimeMs: 30 })(500);
      expect(end?.elapsedMs).toBeCloseTo(130, 0);
      expect(recorder.completed).toBe(65);
      expect(end?.backlog).toBe(49);
      // What is left then comes first in the next.
      expect(await run({ ...task, overtimeMs: 500 })(900)).toMatchObject({ offered: 100 });
      expect(recorder.completed).toBe(200);
    });

    test('gives up when what was carried passes the bound', async () => {
      const { run } = makeLoop({ replyAfterMs: 2 });
      const task = { durationMs: 100, rps: 1000, backlog: 120, rest: 'carry', withCarried: true } as const;
      expect(await run(task)(200)).toMatchObject({ fatal: null, backlog: 50 });
      expect(await run(task)(200)).toMatchObject({ fatal: null, backlog: 100 });
      expect((await run(task)(200))?.fatal).toMatch(/backlog passed 120 commands/);
    });

    test('one that is ended early owes nothing to the next', async () => {
      const { loop, run } = makeLoop({ replyAfterMs: 2 });
      const after = run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true });
      await after(60);
      loop.pause();
      expect(await after(10)).toMatchObject({ backlog: 0 });
      expect(await run({ durationMs: 100, rps: 1000, rest: 'carry', withCarried: true })(200)).toMatchObject({
        backlog: 50,
      });
    });
  });

  test('sends no more than it was told to, and ends at the last of them', async () => {
    const { run, recorder } = makeLoop({ replyAfterMs: 1, inFlight: 10 });
    const end = await run({ commands: 7, rps: 100 })(1000);
    expect(recorder.completed).toBe(7);
    expect(end?.offered).toBe(7);
    expect(end?.elapsedMs).toBeCloseTo(61, 0);
  });

  test('does not wait for a whole batch where fewer are left to send', async () => {
    const { run, sizes } = makeLoop({ replyAfterMs: 1, batchSize: 16, clients: 2 });
    const end = await run({ commands: 20, rps: 100 })(1000);
    expect(sizes).toEqual([16, 4]);
    expect(end?.elapsedMs).toBeCloseTo(191, 0);
  });

  test('can be ended early, and then owes nothing that was due', async () => {
    const { loop, run, recorder } = makeLoop({ replyAfterMs: 20, inFlight: 10 });
    const after = run({ durationMs: 10_000, rps: 100 });
    await after(101);
    loop.pause();
    const end = await after(40);
    expect(recorder.completed).toBe(11);
    expect(end?.offered).toBe(11);
    expect(end?.elapsedMs).toBeLessThan(125);
  });

  test('ends at once where nothing is in flight, instead of at the next command that would have been due', async () => {
    const { loop, run, recorder } = makeLoop({ replyAfterMs: 1, inFlight: 10 });
    const after = run({ durationMs: 10_000, rps: 10 });
    await after(150);
    loop.pause();
    const end = await after(0);
    expect(end?.elapsedMs).toBeCloseTo(150, 0);
    expect(end?.offered).toBe(2);
    expect(recorder.completed).toBe(2);
  });

  test('tells how late it was in sending apart from what it then waited, where it is asked to', async () => {
    // A thread that looks at the clock every 4 ms is late by up to that.
    const slow = () => new ManualClock(4);
    const made = makeLoop({ replyAfterMs: 3, inFlight: 10, timesWrites: true, clock: slow() });
    await made.run({ durationMs: 1000, rps: 30 })(2000);
    const [lag, wait, response] = (['lag', 'wait', 'response'] as const).map((kind) =>
      summarise(made.latencies[kind]),
    );
    expect(lag?.max).toBeGreaterThan(1);
    expect(wait).toMatchObject({ min: expect.closeTo(3, 1), max: expect.closeTo(3, 1) });
    expect((lag?.mean ?? 0) + (wait?.mean ?? 0)).toBeCloseTo(response?.mean ?? NaN, 1);
    const unasked = makeLoop({ replyAfterMs: 3, inFlight: 10, clock: slow() });
    await unasked.run({ durationMs: 1000, rps: 30 })(2000);
    expect(summarise(unasked.latencies.lag)).toBeNull();
  });

  test.each([
    { what: 'while no reply is awaited', replyAfterMs: 1, sleeps: true },
    { what: 'not while a reply may come', replyAfterMs: 11, sleeps: false },
  ])('may be slept through until the next command is due, $what', async ({ replyAfterMs, sleeps }) => {
    const spares: number[] = [];
    class Watched extends ManualClock {
      override soon(callback: () => void, spareMs = 0): void {
        spares.push(spareMs);
        super.soon(callback);
      }
    }
    const { run } = makeLoop({ replyAfterMs, inFlight: 10, clock: new Watched() });
    await run({ durationMs: 1000, rps: 100 })(2000);
    expect(spares.some((spareMs) => spareMs > 1)).toBe(sleeps);
    expect(Math.max(...spares)).toBeLessThan(2.5);
  });

  test('sends what is due on its only connection, which has just become free', async () => {
    const { run, latencies } = makeLoop({ replyAfterMs: 0.5 });
    await run({ durationMs: 1000, rps: 200 })(2000);
    expect(latencies.response.reduce((a, b) => a + b, 0)).toBe(200);
    expect(summarise(latencies.response)?.max).toBeLessThan(0.8);
  });

  test('is idle between a reply and the next due command, and no longer', async () => {
    const { loop, run } = makeLoop({ replyAfterMs: 0.5 });
    await run({ durationMs: 1000, rps: 1000 })(2000);
    // Half of each millisecond it waits for the reply.
    expect(loop.idleMs).toBeGreaterThan(450);
    expect(loop.idleMs).toBeLessThan(550);
  });
});
