import { expect, test } from 'vitest';
import type { Comparison, Result } from '../../../shared/contract/result.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import { en } from '../../../client/src/messages/en.ts';
import { endedHeadline } from '../../../client/src/run/ended-headline.ts';
import { runHeadline, type Headline } from '../../../client/src/run/headline.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { belowHeadline } from '../../../shared/report/headline.ts';
import { compareSlices } from '../../../shared/statistics/paired-ratio.ts';
import { throughputOf } from '../../../calibration/synthetic-result.ts';
import { FakeEngine, sampleOf } from '../../support/fake-engine.ts';
import { privateTarget } from '../../support/build-app.ts';
import { comparisonOf, resultOf, snapshotOf, standingOf, tickOf } from '../../support/snapshots.ts';

type Starting = Parameters<typeof runHeadline>[1];
const say = (run: LiveRun | null, starting: Starting = false) =>
  runHeadline(run, starting, ({ id }) => id, en, endedHeadline);

/** All that stands below the headline. */
const allOf = ({ doubts = [], ...said }: Headline) => [...belowHeadline(said), ...doubts].join(' ');

test('a run that is being started says how many keys are written, where that takes a while', () => {
  expect(say(null, { filling: null })).toEqual({ text: en.headline.starting, more: '' });
  const filling = { keys: 1_234_567, of: 5_000_000 };
  expect(say(null, { filling }).more).toBe('Writing keys: 1.23M of 5.00M.');
});

function during(comparison: Partial<Comparison>): LiveRun {
  const run = new LiveRun(snapshotOf());
  const standings = [standingOf('one-by-one', 1000), standingOf('pipeline', 12_300)];
  run.tick(tickOf({ standings, comparisons: [comparisonOf(comparison)] }));
  return run;
}

/** A run that has ended with this comparison. */
function after(comparison: Partial<Comparison>, more: Partial<Result> = {}): LiveRun {
  const result = { ...resultOf({ comparisons: [comparisonOf(comparison)] }), ...more };
  const { plan, state, tunings } = result;
  return new LiveRun(snapshotOf({ plan, state, tunings, result }));
}

test('Before a run the page asks its question', () => {
  expect(say(null).text).toContain('How much faster');
  expect(say(null, { filling: null }).text).toContain('Preparing');
});

test('While lanes are asked for one rate, nobody is called faster; with rates of their own somebody is', () => {
  const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
  const during = (plan: PlanInput) => {
    const run = new LiveRun(snapshotOf({}, plan));
    run.tick(
      tickOf({
        standings: [standingOf('one-by-one', 1000), standingOf('pipeline', 1010)],
        comparisons: [comparisonOf({ ratio: 1.01, ci95: [1.005, 1.02], pairs: 4 })],
      }),
    );
    return say(run).text;
  };
  expect(during({ workload: { rps: 2000 }, lanes })).toBe('Measuring at 2,000 commands/s');
  const others = lanes.map((lane, index) => ({ ...lane, workload: { rps: 1000 * (index + 1) } }));
  expect(during({ lanes: others })).toContain('× 1.0');
});

test('A ratio comes with the network that it was measured over, and whether settings were changed', () => {
  const plan = parsePlan({
    network: { rttMs: 20 },
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
  });
  const tunedBy = (...tunings: RunSnapshot['tunings']) => say(after({}, { plan, tunings: [...tunings] }));
  const network = { rttMs: 50, jitterMs: 0 };
  expect(tunedBy().restsOn).toBe('Network: 20 ms round trip.');
  expect(tunedBy({ atMs: 500, tuning: { network } })).toMatchObject({
    restsOn: 'Network: 50 ms round trip.',
    doubts: expect.arrayContaining(['Counted since the settings were changed.']),
  });
  expect(tunedBy({ atMs: 500, tuning: { network }, countedIn: [] }).restsOn).toBe(
    'Network: 20 ms round trip.',
  );
});

test('What a trip took while the lanes had their slices stands beside what was asked for', () => {
  const plan = { network: { rttMs: 1 }, lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };
  const snapshot = snapshotOf({ state: 'completed', comparisons: [comparisonOf()] }, plan);
  const measured = (...medians: number[]) => {
    const result = resultOf({ plan: snapshot.plan, comparisons: [comparisonOf()] });
    const before = { medianMs: 1.2, p99Ms: 2, samples: 100 };
    const lanes = result.lanes.map((lane, index) => {
      const medianMs = medians[index] ?? NaN;
      return { ...lane, roundTrip: { before, during: { medianMs, p99Ms: 9, samples: 100 } } };
    });
    return say(new LiveRun({ ...snapshot, result: { ...result, lanes } })).restsOn;
  };
  expect(measured(4.284, 3.051)).toContain(
    'Network: 1 ms round trip, 3.05 – 4.28 ms measured during the lanes.',
  );
  expect(measured(3.051, 3.052)).toContain('Network: 1 ms round trip, 3.05 ms measured during the lanes.');
});

test('Warm-up is called so, and not counted', () => {
  const run = new LiveRun(snapshotOf({ current: { slice: 0, phase: 'warmup', lanes: ['one-by-one'] } }));
  expect(say(run)).toEqual({ text: 'Warming up', more: expect.stringContaining('not counted') });
});

test('Nothing is claimed of lanes that have all sent, and of which nothing is counted', () => {
  const current = { slice: 0, phase: 'warmup' as const, lanes: ['pipeline'] };
  const run = new LiveRun(snapshotOf({ current }));
  const samples = [sampleOf('one-by-one', { throughput: 1000 }), sampleOf('pipeline', { throughput: 9000 })];
  run.tick(tickOf({ current, samples }));
  expect(say(run)).toEqual({ text: 'Warming up', more: expect.stringContaining('not counted') });
});

test.each<[string, Partial<Comparison>, string, string]>([
  [
    'one round',
    { ci95: null, outcome: 'inconclusive', pairs: 1 },
    'So far: pipeline × 12',
    '1 measured round',
  ],
  ['told apart', { pairs: 4 }, 'So far: pipeline × 12', '4 measured rounds'],
  [
    'not told apart',
    { ci95: [0.5, 3], outcome: 'inconclusive', pairs: 3 },
    'So far: pipeline × 12',
    'still include 1×',
  ],
])('So far, with %s, it says what is known', (_, comparison, text, more) => {
  const said = say(during(comparison));
  expect(said.text).toContain(text);
  expect(said.more).toContain(more);
});

test.each<[string, Partial<Comparison>, string, string]>([
  ['faster', {}, 'pipeline: × 12.3 against one-by-one', '× 11.9 – 12.8'],
  ['slower', { ratio: 0.5, ci95: [0.4, 0.6], outcome: 'slower' }, 'Nothing beats one-by-one', 'slowdown'],
  [
    'not told apart',
    { ratio: 1, ci95: [0.9, 1.1], outcome: 'inconclusive' },
    'Inconclusive: no significant difference',
    'include × 1',
  ],
  [
    'lost in noise',
    { ratio: 2, ci95: [0.3, 9], outcome: 'inconclusive' },
    'Too noisy to compare with one-by-one',
    'say nothing',
  ],
  ['from one round', { ci95: null, outcome: 'inconclusive', pairs: 1 }, 'in one round', 'no interval'],
  [
    'from rounds that have no interval',
    { ci95: null, outcome: 'inconclusive', pairs: 4 },
    'Too noisy to compare with one-by-one',
    'say nothing',
  ],
])('At the end, when the best lane is %s, it gives the answer', (_, comparison, text, more) => {
  const said = say(after(comparison));
  expect(said.text).toContain(text);
  expect(allOf(said)).toContain(more);
});

test('Only a run that nothing failed in is to be run longer', () => {
  const comparisons = [comparisonOf({ ratio: 1, ci95: [0.9, 1.1], outcome: 'inconclusive' })];
  const ended = (state: 'completed' | 'failed') =>
    say(new LiveRun(snapshotOf({ state, comparisons, result: { ...resultOf(), state, comparisons } })));
  expect(ended('completed').needsLonger).toBe(true);
  expect(ended('failed').needsLonger).toBeUndefined();
});

test('A lane that waited for a core makes the machine too busy, once the run has ended', () => {
  const result = resultOf();
  const verdict = { code: 'cores', bound: 'cores', busy: 0.5, waiting: 0.4, threads: 1 } as const;
  const [first, ...others] = result.lanes;
  if (!first) throw new Error('the run has no lane');
  const busy = { ...result, lanes: [{ ...first, verdict }, ...others] };
  const ended = (of: typeof result) => new LiveRun(snapshotOf({ state: 'completed', result: of }));
  const isBusy = (said: Headline) => allOf(said).includes('too busy');
  expect(isBusy(say(ended(busy)))).toBe(true);
  expect(isBusy(say(ended(result)))).toBe(false);
  expect(isBusy(say(ended(busy), { filling: null }))).toBe(false);
  expect(say(ended(busy)).inShort).toBe('Machine was busy');
});

test('A doubt without a name of its own is read as its sentence, whatever colons are in it', () => {
  const warnings = [{ code: 'keys-left', prefix: 'roundtrip:run:', reason: 'gone' } as const];
  const said = say(after({}, { warnings }));
  expect(said.doubts?.[0]).toBe('Keys under roundtrip:run: could not be removed: gone.');
  expect(said).not.toHaveProperty('inShort');
});

test('Where every command failed it is said so, with what was answered', () => {
  const result = resultOf();
  const lanes = result.lanes.map((lane) => ({ ...lane, commands: 0, failed: 9, failures: { ERR: 9 } }));
  const said = say(new LiveRun(snapshotOf({ state: 'completed', result: { ...result, lanes } })));
  expect(said).toMatchObject({ text: 'Every command failed' });
  expect(said.more).toContain('Failures: ERR.');
});

test('Why a run failed stands below that it did, once', () => {
  const error = { name: 'LaneFailed', code: null, message: 'The server is gone.', stack: null };
  const failed = { perSecond: [], state: 'failed' as const, error };
  const result = resultOf({ state: 'failed', lanes: { 'one-by-one': failed, pipeline: failed } });
  const said = say(new LiveRun(snapshotOf({ state: 'failed', result })));
  expect(said).toMatchObject({ hasFailed: true, more: expect.stringContaining('The server is gone') });
  expect(said.doubts?.join() ?? '').not.toContain('The server is gone');
});

test('One round at a rate that all were asked for compares nobody', () => {
  const plan = { workload: { rps: 2000 }, lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] };
  const comparisons = [comparisonOf({ ratio: 1, ci95: null, outcome: 'inconclusive', pairs: 1 })];
  const lanes = { 'one-by-one': { perSecond: 2000, rate: null }, pipeline: { perSecond: 2000, rate: null } };
  const result = resultOf({ plan, lanes, comparisons });
  const said = say(new LiveRun(snapshotOf({ state: 'stopped', result }, plan)));
  expect(said.text).toBe('pipeline: × 1.00 against one-by-one in one round');
  expect(allOf(said)).toContain('Run longer');
});

test('A run that its server forgot, or that broke off, has no answer', () => {
  const lost = during({});
  lost.lose();
  expect(say(lost).text).toContain('restarted');
  const broken = new LiveRun(snapshotOf({ state: 'failed', comparisons: [comparisonOf()] }));
  expect(say(broken).text).toContain('broke off');
  const error = { code: 'run_failed', message: 'It did not answer.' };
  expect(say(new LiveRun(snapshotOf({ state: 'failed', error }))).more).toBe('It did not answer.');
});

test.each([
  ['stopped', 'Stopped early'],
  ['failed', 'failed: '],
] as const)('A run that was %s has an answer, with what it rests on', (state, word) => {
  const result = { ...resultOf(), state, comparisons: [comparisonOf()] };
  const said = say(new LiveRun(snapshotOf({ state, comparisons: [comparisonOf()], result })));
  expect(said.text).toContain('× 12.3');
  expect(allOf(said)).toContain(word);
});

test('Where the interval is wide, the ratio is rough, with the interval behind it', () => {
  const said = say(after({ ratio: 12, ci95: [3.3, 27] }));
  expect(said.text).toBe('pipeline: about × 12 (3.30 – 27.0) against one-by-one');
  expect(allOf(said)).toContain('Noisy');
});

/** A run that has ended, with these turns of each lane; the first is the baseline. */
function withTurns(turns: Record<string, number[]>): LiveRun {
  const plan = { lanes: Object.keys(turns).map((strategy) => ({ strategy })) };
  const engine = new FakeEngine();
  engine.onStart = () => undefined;
  engine.start({ plan: snapshotOf({}, plan).plan, target: privateTarget });
  const ended = engine.run.announceEnd();
  const lanes = ended.lanes.map((lane) => ({
    ...lane,
    throughput: throughputOf(turns[lane.id] ?? []),
  }));
  const [baseline, ...others] = lanes;
  const comparisons = others.flatMap(({ id, throughput }) => {
    const comparison = compareSlices(throughput?.slices ?? [], baseline?.throughput?.slices ?? []);
    return comparison ? [{ lane: id, baseline: baseline?.id ?? '', ...comparison }] : [];
  });
  return new LiveRun(
    snapshotOf(
      { state: 'completed', comparisons, result: { ...ended, id: 'run-1', lanes, comparisons } },
      plan,
    ),
  );
}
const steady = [100, 101, 99, 100, 102, 98, 100, 101];
/** So many times as fast, turn by turn a little more or less. */
const by = (factor: number, shift = 0) =>
  steady.map((_, turn) => (steady[(turn + shift) % steady.length] ?? 0) * factor);
const wild = [10, 4000, 30, 3000, 20, 5000, 15, 2500];

test.each<[string, Record<string, number[]>, string]>([
  ['all others are slower', { pipeline: by(10), multi: by(8) }, ''],
  [
    'one other is as fast',
    { pipeline: by(10), multi: by(9.99, 1) },
    'multi may be just as fast: the difference is inconclusive.',
  ],
  [
    'several others are as fast',
    { pipeline: by(10), multi: by(9.99, 1), lua: by(9.98, 3), 'auto-pipeline': by(3) },
    'multi and lua may be just as fast: the differences are inconclusive.',
  ],
  [
    'many others are as fast',
    { pipeline: by(10), multi: by(9.99, 1), lua: by(9.98, 3), wire: by(9.97, 2) },
    'multi, lua and 1 more may be just as fast: the differences are inconclusive.',
  ],
  [
    'another has a larger figure that scatters',
    { pipeline: by(10), multi: wild },
    'multi is too noisy to rank.',
  ],
])('At the end, where %s, the headline of the fastest says so', (_, others, more) => {
  const said = say(withTurns({ 'one-by-one': steady, ...others }));
  expect(said.text).toMatch(/^pipeline: × 10\.\d against one-by-one$/);
  expect(said.fastest?.replace(/^95 % interval: [^ ]+ [^ ]+ – [^ ]+\.\s?/, '')).toBe(more);
  // Beside lane, ratio and interval in large type.
  expect(said.besideFastest).toBe(more);
});

test('Leading are the fastest and all that cannot be told apart from it, and during a run the one that is named', () => {
  const said = say(withTurns({ 'one-by-one': steady, lua: by(3), pipeline: by(10), multi: by(9.99, 1) }));
  expect(said.leading).toEqual(['pipeline', 'multi']);
  expect(say(during({ pairs: 4 })).leading).toEqual(['pipeline']);
  expect(say(null).leading).toBeUndefined();
});

test('The harness itself, which sends nothing, is neither the fastest nor as fast as it', () => {
  const said = say(withTurns({ 'one-by-one': steady, noop: by(90), wire: by(20), pipeline: by(10) }));
  expect(said.text).toBe('wire: × 20.0 against one-by-one');
  expect(allOf(said)).not.toContain('noop');
});

test('During a run nothing is said of what cannot be told apart', () => {
  expect(say(during({ pairs: 4 })).more).toBe('Provisional · 4 measured rounds.');
});
