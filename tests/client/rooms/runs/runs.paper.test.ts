import { beforeAll, expect, test, vi } from 'vitest';
import { en } from '../../../../client/src/messages/en.ts';
import { comparedIds, comparisonId, mostCompared } from '../../../../client/src/navigation/comparison-id.ts';
import { comparedNames } from '../../../../client/src/rooms/runs/compared-names.ts';
import { SettingWords } from '../../../../client/src/rooms/runs/differences-in-words.ts';
import { keptLanes, keptRun } from '../../../../client/src/rooms/runs/kept-run.ts';
import { html } from '../../../../server/reporters/html.ts';
import { readDroppedFile } from '../../../../client/src/rooms/runs/result-file.ts';
import { ratioAxis } from '../../../../client/src/rooms/runs/ratio-axis.ts';
import { sideBySide, talliesOf } from '../../../../client/src/rooms/runs/side-by-side.ts';
import { Route } from '../../../../client/src/navigation/route.svelte.ts';
import { Runs } from '../../../../client/src/rooms/runs/runs.svelte.ts';
import { Api } from '../../../../client/src/connection/api.ts';
import { planDifferences } from '../../../../shared/comparison/differences.ts';
import {
  networkSchema,
  scheduleSchema,
  type PlanInput,
  serverSchema,
} from '../../../../shared/contract/plan.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { foreign } from '../../../../shared/words/en/foreign.ts';
import { workloadSchema } from '../../../../shared/contract/workload.ts';
import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { madeLatency } from '../../../support/fake-engine.ts';
import { aLane } from '../../../support/a-lane.ts';
import { sampleResult } from '../../../support/a-result.ts';

/** As a page that has not been told of any strategy: lanes by the names that they have. */
const session = {
  nameOfMeasured: ({ id, label }: { id: string; label?: string | undefined }) => label ?? id,
};
beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

const words = en.runs.refused;
const readText = (text: string) => readDroppedFile(text, words, foreign);
const read = (document: unknown) => readText(JSON.stringify(document));

test('A result comes out of its file as it went in', () => {
  expect(read(sampleResult)).toEqual(sampleResult);
});

test('A result comes out of an HTML report of it', () => {
  const pieces: string[] = [];
  html.report({ kind: 'run', result: sampleResult }, (text) => pieces.push(text));
  expect(readText(pieces.join(''))).toEqual(sampleResult);
});

test.each<[string, string, string]>([
  ['nothing', ' \n', words.empty],
  ['no JSON', 'hello', words.notJson],
  ['another page', '<!doctype html><p>hello</p>', words.notJson],
  [
    'a result of k6',
    '{"metrics":{"http_reqs":{}}}',
    `A result of k6: it times a script or its requests, and its figures are not those of commands. ${foreign.readInstead}`,
  ],
  ['a list', '[]', words.notAResult],
  ['a text', '"x"', words.notAResult],
  ['null', 'null', words.notAResult],
  ['another document', '{"name":"x"}', words.notAResult],
  ['the result of a lesson', '{"kind":"recipe","schema":2}', words.recipe],
  ['a load curve', '{"kind":"recipe","recipe":"load-curve"}', words.loadCurve],
  ['the answer of a search', '{"schema":2,"order":{},"points":[]}', words.advice],
  ['a newer schema', '{"schema":3}', words.newer(3)],
  ['an older schema', '{"schema":1}', 'This file has schema 1; this version reads schema 2.'],
  ['another schema', '{"schema":"x"}', words.otherSchema('"x"', 2)],
])('A file with %s is refused in words', (_what, text, said) => {
  expect(() => readText(text)).toThrow(said);
});

test.each([
  { code: 'unheard-of', bound: 'none' },
  { code: 'rate', bound: 'rate' },
  { code: 'unclear', bound: 'none' },
  'Bound by habit.',
])('A file with a verdict that the page cannot say is refused: %j', (verdict) => {
  const lanes = sampleResult.lanes.map((lane, index) => (index === 1 ? { ...lane, verdict } : lane));
  expect(() => read({ ...sampleResult, lanes })).toThrow(words.damaged('lanes[1]'));
});

test('What is missing in a damaged file is named', () => {
  const { plan: _plan, ...rest } = sampleResult;
  expect(() => read(rest)).toThrow('plan.workload.commands');
  const lanes = [{ ...sampleResult.lanes[0], throughput: { median: 'fast' } }];
  expect(() => read({ ...sampleResult, lanes })).toThrow('lanes[0]');
  const unsliced = [{ ...sampleResult.lanes[0], latencySlices: { kind: 'command' } }];
  expect(() => read({ ...sampleResult, lanes: unsliced })).toThrow('lanes[0]');
  const comparisons = [{ ...sampleResult.comparisons[0], latency: { ratio: 'more' } }];
  expect(() => read({ ...sampleResult, comparisons })).toThrow('comparisons');
});

test('A kept run shows as one that has ended', () => {
  const run = keptRun(sampleResult, []);
  expect([run.state, run.best?.id, run.result?.id]).toEqual(['completed', 'pipeline', 'x']);
  expect(keptLanes(run, session, en).map(({ name, index }) => [name, index])).toEqual([
    ['one-by-one', 0],
    ['pipeline', 1],
    ['lua', 2],
  ]);
});

test('Runs side by side: each lane against the same lane of the first', () => {
  const lane = (id: string, rate: number) => aLane(id, Array<number>(8).fill(rate));
  const runOf = (lanes: Result['lanes'], clients: number): Result => ({
    ...sampleResult,
    plan: { ...sampleResult.plan, workload: { ...sampleResult.plan.workload, clients } },
    lanes,
  });
  const sides = sideBySide(
    [
      runOf([lane('a', 100), lane('b', 50)], 10),
      runOf([lane('a', 200), lane('c', 70)], 20),
      runOf([lane('b', 50)], 10),
    ],
    session.nameOfMeasured,
  );
  const { rows, differences } = sides;
  expect(talliesOf(sides)).toEqual([
    null,
    { faster: 1, slower: 0, inconclusive: 0 },
    { faster: 0, slower: 0, inconclusive: 1 },
  ]);
  expect(rows.map(({ lane }) => lane)).toEqual(['a', 'b', 'c']);
  expect(rows[0]?.cells.map((cell) => cell?.against?.ratio ?? null)).toEqual([null, 2, null]);
  expect(rows[0]?.cells[1]?.against?.toldApart).toBe(true);
  expect(rows[1]?.cells[2]?.against).toMatchObject({ ratio: 1, toldApart: false });
  expect(rows[2]?.cells.map((cell) => cell?.rate ?? null)).toEqual([null, 70, null]);
  expect(differences[1]?.[0]).toEqual({ field: 'workload.clients', was: 10, is: 20 });
});

test('The same plan twice is told from one with another setting', () => {
  const clients = { ...sampleResult.plan.workload, clients: 20 };
  const other = { ...sampleResult, plan: { ...sampleResult.plan, workload: clients } };
  expect(
    sideBySide([sampleResult, { ...sampleResult, id: 'y' }, other], session.nameOfMeasured).samePlan,
  ).toEqual([false, true, false]);
});

test.each<[string, { name?: string; at?: [day: number, ...time: number[]]; lanes?: 1 }[], string[]]>([
  [
    'by outcome and minute',
    [{ at: [22, 12, 4, 56] }, { at: [22, 13, 5, 1] }],
    ['pipeline × 3.87, 12:04', 'pipeline × 3.87, 13:05'],
  ],
  [
    'with the day where they are of several',
    [{ at: [21, 12, 4] }, { at: [22, 12, 4] }],
    ['pipeline × 3.87, 21 Nov 2026, 12:04', 'pipeline × 3.87, 22 Nov 2026, 12:04'],
  ],
  [
    'with seconds where a minute has two of them',
    [{ at: [22, 12, 4, 5] }, { at: [22, 12, 4, 50] }],
    ['pipeline × 3.87, 12:04:05', 'pipeline × 3.87, 12:04:50'],
  ],
  ['as their reader called them', [{ name: 'Before lunch' }, {}], ['Before lunch', 'pipeline × 3.87, 12:00']],
  ['by time where nothing was proven faster', [{ lanes: 1 }, {}], ['12:00', 'pipeline × 3.87, 12:00']],
])('Compared runs are named %s', (_what, runs, names) => {
  const compared = runs.map(({ name = null, at: [day, ...time] = [22, 12], lanes }) => {
    const [hour = 0, minute = 0, second = 0] = time;
    const startedAt = new Date(2026, 10, day, hour, minute, second).toISOString();
    const comparisons = lanes === 1 ? [] : sampleResult.comparisons;
    return { name, result: { ...sampleResult, startedAt, comparisons } };
  });
  expect(comparedNames(compared, session.nameOfMeasured, en)).toEqual(names);
});

test('An axis of ratios has twice and half equally far from 1, and holds all', () => {
  const { at, ticks } = ratioAxis([0.5, 2], 800);
  expect(at(1)).toBeCloseTo(50, 9);
  expect(at(2) - at(1)).toBeCloseTo(at(1) - at(0.5), 9);
  expect(ticks.map((tick) => Number(tick.toFixed(6)))).toEqual([0.5, 1, 2]);
  expect(ratioAxis([], 800).ticks).toHaveLength(3);
  // No figure runs into the one at 1.
  expect(ratioAxis([0.99, 100], 800).ticks[0]).toBe(1);
  // On a phone the figures of the ends would lie over that of 1.
  expect(ratioAxis([0.71], 64).ticks).toEqual([0.71, 1]);
});

test('A lane that sends something else has no ratio; another network, batch size or number of clients is a question', () => {
  const runOf = (plan: Partial<PlanInput>): Result => {
    const parsed = planOf(plan);
    const lanes = parsed.lanes.map(({ id }) => aLane(id, Array<number>(8).fill(100)));
    return { ...sampleResult, plan: parsed, lanes };
  };
  const plans: Partial<PlanInput>[] = [
    {},
    { workload: { commands: ['get'] } },
    { workload: { dataSize: 5000 } },
    { network: { rttMs: 5 }, workload: { pipeline: 64, clients: 50 } },
  ];
  const { rows } = sideBySide(plans.map(runOf), session.nameOfMeasured);
  for (const { cells } of rows) {
    expect(cells.map((cell) => cell?.isUnlike)).toEqual([false, true, true, false]);
    expect(cells.map((cell) => cell?.against?.ratio ?? null)).toEqual([null, null, null, 1]);
  }
});

test('Runs side by side have the p50 of each lane against the first, without an interval where one has no slices of it', () => {
  const lane = (p50: number, more: Partial<LaneResult>) => {
    const of = aLane('a', 100, more);
    return { ...of, latencyMs: { ...of.latencyMs, command: madeLatency({ p50 }) } };
  };
  const slices = (p50: number): Partial<LaneResult> => ({
    latencySlices: { kind: 'command', p50Ms: [0.99, 1, 1.01, 1, 1.02].map((by) => p50 * by) },
  });
  const runOf = (of: LaneResult): Result => ({ ...sampleResult, lanes: [of] });
  const { rows } = sideBySide(
    [
      lane(1, slices(1)),
      lane(1.5, slices(1.5)),
      lane(1.5, { latencySlices: { kind: 'command', p50Ms: [] } }),
    ].map(runOf),
    session.nameOfMeasured,
  );
  expect(rows[0]?.cells.map((cell) => cell?.against?.latency)).toMatchObject([
    undefined,
    { ratio: 1.5, outcome: 'worse', ci95: [expect.any(Number), expect.any(Number)] },
    { ratio: 1.5, outcome: 'inconclusive', ci95: null },
  ]);
});

test('Lanes that no differing setting touches are named: their own batch, and one by one, stay as they are', () => {
  const runOf = (pipeline: number, rate: number): Result => {
    const plan = planOf({
      workload: { pipeline },
      lanes: [
        { strategy: 'one-by-one' },
        { strategy: 'pipeline' },
        { strategy: 'pipeline', workload: { pipeline: 64 } },
      ],
    });
    const lanes = plan.lanes.map(({ id }) => aLane(id, Array<number>(8).fill(rate)));
    return { ...sampleResult, plan, lanes };
  };
  const { alike, moved } = sideBySide([runOf(16, 100), runOf(32, 100), runOf(16, 300)], ({ id }) => id);
  // One by one three times as fast with the same settings: something else has changed.
  expect(moved).toEqual([false, false, true]);
  expect(alike).toEqual([[], ['one-by-one', 'pipeline-2'], ['one-by-one', 'pipeline', 'pipeline-2']]);
});

test('Columns are told apart by what differs between any of the runs, as it was in the end', () => {
  const runOf = (plan: Partial<PlanInput>, tunings: Result['tunings'] = []): Result => ({
    ...sampleResult,
    plan: planOf(plan),
    tunings,
  });
  const sides = sideBySide(
    [
      runOf({ network: { rttMs: 20 } }),
      runOf({ network: { rttMs: 20 } }, [{ atMs: 1, tuning: { pipeline: 64 } }]),
      runOf({ network: { rttMs: 1 } }),
      runOf({ lanes: [{ strategy: 'pipeline' }] }),
    ],
    session.nameOfMeasured,
  );
  const said = sides.settings.map((settings) => settings.map((one) => inWords.setting(one)));
  expect(said).toEqual([
    ['Batch size 16', 'network: 20 ms round trip', 'Lanes one-by-one, Pipeline'],
    ['Batch size 64', 'network: 20 ms round trip', 'Lanes one-by-one, Pipeline'],
    ['Batch size 16', 'network: 1 ms round trip', 'Lanes one-by-one, Pipeline'],
    ['Batch size 16', 'network: direct', 'Lanes Pipeline'],
  ]);
  expect(sides.differences[1]).toEqual([{ field: 'workload.pipeline', was: 16, is: 64 }]);
});

const planOf = (plan: Partial<PlanInput>) =>
  parsePlan({ lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }], ...plan });
const nameOf = (lane: string) => (lane === 'pipeline' ? 'Pipeline' : lane);
const inWords = new SettingWords(en, nameOf);

test.each<[string, Partial<PlanInput>, Partial<PlanInput>, string[]]>([
  ['sizes', { workload: { dataSize: 100 } }, { workload: { dataSize: 5120 } }, ['Payload 100 B → 5.0 KiB']],
  ['numbers', { workload: { clients: 10 } }, { workload: { clients: 1000 } }, ['Clients 10 → 1,000']],
  ['a round trip', { network: { rttMs: 0.5 } }, { network: { rttMs: 20 } }, ['Round trip 0.5 ms → 20 ms']],
  [
    'a network, and none',
    {},
    { network: { rttMs: 20, bandwidthMbit: 100 } },
    ['network: direct → 20 ms round trip, 100 Mbit/s'],
  ],
  ['times', { workload: { durationMs: 500 } }, { workload: { durationMs: 5000 } }, ['Duration 500 ms → 5 s']],
  ['a rate, and none', {}, { workload: { rps: 2000 } }, ['Rate off → 2,000 commands/s']],
  ['commands', {}, { workload: { commands: ['incr'] } }, ['Commands SET → INCR']],
  ['a schedule', {}, { schedule: { mode: 'race' } }, ['Schedule Turns → Race']],
  ['a target', {}, { target: 'office' }, ['Redis embedded → office']],
  [
    'a server',
    { server: { tls: false, ioThreads: 1 } },
    { server: { tls: true, ioThreads: 4 } },
    ['I/O threads 1 → 4', 'Connection Plain → TLS'],
  ],
  [
    'a lane',
    {},
    { lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline', workload: { pipeline: 64 } }] },
    ['Pipeline: Batch size 16 → 64'],
  ],
  ['lanes', {}, { lanes: [{ strategy: 'one-by-one' }] }, ['Lanes one-by-one, Pipeline → one-by-one']],
  ['what has no control', {}, { workload: { keyPattern: 'Z' } }, ['Key pattern R → Z']],
  [
    'sizes that are drawn',
    { workload: { dataSizeRange: [10, 2048] } },
    { workload: { dataSizeRange: [10, 100] } },
    ['Payloads 10 B–2.0 KiB → 10 B–100 B'],
  ],
  ['another client', {}, { bystander: { rps: 2000 } }, ['Another client off → 2,000 GET/s']],
  [
    'the rate of another client',
    { bystander: { rps: 100 } },
    { bystander: { rps: 200 } },
    ['Another client 100 GET/s → 200 GET/s'],
  ],
  ['slots that move', {}, { moveSlots: { afterMs: 1500 } }, ['Slots move after – → 1.5 s']],
  ['turns', { schedule: { sliceMs: 200 } }, {}, ['Turn 200 ms → 250 ms']],
])('What differs is said in words: %s', (_what, was, is, said) => {
  const differences = planDifferences(planOf(was), planOf(is));
  expect(differences.map((one) => inWords.difference(one))).toEqual(said);
});

test('Every setting of a plan has a name', () => {
  const fields = [
    ...Object.keys(workloadSchema.shape).map((field) => `workload.${field}`),
    ...Object.keys(scheduleSchema.shape).map((field) => `schedule.${field}`),
    ...Object.keys(networkSchema.shape).map((field) => `network.${field}`),
    ...Object.keys(serverSchema.shape).map((field) => `server.${field}`),
    ...['target', 'lanes', 'bystander', 'moveSlots'],
  ];
  const nameless = fields.filter((field) => inWords.setting({ field, value: 1 }).includes(field));
  expect([fields.length > 30, nameless]).toEqual([true, []]);
});

test('Places that differ are said in words, too', () => {
  const say = (field: string, was: unknown, is: unknown) => inWords.difference({ field, was, is });
  expect(say('cpuModel', 'This CPU', 'That CPU')).toBe('This CPU → That CPU');
  expect(say('cores', 1, 4)).toBe('1 core → 4 cores');
  expect(say('memoryBytes', 1024 ** 3, 2 * 1024 ** 3)).toBe('Memory 1.0 GiB → 2.0 GiB');
  expect(say('sharedMachine', true, null)).toBe('client and server on one machine → –');
  expect(say('server.version', '7.0.15', '7.2.4')).toBe('Redis 7.0.15 → 7.2.4');
});

test('A comparison has an address of its own, and comes out of it as it went in', () => {
  const at = { pathname: '/', search: '' };
  const visited: string[] = [];
  const window = {
    location: at,
    history: { pushState: (_state: unknown, _title: string, path: string) => visited.push(path) },
    addEventListener: () => undefined,
    scrollTo: () => undefined,
  } as unknown as Window;
  new Route(window).go('runs', comparisonId(['a', 'b,c', 'é']));
  expect(visited).toEqual(['/runs/compare?ids=a,b%2Cc,%C3%A9']);
  [at.pathname, at.search] = ['/runs/compare', '?ids=a,b,a'];
  const { view, id } = new Route(window);
  expect([view, comparedIds(id ?? '')]).toEqual(['runs', ['a', 'b']]);
  at.search = '';
  expect(comparedIds(new Route(window).id ?? '')).toEqual([]);
  at.search = `?ids=${Array.from({ length: 50 }, (_, index) => index).join(',')}`;
  expect(comparedIds(new Route(window).id ?? '')).toHaveLength(mostCompared);
  expect(comparedIds('run-1')).toBeNull();
});

test('From an address that is none, the room that stands in for it has its own', () => {
  const visited: string[] = [];
  const route = new Route({
    location: { pathname: '/nonsense', search: '' },
    history: { pushState: (_state: unknown, _title: string, path: string) => visited.push(path) },
    addEventListener: () => undefined,
    scrollTo: () => undefined,
  } as unknown as Window);
  expect([route.view, route.unknown]).toEqual(['compare', '/nonsense']);
  route.go('compare');
  expect([visited, route.unknown]).toEqual([['/'], null]);
  route.go('compare');
  expect(visited).toHaveLength(1);
});

test('Runs are compared by their ids, files among them; what is missing is said', async () => {
  const kept = { ...sampleResult, id: 'kept-1' };
  const answers: Record<string, object> = {
    'kept-1': { id: 'kept-1', kind: 'run', name: 'Friday', document: kept, samples: [] },
    lesson: { id: 'lesson', kind: 'lesson', name: 'A lesson', document: {} },
  };
  const runs = new Runs(
    new Api(null, en.connection, (path) => {
      const answer = answers[path.split('/').at(-1) ?? ''];
      const error = { error: { code: 'no_such_entry', message: 'none' } };
      return Promise.resolve(Response.json(answer ?? error, { status: answer ? 200 : 404 }));
    }),
    en,
  );
  const fileOf = (name: string, text: string) => new File([text], name);
  const text = JSON.stringify(sampleResult);
  expect(await runs.take([fileOf('a.json', text), fileOf('broken.json', '{'), fileOf('b.json', text)])).toBe(
    comparisonId(['file-1', 'file-2']),
  );
  expect(runs.complaint).toMatch(/^broken\.json: /);

  await runs.open(comparisonId(['kept-1', 'file-2', 'lesson', 'gone', 'file-9']));
  const { opened } = runs;
  if (opened.state !== 'compared') throw new Error(opened.state);
  expect(opened.compared.map(({ name }) => name)).toEqual(['Friday', 'b.json']);
  expect(opened.missing).toEqual([en.runs.notARun('A lesson'), en.runs.unknown('gone'), en.runs.fileGone]);

  await runs.open(comparisonId(['kept-1']));
  expect(runs.opened).toMatchObject({ state: 'missing', message: en.runs.needsTwo });
  expect(runs.chosen).toEqual(['kept-1']);
  runs.clearChosen();
  expect(runs.chosen).toEqual([]);
});

test('A file of another tool is opened by itself, and no side of a comparison', async () => {
  const runs = new Runs(new Api(null, en.connection), en);
  const id = await runs.take([new File(['"SET","9.5"\n"GET","8"'], 'old.csv')]);
  await runs.open(id);
  expect(runs.opened).toMatchObject({
    state: 'foreign',
    file: { fileName: 'old.csv', foreign: { rows: [{ name: 'SET', perSecond: 9.5 }, { name: 'GET' }] } },
  });
  expect([runs.files, runs.foreign.length]).toEqual([[], 1]);
});

test('Whatever was ticked first, the oldest of the chosen is the base', async () => {
  const runs = new Runs(new Api(null, en.connection), en);
  const started = (startedAt: string) =>
    new File([JSON.stringify({ ...sampleResult, startedAt })], 'run.json');
  await runs.take([started('2026-03-02T08:00:00.000Z'), started('2026-03-01T08:00:00.000Z')]);
  runs.choose('file-1', true);
  runs.choose('file-2', true);
  expect(runs.chosenByAge).toEqual(['file-2', 'file-1']);
});

test('One more than can stand side by side is not chosen, and that is said until there is room', () => {
  const runs = new Runs(new Api(null, en.connection), en);
  const ids = Array.from({ length: mostCompared }, (_, index) => `run-${index}`);
  for (const id of ids) runs.choose(id, true);
  expect([runs.canChoose, runs.complaint]).toEqual([false, null]);
  runs.choose('asked for', true);
  expect([runs.chosen, runs.complaint]).toEqual([ids, en.runs.mostChosen(mostCompared)]);
  runs.choose('run-3', false);
  runs.choose('asked for', true);
  expect(runs.complaint).toBeNull();
  expect([runs.chosen.length, runs.chosen.at(-1)]).toEqual([mostCompared, 'asked for']);
});

test('While the answer to an emptied search is on the way, the list is still that of the search', async () => {
  let answer: () => void = () => undefined;
  const runs = new Runs(
    new Api(null, en.connection, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return Response.json({ entries: [], total: 0, tags: [] });
    }),
    en,
  );
  const load = async () => {
    const loaded = runs.load();
    answer();
    await loaded;
  };
  await load();
  expect(runs.narrowed).toBe(false);
  runs.look({ search: 'no such run' });
  expect(runs.narrowed).toBe(true);
  await load();
  runs.look({ search: '' });
  expect(runs.narrowed).toBe(true);
  await load();
  expect(runs.narrowed).toBe(false);
});
