import { inSlices } from './durations.ts';
import { allOf, atLeast, below, doesNotHold, holds, unseen } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import type { RecipeCell, ClaimOutcome } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

export interface WhenAutoHelpsCodes extends RecipeCodes {
  id: 'when-auto-helps';
  choices: `${number}` | 'never';
  claims: 'slower-alone-faster-together' | 'a-third-to-a-half' | 'waits-for-the-pipeline';
  labels: {
    /** `rttMs` 0: nothing in between. */
    'all-in-flight': { rttMs: number };
    'at-a-rate': { rps: number; rttMs: number };
    'auto-in-flight': { count: number };
    'auto-to-plain': None;
    'round-trip': None;
    'in-flight': None;
    plain: None;
    auto: None;
    ratio: None;
    'commands-a-write': None;
    loopback: None;
    'time-at-a-rate': { rps: number; rttMs: number };
  };
  sentences: {
    'rate-not-measured': None;
    'plain-too-slow': { singleMs: number; pingMs: number };
    'median-command': { autoMs: number; plainMs: number };
    'too-little': None;
    gains: { rttMs: number; wins: GainsInFlight; loses: GainsInFlight; undecided: GainsInFlight };
  };
}
type GainsInFlight = readonly { count: number; ratio: Ratio }[];
const { label, sentence } = phrasesOf<WhenAutoHelpsCodes>();

const inFlight = [1, 10, 100, 1000] as const;
const quickTrips = [0, 1, 5] as const;
const fullTrips = [0, 1, 5, 20] as const;
const tripsOf = (form: RecipeForm) => (form === 'quick' ? quickTrips : fullTrips);
const openStep = 'open-loop';
const openRttMs = 5;
const openRps = 2000;
/** Plain commands at such a rate take little more than a PING where the machine is quiet. */
const mostOfPing = 1.25;

const stepOf = (rttMs: number) => `rtt-${rttMs}`;
const plain = (rttMs: number, count: number): LaneSource => [stepOf(rttMs), `concurrent-${count}`];
const auto = (rttMs: number, count: number): LaneSource => [stepOf(rttMs), `auto-pipeline-${count}`];
const gain = (measured: Measured, rttMs: number, count: number) =>
  measured.ratio(auto(rttMs, count), plain(rttMs, count));

export const whenAutoHelps: Recipe<WhenAutoHelpsCodes> = {
  id: 'when-auto-helps',
  prediction: {
    type: 'choice',
    choices: [...inFlight.map((count) => `${count}` as const), 'never'],
    answer: firstFaster,
  },
  steps,
  claims: {
    'slower-alone-faster-together': (measured) =>
      allOf([
        below(gain(measured, 0, 1), 1, label('auto-in-flight', { count: 1 })),
        atLeast(gain(measured, 0, 1000), 1, label('auto-in-flight', { count: 1000 })),
      ]),
    'a-third-to-a-half': (measured) =>
      atLeast(gain(measured, 0, 100), 1.35, label('auto-in-flight', { count: 100 })),
    'waits-for-the-pipeline': judgeWaiting,
  },
  tables: (measured) => [
    {
      title: label('auto-to-plain'),
      columns: [
        { label: label('round-trip'), unit: 'text', origin: 'setting' },
        { label: label('in-flight'), unit: 'count', origin: 'setting' },
        { label: listOf(label('plain'), label('per-second')), unit: 'commands/s', origin: 'measured' },
        { label: listOf(label('auto'), label('per-second')), unit: 'commands/s', origin: 'measured' },
        { label: label('ratio'), unit: 'ratio', origin: 'measured' },
        { label: label('interval'), unit: 'ratio', origin: 'measured', detail: true },
        { label: label('commands-a-write'), unit: 'count', origin: 'measured', detail: true },
        { label: listOf(label('plain'), 'p50', 'ms'), unit: 'ms', origin: 'measured', detail: true },
        { label: listOf(label('auto'), 'p50', 'ms'), unit: 'ms', origin: 'measured', detail: true },
      ],
      rows: tripsIn(measured).flatMap((rttMs) =>
        inFlight.map((count): RecipeCell[] => {
          const ratio = gain(measured, rttMs, count);
          return [
            rttMs === 0 ? label('loopback') : `${rttMs} ms`,
            count,
            measured.rate(plain(rttMs, count)),
            measured.rate(auto(rttMs, count)),
            ratio?.ratio ?? null,
            ratio?.ci95 ?? null,
            measured.lane(auto(rttMs, count))?.effectiveBatch ?? null,
            measured.lane(plain(rttMs, count))?.latencyMs.command?.p50 ?? null,
            measured.lane(auto(rttMs, count))?.latencyMs.command?.p50 ?? null,
          ];
        }),
      ),
    },
    {
      title: label('time-at-a-rate', { rps: openRps, rttMs: openRttMs }),
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: listOf('p50', 'ms'), unit: 'ms', origin: 'measured' },
        { label: listOf(label('latency', { key: 'mean' }), 'ms'), unit: 'ms', origin: 'measured' },
        { label: listOf('p99', 'ms'), unit: 'ms', origin: 'measured' },
      ],
      rows: (['concurrent', 'auto-pipeline'] as const).map((lane): RecipeCell[] => {
        const latency = measured.lane([openStep, lane])?.latencyMs.command;
        const name = label(lane === 'concurrent' ? 'plain' : 'auto-pipelining');
        return [name, latency?.p50 ?? null, latency?.mean ?? null, latency?.p99 ?? null];
      }),
    },
  ],
  read,
};

/** The quick form has fewer. */
const tripsIn = (measured: Measured): readonly number[] =>
  fullTrips.filter(
    (rttMs) =>
      quickTrips.some((quick) => quick === rttMs) ||
      inFlight.some((count) => measured.rate(plain(rttMs, count)) !== null),
  );

function firstFaster(measured: Measured): WhenAutoHelpsCodes['choices'] | null {
  if (!measured.hasAll(inFlight.flatMap((count) => [plain(0, count), auto(0, count)]))) return null;
  const gains = inFlight.map((count) => ({ count, ratio: gain(measured, 0, count) }));
  if (gains.every(({ ratio }) => ratio === null)) return null;
  const first = gains.find(({ ratio }) => ratio?.ci95 && ratio.ci95[0] > 1);
  return first ? `${first.count}` : 'never';
}

function judgeWaiting(measured: Measured): ClaimOutcome {
  const [plainMs, autoMs] = ['concurrent', 'auto-pipeline'].map(
    (lane) => measured.lane([openStep, lane])?.latencyMs.command?.p50,
  );
  if (!plainMs || !autoMs) return unseen(sentence('rate-not-measured'));
  const pingMs = measured.lane([openStep, 'concurrent'])?.roundTrip?.before.medianMs;
  if (pingMs !== undefined && plainMs > mostOfPing * pingMs)
    return unseen(sentence('plain-too-slow', { singleMs: plainMs, pingMs }));
  const evidence = sentence('median-command', { autoMs, plainMs });
  if (autoMs / plainMs >= 1.2) return holds(evidence);
  if (autoMs / plainMs < 1.05) return doesNotHold(evidence);
  return unseen(evidence, sentence('too-little'));
}

function steps(form: RecipeForm): RunStep[] {
  const { workload, schedule } = inSlices({
    slices: 8,
    sliceMs: form === 'quick' ? 100 : 500,
    warmupMs: form === 'quick' ? 300 : 2000,
  });
  const open = inSlices({ slices: form === 'quick' ? 4 : 8, sliceMs: 400, warmupMs: 400 });
  const common = { clients: 1, dataSize: 100, keyspace: 10_000 };
  return [
    ...tripsOf(form).map((rttMs): RunStep => ({
      type: 'run',
      id: stepOf(rttMs),
      label: label('all-in-flight', { rttMs }),
      plan: {
        ...(rttMs === 0 ? {} : { network: { rttMs } }),
        workload: { ...workload, ...common },
        schedule,
        lanes: inFlight.flatMap((count) => [
          { id: plain(rttMs, count)[1], strategy: 'concurrent', workload: { pipeline: count } },
          { id: auto(rttMs, count)[1], strategy: 'auto-pipeline', workload: { pipeline: count } },
        ]),
      },
    })),
    {
      type: 'run',
      id: openStep,
      label: label('at-a-rate', { rps: openRps, rttMs: openRttMs }),
      plan: {
        network: { rttMs: openRttMs },
        workload: { ...open.workload, ...common, pipeline: 1000, rps: openRps },
        schedule: open.schedule,
        lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
      },
    },
  ];
}

function read(measured: Measured): Phrase[] {
  return tripsIn(measured).flatMap((rttMs) => {
    const known = inFlight.flatMap((count) => {
      const ratio = gain(measured, rttMs, count);
      return ratio?.ci95 ? [{ count, ratio, ci95: ratio.ci95 }] : [];
    });
    if (known.length === 0) return [];
    const those = (isOne: (low: number, high: number) => boolean): GainsInFlight =>
      known.filter(({ ci95 }) => isOne(...ci95)).map(({ count, ratio }) => ({ count, ratio }));
    return [
      sentence('gains', {
        rttMs,
        wins: those((low) => low > 1),
        loses: those((_low, high) => high < 1),
        undecided: those((low, high) => low <= 1 && high >= 1),
      }),
    ];
  });
}
