import { formatMs } from '../words/format.ts';
import { inSlices } from './durations.ts';
import { allOf, atLeast, below, inWords, unseen } from './judging.ts';
import type { Measured, Place } from './measured.ts';
import type { Cell, Finding } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

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
const plain = (rttMs: number, count: number): Place => [stepOf(rttMs), `concurrent-${count}`];
const auto = (rttMs: number, count: number): Place => [stepOf(rttMs), `auto-pipeline-${count}`];
const gain = (measured: Measured, rttMs: number, count: number) =>
  measured.ratio(auto(rttMs, count), plain(rttMs, count));
const wayInWords = (rttMs: number) => (rttMs === 0 ? 'with nothing in between' : `at ${rttMs} ms`);

export const whenAutoHelps: Recipe = {
  id: 'when-auto-helps',
  title: 'Auto-pipelining and commands in flight',
  question:
    'From how many commands in flight is auto-pipelining faster, and how long does one command take with it?',
  method:
    'SET of 100 bytes over one connection of ioredis, with 1, 10, 100 and 1000 commands in flight: each written by itself (concurrent) or gathered by ioredis (auto-pipeline), with nothing in between, at 1 and at 5 ms; the full form also at 20 ms. Then at a fixed rate of 2000 commands a second and 5 ms, where what counts is how long a command takes.',
  prediction: {
    type: 'choice',
    ask: 'With nothing in between, from how many commands in flight is auto-pipelining faster?',
    choices: [...inFlight.map(String), 'never'],
    answer: firstFaster,
  },
  source: {
    document: 'redis/ioredis#1239, #1377, #1608 and the ioredis README',
    tool: 'ioredis, by its users',
    environment: '',
  },
  steps,
  claims: [
    {
      text: 'With one command in an event-loop turn auto-pipelining is slower (30 % in one report), with many it is faster (#1239).',
      rule: 'Holds when it is slower with 1 command in flight and faster with 1000, each with the whole interval, with nothing in between.',
      judge: (measured) =>
        allOf([
          below(gain(measured, 0, 1), 1, 'Auto-pipelining against plain, 1 in flight'),
          atLeast(gain(measured, 0, 1000), 1, '1000 in flight'),
        ]),
    },
    {
      text: 'It improves throughput by 35 to 50 % (README).',
      rule: 'Holds when 100 commands in flight reach at least 1.35 times the plain throughput with the whole interval, with nothing in between; more is not held against it.',
      judge: (measured) =>
        atLeast(gain(measured, 0, 100), 1.35, 'Auto-pipelining against plain, 100 in flight'),
    },
    {
      text: 'A command gets its reply only when all of its pipeline have finished (#1608).',
      rule: `Holds when at ${openRps} commands/s and ${openRttMs} ms the median time of a command is at least 1.2 times that of plain commands; does not below 1.05; plain ones must not take longer than 1.25 PINGs.`,
      judge: judgeWaiting,
    },
  ],
  tables: (measured) => [
    {
      title: 'Auto-pipelining against plain commands',
      columns: [
        { label: 'round trip', unit: 'text', origin: 'setting' },
        { label: 'in flight', unit: 'count', origin: 'setting' },
        { label: 'plain, commands/s', unit: 'commands/s', origin: 'measured' },
        { label: 'auto, commands/s', unit: 'commands/s', origin: 'measured' },
        { label: 'ratio', unit: 'ratio', origin: 'measured' },
        { label: '95 % interval', unit: 'ratio', origin: 'measured', detail: true },
        { label: 'commands a write', unit: 'count', origin: 'measured', detail: true },
        { label: 'plain p50, ms', unit: 'ms', origin: 'measured', detail: true },
        { label: 'auto p50, ms', unit: 'ms', origin: 'measured', detail: true },
      ],
      rows: tripsIn(measured).flatMap((rttMs) =>
        inFlight.map((count): Cell[] => {
          const ratio = gain(measured, rttMs, count);
          return [
            rttMs === 0 ? 'loopback' : `${rttMs} ms`,
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
      title: `Time of a command at ${openRps} commands/s and ${openRttMs} ms`,
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'p50, ms', unit: 'ms', origin: 'measured' },
        { label: 'mean, ms', unit: 'ms', origin: 'measured' },
        { label: 'p99, ms', unit: 'ms', origin: 'measured' },
      ],
      rows: (['concurrent', 'auto-pipeline'] as const).map((lane): Cell[] => {
        const latency = measured.lane([openStep, lane])?.latencyMs.command;
        return [lane, latency?.p50 ?? null, latency?.mean ?? null, latency?.p99 ?? null];
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

function firstFaster(measured: Measured): string | null {
  const gains = inFlight.map((count) => ({ count, ratio: gain(measured, 0, count) }));
  if (gains.every(({ ratio }) => ratio === null)) return null;
  const first = gains.find(({ ratio }) => ratio?.ci95 && ratio.ci95[0] > 1);
  return first ? String(first.count) : 'never';
}

function judgeWaiting(measured: Measured): Finding {
  const [single, gathered] = ['concurrent', 'auto-pipeline'].map(
    (lane) => measured.lane([openStep, lane])?.latencyMs.command?.p50,
  );
  if (!single || !gathered) return unseen('The step at a fixed rate was not measured.');
  const pingMs = measured.lane([openStep, 'concurrent'])?.roundTrip?.before.medianMs;
  if (pingMs !== undefined && single > mostOfPing * pingMs)
    return unseen(
      `Even plain commands take ${formatMs(single)} ms at a round trip of ${formatMs(pingMs)} ms: the machine is too busy to tell.`,
    );
  const times = gathered / single;
  const because = `The median command takes ${formatMs(gathered)} ms with auto-pipelining and ${formatMs(single)} ms without: ${times.toFixed(2)} times as long.`;
  if (times >= 1.2) return { judgement: 'holds', because };
  if (times < 1.05) return { judgement: 'does not hold here', because };
  return unseen(`${because} That is too little to say.`);
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
      label: `1 to 1000 in flight ${wayInWords(rttMs)}`,
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
      label: `${openRps} commands a second at ${openRttMs} ms`,
      plan: {
        network: { rttMs: openRttMs },
        workload: { ...open.workload, ...common, pipeline: 1000, rps: openRps },
        schedule: open.schedule,
        lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
      },
    },
  ];
}

function read(measured: Measured): string[] {
  return tripsIn(measured).flatMap((rttMs) => {
    const known = inFlight.flatMap((count) => {
      const ratio = gain(measured, rttMs, count);
      return ratio?.ci95 ? [{ count, ratio, ci95: ratio.ci95 }] : [];
    });
    if (known.length === 0) return [];
    const told = (which: typeof known, word: string) =>
      which.length > 0
        ? [`${word} with ${which.map(({ count, ratio }) => `${count} (${inWords(ratio)})`).join(', ')}`]
        : [];
    const parts = [
      ...told(
        known.filter(({ ci95 }) => ci95[0] > 1),
        'wins',
      ),
      ...told(
        known.filter(({ ci95 }) => ci95[1] < 1),
        'loses',
      ),
      ...told(
        known.filter(({ ci95 }) => ci95[0] <= 1 && ci95[1] >= 1),
        'is not told apart',
      ),
    ];
    const way = wayInWords(rttMs);
    return [`${way.charAt(0).toUpperCase()}${way.slice(1)}, auto-pipelining ${parts.join('; ')} in flight.`];
  });
}
