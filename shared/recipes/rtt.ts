import { formatRatio } from '../words/format.ts';
import { compareSlices, median } from '../statistics/statistics.ts';
import { inSlices } from './durations.ts';
import { intervalInWords, inWords, unseen } from './judging.ts';
import type { Measured, Place, Ratio } from './measured.ts';
import { roundTrips as published } from './published.ts';
import type { Finding } from '../contract/recipe.ts';
import type { Recipe, RunStep } from './recipe.ts';
import type { RecipeForm } from '../contract/enums.ts';

interface Link {
  id: string;
  label: string;
  /** `null`: nothing is put in between. */
  rttMs: number | null;
  published: (typeof published.rows)[number];
}

const links: readonly Link[] = published.rows.map((row, index) => ({
  id: ['local', 'office', 'continent'][index] ?? row.server,
  label: row.server,
  rttMs: row.pingMs < 1 ? null : Number(row.pingMs.toFixed(2)),
  published: row,
}));

/** The full form repeats each link as often as was published; a step has one slice for each lane then. */
const roundsOf = (form: RecipeForm) => (form === 'full' ? published.rounds : 1);
const stepOf = (link: Link, round: number) => (round === 0 ? link.id : `${link.id}-${round + 1}`);
const allRounds = [...Array(published.rounds).keys()];

const single = 'one-by-one';
const batched = 'pipeline';

export const rtt: Recipe = {
  id: 'rtt',
  title: 'Round trip and pipelines',
  question: 'How much does a pipeline gain at a short round trip, and how much at a long one?',
  method:
    'SETEX over one connection of ioredis: one by one, and in pipelines of 1000. The near server is measured with nothing in between (a PING of about 0.05 ms; a proxy for 0.1 ms would itself take as long); 12.75 and 178.6 ms are put in by the proxy. The quick form takes five slices of time instead of five rounds of 1000 commands; the time of 1000 commands follows from the rate.',
  prediction: {
    type: 'number',
    ask: 'At a round trip of 178.6 ms, how many times faster are 1000 commands in one pipeline than one by one?',
    unit: '×',
    answer: (measured) => speedup(measured, links.at(-1))?.ratio ?? null,
  },
  source: published.source,
  steps,
  claims: [
    {
      text: 'The longer the round trip, the more a pipeline gains.',
      rule: 'Holds when from each round trip to the next longer one the interval of the gain lies wholly above the one before.',
      judge,
    },
  ],
  tables: (measured) => [
    {
      title: '1000 SETEX, one connection',
      columns: [
        { label: 'server', unit: 'text', origin: 'setting' },
        { label: 'PING, ms', unit: 'ms', origin: 'measured', detail: true },
        { label: 'published', unit: 'ms', origin: 'published', detail: true },
        { label: 'one by one, ms', unit: 'count', origin: 'measured' },
        { label: 'published', unit: 'count', origin: 'published' },
        { label: 'pipeline, ms', unit: 'count', origin: 'measured' },
        { label: 'published', unit: 'count', origin: 'published' },
        { label: 'gain', unit: 'ratio', origin: 'measured' },
        { label: 'interval', unit: 'ratio', origin: 'measured', detail: true },
        { label: 'published', unit: 'ratio', origin: 'published' },
      ],
      rows: links.map((link) => {
        const gain = speedup(measured, link);
        return [
          link.label,
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
    label: `${link.label}${link.rttMs === null ? '' : `, ${link.rttMs} ms`}${form === 'full' ? `, round ${round + 1}` : ''}`,
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
    const place: Place = [stepOf(link, round), single];
    const ping = measured.lane(place)?.roundTrip?.before.medianMs ?? measured.pingMs(place[0]);
    return ping === null ? [] : [ping];
  });
  return pings.length === 0 ? null : median(pings);
}

interface KnownGain {
  link: Link;
  ci95: [number, number];
}

/** "Not told apart: office network (4.90 – 5.44) and another continent (5.10 – 6.00)." */
function notToldApart(pairs: readonly { near: KnownGain; far: KnownGain }[]): string {
  const named = ({ link, ci95 }: KnownGain) => `${link.label} (${intervalInWords(ci95)})`;
  return `Not told apart: ${pairs.map(({ near, far }) => `${named(near)} and ${named(far)}`).join('; ')}.`;
}

function judge(measured: Measured): Finding {
  const gains = links.map((link) => ({ link, gain: speedup(measured, link) }));
  const known = gains.flatMap(({ link, gain }) =>
    gain?.ci95 ? [{ link, words: inWords(gain), ci95: gain.ci95 }] : [],
  );
  if (known.length < links.length) return unseen('Not every round trip was measured more than once.');
  const because = `${known.map(({ link, words }) => `${link.label} ${words}`).join(', ')}.`;
  const pairs = known.slice(1).map((far, index) => ({ near: known[index] ?? far, far }));
  const blurred = pairs.filter(({ near, far }) => far.ci95[0] <= near.ci95[1]);
  if (blurred.length === 0) return { judgement: 'holds', because };
  if (blurred.some(({ near, far }) => far.ci95[1] < near.ci95[0]))
    return { judgement: 'does not hold here', because };
  return { judgement: 'cannot be seen here', because: `${because} ${notToldApart(blurred)}` };
}

function read(measured: Measured): string[] {
  const sentences = links.flatMap((link) => {
    const [gain, ping, alone] = [
      speedup(measured, link),
      pingMs(measured, link),
      jobMs(measured, link, single),
    ];
    if (!gain || ping === null || alone === null) return [];
    const waiting = Math.min(1, (ping * published.commands) / alone);
    return [
      `${link.label}: of the time of a command one by one, ${Math.round(waiting * 100)} % is the round trip; a pipeline of 1000 is ${formatRatio(gain.ratio)} as fast (published: ${formatRatio(link.published.speedup)}).`,
    ];
  });
  const farthest = speedup(measured, links.at(-1));
  if (farthest)
    sentences.push(
      `Waiting for one reply instead of 1000 could gain at most × ${published.commands}; over the longest way it is ${Math.round((100 * farthest.ratio) / published.commands)} % of that.`,
    );
  return sentences;
}
