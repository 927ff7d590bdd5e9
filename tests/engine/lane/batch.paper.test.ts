import { beforeEach, describe, expect, test } from 'vitest';
import { EvenArrivals } from '../../../server/engine/lane/arrivals.ts';
import { Batch } from '../../../server/engine/lane/batch.ts';
import { summarise, total } from '../../../server/engine/latency/histogram.ts';
import {
  allocateLatencies,
  recordedKinds,
  Recorder,
  viewLatencies,
} from '../../../server/engine/lane/recorder.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { commandsOfMix } from '../../../server/engine/workload/prepared-command.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function makeBatch(workload: PlanInput['workload'] = {}) {
  const clock = new ManualClock();
  const plan = parsePlan({ workload, lanes: [{ strategy: 'pipeline' }] });
  const latencies = viewLatencies(allocateLatencies(commandsOfMix(plan.workload).length));
  const recorder = new Recorder(latencies);
  const source = new CommandSource({ workload: plan.workload, prefix: 'x', thread: 0, threads: 1 });
  const settledAt: number[] = [];
  /** Answers to whether the next command may follow at once. */
  const goesOn: boolean[] = [];
  const batch = new Batch({
    client: { send: () => undefined, close: () => undefined },
    source,
    recorder,
    clock,
    settled: (_, now) => settledAt.push(now),
    again: () => goesOn.shift() ?? false,
  });
  /** Begins a round, draws its commands in `drawingMs` and flushes them. */
  const send = (size: number, { drawingMs = 0, dueAt = NaN, dueEvery = 0 } = {}) => {
    const arrivals = Number.isNaN(dueAt) ? null : new EvenArrivals();
    arrivals?.begin({ at: dueAt, rps: 1000 / dueEvery });
    batch.begin(size, clock.now(), arrivals);
    for (let index = 0; index < size; index++) batch.draw();
    clock.advance(drawingMs);
    batch.flush();
  };
  const reply = (...replies: unknown[]) => {
    for (const one of replies) batch.reply(one);
    batch.answer(replies.length);
  };
  return { batch, clock, latencies, recorder, settledAt, goesOn, send, reply };
}

let made = makeBatch();
beforeEach(() => {
  made = makeBatch();
});

describe('the latencies of a batch', () => {
  test('are that of each command from its call, and that of the batch from its flush', () => {
    const { clock, latencies, send, reply, settledAt } = made;
    clock.advance(100);
    // Five commands are called at 100, 101 … 104 ms, flushed at 105, answered at 125.
    send(5, { drawingMs: 5 });
    clock.advance(20);
    reply('OK', 'OK', 'OK', 'OK', 'OK');
    expect(total(latencies.command)).toBe(5);
    expect(summarise(latencies.command)?.max).toBeCloseTo(25, 1);
    expect(summarise(latencies.command)?.min).toBeCloseTo(21, 1);
    expect(total(latencies.batch)).toBe(1);
    expect(summarise(latencies.batch)?.p50).toBeCloseTo(20, 1);
    expect(total(latencies.response)).toBe(0);
    expect(settledAt).toEqual([125]);
  });

  test('are those of the middle call where all commands were encoded in one piece', () => {
    const { batch, clock, latencies, reply } = made;
    // Five commands are called at 0, 1 … 4 ms, flushed at 5, answered at 25: 23 ms on average.
    batch.begin(5, clock.now());
    for (let index = 0; index < 5; index++) batch.draw();
    clock.advance(5);
    batch.flushInOne();
    clock.advance(20);
    reply('OK', 'OK', 'OK', 'OK', 'OK');
    expect(total(latencies.command)).toBe(5);
    expect(summarise(latencies.command)).toMatchObject({
      min: expect.closeTo(23, 1),
      max: expect.closeTo(23, 1),
    });
    expect(summarise(latencies.batch)?.p50).toBeCloseTo(20, 1);
    // The next round is one of its own.
    for (const kind of recordedKinds) latencies[kind].fill(0);
    made.send(5, { drawingMs: 5 });
    reply('OK', 'OK', 'OK', 'OK', 'OK');
    expect(summarise(latencies.command)).toMatchObject({
      min: expect.closeTo(1, 1),
      max: expect.closeTo(5, 1),
    });
  });

  test('are those of each reply when replies come in several pieces, that of the batch with the last', () => {
    const { clock, latencies, send, reply, settledAt } = made;
    send(4);
    clock.advance(10);
    reply('OK', 'OK', 'OK');
    expect(total(latencies.batch)).toBe(0);
    expect(settledAt).toEqual([]);
    clock.advance(30);
    reply('OK');
    expect(summarise(latencies.command)).toMatchObject({
      p50: expect.closeTo(10, 1),
      max: expect.closeTo(40, 1),
    });
    expect(summarise(latencies.batch)?.p50).toBeCloseTo(40, 1);
    expect(settledAt).toEqual([40]);
  });

  test('count in open loop also from the moment each command was due', () => {
    const { clock, latencies, send, reply } = made;
    clock.advance(50);
    send(3, { dueAt: 20, dueEvery: 10 });
    clock.advance(10);
    reply('OK', 'OK', 'OK');
    // Due at 20, 30, 40 and answered at 60.
    expect(summarise(latencies.response)).toMatchObject({
      min: expect.closeTo(20, 1),
      p50: expect.closeTo(30, 1),
      max: expect.closeTo(40, 1),
    });
    expect(summarise(latencies.command)?.max).toBeCloseTo(10, 1);
  });

  test('of an earlier round do not reach into the next', () => {
    const { clock, latencies, send, reply } = made;
    send(2, { drawingMs: 4, dueAt: 0, dueEvery: 1 });
    reply('OK', 'OK');
    for (const kind of recordedKinds) latencies[kind].fill(0);
    send(1);
    clock.advance(7);
    reply('OK');
    expect(summarise(latencies.command)?.p50).toBeCloseTo(7, 1);
    expect(total(latencies.command)).toBe(1);
    expect(total(latencies.response)).toBe(0);
  });
});

describe('the replies of a batch', () => {
  test('count as completed or, by their class, as failed', () => {
    const { recorder, send, reply, batch } = made;
    send(4);
    reply('OK', new Error('WRONGTYPE no'), 'OK', new Error('WRONGTYPE no'));
    expect(recorder).toMatchObject({ completed: 2, failed: 2, failures: { WRONGTYPE: 2 } });
    expect(batch.fatal).toBeNull();
  });

  test.each([
    { command: 'set', reply: 'hello world', says: 'SET was answered by "hello world", where OK belongs' },
    { command: 'set', reply: 7, says: 'SET was answered by the integer 7, where OK belongs' },
    { command: 'set', reply: null, says: 'SET was answered by null, where OK belongs' },
    {
      command: 'set',
      reply: new Map(),
      says: 'SET was answered by a value of type object, where OK belongs',
    },
    { command: 'get', reply: ['a'], says: 'GET was answered by an array of 1, where a text or null belongs' },
    { command: 'get', reply: 1, says: 'GET was answered by the integer 1, where a text or null belongs' },
    { command: 'incr', reply: '1', says: 'INCR was answered by "1", where an integer belongs' },
    { command: 'lrange', reply: null, says: 'LRANGE was answered by null, where an array belongs' },
    { command: 'ping', reply: 'OK', says: 'PING was answered by "OK", where PONG belongs' },
    { command: 'set', reply: 'x'.repeat(99), says: `SET was answered by "${'x'.repeat(40)}…", where` },
  ] as const)('end the lane where they cannot be to the command: $says', ({ command, reply: came, says }) => {
    for (const isAlone of [true, false]) {
      const { batch, recorder, send, reply } = makeBatch({ commands: [command] });
      send(1);
      if (isAlone) batch.onReply(came);
      else reply(came);
      expect(recorder).toMatchObject({ completed: 0, failed: 1, failures: { 'unexpected reply': 1 } });
      expect(batch.fatal).toContain(says);
    }
  });

  test.each([
    { command: 'get', reply: 'value', counts: 'hit' },
    { command: 'get', reply: '', counts: 'hit' },
    { command: 'get', reply: null, counts: 'miss' },
    { command: 'hget', reply: Buffer.from('x'), counts: 'hit' },
    { command: 'del', reply: 1, counts: 'hit' },
    { command: 'del', reply: 0, counts: 'miss' },
    { command: 'lrange', reply: ['a'], counts: 'hit' },
    { command: 'lrange', reply: [], counts: 'miss' },
    { command: 'mget', reply: [null, 'a'], counts: 'hit' },
    { command: 'mget', reply: [null, null], counts: 'miss' },
    { command: 'set', reply: 'OK', counts: 'neither' },
    { command: 'incr', reply: 0, counts: 'neither' },
  ] as const)('tell whether $command found something: $reply is a $counts', ({ command, reply, counts }) => {
    const { recorder, send, reply: answer } = makeBatch({ commands: [command] });
    send(1);
    answer(reply);
    expect(recorder).toMatchObject({
      completed: 1,
      hits: counts === 'hit' ? 1 : 0,
      misses: counts === 'miss' ? 1 : 0,
    });
  });

  test('of a mix count hits only for the commands that look something up', () => {
    const { recorder, batch, clock } = makeBatch({ commands: ['set', 'get'], seed: 3 });
    batch.begin(40, clock.now());
    const names = Array.from({ length: 40 }, () => batch.draw().command.name);
    for (const name of names) batch.reply(name === 'GET' ? null : 'OK');
    batch.answer(40);
    expect(recorder.misses).toBe(names.filter((name) => name === 'GET').length);
    expect(recorder.misses).toBeGreaterThan(0);
    expect(recorder.hits).toBe(0);
  });

  test('settle a single command by the functions that a promise takes', () => {
    const { recorder, send, batch, settledAt } = made;
    send(1);
    batch.onReply('OK');
    send(1);
    batch.onReply(new Error('ERR no'));
    expect(recorder).toMatchObject({ completed: 1, failed: 1 });
    expect(settledAt).toHaveLength(2);
  });

  test('continues with single commands without settling, each with a latency of its own', () => {
    const { recorder, latencies, clock, batch, settledAt, goesOn } = made;
    goesOn.push(true, true, false);
    batch.begin(1, clock.now());
    const wanted = [3, 5, 4].map((ms) => {
      batch.draw();
      clock.advance(ms);
      return batch.onReply('OK');
    });
    expect(wanted).toEqual([true, true, false]);
    expect(recorder.completed).toBe(3);
    expect(summarise(latencies.command)?.max).toBeCloseTo(5, 1);
    expect(summarise(latencies.batch)?.min).toBeCloseTo(3, 1);
    expect(settledAt).toEqual([12]);
  });

  test('settles a single command that failed, also where the next may follow', () => {
    const { recorder, clock, batch, settledAt, goesOn } = made;
    goesOn.push(true);
    batch.begin(1, clock.now());
    batch.draw();
    expect(batch.onReply(new Error('ERR no'))).toBe(false);
    expect(recorder.failures).toEqual({ ERR: 1 });
    expect(settledAt).toHaveLength(1);
  });
});

describe('a batch that loses its connection', () => {
  test('counts what is outstanding as failed, once, without a latency, and says why', () => {
    const { recorder, latencies, send, reply, batch, settledAt, clock } = made;
    send(5);
    clock.advance(3);
    reply('OK', 'OK');
    batch.abort(new Error('Connection is closed.'));
    expect(recorder).toMatchObject({ completed: 2, failed: 3, failures: { 'connection lost': 3 } });
    expect(total(latencies.command)).toBe(2);
    expect(total(latencies.batch)).toBe(0);
    expect(batch.fatal).toBe('Connection is closed.');
    expect(settledAt).toEqual([3]);
  });

  test('hears nothing that comes after its end', () => {
    const { recorder, latencies, send, reply, batch, settledAt } = made;
    send(2);
    batch.abort(new Error('Connection is closed.'));
    reply('OK', 'OK');
    batch.refuse(new Error('ERR late'));
    batch.abort(new Error('Connection is closed.'));
    expect(recorder).toMatchObject({ completed: 0, failed: 2 });
    expect(total(latencies.command)).toBe(0);
    expect(settledAt).toHaveLength(1);
  });

  test('gives those replies of its pipeline a latency that did come', () => {
    const { recorder, latencies, send, reply, clock } = made;
    send(3);
    clock.advance(8);
    reply('OK', new Error('Connection is closed.'), new Error('Connection is closed.'));
    expect(recorder).toMatchObject({ completed: 1, failed: 2 });
    expect(total(latencies.command)).toBe(1);
  });
});

test('what a strategy tidies up is tidied before the loop continues, and latencies are recorded by then', () => {
  const { batch, latencies, send, reply, settledAt } = made;
  const seen: { settled: number; recorded: number }[] = [];
  batch.afterwards = () => seen.push({ settled: settledAt.length, recorded: total(latencies.command) });
  send(2);
  reply('OK', 'OK');
  expect(seen).toEqual([{ settled: 0, recorded: 2 }]);
});

describe('a batch that is encoded ahead', () => {
  test('counts all its replies at once, and none that come after it was given up', () => {
    const { batch, recorder, clock } = made;
    const key = (): number => {
      const { command } = new CommandSource({
        workload: parsePlan({ lanes: [{ strategy: 'wire' }] }).workload,
        prefix: 'x',
        thread: 0,
        threads: 1,
      }).next();
      return batch.drawKey(command);
    };
    batch.begin(3, clock.now());
    const keys = [key(), key(), key()];
    expect(keys.every((number) => number >= 0)).toBe(true);
    expect(new Set(keys).size).toBeGreaterThan(1);
    batch.flush();
    batch.countCalls(3);
    batch.acceptAll(3);
    batch.answer(3);
    expect([recorder.completed, recorder.calls]).toEqual([3, 3]);
    batch.begin(2, clock.now());
    batch.flush();
    batch.abort(new Error('Connection is closed.'));
    batch.acceptAll(2);
    expect(recorder.completed).toBe(3);
    expect(recorder.failures).toEqual({ 'connection lost': 2 });
  });
});

describe('of a mix', () => {
  /** The commands of a round as they were drawn: 0 for SET, 1 for GET. */
  function sentMix(size: number, drawingMs: number) {
    const mixed = makeBatch({ commands: ['set', 'get'], ratio: [1, 1], seed: 3 });
    const { batch, clock } = mixed;
    batch.begin(size, clock.now());
    const places = Array.from({ length: size }, () => batch.draw().command.place);
    clock.advance(drawingMs);
    batch.flush();
    return { ...mixed, places };
  }
  const replyTo = (place: number | undefined) => (place === 0 ? 'OK' : 'value');
  const counts = ({ latencies }: { latencies: { byCommand: readonly Uint32Array[] } }) =>
    latencies.byCommand.map((one) => total(one));

  test('each latency is recorded for its command as well', () => {
    const mixed = sentMix(20, 20);
    mixed.clock.advance(5);
    mixed.reply(...mixed.places.map(replyTo));
    const sets = mixed.places.filter((place) => place === 0).length;
    expect(sets).toBeGreaterThan(0);
    expect(counts(mixed)).toEqual([sets, 20 - sets]);
    const [first, second] = mixed.latencies.byCommand;
    const together = mixed.latencies.command.map(
      (_, bucket) => (first?.[bucket] ?? 0) + (second?.[bucket] ?? 0),
    );
    expect(together).toEqual(mixed.latencies.command);
  });

  test('replies in another order are put down to the commands that they answer', () => {
    const mixed = sentMix(20, 0);
    const { batch, clock, places, latencies } = mixed;
    const numbers = places.map((_, index) => index);
    for (const [wanted, waitMs] of [
      [1, 10],
      [0, 90],
    ] as const) {
      const indexes = numbers.filter((index) => places[index] === wanted);
      clock.advance(waitMs);
      for (const index of indexes) batch.reply(replyTo(wanted), index);
      batch.answer(indexes.length, indexes);
    }
    const [set, get] = latencies.byCommand.map((one) => summarise(one));
    expect(get?.max).toBeCloseTo(10, 1);
    expect(set?.min).toBeCloseTo(100, 0);
  });

  test('a command alone in its batch, answered at once, is too', () => {
    const mixed = sentMix(1, 0);
    mixed.clock.advance(3);
    mixed.batch.onReply(replyTo(mixed.places[0]));
    expect(counts(mixed)[mixed.places[0] ?? 0]).toBe(1);
    expect(total(mixed.latencies.command)).toBe(1);
  });
});

test('a single command has no histogram besides that of the lane', () => {
  expect(viewLatencies(allocateLatencies()).byCommand).toEqual([]);
});
