import fc from 'fast-check';
import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { moved, renamed, withLaneValue, type LaneField } from '../../../client/src/plan/draft-lanes.ts';
import { OwnPlan } from '../../../client/src/plan/own-plan.svelte.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import type { FieldName } from '../../../client/src/plan/plan-fields.ts';
import type { NetworkPlan, Plan, PlanInput, Tuning } from '../../../shared/contract/plan.ts';
import { defaultMaxDurationMs } from '../../../shared/plan/default-max-duration.ts';
import { defaultSliceMs } from '../../../shared/plan/default-slice.ts';
import { unusualServer } from '../../../shared/plan/defaults.ts';
import { initialSliceMs, initialStrategies, initialTimes } from '../../../shared/plan/initial-choices.ts';
import { ownWorkload } from '../../../shared/plan/lane-differences.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { readPlanAddress } from '../../../shared/plan/address/read.ts';

type Fields<Part> = { [Name in keyof Part]?: Part[Name] | undefined };

/** All settings of a page in one plain document; `null`: nobody has chosen any. */
interface Settings {
  target: string;
  agents?: number | undefined;
  workload: Fields<Plan['workload']>;
  network: Fields<NetworkPlan> | null;
  keepsNetwork: boolean;
  server: Fields<NonNullable<Plan['server']>>;
  schedule: Fields<Plan['schedule']>;
  lanes: PlanInput['lanes'] | null;
  bystander?: Plan['bystander'];
  moveSlots?: Plan['moveSlots'];
  written?: Plan['written'];
  typed?: string | undefined;
}

const newPage = (): Settings => ({
  target: 'embedded',
  workload: {
    ...{ clients: 10, pipeline: 16, dataSize: 100, threads: 1, keyspace: 10_000, commands: ['set'] },
    ...initialTimes,
  },
  network: null,
  keepsNetwork: false,
  server: {},
  schedule: { mode: 'turns' },
  lanes: null,
});

const networkOf = ({ network, target }: Settings): Fields<NetworkPlan> =>
  network ?? { rttMs: target === 'staging' ? 0 : 1, jitterMs: 0 };

const isDirect = ({ rttMs = 0, jitterMs = 0, bandwidthMbit, cutEveryMs, by }: Fields<NetworkPlan>) =>
  rttMs === 0 && jitterMs === 0 && (bandwidthMbit ?? cutEveryMs ?? by) === undefined;

const initialLanes = ({ workload: { commands = [] }, target }: Settings) =>
  initialStrategies(commands, target === 'cluster').map((strategy) => ({ strategy }));

function inputOf(settings: Settings): PlanInput {
  const { target, agents, workload, server, bystander, moveSlots, written } = settings;
  const [network, lanes] = [networkOf(settings), settings.lanes ?? initialLanes(settings)];
  const { precision, maxDurationMs, ...schedule } = settings.schedule;
  const isFair = lanes.length > 1 && schedule.mode !== 'race' && (schedule.starts ?? 1) === 1;
  const input: PlanInput = {
    ...{ target, agents, workload, lanes, bystander, moveSlots, written },
    network: isDirect(network) && !settings.keepsNetwork ? undefined : network,
    server: target === 'embedded' && Object.keys(unusualServer(server)).length > 0 ? server : undefined,
    schedule: isFair ? { ...schedule, precision, maxDurationMs } : schedule,
  };
  return { ...input, schedule: { ...input.schedule, sliceMs: schedule.sliceMs ?? usualSliceMs(input) } };
}

function usualSliceMs(plan: PlanInput) {
  const { durationMs, warmupMs } = plan.workload ?? {};
  const isInitial =
    durationMs === initialTimes.durationMs &&
    warmupMs === initialTimes.warmupMs &&
    plan.schedule?.mode !== 'race';
  return isInitial ? initialSliceMs(plan) : defaultSliceMs(plan);
}

/** The document of the settings, with all defaults. */
const planOf = (settings: Settings): Plan => parsePlan(JSON.parse(JSON.stringify(inputOf(settings))));

/** The same for the same settings, whatever their target. */
const keyOf = (settings: Settings): string => {
  const server = settings.target === 'embedded' ? settings.server : {};
  return canonical(planOf({ ...settings, target: 'embedded', server }));
};

/** The same for settings whose runs would be the same but for the names of their lanes. */
function essenceOf(settings: Settings): string {
  const lanes = settings.lanes?.map(({ label: _, ...lane }) => lane) ?? null;
  const isWritten = settings.typed !== undefined || settings.written !== undefined;
  return canonical([planOf({ ...settings, lanes }), isWritten]);
}

const canonical = (document: unknown): string =>
  JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Settings that become those of a plan. */
function adopt(settings: Settings, plan: Plan): Settings {
  const { target, agents, workload, network, server = {}, bystander, moveSlots, written } = plan;
  const { sliceMs, maxDurationMs, ...schedule } = plan.schedule;
  const adopted: Settings = {
    ...{ target, agents, workload, server, bystander, moveSlots, written },
    network: network ?? { rttMs: 0, jitterMs: 0 },
    keepsNetwork: network !== undefined && isDirect(network),
    schedule: {
      ...schedule,
      ...(sliceMs === usualSliceMs(plan) ? {} : { sliceMs }),
      ...(maxDurationMs === defaultMaxDurationMs(plan.lanes) ? {} : { maxDurationMs }),
    },
    lanes: plan.lanes.map(({ id: _, ...lane }) => ({ ...lane, workload: ownWorkload(lane, workload) })),
  };
  const unchosen = { ...adopted, network: null, lanes: null };
  const followsTarget =
    settings.network === null &&
    !adopted.keepsNetwork &&
    canonical(networkOf(unchosen)) === canonical(networkOf(adopted));
  const isInitial =
    plan.lanes.every(({ label }) => label === undefined) &&
    canonical(planOf({ ...adopted, lanes: null }).lanes) === canonical(planOf(adopted).lanes);
  const hasMultiKey = initialLanes({ ...adopted, target: 'embedded' }).length === 5;
  return {
    ...adopted,
    network: followsTarget ? null : adopted.network,
    lanes:
      isInitial && (settings.lanes === null || (hasMultiKey && target !== 'cluster')) ? null : adopted.lanes,
  };
}

/** A page whose settings are copied as whole documents. */
class Model {
  settings = newPage();
  aside: { settings: Settings; address: Plan } | null = null;
  #set = keyOf(this.settings);
  #address: Plan | null = null;

  get #isOwn() {
    return keyOf(this.settings) !== this.#set;
  }

  get #ofSettings(): Plan | null {
    return this.#isOwn ? planOf(this.settings) : this.#address;
  }

  get address(): Plan | null {
    return this.#ofSettings ?? this.aside?.address ?? null;
  }

  change(change: (settings: Settings) => Settings) {
    this.settings = change(structuredClone(this.settings));
  }

  adopt(plan: Plan) {
    const [address, settings] = [this.#ofSettings, this.settings];
    this.settings = adopt(settings, plan);
    const isSame = keyOf(this.settings) === keyOf(settings);
    if (address !== null) this.aside = isSame ? null : { address, settings };
    this.#address = isSame ? address : null;
    this.#set = keyOf(this.settings);
  }

  follow(change: (settings: Settings) => Settings) {
    const isOwn = this.#isOwn;
    this.change(change);
    if (!isOwn) this.#set = keyOf(this.settings);
  }

  bring(plan: Plan) {
    this.settings = adopt(this.settings, plan);
    this.#address = planOf(this.settings);
    this.#set = keyOf(this.settings);
    this.aside = null;
  }

  putAside(plan: Plan) {
    const settings = adopt(this.settings, plan);
    this.aside = keyOf(settings) === this.#set ? null : { address: planOf(settings), settings };
  }

  bringBack() {
    if (this.aside === null) return;
    this.settings = this.aside.settings;
    this.#address = this.aside.address;
    this.#set = keyOf(this.settings);
    this.aside = null;
  }
}

interface Page {
  draft: PlanDraft;
  own: OwnPlan;
  model: Model;
}
type Step = (page: Page) => void;

/** A step that failures call by its name and the value that was drawn. */
const named = (name: string, value: unknown, step: Step): Step =>
  Object.assign(step, { [fc.toStringMethod]: () => `${name} ${fc.stringify(value)}` });

const edit = (
  name: string,
  value: unknown,
  onDraft: (draft: PlanDraft) => void,
  onModel: (settings: Settings) => Settings,
): Step =>
  named(name, value, ({ draft, model }) => {
    onDraft(draft);
    model.change(onModel);
  });

const setInModel = (settings: Settings, field: FieldName, value: number): Settings => {
  const said = { [field]: value === Infinity ? undefined : value };
  if (['rttMs', 'jitterMs', 'bandwidthMbit', 'cutEveryMs'].includes(field))
    return { ...settings, network: { ...networkOf(settings), ...said } };
  if (['ioThreads', 'maxMemoryBytes'].includes(field))
    return { ...settings, server: { ...settings.server, ...said } };
  const workload = { ...settings.workload, ...said };
  if (field === 'dataSize') delete workload.dataSizeRange;
  if (field !== 'durationMs') return { ...settings, workload };
  const { sliceMs: _, ...schedule } = settings.schedule;
  const { warmupMs, durationMs } = initialTimes;
  if ((workload.warmupMs ?? warmupMs) === warmupMs)
    workload.warmupMs = value === durationMs ? warmupMs : undefined;
  return { ...settings, workload, schedule };
};

const fieldValue = fc.oneof(
  ...(
    [
      ['clients', [1, 10, 50]],
      ['pipeline', [1, 16, 64]],
      ['dataSize', [100, 500]],
      ['durationMs', [2000, 5000, 15_000]],
      ['rttMs', [0, 1, 20]],
      ['jitterMs', [0, 2]],
      ['bandwidthMbit', [100, Infinity]],
      ['cutEveryMs', [1000, Infinity]],
      ['ioThreads', [1, 4]],
      ['maxMemoryBytes', [2 ** 26, Infinity]],
    ] as const
  ).map(([field, values]) => fc.tuple(fc.constant<FieldName>(field), fc.constantFrom(...values))),
);

const slider = fieldValue.map(([field, value]) =>
  edit(
    field,
    value,
    (draft) => draft.setValue(field, value),
    (settings) => setInModel(settings, field, value),
  ),
);

const written = { name: 'x', units: [{ stages: [{ commands: [{ command: 'GET a' }] }] }] };
const unitLanes = ['one-by-one', 'auto-pipeline', 'pipeline'].map((strategy) => ({ strategy }));

/** Commands end written units, and their lanes. */
const sends = (settings: Settings, commands: Plan['workload']['commands']): Settings => ({
  ...settings,
  workload: { ...settings.workload, commands, ratio: undefined },
  ...(settings.typed !== undefined || settings.written
    ? { written: undefined, typed: undefined, lanes: null }
    : {}),
});

const otherSetting = fc.oneof(
  fc.constantFrom('turns', 'race').map((mode) =>
    edit(
      'mode',
      mode,
      (draft) => draft.set('schedule.mode', mode),
      (settings) => ({ ...settings, schedule: { ...settings.schedule, mode } }),
    ),
  ),
  fc.boolean().map((isWanted) =>
    edit(
      'precise',
      isWanted,
      (draft) => draft.setPrecise(isWanted),
      ({ schedule: { precision: _, maxDurationMs: _longest, ...schedule }, ...settings }) => ({
        ...settings,
        schedule: { ...schedule, precision: isWanted ? 0.03 : undefined },
      }),
    ),
  ),
  fc.boolean().map((isWatched) =>
    edit(
      'watched',
      isWatched,
      (draft) => draft.set('bystander', isWatched ? { rps: 100 } : undefined),
      (settings) => ({
        ...settings,
        bystander: isWatched ? { rps: 100 } : undefined,
      }),
    ),
  ),
  fc.constantFrom(undefined, 2).map((agents) =>
    edit(
      'agents',
      agents,
      (draft) => draft.set('agents', agents),
      (settings) => ({ ...settings, agents }),
    ),
  ),
  fc.boolean().map((keepsNetwork) =>
    edit(
      'keeps network',
      keepsNetwork,
      (draft) => draft.set('keepsNetwork', keepsNetwork),
      (settings) => ({ ...settings, keepsNetwork }),
    ),
  ),
  fc.boolean().map((isByKernel) =>
    edit(
      'by kernel',
      isByKernel,
      (draft) => draft.setByKernel(isByKernel, true),
      (settings) => {
        const { by: _, ...network } = networkOf(settings);
        return { ...settings, network: isByKernel ? { ...network, jitterMs: 0, by: 'kernel' } : network };
      },
    ),
  ),
  fc.constantFrom('embedded', 'cluster', 'staging').map((target) =>
    edit(
      'target',
      target,
      (draft) => draft.set('target', target),
      (settings) => ({ ...settings, target }),
    ),
  ),
  fc.constantFrom('set' as const, 'incr' as const).map((command) =>
    edit(
      'command',
      command,
      (draft) => draft.setMix([{ command, weight: 1 }]),
      (settings) => sends(settings, [command]),
    ),
  ),
  fc
    .constantFrom([written, JSON.stringify(written)] as const, [undefined, '{'] as const)
    .map(([units, text]) =>
      edit(
        'write',
        text,
        (draft) => draft.write(text, units),
        (settings) => ({
          ...(settings.typed !== undefined || settings.written
            ? settings
            : { ...sends(settings, ['set']), lanes: unitLanes }),
          written: units,
          typed: text,
        }),
      ),
    ),
  fc.boolean().map((isPaced) =>
    edit(
      'paced',
      isPaced,
      (draft) => draft.setPaced(isPaced),
      (settings) => ({
        ...settings,
        workload: { ...settings.workload, rps: isPaced ? 1000 : undefined, arrivals: undefined },
      }),
    ),
  ),
);

const lanesOf = (settings: Settings): PlanInput['lanes'] => [...(settings.lanes ?? initialLanes(settings))];

const laneStep = fc.oneof(
  fc.constantFrom('pipeline', 'concurrent').map((strategy) =>
    edit(
      'add',
      strategy,
      (draft) => draft.addLane(strategy),
      (settings) => {
        const lanes = lanesOf(settings);
        return lanes.length < 8 ? { ...settings, lanes: [...lanes, { strategy }] } : settings;
      },
    ),
  ),
  fc.nat(3).map((index) =>
    edit(
      'remove',
      index,
      (draft) => draft.removeLane(index),
      (settings) => {
        const lanes = lanesOf(settings);
        return lanes.length > 1 ? { ...settings, lanes: lanes.filter((_, at) => at !== index) } : settings;
      },
    ),
  ),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([from, to]) =>
    edit(
      'move',
      [from, to],
      (draft) => draft.changeLanes((lanes) => moved(lanes, from, to)),
      (settings) => {
        const lanes = lanesOf(settings);
        if (from < lanes.length && to < lanes.length) lanes.splice(to, 0, ...lanes.splice(from, 1));
        return { ...settings, lanes };
      },
    ),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('', 'Mine')).map(([index, label]) =>
    edit(
      'rename',
      [index, label],
      (draft) => draft.changeLanes((lanes) => renamed(lanes, index, label)),
      (settings) => ({
        ...settings,
        lanes: lanesOf(settings).map((lane, at) =>
          at === index ? { ...lane, label: label === '' ? undefined : label } : lane,
        ),
      }),
    ),
  ),
  fc
    .tuple(fc.nat(3), fc.constantFrom<LaneField>('pipeline', 'clients'), fc.constantFrom(null, 7))
    .map(([index, field, value]) =>
      edit(
        'lane',
        [index, field, value],
        (draft) =>
          draft.changeLanes((lanes) => withLaneValue(lanes, index, field, value, draft.sharedNetwork)),
        (settings) => ({
          ...settings,
          lanes: lanesOf(settings).map((lane, at) =>
            at === index ? { ...lane, workload: { ...lane.workload, [field]: value ?? undefined } } : lane,
          ),
        }),
      ),
    ),
);

/** Plans of runs and links, with every part that a draft can hold. */
const plan = fc
  .record(
    {
      target: fc.constantFrom('embedded', 'cluster', 'staging'),
      agents: fc.constantFrom(undefined, 3),
      server: fc.constantFrom(undefined, { ioThreads: 4 }, { persistence: 'aof-always' as const }),
      network: fc.constantFrom(undefined, {}, { rttMs: 1 }, { rttMs: 20, jitterMs: 2, bandwidthMbit: 50 }),
      workload: fc.constantFrom(
        {},
        { ...initialTimes },
        { clients: 70, warmupMs: 500, resp: 2 as const },
        { dataSizeRange: [10, 2048] as [number, number], keyPattern: 'Z' as const },
      ),
      written: fc.constantFrom(undefined, written),
      lanes: fc.constantFrom<PlanInput['lanes'][]>(
        initialStrategies(['set'], false).map((strategy) => ({ strategy })),
        [
          { strategy: 'one-by-one', label: 'Today' },
          { strategy: 'pipeline', workload: { pipeline: 128 } },
        ],
        [{ strategy: 'pipeline', network: { rttMs: 0.5 } }],
      ),
      schedule: fc.constantFrom(
        {},
        { mode: 'race' as const },
        { starts: 3, order: 'mirrored' as const },
        { sliceMs: 300, untilLevel: true },
      ),
      bystander: fc.constantFrom(undefined, { rps: 50 }),
      moveSlots: fc.constantFrom(undefined, { afterMs: 2000 }),
    },
    { requiredKeys: ['lanes'] },
  )
  .map((input) => parsePlan(input));

const tuning: fc.Arbitrary<Tuning> = fc.constantFrom<Tuning[]>(
  { pipeline: 64 },
  { clients: 3, pipeline: 16 },
  { network: { rttMs: 5, jitterMs: 0 } },
);

const runStep = fc.oneof(
  plan.map((other) =>
    named('adopt', other, ({ draft, own, model }) => {
      const adopted = adopt(model.settings, other);
      expect(draft.differsFrom(other)).toBe(essenceOf(model.settings) !== essenceOf(adopted));
      own.adopt(other);
      model.adopt(other);
    }),
  ),
  // The reader's own run, if their plan can be run.
  fc.constant(
    named('run', '', ({ draft, own, model }) => {
      const started = parsePlan(draft.toInput());
      own.adopt(started);
      model.adopt(planOf(model.settings));
      expect(draft.differsFrom(started)).toBe(false);
    }),
  ),
  tuning.map((change) =>
    named('tune', change, ({ draft, own, model }) => {
      const { network, ...fields } = change;
      const { by: _, ...link } = network ?? {};
      const values = {
        ...fields,
        ...(network && { bandwidthMbit: Infinity, cutEveryMs: Infinity, ...link }),
      };
      own.follow(() => draft.follow(change));
      model.follow((settings) =>
        Object.entries(values).reduce(
          (all, [field, value = NaN]) => setInModel(all, field as FieldName, value),
          settings,
        ),
      );
    }),
  ),
  plan.map((link) =>
    named('bring', link, ({ own, model }) => {
      own.bring(link);
      model.bring(link);
    }),
  ),
  plan.map((link) =>
    named('putAside', link, ({ own, model }) => {
      own.putAside(link);
      model.putAside(link);
    }),
  ),
  fc.constant(
    named('bring back', '', ({ own, model }) => {
      own.bringBack();
      model.bringBack();
    }),
  ),
  fc.constant(
    named('forget', '', ({ own, model }) => {
      own.forget();
      model.aside = null;
    }),
  ),
);

const offered = [
  { id: 'embedded', kind: 'embedded' },
  { id: 'cluster', kind: 'cluster' },
  { id: 'staging', kind: 'url' },
] as const;

test('Whatever readers, runs and links do, the settings are those of a page that copies whole documents', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(slider, otherSetting, laneStep, runStep), { maxLength: 25 }), (steps) => {
      const draft = new PlanDraft(en);
      draft.offer(offered);
      draft.set('target', 'embedded');
      const page = { draft, own: new OwnPlan(draft), model: new Model() };
      const { own, model } = page;
      for (const step of steps) {
        step(page);
        expect(parsePlan(draft.toInput())).toEqual(planOf(model.settings));
        expect(draft.isWritten).toBe(
          model.settings.typed !== undefined || model.settings.written !== undefined,
        );
        expect(draft.keepsNetwork).toBe(model.settings.keepsNetwork);
        expect(own.isAside).toBe(model.aside !== null);
        const { address } = own;
        expect(address === null ? null : canonical(parsePlan(readPlanAddress(address)?.input))).toBe(
          model.address && canonical(model.address),
        );
      }
    }),
    { numRuns: 100 },
  );
});
