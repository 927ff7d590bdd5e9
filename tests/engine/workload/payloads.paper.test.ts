import { describe, expect, test } from 'vitest';
import { makePayloads } from '../../../server/engine/workload/payloads.ts';

const bytesOf = (payload: string | Buffer) => Buffer.from(payload);
const make = (options: Partial<Parameters<typeof makePayloads>[0]>) =>
  makePayloads({ data: 'text', dataSize: 100, seed: 1, ...options });

describe('payloads of a fixed size', () => {
  test.each([
    { data: 'text', dataSize: 1 },
    { data: 'text', dataSize: 100 },
    { data: 'text', dataSize: 65_537 },
    { data: 'random', dataSize: 1 },
    { data: 'random', dataSize: 100 },
    { data: 'random', dataSize: 65_537 },
  ] as const)('are one, of exactly $dataSize bytes of $data', ({ data, dataSize }) => {
    const payloads = make({ data, dataSize });
    expect(payloads.map((payload) => bytesOf(payload).length)).toEqual([dataSize]);
  });

  test('of text are printable, so that a reader of the log can see them', () => {
    expect(make({ dataSize: 500 })).toEqual([expect.stringMatching(/^[a-z]{500}$/)]);
  });

  test.each([1, 7, 8, 9, 40, 100, 1000, 4096])('of JSON are one, of exactly %d bytes', (dataSize) => {
    const [payload = ''] = make({ data: 'json', dataSize });
    expect(payload).toHaveLength(dataSize);
    const value: unknown = JSON.parse(String(payload));
    if (dataSize >= 40) expect(Object.keys(value as object).length).toBeGreaterThan(1);
  });

  test('of random bytes hold every byte and do not repeat themselves', () => {
    const [payload = ''] = make({ data: 'random', dataSize: 20_000 });
    expect(new Set(bytesOf(payload)).size).toBe(256);
  });
});

describe('payloads of a range of sizes', () => {
  test('are spread evenly over it, its ends included', () => {
    const sizes = make({ dataSizeRange: [10, 2000] }).map((payload) => bytesOf(payload).length);
    expect(sizes).toHaveLength(256);
    expect(Math.min(...sizes)).toBe(10);
    expect(Math.max(...sizes)).toBe(2000);
    const steps = sizes.slice(1).map((size, index) => size - (sizes[index] ?? NaN));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(7);
    expect(Math.max(...steps)).toBeLessThanOrEqual(8);
  });

  test.each([
    { range: [5, 5], expected: [5] },
    { range: [1, 4], expected: [1, 2, 3, 4] },
  ] as const)('from $range hold each size once', ({ range: [smallest, largest], expected }) => {
    const payloads = make({ dataSizeRange: [smallest, largest], dataSize: 99 });
    expect(payloads.map((payload) => bytesOf(payload).length)).toEqual(expected);
  });
});

test('the same seed makes the same payloads, another makes others', () => {
  expect(make({ seed: 3 })).toEqual(make({ seed: 3 }));
  expect(make({ seed: 3 })).not.toEqual(make({ seed: 4 }));
  expect(make({ seed: 3, data: 'random' })).toEqual(make({ seed: 3, data: 'random' }));
});
