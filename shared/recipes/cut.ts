import { clientLabels, type ClientId, type RecipeForm } from '../contract/enums.ts';
import type { WriteBooks } from '../contract/figures.ts';
import type { ClaimOutcome } from '../contract/recipe.ts';
import { inSlices } from '../sweep/durations.ts';
import { doesNotHold, holds, unseen } from '../sweep/judging.ts';
import type { LaneSource, Measured } from '../sweep/measured.ts';
import { listOf, phrase, type LabelsOf, type SentencesOf } from '../sweep/phrase.ts';
import type { RecipeWords } from '../sweep/recipe-words.ts';
import type { Recipe, RunStep } from '../sweep/recipe.ts';
import { ratesTable, type FurtherColumn, type RateRow } from '../sweep/tables.ts';

type Counts = Pick<WriteBooks, 'applied' | 'reported' | 'unknown' | 'unknownApplied' | 'twice' | 'missing'>;

export const words = {
  title: 'A broken connection',
  question:
    'The connection breaks while writes are on their way. How many count twice, and how many are lost?',
  method:
    'INCR through 1 ms over two connections, 16 commands together, with ioredis and node-redis as they reconnect by default. The link is cut every 2 s of a lane (in the quick form every 0.5 s), both sides of each connection at once. Each command has a key of its own, whose value says how often the server has applied it.',
  source: 'questions of users: redis/ioredis#1377, redis/ioredis#2193; no figures were published',
  ask: 'What does ioredis do with commands that had no reply when the connection broke?',
  choices: {
    again: 'it sends them again, and some count twice',
    fails: 'it fails them, and some have counted all the same',
    once: 'each counts once',
  },
  takeaway: (said) => `ioredis and a broken connection: ${said}.`,
  claims: {
    'ioredis-applies-twice': {
      text: 'ioredis sends again what had no reply, so some writes are applied twice.',
      rule: 'Holds when the server has applied a command of ioredis twice. Where it has not, no cut may have met a reply on its way.',
    },
    'node-redis-fails': {
      text: 'node-redis fails what had no reply, and some of that was applied.',
      rule: 'Holds when the server has applied a command that node-redis failed, and none twice; does not hold when it has applied one twice.',
    },
    'done-is-done': {
      text: 'What a library reports as done is on the server.',
      rule: 'Holds when the server has applied every command that was reported, in all lanes.',
    },
  },
  labels: {
    'cut-every': ({ seconds }: { seconds: number }) => `INCR through 1 ms, cut every ${seconds} s`,
    applied: 'applied',
    reported: 'reported',
    unknown: 'unknown',
    'unknown-applied': 'of them applied',
    twice: 'twice',
    missing: 'missing',
    silence: 'silence, ms',
  },
  sentences: {
    counts: ({ client, counts }: { client: string; counts: Counts }, say) =>
      `${client}: ${say.count(counts.reported)} commands reported as done, ${say.count(counts.twice)} of them applied twice; ${say.count(counts.unknown)} failed, of which ${say.count(counts.unknownApplied)} were applied.`,
    missing: ({ missing, reported }: { missing: number; reported: number }, say) =>
      `Of ${say.count(reported)} commands that were reported as done, ${say.count(missing)} are not on the server.`,
    uncut: 'No cut met a lane.',
  },
} satisfies RecipeWords;
const label: LabelsOf<typeof words> = phrase;
const sentence: SentencesOf<typeof words> = phrase;

const stepId = 'cut';
const linkMs = 1;
/** Those that every installation has. */
const clients = ['ioredis', 'node-redis'] as const satisfies ClientId[];
type Client = (typeof clients)[number];
/** node-redis gathers by itself what one turn sends: concurrent is a way of ioredis alone. */
const ways = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline', 'multi'] as const;
type Way = (typeof ways)[number];
const names: Record<Way, ReturnType<typeof label> | string> = {
  'one-by-one': label('one-by-one'),
  concurrent: 'concurrent',
  'auto-pipeline': label('auto-pipelining'),
  pipeline: label('pipelines'),
  multi: 'MULTI/EXEC',
};
const pairs = ways.flatMap((way) =>
  clients.filter((client) => way !== 'concurrent' || client === 'ioredis').map((client) => ({ way, client })),
);

const laneOf = (way: Way, client: Client) => `${way}-${client}`;
const place = (way: Way, client: Client): LaneSource => [stepId, laneOf(way, client)];
const hasAll = (measured: Measured) => measured.hasAll(pairs.map(({ way, client }) => place(way, client)));
const cutsOf = (measured: Measured, at: LaneSource) => {
  const cuts = measured.lane(at)?.cuts;
  return cuts && cuts.moments.length > 0 ? cuts : null;
};

/** Of all lanes of these libraries that a cut has met; `null`: none was met. */
function countsOf(measured: Measured, ...of: readonly Client[]): Counts | null {
  const found = pairs
    .filter(({ client }) => of.includes(client))
    .flatMap(({ way, client }) => cutsOf(measured, place(way, client)) ?? []);
  const sum = (name: keyof Counts) => found.reduce((all, one) => all + one[name], 0);
  return found.length === 0
    ? null
    : {
        ...{ applied: sum('applied'), reported: sum('reported'), unknown: sum('unknown') },
        ...{ unknownApplied: sum('unknownApplied'), twice: sum('twice'), missing: sum('missing') },
      };
}

const said = (client: Client, counts: Counts) => sentence('counts', { client: clientLabels[client], counts });

function judged(measured: Measured, client: Client, judge: (counts: Counts) => boolean | null): ClaimOutcome {
  const counts = countsOf(measured, client);
  if (!counts) return unseen(sentence('uncut'));
  const outcome = judge(counts);
  const make = outcome === null ? unseen : outcome ? holds : doesNotHold;
  return make(said(client, counts));
}

const column = (name: keyof typeof columnLabels): FurtherColumn => ({
  column: {
    label: label(columnLabels[name]),
    unit: name === 'silenceMs' ? 'ms' : 'count',
    origin: 'measured',
    ...(name === 'applied' && { detail: true as const }),
  },
  cell: ({ place: at }, measured) => cutsOf(measured, at)?.[name] ?? null,
});
const columnLabels = {
  applied: 'applied',
  reported: 'reported',
  unknown: 'unknown',
  unknownApplied: 'unknown-applied',
  twice: 'twice',
  missing: 'missing',
  silenceMs: 'silence',
} as const;

const everyMsIn = (form: RecipeForm) => (form === 'quick' ? 500 : 2000);

export const recipe: Recipe<typeof words> = {
  id: 'cut',
  order: 135,
  topic: 'breaks',
  prediction: {
    type: 'choice',
    choices: ['again', 'fails', 'once'],
    answer: (measured) => {
      if (!hasAll(measured)) return null;
      const counts = countsOf(measured, 'ioredis');
      return counts && (counts.twice > 0 ? 'again' : counts.unknownApplied > 0 ? 'fails' : 'once');
    },
  },
  steps: (form) => [step(form)],
  claims: {
    'ioredis-applies-twice': (measured) => judged(measured, 'ioredis', ({ twice }) => twice > 0 || null),
    'node-redis-fails': (measured) =>
      judged(measured, 'node-redis', ({ twice, unknownApplied }) =>
        twice > 0 ? false : unknownApplied > 0 || null,
      ),
    'done-is-done': (measured) => {
      const counts = countsOf(measured, ...clients);
      if (!counts) return unseen(sentence('uncut'));
      const { missing, reported } = counts;
      const judge = missing > 0 ? doesNotHold : hasAll(measured) ? holds : unseen;
      return judge(sentence('missing', { missing, reported }));
    },
  },
  chart: { table: 0, column: 7 },
  tables: (measured) => [
    ratesTable<RateRow>(
      measured,
      pairs.map(({ way, client }) => ({
        label: listOf(names[way], clientLabels[client]),
        place: place(way, client),
      })),
      {
        title: label('cut-every', {
          seconds: (measured.result(stepId)?.plan.network?.cutEveryMs ?? everyMsIn('full')) / 1000,
        }),
        further: (Object.keys(columnLabels) as (keyof typeof columnLabels)[]).map(column),
      },
    ),
  ],
  read: (measured) =>
    clients.flatMap((client) => {
      const counts = countsOf(measured, client);
      return counts ? [said(client, counts)] : [];
    }),
};

function step(form: RecipeForm): RunStep {
  const everyMs = everyMsIn(form);
  const times = inSlices({
    ...{ slices: form === 'quick' ? 6 : 10, sliceMs: everyMs },
    ...{ warmupMs: form === 'quick' ? 500 : 1000, settleMs: 50 },
  });
  return {
    type: 'run',
    id: stepId,
    label: label('cut-every', { seconds: everyMs / 1000 }),
    plan: {
      network: { rttMs: linkMs, cutEveryMs: everyMs },
      workload: { ...times.workload, commands: ['incr'], clients: 2, pipeline: 16 },
      schedule: times.schedule,
      lanes: pairs.map(({ way, client }) => ({
        ...{ id: laneOf(way, client), strategy: way },
        ...(client === 'ioredis' ? {} : { client }),
      })),
    },
  };
}
