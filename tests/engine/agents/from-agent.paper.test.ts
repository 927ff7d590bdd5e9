import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgedTexts, knownForged } from '../../../campaign/forged-messages.ts';
import { readFromAgent, type SentMessage } from '../../../server/engine/agents/from-agent.ts';
import { packSparse } from '../../../server/engine/latency/sparse.ts';

const tally = { completed: 8, failed: 0, failures: {}, errors: {}, hits: 0, misses: 0, calls: 8 };
const sample = {
  ...{ type: 'sample', slice: 3, index: 0, endsSlice: true, elapsedMs: 250, tally, settled: tally },
  wire: { writes: 8, bytesOut: 900, bytesIn: 40 },
  ...{ cpuMs: 50, coreWaitMs: null, busyMs: 50, memoryBytes: 2e7, offered: 8, offeringMs: 250 },
  ...{ sendingMs: 250, outstanding: 0, settledMs: 0, fatal: null, sent: { from: 1e12, until: 1e12 + 250 } },
  latencies: packSparse(Uint32Array.of(7, 3, 90, 5)),
} as const;
const hello = {
  ...{ name: 'a', host: 'h', machine: 'm', roundtrip: '1', node: '20', cpuModel: 'c', cores: 2, load: 0 },
  ...{ runIds: ['x'], pingMs: 0.1, controlMs: 0.2, clockAheadMs: -3 },
};
const shares = 2;
const read = (message: unknown) => readFromAgent({ share: 1, message }, shares);
const ofSample = (part: object) => ({ type: 'sample', lane: 0, thread: 1, sample: { ...sample, ...part } });

test.each<SentMessage>([
  { type: 'hello', hello },
  { type: 'refused', name: 'a', reason: 'because' },
  { type: 'ready', lane: 0, thread: 1 },
  { type: 'failed', lane: 0, thread: 1, error: { name: 'Error', code: null, message: 'm', stack: null } },
  { type: 'left', reason: 'the run is over' },
])('a message of an agent is read as it was sent: $type', (message) => {
  expect(read(message)).toEqual({ share: 1, message });
});

test('a sample is read with its histograms', () => {
  const latencies = Uint32Array.of(7, 3, 90, 5);
  expect(read(ofSample({}))).toEqual({ share: 1, message: ofSample({ latencies }) });
});

test.each([
  ['a count that is none', ofSample({ tally: { ...tally, completed: -1 } }), 'sample.tally.completed'],
  ['a figure beyond all bounds', ofSample({ elapsedMs: 1e300 }), 'sample.elapsedMs'],
  ['an infinite figure', ofSample(JSON.parse('{"busyMs":1e999}') as object), 'sample.busyMs'],
  ['a figure that is a text', ofSample({ elapsedMs: '250' }), 'sample.elapsedMs'],
  ['a histogram that was cut off', ofSample({ latencies: 'gA==' }), 'sample.latencies: a histogram was cut'],
  [
    'a failure by the name of what each object has',
    ofSample({ tally: { ...tally, failures: { constructor: 1 } } }),
    'sample.tally.failures',
  ],
  ['a place beyond all lanes', { type: 'ready', lane: 1e9, thread: 0 }, 'lane'],
  ['another type', { type: 'constructor' }, 'type'],
  ['an exchange longer than the lease', { type: 'hello', hello: { ...hello, controlMs: 1e9 } }, 'controlMs'],
  ['servers that are a number', { type: 'hello', hello: { ...hello, runIds: 4 } }, 'hello.runIds'],
  ['a long reason', { type: 'left', reason: 'x'.repeat(20_000) }, 'reason'],
  ['nothing', undefined, 'message: '],
])('%s is a fault of its agent, which says where', (_, message, where) => {
  expect(read(message)).toMatchObject({ share: 1, fault: expect.stringContaining(where) as string });
});

test.each([
  ['no object', 'x'],
  ...['__proto__', 'length', '1', 2, -1, 0.5, 1e9, null].map((share) => [
    `share ${String(share)}`,
    { share, message: { type: 'left', reason: 'x' } },
  ]),
])('%s is for no agent', (_, input) => {
  expect(readFromAgent(input, shares)).toBeNull();
});

test('whatever JSON holds is a message of this version, a fault of one agent, or for none', () => {
  const outcomes = { message: 0, fault: 0, none: 0 };
  const isPlain = (value: unknown): boolean =>
    typeof value !== 'object' || value === null
      ? typeof value !== 'number' || Number.isFinite(value)
      : Object.values(value).every(isPlain);
  fc.assert(
    fc.property(forgedTexts, (text) => {
      let input: unknown;
      try {
        input = JSON.parse(text);
      } catch {
        return;
      }
      const found = readFromAgent(input, shares);
      if (found === null) outcomes.none++;
      else if ('fault' in found) outcomes.fault++;
      else outcomes.message++;
      if (found === null) return;
      expect([0, 1]).toContain(Math.abs(found.share));
      if ('fault' in found) expect(found.fault.length).toBeLessThan(1000);
      else expect(isPlain(found.message)).toBe(true);
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(20);
});

test('none of the messages that ended a coordinator is taken', () => {
  for (const [, text] of knownForged)
    expect(readFromAgent(JSON.parse(text), shares) ?? {}).not.toHaveProperty('message');
});
