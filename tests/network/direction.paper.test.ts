import { describe, expect, test } from 'vitest';
import { Jitter } from '../../server/network/jitter.ts';
import type { WireSettings } from '../../server/network/settings.ts';
import { Wire, type Content, type Flow } from '../../server/network/direction.ts';

class RecordedFlow implements Flow {
  readonly jitter: Jitter;
  readonly startsAt: number;
  arrivesAt = -Infinity;
  waitingBytes = 0;
  travellingBytes = 0;
  readonly arrived: { content: Content; at: number }[] = [];
  flushes = 0;
  readonly #now: () => number;

  constructor(now: () => number, seed = 1, startsAt = -Infinity) {
    this.#now = now;
    this.jitter = new Jitter(seed);
    this.startsAt = startsAt;
  }

  deliver(content: Content): void {
    this.arrived.push({ content, at: this.#now() });
  }

  flush(): void {
    this.flushes++;
  }

  onLeft(): void {
    expect(this.waitingBytes).toBeGreaterThanOrEqual(0);
  }

  get text(): string {
    return this.arrived
      .map(({ content }) => (typeof content === 'string' ? '' : content.toString()))
      .join('');
  }

  get times(): number[] {
    return this.arrived.map(({ at }) => at);
  }
}

/** A wire under a clock that stands still until it is told to go on. */
function wireAt(settings: Partial<WireSettings>) {
  let now = 0;
  const wire = new Wire({ delayMs: 0, strayMs: 0, bytesPerMs: Infinity, ...settings });
  return {
    wire,
    newFlow: (seed?: number, startsAt?: number) => new RecordedFlow(() => now, seed, startsAt),
    send: (flow: Flow, content: Content | number) =>
      wire.carry(flow, typeof content === 'number' ? Buffer.alloc(content, 'x') : content, now),
    /** Goes from one moment that the wire names to the next. */
    advanceTo: (until: number) => {
      for (let next = wire.run(now); next <= until; next = wire.run(now)) now = Math.max(now, next);
      now = until;
    },
  };
}

test('without delay and limit, bytes arrive at once', () => {
  const { newFlow, send } = wireAt({});
  const flow = newFlow();
  expect(send(flow, Buffer.from('hello'))).toBe(Infinity);
  expect(flow.text).toBe('hello');
  expect(flow).toMatchObject({ waitingBytes: 0, travellingBytes: 0 });
});

test('what arrives at one moment is flushed once, each connection for itself', () => {
  const { newFlow, send, wire } = wireAt({ delayMs: 10 });
  const [busy, other] = [newFlow(), newFlow()];
  for (const byte of ['a', 'b', 'c']) send(busy, Buffer.from(byte));
  send(other, Buffer.from('d'));
  wire.run(9);
  expect([busy.flushes, other.flushes]).toEqual([0, 0]);
  wire.run(10);
  expect(busy).toMatchObject({ text: 'abc', flushes: 1 });
  expect(other).toMatchObject({ text: 'd', flushes: 1 });
});

test('each byte takes the delay, and so does the end', () => {
  const { newFlow, send, advanceTo } = wireAt({ delayMs: 10 });
  const flow = newFlow();
  expect(send(flow, Buffer.from('a'))).toBe(10);
  advanceTo(4);
  send(flow, Buffer.from('b'));
  send(flow, 'end');
  expect(flow.travellingBytes).toBe(2);
  advanceTo(9.9);
  expect(flow.arrived).toEqual([]);
  advanceTo(20);
  expect(flow.times).toEqual([10, 14, 14]);
  expect(flow.text).toBe('ab');
  expect(flow.arrived.at(-1)?.content).toBe('end');
});

test('a new connection takes a handshake first', () => {
  const { newFlow, send, advanceTo } = wireAt({ delayMs: 10 });
  const flow = newFlow(1, 20);
  send(flow, Buffer.from('a'));
  advanceTo(40);
  send(flow, Buffer.from('b'));
  advanceTo(60);
  expect(flow.times).toEqual([30, 50]);
});

describe('with jitter', () => {
  test('order is kept, whatever is sent when', () => {
    const { newFlow, send, advanceTo } = wireAt({ delayMs: 5, strayMs: 5 });
    const flow = newFlow(3);
    const sent: string[] = [];
    for (let step = 0; step < 2000; step++) {
      advanceTo(step * 0.3);
      sent.push(`${step},`);
      send(flow, Buffer.from(`${step},`));
    }
    advanceTo(1e6);
    expect(flow.text).toBe(sent.join(''));
    expect(new Set(flow.times.map((at, step) => Math.round(at - step * 0.3))).size).toBeGreaterThan(5);
  });

  test('connections stray each by itself', () => {
    const { newFlow, send, advanceTo } = wireAt({ delayMs: 5, strayMs: 5 });
    const flows = [newFlow(1), newFlow(2)];
    for (const flow of flows) send(flow, 1);
    advanceTo(100);
    expect(flows[0]?.times).not.toEqual(flows[1]?.times);
  });
});

describe('with a bandwidth', () => {
  test('bytes arrive bit by bit', () => {
    const { newFlow, send, advanceTo } = wireAt({ bytesPerMs: 146, delayMs: 7 });
    const flow = newFlow();
    send(flow, 14_600);
    advanceTo(1000);
    expect(flow.times).toEqual([17, 27, 37, 47, 57, 67, 77, 87, 97, 107]);
  });

  test('connections share it', () => {
    const { newFlow, send, advanceTo } = wireAt({ bytesPerMs: 1000 });
    const flows = [newFlow(1), newFlow(2)];
    for (const flow of flows) send(flow, 50_000);
    advanceTo(1000);
    expect(flows[0]?.times.at(-1)).toBeCloseTo(50);
    expect(flows[1]?.times.at(-1)).toBeCloseTo(100);
  });

  test('what waits and what travels is told apart and counted', () => {
    const { newFlow, send, advanceTo } = wireAt({ bytesPerMs: 146, delayMs: 1000 });
    const flow = newFlow();
    send(flow, 14_600);
    advanceTo(48);
    expect(flow.waitingBytes).toBe(14_600 - flow.travellingBytes);
    expect(flow.travellingBytes).toBe(6 * 1460);
    advanceTo(5000);
    expect(flow).toMatchObject({ waitingBytes: 0, travellingBytes: 0 });
  });
});

describe('tuned while bytes are on their way', () => {
  test('a shorter delay lets nothing overtake', () => {
    const { wire, newFlow, send, advanceTo } = wireAt({ delayMs: 100 });
    const flow = newFlow();
    send(flow, Buffer.from('a'));
    wire.tune({ delayMs: 0, strayMs: 0, bytesPerMs: Infinity });
    advanceTo(10);
    send(flow, Buffer.from('b'));
    advanceTo(100);
    send(flow, Buffer.from('c'));
    expect(flow.text).toBe('abc');
    expect(flow.times).toEqual([100, 100, 100]);
  });

  test('no limit any more lets go what waits', () => {
    const { wire, newFlow, send, advanceTo } = wireAt({ bytesPerMs: 1 });
    const flow = newFlow();
    send(flow, 146_000);
    advanceTo(1);
    wire.tune({ delayMs: 0, strayMs: 0, bytesPerMs: Infinity });
    advanceTo(2000);
    expect(flow.arrived).toHaveLength(100);
    expect(flow.times.at(-1)).toBe(1460);
    expect(flow.waitingBytes).toBe(0);
  });
});
