import type { RecipeForm } from '../contract/enums.ts';
import type { ClaimOutcome, Phrase, Ratio } from '../contract/recipe.ts';
import { compareFitted } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { capital } from '../words/en/counted.ts';
import { formatShare, formatTimes } from '../words/format.ts';
import { inSlices } from '../sweep/durations.ts';
import { doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { Measured, LaneSource } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';

const published = {
  ttlSeconds: 20,
  commands: 1000,
  rounds: 5,
  rows: [
    {
      server: 'local-container',
      pingMs: 0.108,
      oneByOneMs: 1065.4,
      pipelineMs: 29.6,
      speedup: 36,
    },
    {
      server: 'office-network',
      pingMs: 12.75,
      oneByOneMs: 6485.4,
      pipelineMs: 69.4,
      speedup: 93.5,
    },
    {
      server: 'another-continent',
      pingMs: 178.598,
      oneByOneMs: 338_382.8,
      pipelineMs: 1324.6,
      speedup: 255.5,
    },
  ],
} as const;

const servers = {
  'local-container': 'local container',
  'office-network': 'office network',
  'another-continent': 'another continent',
} as const;

export const words = {
  title: 'Round trip and pipelines',
  question: 'How much does a pipeline gain at a short round trip, and how much at a long one?',
  method:
    'SETEX over one connection of ioredis: one by one, and in pipelines of 1000. Roundtrip’s proxy adds 12.75 ms for the office network and 178.6 ms for the other continent. The near server has no proxy, because the proxy itself takes about 0.1 ms. The quick form measures for five short slices of time and works out the time of 1000 commands from the rate. The full form sends 1000 commands five times.',
  source:
    'a published benchmark (author and title unknown); Jedis, one connection: 1000 SETEX one by one, then in one pipeline; 5 rounds. Three servers that differ in their ping: a container, the office network, another continent',
  ask: 'At a round trip of 178.6 ms, how many times faster are 1000 commands in one pipeline than one by one?',
  choices: {},
  takeaway: (times) =>
    `At a round trip of 178.6 ms, 1000 commands in one pipeline reach × ${times} against one by one.`,
  claims: {
    'longer-gains-more': {
      text: 'The longer the round trip, the more a pipeline gains.',
      rule: 'Holds when the gain at the longest round trip is above that at the shortest, and at none below that at the one before. Each time the intervals must not overlap.',
    },
  },
  labels: {
    ...servers,
    setex: ({ commands }: { commands: number }) => `${commands} SETEX, one connection`,
    server: 'server',
    gain: 'gain',
  },
  sentences: {
    'not-all-measured': 'Not every round trip was measured more than once.',
    gains: ({ gains }: { gains: readonly { server: PublishedServer; ratio: Ratio }[] }, { ratio, list }) =>
      `${list(gains.map((gain) => `${servers[gain.server]} ${ratio(gain.ratio)}`))}.`,
    'not-told-apart': (
      { pairs }: { pairs: readonly { near: KnownInterval; far: KnownInterval }[] },
      { interval },
    ) =>
      `Inconclusive: ${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]} (${interval(ci95)})`).join(' and '),
        )
        .join('; ')}.`,
    'too-close': (
      { pairs }: { pairs: readonly { near: KnownInterval; far: KnownInterval }[] },
      { interval },
    ) =>
      `It holds from near to far. Too close to tell here: ${pairs
        .map(({ near, far }) =>
          [near, far].map(({ server, ci95 }) => `${servers[server]} (${interval(ci95)})`).join(' and '),
        )
        .join('; ')}.`,
    'share-of-waiting': ({
      server,
      waiting,
      commands,
      gain,
      publishedGain,
    }: {
      server: PublishedServer;
      /** Of the time of a command one by one; `null`: PING cannot tell it here. */
      waiting: number | null;
      commands: number;
      gain: number;
      publishedGain: number;
    }) =>
      [
        `${capital(servers[server])}: a pipeline of ${commands} reaches × ${formatTimes(gain)} (published: × ${formatTimes(publishedGain)}).`,
        waiting === null
          ? 'How much of a command’s time is the round trip cannot be told here: a PING alone takes about as long, or longer.'
          : `One by one, ${formatShare(waiting)} of a command’s time is the round trip.`,
      ].join(' '),
    'of-the-most': ({ commands, share }: { commands: number; share: number }) =>
      `Why: one by one, every command waits a whole round trip for its reply. A pipeline of ${commands} waits once, so it can reach × ${commands} at most. Over the longest way it reached ${formatShare(share)} of that.`,
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

export type PublishedServer = 'local-container' | 'office-network' | 'another-continent';
interface KnownInterval {
  server: PublishedServer;
  ci95: readonly [number, number];
}

interface Link {
  id: string;
  server: PublishedServer;
  /** `null`: nothing is put in between. */
  rttMs: number | null;
  published: (typeof published.rows)[number];
}

const stepIds = {
  'local-container': 'local',
  'office-network': 'office',
  'another-continent': 'continent',
} as const satisfies Record<PublishedServer, string>;

const links: readonly Link[] = published.rows.map((row) => ({
  id: stepIds[row.server],
  server: row.server,
  rttMs: row.pingMs < 1 ? null : Number(row.pingMs.toFixed(2)),
  published: row,
}));

/** The full form repeats each link as often as was published; a step has one slice for each lane then. */
const roundsOf = (form: RecipeForm) => (form === 'full' ? published.rounds : 1);
const stepOf = (link: Link, round: number) => (round === 0 ? link.id : `${link.id}-${round + 1}`);
const allRounds = [...Array(published.rounds).keys()];

const single = 'one-by-one';
const batched = 'pipeline';

export const recipe: Recipe<typeof words> = {
  id: 'rtt',
  order: 10,
  topic: 'why',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => speedup(measured, links.at(-1))?.ratio ?? null,
  },
  steps,
  claims: { 'longer-gains-more': judge },
  chart: { table: 0, column: 7 },
  tables: (measured) => [
    {
      title: label('setex', { commands: published.commands }),
      columns: [
        { label: label('server'), unit: 'text', origin: 'setting' },
        { label: 'PING, ms', unit: 'ms', origin: 'measured', detail: true },
        { label: label('published'), unit: 'ms', origin: 'published', detail: true },
        { label: listOf(label('one-by-one'), 'ms'), unit: 'count', origin: 'measured' },
        { label: label('published'), unit: 'count', origin: 'published' },
        { label: listOf(label('pipeline'), 'ms'), unit: 'count', origin: 'measured' },
        { label: label('published'), unit: 'count', origin: 'published' },
        { label: label('gain'), unit: 'ratio', origin: 'measured' },
        { label: label('its-interval'), unit: 'ratio', origin: 'measured', detail: true },
        { label: label('published'), unit: 'ratio', origin: 'published' },
      ],
      rows: links.map((link) => {
        const gain = speedup(measured, link);
        return [
          label(link.server),
          pingMs(measured, link),
          link.published.pingMs,
          jobMs(measured, link, single),
          link.published.oneByOneMs,
          jobMs(measured, link, batched),
          link.published.pipelineMs,
          gain?.ratio ?? null,
          gain?.ci95 ?? null,
          link.published.speedup,
        ];
      }),
    },
  ],
  read,
};

function steps(form: RecipeForm): RunStep[] {
  return links.flatMap((link) =>
    allRounds.slice(0, roundsOf(form)).map((round) => stepFor(link, round, form)),
  );
}

function stepFor(link: Link, round: number, form: RecipeForm): RunStep {
  const trip = Math.max(link.rttMs ?? 0, 0.1);
  // A slice of the longest way holds three of its round trips.
  const times = inSlices({ slices: published.rounds, sliceMs: trip > 100 ? 550 : 400, warmupMs: 600 });
  const workload = {
    commands: ['setex' as const],
    ttlSeconds: published.ttlSeconds,
    clients: 1,
    dataSize: 10,
    resp: 2 as const,
    // Alone on its way, the last reply of a round may be long in coming.
    timeoutMs: 30_000,
  };
  return {
    type: 'run',
    id: stepOf(link, round),
    label: listOf(
      label(link.server),
      ...(link.rttMs === null ? [] : [label('at-trip', { rttMs: link.rttMs })]),
      ...(form === 'full' ? [label('round', { round: round + 1 })] : []),
    ),
    plan: {
      ...(link.rttMs === null ? {} : { network: { rttMs: link.rttMs } }),
      workload:
        form === 'quick'
          ? { ...workload, ...times.workload }
          : { ...workload, warmupMs: 600, requests: published.commands },
      schedule: form === 'quick' ? times.schedule : {},
      lanes: [
        { id: single, strategy: 'one-by-one', workload: { pipeline: 1 } },
        { id: batched, strategy: 'pipeline', workload: { pipeline: published.commands } },
      ],
    },
    pace: { [single]: 1000 / trip, [batched]: (1000 * published.commands) / (trip + 10) },
  };
}

/** Rates by slice of all rounds. */
const slices = (measured: Measured, link: Link, lane: string): readonly number[] =>
  allRounds.flatMap((round) => measured.lane([stepOf(link, round), lane])?.throughput?.slices ?? []);

function speedup(measured: Measured, link: Link | undefined): Ratio | null {
  if (!link) return null;
  const side = (lane: string) => ({
    estimate: 1 / (jobMs(measured, link, lane) ?? NaN),
    slices: slices(measured, link, lane),
  });
  return compareFitted(side(batched), side(single));
}

/** Milliseconds for 1000 commands. */
function jobMs(measured: Measured, link: Link, lane: string): number | null {
  const rates = slices(measured, link, lane);
  return rates.length === 0 ? null : (1000 * published.commands) / median(rates);
}

function pingMs(measured: Measured, link: Link): number | null {
  const pings = allRounds.flatMap((round) => {
    const place: LaneSource = [stepOf(link, round), single];
    const ping = measured.lane(place)?.roundTrip?.before.medianMs ?? measured.pingMs(place[0]);
    return ping === null ? [] : [ping];
  });
  return pings.length === 0 ? null : median(pings);
}

function judge(measured: Measured): ClaimOutcome {
  const known = links.flatMap((link) => {
    const ratio = speedup(measured, link);
    return ratio?.ci95 ? [{ server: link.server, ratio, ci95: ratio.ci95 }] : [];
  });
  if (known.length < links.length) return unseen(sentence('not-all-measured'));
  const evidence = sentence('gains', { gains: known.map(({ server, ratio }) => ({ server, ratio })) });
  const intervals = known.map(({ server, ci95 }): KnownInterval => ({ server, ci95 }));
  const pairs = intervals.slice(1).map((far, index) => ({ near: intervals[index] ?? far, far }));
  const blurred = pairs.filter(({ near, far }) => far.ci95[0] <= near.ci95[1]);
  if (blurred.some(({ near, far }) => far.ci95[1] < near.ci95[0])) return doesNotHold(evidence);
  const [nearest, farthest] = [intervals[0], intervals.at(-1)];
  // The claim is about the ends: neighbours may be too close for a short lesson.
  if (nearest && farthest && farthest.ci95[0] > nearest.ci95[1])
    return holds(evidence, ...(blurred.length > 0 ? [sentence('too-close', { pairs: blurred })] : []));
  return unseen(evidence, sentence('not-told-apart', { pairs: blurred }));
}

/**
 * What a PING takes of a command one by one, where that can be the round trip: a PING is work for client and server
 * as well. What it leaves has to hold the work of a command, which a pipeline still does.
 */
const shareOfWaiting = (ofPing: number, gain: number): number | null =>
  ofPing <= 1 - 1 / gain + tolerated ? Math.min(1, ofPing) : null;
/** By so much PINGs before the run may differ from the round trips during it. */
const tolerated = 0.02;

function read(measured: Measured): Phrase[] {
  const { commands } = published;
  const ofLinks = links.flatMap((link) => {
    const [gain, ping, alone] = [
      speedup(measured, link),
      pingMs(measured, link),
      jobMs(measured, link, single),
    ];
    if (!gain || ping === null || alone === null) return [];
    return [
      sentence('share-of-waiting', {
        server: link.server,
        waiting: shareOfWaiting((ping * commands) / alone, gain.ratio),
        commands,
        gain: gain.ratio,
        publishedGain: link.published.speedup,
      }),
    ];
  });
  const farthest = speedup(measured, links.at(-1));
  return farthest
    ? [sentence('of-the-most', { commands, share: farthest.ratio / commands }), ...ofLinks]
    : ofLinks;
}
