import type { ClientId } from '../../../shared/contract/enums.ts';
import { laneCount } from '../../../shared/settings/plan.ts';
import type { NetworkPlan, Plan, PlanInput, Tuning, ServerPlan } from '../../../shared/contract/plan.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { defined } from '../../../shared/contract/defined.ts';
import type { ScheduleMode } from '../../../shared/contract/enums.ts';
import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import { planDefaults, sameValue } from '../../../shared/plan/defaults.ts';
import { defaultMaxDurationMs } from '../../../shared/plan/default-max-duration.ts';
import { defaultSliceMs } from '../../../shared/plan/default-slice.ts';
import { plannedMs } from '../../../shared/plan/duration.ts';
import { initialRttMs, initialStrategies, initialTimes } from '../../../shared/plan/initial-choices.ts';
import { privateTargets, serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { unitWayOf, unitWays } from '../../../shared/plan/written/ways.ts';
import { workloadPresets, type PresetId } from '../../../shared/plan/workload-presets.ts';
import {
  adoptLane,
  laneEssence,
  lanesOnPage,
  followServer,
  laneInputs,
  laneProblems,
  withIds,
  withStrategy,
  type DraftLane,
  type DraftLanes,
} from './draft-lanes.ts';
import type { Messages } from '../messages/en.ts';
import {
  canBePrecise,
  draftSchedule,
  usualSliceMs,
  withoutSlice,
  withPrecision,
  type DraftSchedule,
} from './draft-schedule.ts';
import { inOrder, sorted } from './in-order.ts';
import { mixFields, mixOf, mixProblems, presetOf, type MixPart } from './draft-mix.ts';
import {
  canBeSetUp,
  directNetwork,
  draftNetwork,
  draftServer,
  isDirect,
  networkPlan,
  serverPlan,
  type DraftNetwork,
  type DraftServer,
} from './draft-parts.ts';
import {
  checkField,
  fieldNames,
  isNetworkField,
  isServerField,
  fieldPath,
  planFields,
  type FieldName,
  type WorkloadField,
} from './plan-fields.ts';

type DraftWorkload = Partial<Workload> & Record<Exclude<WorkloadField, 'rps'>, number>;
type WorkloadChange = { [Field in keyof Workload]?: Workload[Field] | undefined };

type OfferedTarget = Pick<TargetDescription, 'id' | 'kind' | 'isCluster'>;

const isCluster = ({ kind, isCluster: has }: Partial<OfferedTarget> = {}) =>
  kind === 'cluster' || has === true;

/** Of a new page, where the server is ours. */
const initialNetwork: DraftNetwork = { ...directNetwork, rttMs: initialRttMs };

/** What the page says of the workload when nobody has moved anything. */
function newWorkload(): DraftWorkload {
  const { clients, pipeline, dataSize, threads, keyspace, commands } = planDefaults.workload;
  const { durationMs, warmupMs } = initialTimes;
  return { clients, pipeline, dataSize, durationMs, warmupMs, threads, keyspace, commands };
}

/**
 * The plan that the next run will carry out. Fields that the page has no control for are kept as they came, so
 * that a plan from elsewhere is run again as it was.
 */
export class PlanDraft {
  readonly #messages: Messages;
  #target = $state<string>();
  #agents = $state<number>();
  #workload = $state.raw<DraftWorkload>(newWorkload());
  /** `null`: nobody has chosen one. */
  #network = $state.raw<DraftNetwork | null>(null);
  #keepsNetwork = $state(false);
  #server = $state.raw(draftServer());
  #schedule = $state.raw<DraftSchedule>({ mode: 'turns' });
  /** `null`: nobody has chosen any. */
  #lanes = $state.raw<readonly DraftLane[] | null>(null);
  /** Empty until the server has been asked. */
  #offered = $state.raw<readonly OfferedTarget[]>([]);
  /** Whether another client watches; and what the page has no control for. */
  #others = $state.raw<Pick<Plan, 'bystander' | 'moveSlots' | 'written'>>({});

  /** Units as they were typed; `null`: not typed here. */
  #typed = $state<string | null>(null);

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Whether all settings and lanes are those of a new page, whatever the target. */
  get isUntouched(): boolean {
    return this.fingerprint === new PlanDraft(this.#messages).fingerprint;
  }

  /** The same for the same plan, whatever its target, and in whichever order it was put together. */
  get fingerprint(): string {
    const [network, lanes] = [this.#network ?? initialNetwork, this.#lanes ?? this.#initialLanes(false)];
    const input = { ...this.toInput(), network: this.#networkInput(network), lanes: this.#laneInputs(lanes) };
    return writePlanAddress({ ...sorted(input), target: serverPlanTarget });
  }

  /** What this server offers: the network and the lanes of a new page follow from it. */
  offer(targets: readonly OfferedTarget[]): void {
    this.#offered = targets;
  }

  /** Until the server has been asked, a private server. */
  get #offer(): OfferedTarget | undefined {
    const id = this.#target ?? this.#offered[0]?.id ?? serverPlanTarget;
    return [...this.#offered, ...privateTargets].find((one) => one.id === id);
  }

  /** Whether Roundtrip starts the server itself. Then every kind of network can be put in front of it. */
  get hasOwnServer(): boolean {
    const { kind = 'url' } = this.#offer ?? {};
    return kind !== 'url';
  }

  /** Without a trip, ten connections hide most of what batching is about. */
  get #wire(): DraftNetwork {
    return this.#network ?? (this.hasOwnServer ? initialNetwork : directNetwork);
  }

  readonly #shownLanes = $derived(this.#lanes ?? this.#initialLanes(isCluster(this.#offer)));

  #initialLanes(inCluster: boolean): readonly DraftLane[] {
    return withIds(
      initialStrategies(this.#workload.commands ?? [], inCluster).map((strategy) => ({ strategy })),
    );
  }

  get target(): string | undefined {
    return this.#target;
  }

  /** Load machines that carry the lanes out; `undefined`: that of the server does. */
  get agents(): number | undefined {
    return this.#agents;
  }

  setAgents(agents: number | undefined): void {
    this.#agents = agents;
  }

  get lanes(): readonly DraftLane[] {
    return this.#shownLanes;
  }

  get mode(): ScheduleMode {
    return this.#schedule.mode ?? 'turns';
  }

  get sliceMs(): number {
    return this.#schedule.sliceMs ?? usualSliceMs(this.#unsliced);
  }

  /** What is sent: one command, or several with weights. */
  get mix(): readonly MixPart[] {
    return mixOf(this.#workload);
  }

  get workload(): Readonly<DraftWorkload> {
    return this.#workload;
  }

  /** The preset that the workload is just as; `null`: none. */
  get preset(): PresetId | null {
    return this.isWritten ? null : presetOf(this.#workload);
  }

  get canAddLane(): boolean {
    return this.lanes.length < lanesOnPage;
  }

  get canRemoveLane(): boolean {
    return this.lanes.length > laneCount.min;
  }

  get keepsNetwork(): boolean {
    return this.#keepsNetwork;
  }

  /** What the plan will put in between; `undefined`: nothing. */
  get network(): NetworkPlan | undefined {
    return this.#networkInput(this.#wire);
  }

  #networkInput(network: DraftNetwork): NetworkPlan | undefined {
    return !this.#keepsNetwork && isDirect(network) ? undefined : networkPlan(network);
  }

  /** What a lane's own network is made of, but for what differs in it. */
  get sharedNetwork(): NetworkPlan {
    const { by: _, ...own } = this.#wire;
    return networkPlan(own);
  }

  /** Whether the kernel lays the link to the private server. */
  get isByKernel(): boolean {
    return this.#wire.by === 'kernel';
  }

  /** A kernel that cannot delay packets adds no round trip, and none has jitter. */
  setByKernel(isByKernel: boolean, canDelay: boolean): void {
    const { by: _, ...network } = this.#wire;
    this.#network = isByKernel
      ? { ...network, jitterMs: 0, ...(canDelay ? {} : { rttMs: 0 }), by: 'kernel' }
      : network;
  }

  /** What the plan will ask of the private server; `undefined`: nothing, or there is none to ask. */
  get server(): ServerPlan | undefined {
    return this.canSetUpServer ? serverPlan(this.#server) : undefined;
  }

  /** As it was chosen, whether or not the target can be set up. */
  get serverDraft(): DraftServer {
    return this.#server;
  }

  get canSetUpServer(): boolean {
    return canBeSetUp(this.#target);
  }

  /** Whether commands are sent at a requested rate, rather than as fast as replies come. */
  get hasRate(): boolean {
    return this.#workload.rps !== undefined;
  }

  /** Another client that watches, and how often it asks; `undefined`: none. */
  get bystander(): Plan['bystander'] {
    return this.#others.bystander;
  }

  /** Units that are carried out in place of commands; `undefined`: none, or they are not right yet. */
  get written(): Plan['written'] {
    return this.#others.written;
  }

  /** Whether units are carried out in place of commands, or are to be once they are written. */
  get isWritten(): boolean {
    return this.written !== undefined || this.#typed !== null;
  }

  get writtenText(): string {
    return this.#typed ?? (this.written ? JSON.stringify(this.written, null, 2) : '');
  }

  /** Whether a lane can have this strategy. */
  allows(strategy: string): boolean {
    return !this.isWritten || unitWayOf(strategy) !== undefined;
  }

  /** Units in place of commands, as text; `written`: what it says, once it is known to be right. */
  write(text: string, written?: Plan['written']): void {
    if (!this.isWritten) {
      this.setWorkload(mixFields([{ command: 'set', weight: 1 }]));
      this.#lanes = withIds(unitWays.map((strategy) => ({ strategy })));
    }
    this.#typed = text;
    this.#others = { ...this.#others, written };
  }

  value(field: FieldName): number {
    if (isNetworkField(field)) return this.#wire[field];
    return isServerField(field) ? this.#server[field] : (this.#workload[field] ?? NaN);
  }

  /** What is wrong, by field name as the server writes it. */
  get problems(): Map<string, string> {
    const found = new Map([
      ...laneProblems(this.lanes, this.#messages),
      ...mixProblems(this.mix, this.#messages.mix),
    ]);
    if (this.isWritten && !this.written) found.set('written', this.#messages.mix.writtenMissing);
    for (const name of fieldNames) {
      if ((name === 'rps' && !this.hasRate) || (isServerField(name) && !this.canSetUpServer)) continue;
      const problem = checkField(planFields[name], this.value(name), this.#messages);
      if (problem) found.set(fieldPath(name), problem);
    }
    return found;
  }

  /** How long a run of this takes, ms, not counting the moments of getting ready. */
  get estimatedMs(): number {
    return plannedMs(this.toInput());
  }

  setValue(field: FieldName, value: number): void {
    if (isNetworkField(field)) {
      this.#network = { ...this.#wire, [field]: value };
      return;
    }
    if (isServerField(field)) {
      this.setServer({ [field]: value });
      return;
    }
    // One size, or sizes that are drawn.
    this.setWorkload({ [field]: value, ...(field === 'dataSize' ? { dataSizeRange: undefined } : {}) });
    if (field === 'durationMs') this.#timeBy(value);
  }

  /** Warm-up and slices of a new page go with its duration; with another one they are those of a plan. */
  #timeBy(durationMs: number): void {
    const { warmupMs } = initialTimes;
    if ((this.#workload.warmupMs ?? warmupMs) === warmupMs)
      this.setWorkload({ warmupMs: durationMs === initialTimes.durationMs ? warmupMs : undefined });
    this.#schedule = withoutSlice(this.#schedule);
  }

  /** What is `undefined` is left out of the plan. */
  setWorkload(change: WorkloadChange): void {
    // Whoever chooses commands wants these sent.
    if (change.commands !== undefined && this.isWritten) {
      this.#others = { ...this.#others, written: undefined };
      this.#typed = null;
      this.#lanes = null;
    }
    this.#workload = defined({ ...this.#workload, ...change }) as DraftWorkload;
  }

  setMix(mix: readonly MixPart[]): void {
    this.setWorkload(mixFields(mix));
  }

  /** All that a preset says of the workload; the rest stays, but for what is no value at all. */
  usePreset(id: PresetId): void {
    const preset = workloadPresets.find((one) => one.id === id);
    if (!preset) return;
    const others = {
      ...{ ratio: undefined, customCommand: undefined, customCommands: undefined },
      dataSizeRange: undefined,
    };
    this.setWorkload({ ...others, ...preset.workload });
    for (const name of fieldNames) {
      const field = planFields[name];
      if (checkField(field, this.value(name), this.#messages) === null) continue;
      if (name !== 'rps' || this.hasRate) this.setValue(name, field.limit.default);
    }
  }

  /** At a requested rate, or as fast as replies come. */
  setPaced(paced: boolean): void {
    const { rps = planFields.rps.limit.default } = this.#workload;
    this.setWorkload({ rps: paced ? rps : undefined, arrivals: undefined });
  }

  /** Whether something is put in between even where it adds nothing, so that it can be moved live. */
  setKeepsNetwork(keeps: boolean): void {
    this.#keepsNetwork = keeps;
  }

  setWatched(watched: boolean): void {
    const { bystander: _bystander, ...others } = this.#others;
    this.#others = watched ? { bystander: planDefaults.bystander, ...others } : others;
  }

  /** How precise the ratios are to be before the run ends; `undefined`: it ends with the time of its lanes. */
  get precision(): number | undefined {
    return this.#scheduleInput.precision;
  }

  /** Counted time of a lane at most, where the run lasts until its ratios are precise, ms. */
  get maxDurationMs(): number {
    return this.#schedule.maxDurationMs ?? defaultMaxDurationMs([{ workload: this.#workload }]);
  }

  get canBePrecise(): boolean {
    return canBePrecise(this.#schedule, this.lanes.length, this.#workload);
  }

  get #scheduleInput(): DraftSchedule {
    return this.canBePrecise ? this.#schedule : withPrecision(this.#schedule, false);
  }

  setPrecise(wanted: boolean): void {
    this.#schedule = withPrecision(this.#schedule, wanted);
  }

  setMode(mode: ScheduleMode): void {
    this.#schedule = { ...this.#schedule, mode };
  }

  setServer(change: Partial<DraftServer>): void {
    const was = serverPlan(this.#server);
    this.#server = { ...this.#server, ...change };
    if (this.#lanes) this.#lanes = followServer(this.#lanes, was ?? {}, serverPlan(this.#server) ?? {});
  }

  setTarget(target: string): void {
    this.#target = target;
  }

  addLane(strategy: string): void {
    if (this.canAddLane) this.#lanes = withIds([...this.lanes, { strategy }]);
  }

  removeLane(index: number): void {
    if (this.canRemoveLane) this.#lanes = withIds(this.lanes.filter((_, at) => at !== index));
  }

  chooseStrategy(index: number, strategy: string, client?: ClientId): void {
    this.changeLanes((lanes) => withStrategy(lanes, index, strategy, client));
  }

  changeLanes(change: (lanes: DraftLanes) => DraftLanes): void {
    this.#lanes = change(this.lanes);
  }

  /** Takes over the plan of a run, so that the page shows what is being measured. */
  adopt(plan: Plan): void {
    this.#target = plan.target;
    this.#agents = plan.agents;
    this.#workload = { ...plan.workload };
    this.#adoptNetwork(plan.network);
    this.#server = draftServer(plan.server);
    this.#schedule = draftSchedule(plan);
    this.#adoptLanes(plan);
    this.#others = { bystander: plan.bystander, moveSlots: plan.moveSlots, written: plan.written };
    this.#typed = null;
  }

  /** Where nobody has chosen a network, one that is as on a new page is no choice either. */
  #adoptNetwork(plan: NetworkPlan | undefined): void {
    const network = draftNetwork(plan);
    this.#keepsNetwork = plan !== undefined && isDirect(network);
    if (this.#network === null && !this.#keepsNetwork && sameValue(sorted(network), sorted(this.#wire)))
      return;
    this.#network = network;
  }

  /** The same for lanes; with one that only some commands have, lanes are as on a new page. */
  #adoptLanes({ lanes, workload }: Plan): void {
    const adopted = lanes.map((lane) => adoptLane(lane, workload));
    const initial = this.#initialLanes(isCluster(this.#offer));
    const isInitial =
      sameValue(laneEssence(adopted), laneEssence(initial)) &&
      adopted.every(({ label }) => label === undefined);
    const dependsOnCommand = initial.length !== this.#initialLanes(true).length;
    this.#lanes = isInitial && (this.#lanes === null || dependsOnCommand) ? null : adopted;
  }

  /** Every setting becomes that of a new page. */
  reset(): void {
    this.take(new PlanDraft(this.#messages));
  }

  /** Another draft with the same settings. */
  copy(): PlanDraft {
    const copy = new PlanDraft(this.#messages);
    copy.take(this);
    return copy;
  }

  /** Every setting becomes that of another draft. */
  take(other: PlanDraft): void {
    [this.#target, this.#agents, this.#workload] = [other.#target, other.#agents, other.#workload];
    [this.#network, this.#keepsNetwork] = [other.#network, other.#keepsNetwork];
    [this.#server, this.#schedule] = [other.#server, other.#schedule];
    [this.#lanes, this.#others, this.#typed] = [other.#lanes, other.#others, other.#typed];
    if (other.#offered.length > 0) this.#offered = other.#offered;
  }

  /** Takes over a change that was made to a run while it is in progress, but for the fields that `keep` tells. */
  follow(tuning: Tuning, keep: (field: FieldName) => boolean = () => false): void {
    const { network, ...workload } = tuning;
    const values = { ...workload, ...(network && draftNetwork(network)) };
    for (const name of fieldNames) {
      const value = (values as Partial<Record<FieldName, number>>)[name];
      if (value !== undefined && !keep(name)) this.setValue(name, value);
    }
  }

  /** What this change of the draft is to a run in progress. */
  tuningOf(fields: Iterable<FieldName>): Tuning {
    const tuning: Record<string, unknown> = {};
    for (const name of fields) {
      if (isNetworkField(name)) tuning['network'] = networkPlan(this.#wire);
      else tuning[name] = this.value(name);
    }
    return tuning;
  }

  /** Whether a run of this plan has the same lanes, one for one. */
  hasLanesOf({ lanes }: Plan): boolean {
    return lanes.length === this.lanes.length && lanes.every(({ id }, index) => this.lanes[index]?.id === id);
  }

  /** Whether a run of this plan, as it was changed on the way, would differ from this draft. */
  differsFrom(plan: Plan, tunings: readonly Tuning[] = []): boolean {
    const other = new PlanDraft(this.#messages);
    other.offer(this.#offered);
    other.adopt(plan);
    for (const tuning of tunings) other.follow(tuning);
    const essence = (draft: PlanDraft) =>
      JSON.stringify([
        draft.#agents ?? null,
        inOrder(draft.#workload),
        draft.network ?? null,
        inOrder(draft.server ?? {}),
        inOrder({ ...draft.#scheduleInput, sliceMs: draft.sliceMs }),
        laneEssence(draft.lanes),
        draft.#others,
        draft.isWritten,
      ]);
    return essence(this) !== essence(other) || (this.#target ?? plan.target) !== plan.target;
  }

  /** Takes over what is sent, where and over what; lanes, batch size and times stay. */
  adoptWorkload({ target, server, network, workload }: Omit<Plan, 'lanes' | 'schedule'>): void {
    const { requests: _, ...rest } = workload;
    const { pipeline, durationMs, warmupMs } = this.#workload;
    this.#target = target;
    this.#server = draftServer(server);
    this.#adoptNetwork(network);
    this.#workload = { ...rest, ...defined({ pipeline, durationMs, warmupMs }) };
  }

  /** The document that starts the run. */
  toInput(): PlanInput {
    const [plan, { sliceMs }] = [this.#unsliced, this];
    return sliceMs === defaultSliceMs(plan) ? plan : { ...plan, schedule: { ...plan.schedule, sliceMs } };
  }

  get #unsliced(): PlanInput {
    return {
      target: this.#target,
      agents: this.#agents,
      server: this.server,
      network: this.network,
      workload: this.#workload,
      lanes: this.#laneInputs(this.lanes),
      schedule: this.#scheduleInput,
      ...this.#others,
    };
  }

  #laneInputs(lanes: readonly DraftLane[]): PlanInput['lanes'] {
    return laneInputs(lanes, this.canSetUpServer);
  }
}
