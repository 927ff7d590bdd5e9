import { compareSlices } from '../statistics/paired-ratio.ts';
import { median } from '../statistics/statistics.ts';
import { inSlices } from './durations.ts';
import { doesNotHold, holds, unseen } from './judging.ts';
import type { Measured, LaneSource, Ratio } from './measured.ts';
import { listOf, phrasesOf, type None, type Phrase, type RecipeCodes } from './phrase.ts';
import { roundTrips as published } from './published.ts';
import type { ClaimOutcome } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

export type PublishedServer = 'local-container' | 'office-network' | 'another-continent';

export interface RttCodes extends RecipeCodes {
  id: 'rtt';
  choices: never;
  claims: 'longer-gains-more';
  labels: Record<PublishedServer, None> & {
    setex: { commands: number };
    server: None;
    gain: None;
  };
  sentences: {
    'not-all-measured': None;
    gains: { gains: readonly { server: PublishedServer; ratio: Ratio }[] };
    'not-told-apart': { pairs: readonly { near: KnownInterval; far: KnownInterval }[] };
    'share-of-waiting': {
      server: PublishedServer;
      /** Of the time of a command one by one; `null`: PING cannot tell it here. */
      waiting: number | null;
      commands: number;
      gain: number;
      publishedGain: number;
    };
    'of-the-most': { commands: number; share: number };
  };
}
interface KnownInterval {
  server: PublishedServer;
  ci95: readonly [number, number];
}
const { label, sentence } = phrasesOf<RttCodes>();

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

export const rtt: Recipe<RttCodes> = {
  id: 'rtt',
  prediction: {
    type: 'number',
    unit: '×',
    answer: (measured) => speedup(measured, links.at(-1))?.ratio ?? null,
  },
  steps,
  claims: { 'longer-gains-more': judge },
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
  return link ? compareSlices(slices(measured, link, batched), slices(measured, link, single)) : null;
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
  if (blurred.length === 0) return holds(evidence);
  if (blurred.some(({ near, far }) => far.ci95[1] < near.ci95[0])) return doesNotHold(evidence);
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
