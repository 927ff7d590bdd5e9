import { describe, expect, test } from 'vitest';
import { recipe as payload } from '../../../shared/recipes/payload.ts';
import { makeMeasured, type Making } from '../../support/made-outcomes.ts';
import { judgedIn } from '../../support/recipe-in-english.ts';

type BySize = Record<number, number>;
const published: BySize = { 2: 52_474, 1000: 52_430, 1400: 45_396, 1500: 25_518, 5000: 12_736, 10_000: 6476 };
const flat: BySize = { 2: 50_000, 1000: 50_000, 1400: 50_000, 1500: 50_000, 5000: 50_000, 10_000: 50_000 };
const steep: BySize = { ...flat, 1000: 20_000, 1400: 10_000 };

function judgements(
  direct: BySize,
  link: BySize,
  making: Making = {},
  cpu: BySize = { 1000: 0.5, 10_000: 0.5 },
) {
  const measured = makeMeasured(
    payload,
    (step, lane) => {
      const size = Number(lane.replace('bytes-', ''));
      const rate = (step === 'direct' ? direct : link)[size];
      return rate === undefined
        ? null
        : { rate, bytesAWrite: size + 50, ...(cpu[size] === undefined ? {} : { serverCpu: cpu[size] }) };
    },
    making,
  );
  return judgedIn(payload, measured);
}

describe('on one machine', () => {
  test('the cliff at 1500 bytes and the CPU of the server cannot be seen, whatever was measured', () => {
    for (const direct of [published, flat]) {
      const [, cliff, , cpu] = judgements(direct, published);
      expect(cliff?.outcome).toBe('cannot be seen here');
      expect(cliff?.because).toMatch(/loopback has no packets of 1500 bytes.*1,500 bytes against 1,400: × /);
      expect(cpu?.outcome).toBe('cannot be seen here');
      expect(cpu?.because).toContain('50 % busy at 1000 bytes');
    }
  });

  test('the cliff is judged all the same where the kernel has laid a link', () => {
    const cliffOf = (direct: typeof published) =>
      judgements(direct, published, { byKernel: true })[1]?.outcome;
    expect([cliffOf(published), cliffOf(flat)]).toEqual(['holds', 'does not hold here']);
  });

  test('the CPU of the server over the link is judged, which a link of the kernel leaves known', () => {
    const cpu = judgements(published, published, { byKernel: true }, { 1000: 0.5, 10_000: 0.3 })[3];
    expect(cpu?.outcome).toBe('holds');
    expect(cpu?.because).toContain('Through 1000 Mbit/s, the server is 50 % busy');
  });

  test.each([
    ['hardly matters', flat, 'holds'],
    ['matters at once', steep, 'does not hold here'],
  ])('below the MTU the size %s', (_what, direct, judgement) => {
    expect(judgements(direct, published)[0]?.outcome).toBe(judgement);
  });

  const fullLink: BySize = { ...flat, 5000: 24_500, 10_000: 12_300 };
  test.each([
    ['in proportion', fullLink, 'holds'],
    ['not at all', { ...fullLink, 10_000: 24_000 }, 'does not hold here'],
    [
      'in proportion, but the link is not full',
      { ...fullLink, 5000: 12_000, 10_000: 6000 },
      'cannot be seen here',
    ],
    ['unknown, for the step failed', {}, 'cannot be seen here'],
  ])('through the link throughput falls %s', (_what, link: BySize, judgement) => {
    expect(judgements(flat, link)[2]?.outcome).toBe(judgement);
  });
});

describe('to a server elsewhere', () => {
  const elsewhere = { isOneMachine: false };

  test('all claims hold where all is as published', () => {
    const all = judgements(published, flat, elsewhere, { 1000: 0.48, 10_000: 0.18 });
    expect(all.map(({ outcome }) => outcome)).toEqual(Array(4).fill('holds'));
  });

  test('no cliff, no fall, and a server as busy as before: none of the three holds', () => {
    const [, cliff, fall, cpu] = judgements(flat, published, elsewhere);
    for (const finding of [cliff, fall, cpu]) expect(finding?.outcome).toBe('does not hold here');
  });
});
