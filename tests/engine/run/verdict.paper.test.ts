import { describe, expect, test } from 'vitest';
import { judgeLane } from '../../../server/engine/run/verdict.ts';
import { english } from '../../../shared/words/en/index.ts';
import { say } from '../../../shared/words/words.ts';
import { judgedLane, type VerdictEvidence } from '../../support/judged-lane.ts';

const verdictOn = (given: VerdictEvidence) => {
  const { verdict } = judgedLane(given).lane;
  return { bound: verdict.bound, ...say(verdict, english.verdict) };
};

describe('a lane is bound by', () => {
  test.each([
    {
      what: 'both sides idle, and a trip that is mostly on the way',
      given: { onTheWay: 4 },
      bound: 'round-trip',
    },
    {
      what: 'both sides idle, and a trip that is mostly not on the way',
      given: { onTheWay: 1 },
      bound: 'none',
    },
    { what: 'both sides idle, over a link not known', given: {}, bound: 'none' },
    { what: 'a client without a free moment', given: { client: 0.97 }, bound: 'client-cpu' },
    {
      what: 'a client that was ready but got no core',
      given: { client: 0.6, loop: 0.99 },
      bound: 'cores',
    },
    {
      what: 'a client that had a core all the time, by the system’s own account',
      given: { client: 0.6, loop: 0.99, coreWait: 0.05 },
      bound: 'client-cpu',
    },
    {
      what: 'a client that had little work and no core for it',
      given: { client: 0.3, loop: 0.6, coreWait: 0.3 },
      bound: 'cores',
    },
    {
      what: 'a trip that is mostly on the way, whatever the client waits for',
      given: { client: 0.3, loop: 0.6, coreWait: 0.3, onTheWay: 4 },
      bound: 'round-trip',
    },
    {
      what: 'two threads that were ready but got no core',
      given: { client: 1.2, loop: 0.98, coreWait: 0.7, workload: { threads: 2 } },
      bound: 'cores',
    },
    {
      what: 'all of its threads without a free moment',
      given: { client: 1.9, loop: 0.5, workload: { threads: 2 } },
      bound: 'client-cpu',
    },
    {
      what: 'one of two threads busy, which is half of what they could do',
      given: { client: 1, loop: 0.5, onTheWay: 4, workload: { threads: 2 } },
      bound: 'round-trip',
    },
    { what: 'a server without a free moment', given: { client: 0.5, server: 0.96 }, bound: 'server-cpu' },
    { what: 'both full, the server more', given: { client: 0.92, server: 0.98 }, bound: 'server-cpu' },
    { what: 'both full, the client more', given: { client: 0.99, server: 0.92 }, bound: 'client-cpu' },
    { what: 'a link that is full', given: { mbit: 9.5, bandwidthMbit: 10 }, bound: 'bandwidth' },
    {
      what: 'a link that is half full',
      given: { mbit: 5, bandwidthMbit: 10, onTheWay: 4 },
      bound: 'round-trip',
    },
    {
      what: 'our own network without a free moment',
      given: { client: 0.5, server: null, proxy: { cpu: 0.94, coreWait: 0.04 } },
      bound: 'proxy',
    },
    {
      what: 'our own network with work all the time, and now and then no core for it',
      given: { client: 0.5, server: null, proxy: { cpu: 0.8, coreWait: 0.12 } },
      bound: 'proxy',
    },
    {
      what: 'our own network without a free moment, on a system that does not tell of cores',
      given: { client: 0.5, server: null, proxy: { cpu: 0.94, coreWait: null } },
      bound: 'proxy',
    },
    {
      what: 'our own network that was ready but got no core',
      given: { client: 0.5, server: null, proxy: { cpu: 0.5, coreWait: 0.48 } },
      bound: 'none',
    },
    {
      what: 'our own network that is busy, for a client that is more so',
      given: { client: 0.99, server: null, proxy: { cpu: 0.92, coreWait: 0 } },
      bound: 'client-cpu',
    },
    {
      what: 'our own network with time to spare',
      given: { client: 0.3, server: null, onTheWay: 4, proxy: { cpu: 0.85, coreWait: 0.02 } },
      bound: 'round-trip',
    },
    {
      what: 'a link that is full through a network that is busy',
      given: { mbit: 9.5, bandwidthMbit: 10, proxy: { cpu: 0.95, coreWait: 0 } },
      bound: 'bandwidth',
    },
    {
      what: 'a usual trip that is mostly on the way, beside a few that take far longer',
      given: { server: null, onTheWay: 4, meanMs: 23 },
      bound: 'none',
    },
    { what: 'neither idle nor full', given: { client: 0.8, server: 0.5 }, bound: 'none' },
    { what: 'a server that does not tell, over a link not known', given: { server: null }, bound: 'none' },
    { what: 'a trip that is mostly on the way', given: { server: null, onTheWay: 4 }, bound: 'round-trip' },
    { what: 'a trip that is mostly not on the way', given: { server: null, onTheWay: 1 }, bound: 'none' },
    {
      what: 'a PING that took longer than a trip before the run, and little beside the lane',
      given: { server: null, onTheWay: 6, besideLane: 1 },
      bound: 'none',
    },
    {
      what: 'a PING that took longer beside the lane than before',
      given: { server: null, onTheWay: 1, besideLane: 4 },
      bound: 'none',
    },
    {
      what: 'a PING that took most of a trip before and beside',
      given: { server: null, onTheWay: 4, besideLane: 3 },
      bound: 'round-trip',
    },
    {
      what: 'a trip that is mostly on the way to a busy client',
      given: { client: 0.8, server: null, onTheWay: 4 },
      bound: 'none',
    },
    {
      what: 'a rate that was kept',
      given: { rate: { offered: 1000, achieved: 995 } },
      bound: 'rate',
    },
    {
      what: 'a rate that was kept though the client is full',
      given: { client: 0.95, rate: { offered: 1000, achieved: 1000 } },
      bound: 'rate',
    },
    {
      what: 'a rate that was not kept because the client is full',
      given: { client: 0.99, rate: { offered: 1000, achieved: 700 } },
      bound: 'client-cpu',
    },
  ] satisfies { what: string; given: VerdictEvidence; bound: string }[])(
    '$bound: $what',
    ({ given, bound }) => {
      expect(verdictOn(given).bound).toBe(bound);
    },
  );

  test('nothing when nothing was measured', () => {
    expect(verdictOn({ unmeasured: true })).toMatchObject({
      bound: 'none',
      advice: 'An error or a warning of this lane says why.',
    });
  });

  test('what a network adds that was changed meanwhile, not what lay in between before', () => {
    const given = { server: null, onTheWay: 4 };
    expect(verdictOn({ ...given, movedToMs: 2 }).bound).toBe('none');
    expect(verdictOn({ ...given, movedToMs: 4 }).bound).toBe('round-trip');
    expect(verdictOn(given).bound).toBe('round-trip');
  });

  test('nothing when every command failed, and the failure is named', () => {
    const { bound, sentence } = verdictOn({ failures: { MOVED: 3, CROSSSLOT: 425_133 } });
    expect(bound).toBe('none');
    expect(sentence).toBe('Nothing was done: all 425,136 commands failed (CROSSSLOT).');
  });
});

describe('a verdict', () => {
  test.each([
    { given: { onTheWay: 4 }, says: ['10 %', '5.000 ms'] },
    { given: { client: 0.4, loop: 1, coreWait: 0.6 }, says: ['60 %'] },
    {
      given: { server: null },
      says: ['Bottleneck unclear without the server’s load', '10 %', '5.000 ms'],
    },
    {
      given: { server: null, onTheWay: 4 },
      says: ['5.000 ms a trip (p50), where a PING alone takes at least 4.000 ms'],
    },
    {
      given: { server: null, onTheWay: 4, meanMs: 23 },
      says: ['5.000 ms a trip (p50)', '23.000 ms on average: some trips take far longer'],
    },
    // Most of its units send nothing, so there is nothing to batch.
    {
      given: { client: 0.97, strategy: 'one-by-one', perUnit: { commands: 0.01, trips: 0.01 } },
      says: ['More threads'],
    },
    { given: { client: 0.97, strategy: 'one-by-one' }, says: ['A strategy that batches'] },
    { given: { server: 0.97 }, says: ['97 %'] },
    { given: { server: null, proxy: { cpu: 0.9, coreWait: 0.05 } }, says: ['own proxy', '95 %'] },
    { given: { client: 1.9, loop: 0.97, workload: { threads: 2 } }, says: ['2 threads', '97 %'] },
    { given: { rate: { offered: 1000, achieved: 990 } }, says: ['99 %'] },
    { given: { roofline: 0.96, client: 0.95 }, says: ['96 %', 'roofline'] },
  ] satisfies { given: VerdictEvidence; says: string[] }[])(
    'brings its evidence: $says',
    ({ given, says }) => {
      const { sentence, advice } = verdictOn(given);
      for (const evidence of says) expect(`${sentence} ${advice}`).toContain(evidence);
    },
  );

  test('says nothing of a server that cannot be known', () => {
    for (const onTheWay of [4, 1, undefined]) {
      const { sentence } = verdictOn({ server: null, ...(onTheWay !== undefined && { onTheWay }) });
      expect(sentence).not.toMatch(/unknown|server \d|null|NaN/);
    }
  });

  test('advises to batch where there is no batching yet, and to batch deeper where there is', () => {
    expect(verdictOn({ strategy: 'one-by-one', onTheWay: 4 }).advice).toMatch(/strategy that batches/);
    expect(verdictOn({ strategy: 'pipeline', onTheWay: 4 }).advice).toMatch(/deeper batch/);
    expect(verdictOn({ strategy: 'one-by-one', client: 0.99 }).advice).toMatch(/strategy that batches/);
    expect(verdictOn({ strategy: 'pipeline', client: 0.99 }).advice).toMatch(/threads/);
    expect(verdictOn({ strategy: 'pipeline', server: 0.99 }).advice).toMatch(/servers/);
  });

  test.each([
    [{ commands: 20, trips: 1 }, 4, 'More connections: a unit takes one round trip.'],
    [{ commands: 20, trips: 20 }, 4, 'Fewer round trips in a unit, or more connections.'],
    [{ commands: 20, trips: 1 }, undefined, 'More threads, or fewer bytes and commands.'],
    [
      { commands: 20, trips: 20 },
      undefined,
      'A strategy that batches: most of this work is per trip, not per command.',
    ],
  ])('advises a lane of units by its trips: %j', (perUnit, onTheWay, advice) => {
    const given = onTheWay === undefined ? { client: 0.99 } : { onTheWay };
    expect(verdictOn({ strategy: 'one-by-one', perUnit, ...given }).advice).toBe(advice);
  });

  test.each([
    { roofline: 0.9, nothingHelps: true },
    { roofline: 0.89, nothingHelps: false },
  ])(
    'says that nothing helps at $roofline of the roofline with a full client: $nothingHelps',
    ({ roofline, nothingHelps }) => {
      expect(verdictOn({ roofline, client: 0.97 }).advice.startsWith('Nothing')).toBe(nothingHelps);
    },
  );

  test('says of no thread that it was busy for more than all of a short load', () => {
    expect(verdictOn({ client: 4.2 }).sentence).toContain('busy 100 % of the time');
  });

  test('says how long a lane waited for a core, also where its library keeps more than one busy', () => {
    expect(verdictOn({ client: 1.4, loop: 0.6, coreWait: 0.45 }).sentence).toContain('CPU 45 % of the time');
  });

  test('of the roofline itself does not say how near to the roofline it is', () => {
    const given = { roofline: 1, client: 0.97 };
    expect(verdictOn({ ...given, strategy: 'wire' }).advice).toMatch(/threads/);
    expect(verdictOn(given).advice).toMatch(/^Nothing: at 100 %/);
  });

  test('is not made for a lane that the plan does not have', () => {
    const { lane, run, strategy } = judgedLane({});
    expect(() => judgeLane({ ...lane, id: 'another' }, run, strategy)).toThrow('another');
  });
});
