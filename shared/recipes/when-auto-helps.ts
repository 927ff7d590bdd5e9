import type { RecipeForm } from '../contract/enums.ts';
import type { ClaimOutcome, Phrase, Ratio, RecipeCell } from '../contract/recipe.ts';
import { capital } from '../words/en/counted.ts';
import { formatMs } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { allOf, atLeast, below, doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'with nothing in between' : `at ${rttMs} ms`);

export const words = {
  title: 'Auto-pipelining and commands in flight',
  question:
    'From how many commands in flight is auto-pipelining faster? How long does one command take with it?',
  method:
    'SET of 100 bytes over one connection of ioredis, with 1, 10, 100 and 1000 commands in flight. Each command is written by itself (concurrent), or ioredis gathers the commands (auto-pipeline). This runs with nothing in between, at 1 and at 5 ms, and in the full form also at 20 ms. Then both run at a fixed rate of 2000 commands a second and 5 ms. There the time of a command counts.',
  source: 'redis/ioredis#1239, #1377, #1608 and the ioredis README; ioredis, by its users',
  ask: 'With nothing in between, from how many commands in flight is auto-pipelining faster?',
  choices: { never: 'never' },
  takeaway: (count, answer) =>
    answer === 'never'
      ? 'Auto-pipelining was faster at no number of commands in flight that was tried.'
      : `With nothing in between, auto-pipelining was faster from ${count} in flight on.`,
  claims: {
    'slower-alone-faster-together': {
      text: 'With one command in an event-loop turn auto-pipelining is slower (30 % in one report), with many it is faster (#1239).',
      rule: 'Holds when it is slower with 1 command in flight and faster with 1000, each with the whole interval, with nothing in between.',
    },
    'a-third-to-a-half': {
      text: 'It improves throughput by 35 to 50 % (README).',
      rule: 'Holds when 100 commands in flight reach at least 1.35 times the plain throughput with the whole interval, with nothing in between. A larger gain does not count against it.',
    },
    'waits-for-the-pipeline': {
      text: 'A command gets its reply only when all of its pipeline have finished (#1608).',
      rule: 'Holds when at 2000 commands/s and 5 ms the median time of a command is at least 1.2 times that of plain commands. Does not hold below 1.05 times. Plain commands must not take longer than 1.25 PINGs.',
    },
  },
  labels: {
    /** `rttMs` 0: nothing in between. */
    'all-in-flight': ({ rttMs }: { rttMs: number }) => `1 to 1000 in flight ${way(rttMs)}`,
    'at-a-rate': ({ rps, rttMs }: { rps: number; rttMs: number }) =>
      `${rps} commands a second at ${rttMs} ms`,
    'auto-in-flight': ({ count }: { count: number }) => `auto-pipelining against plain, ${count} in flight`,
    'auto-to-plain': 'Auto-pipelining against plain commands',
    'round-trip': 'round trip',
    'in-flight': 'in flight',
    plain: 'plain',
    auto: 'auto',
    ratio: 'ratio',
    'commands-a-write': 'commands a write',
    loopback: 'loopback',
    'time-at-a-rate': ({ rps, rttMs }: { rps: number; rttMs: number }) =>
      `Time of a command at ${rps} commands/s and ${rttMs} ms`,
  },
  sentences: {
    'rate-not-measured': 'The step at a fixed rate was not measured.',
    'plain-too-slow': ({ singleMs, pingMs }: { singleMs: number; pingMs: number }) =>
      `Even plain commands take ${formatMs(singleMs)} ms at a round trip of ${formatMs(pingMs)} ms: the machine is too busy to tell.`,
    'median-command': ({ autoMs, plainMs }: { autoMs: number; plainMs: number }) =>
      `The median command takes ${formatMs(autoMs)} ms with auto-pipelining and ${formatMs(plainMs)} ms without: ${(autoMs / plainMs).toFixed(2)} times as long.`,
    'too-little': 'That is too little to say.',
    gains: (
      {
        rttMs,
        wins,
        loses,
        undecided,
      }: { rttMs: number; wins: GainsInFlight; loses: GainsInFlight; undecided: GainsInFlight },
      { ratio, list },
    ) =>
      `${capital(way(rttMs))}, auto-pipelining ${[
        ['wins', wins] as const,
        ['loses', loses] as const,
        ['is inconclusive', undecided] as const,
      ]
        .filter(([, gains]) => gains.length > 0)
        .map(
          ([verb, gains]) =>
            `${verb} with ${list(gains.map((gain) => `${gain.count} (${ratio(gain.ratio)})`))}`,
        )
        .join('; ')} in flight.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

type GainsInFlight = readonly { count: number; ratio: Ratio }[];

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

export const recipe: Recipe<typeof words> = {
  id: 'when-auto-helps',
  order: 150,
  topic: 'depth',
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
  chart: { table: 0, column: 4 },
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

function firstFaster(measured: Measured): keyof typeof words.choices | `${number}` | null {
  if (!measured.hasAll(inFlight.flatMap((count) => [plain(0, count), auto(0, count)]))) return null;
  const gains = inFlight.map((count) => ({ count, ratio: gain(measured, 0, count) }));
  const first = gains.find(({ ratio }) => ratio?.ci95 && ratio.ci95[0] > 1);
  if (first) return `${first.count}`;
  // Where every ratio is inconclusive, nothing was told.
  return gains.some(({ ratio }) => ratio?.ci95 && ratio.ci95[1] < 1) ? 'never' : null;
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
