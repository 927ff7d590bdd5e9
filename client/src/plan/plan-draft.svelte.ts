import { usesMembers } from '../../../shared/plan/fillings.ts';
import type { ClientId, ScheduleMode } from '../../../shared/contract/enums.ts';
import { laneCount } from '../../../shared/settings/plan.ts';
import { scheduleSettings } from '../../../shared/settings/schedule.ts';
import type {
  NetworkPlan,
  Plan,
  PlanInput,
  Schedule,
  ServerPlan,
  Tuning,
} from '../../../shared/contract/plan.ts';
import { defined } from '../../../shared/contract/defined.ts';
import { planDefaults, sameValue } from '../../../shared/plan/defaults.ts';
import { defaultMaxDurationMs } from '../../../shared/plan/default-max-duration.ts';
import { defaultSliceMs } from '../../../shared/plan/default-slice.ts';
import { plannedMs } from '../../../shared/plan/duration.ts';
import {
  initialRttMs,
  initialStrategies,
  lengthsMs,
  type RunLength,
} from '../../../shared/plan/initial-choices.ts';
import { privateTargets, serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import { unitWayOf, unitWays } from '../../../shared/plan/written/ways.ts';
import { workloadPresets, type PresetId } from '../../../shared/plan/workload-presets.ts';
import {
  chosenSchedule,
  chosenWorkload,
  directNetwork,
  isDirect,
  lengthOf,
  normalised,
  serverOf,
  usualSliceMs,
  workloadOf,
  type ChosenPlan,
  type DraftWorkload,
  type PlanParts,
} from './chosen-plan.ts';
import {
  adoptLane,
  followServer,
  laneInputs,
  laneProblems,
  lanesOnPage,
  withIds,
  withStrategy,
  type DraftLanes,
} from './draft-lanes.ts';
import type { Messages } from '../messages/en.ts';
import { sorted } from './in-order.ts';
import { mixFields, mixOf, mixProblems, presetOf, type MixPart } from './draft-mix.ts';
import {
  checkField,
  fieldNames,
  isNetworkField,
  isServerField,
  fieldPath,
  planFields,
  type FieldName,
} from './plan-fields.ts';

type Changes<Part> = { [Field in keyof Part]?: Part[Field] | undefined };

/** Settings that are in no part of the plan. */
type OwnSettings = Pick<ChosenPlan, 'target' | 'agents' | 'bystander' | 'keepsNetwork'>;
type Settings = OwnSettings & {
  [Part in keyof PlanParts as `${Part}.${keyof PlanParts[Part] & string}`]: PlanParts[Part];
};
/** A setting, as problems name it: `agents`, `workload.arrivals`. */
type SettingPath = keyof Settings;
type SettingValue<Path extends SettingPath> = Path extends keyof OwnSettings
  ? OwnSettings[Path]
  : Path extends `${string}.${infer Name}`
    ? Name extends keyof Settings[Path]
      ? Settings[Path][Name]
      : never
    : never;

type OfferedTarget = Pick<TargetDescription, 'id' | 'kind' | 'isCluster'>;

const privateServer: OfferedTarget = { id: serverPlanTarget, kind: 'embedded' };

/**
 * The plan that the next run will carry out. Fields that the page has no control for are kept as they came, so
 * that a plan from elsewhere is run again as it was.
 */
export class PlanDraft {
  readonly #messages: Messages;
  #chosen = $state.raw<ChosenPlan>({});
  /** Empty until the server has been asked. */
  #offered = $state.raw<readonly OfferedTarget[]>([]);

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Whether all settings and lanes are those of a new page, whatever the target. */
  get isUntouched(): boolean {
    return this.fingerprint === new PlanDraft(this.#messages).fingerprint;
  }

  /** The same for the same plan, whatever its target, and in whichever order it was put together. */
  get fingerprint(): string {
    return normalised(this.#inputAt(privateServer));
  }

  /** What this server offers: the network and the lanes of a new page follow from it. */
  offer(targets: readonly OfferedTarget[]): void {
    this.#offered = targets;
  }

  /** Until the server has been asked, a private server. */
  get #offer(): OfferedTarget | undefined {
    const id = this.target ?? this.#offered[0]?.id ?? serverPlanTarget;
    return [...this.#offered, ...privateTargets].find((one) => one.id === id);
  }

  /** Whether Roundtrip starts the server itself. Then every kind of network can be put in front of it. */
  get hasOwnServer(): boolean {
    const { kind = 'url' } = this.#offer ?? {};
    return kind !== 'url';
  }

  /** Without a trip, ten connections hide most of what batching is about. */
  #networkAt({ kind = 'url' }: Partial<OfferedTarget> = {}): NetworkPlan {
    return this.#chosen.network ?? { ...directNetwork, rttMs: kind === 'url' ? 0 : initialRttMs };
  }

  get #wire(): NetworkPlan {
    return this.#networkAt(this.#offer);
  }

  #lanesAt({ kind, isCluster = false }: Partial<OfferedTarget> = {}): DraftLanes {
    const { commands = [] } = this.workload;
    const strategies = initialStrategies(commands, kind === 'cluster' || isCluster);
    return this.#chosen.lanes ?? withIds(strategies.map((strategy) => ({ strategy })));
  }

  readonly #lanes = $derived(this.#lanesAt(this.#offer));
  readonly #workload = $derived(workloadOf(this.#chosen));

  get target(): string | undefined {
    return this.#chosen.target;
  }

  /** Load machines that carry the lanes out; `undefined`: that of the server does. */
  get agents(): number | undefined {
    return this.#chosen.agents;
  }

  get lanes(): DraftLanes {
    return this.#lanes;
  }

  get mode(): ScheduleMode {
    return this.#chosen.schedule?.mode ?? 'turns';
  }

  get sliceMs(): number {
    return this.#chosen.schedule?.sliceMs ?? usualSliceMs(this.toInput());
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
    return this.#chosen.keepsNetwork ?? false;
  }

  /** What the plan will put in between; `undefined`: nothing. */
  get network(): NetworkPlan | undefined {
    return this.#sent(this.#wire);
  }

  #sent(network: NetworkPlan): NetworkPlan | undefined {
    return !this.keepsNetwork && isDirect(network) ? undefined : network;
  }

  /** What a lane's own network is made of, but for what differs in it. */
  get sharedNetwork(): NetworkPlan {
    const { by: _, ...own } = this.#wire;
    return own;
  }

  /** Whether the kernel lays the link to the private server. */
  get isByKernel(): boolean {
    return this.#wire.by === 'kernel';
  }

  /** A kernel that cannot delay packets adds no round trip, and none has jitter. */
  setByKernel(isByKernel: boolean, canDelay: boolean): void {
    this.#change(
      'network',
      isByKernel ? { jitterMs: 0, ...(canDelay ? {} : { rttMs: 0 }), by: 'kernel' } : { by: undefined },
    );
  }

  /** What the plan will ask of the private server; `undefined`: nothing, or there is none to ask. */
  get server(): ServerPlan | undefined {
    return this.canSetUpServer ? serverOf(this.#chosen) : undefined;
  }

  /** As it was chosen, whether or not the target can be set up. */
  get serverDraft(): ServerPlan {
    return { ...planDefaults.server, ...this.#chosen.server };
  }

  /** True for the target that a plan may set up. */
  get canSetUpServer(): boolean {
    return this.target === undefined || this.target === serverPlanTarget;
  }

  /** Whether commands are sent at a requested rate, rather than as fast as replies come. */
  get hasRate(): boolean {
    return this.#workload.rps !== undefined;
  }

  /** Another client that watches, and how often it asks; `undefined`: none. */
  get bystander(): Plan['bystander'] {
    return this.#chosen.bystander;
  }

  /** Units that are carried out in place of commands; `undefined`: none, or they are not right yet. */
  get written(): Plan['written'] {
    return this.#chosen.written;
  }

  /** Whether units are carried out in place of commands, or are to be once they are written. */
  get isWritten(): boolean {
    return this.written !== undefined || this.#chosen.typed !== undefined;
  }

  get writtenText(): string {
    return this.#chosen.typed ?? (this.written ? JSON.stringify(this.written, null, 2) : '');
  }

  /** Whether a lane can have this strategy. */
  allows(strategy: string): boolean {
    return !this.isWritten || unitWayOf(strategy) !== undefined;
  }

  /** Units in place of commands, as text; `written`: what it says, once it is known to be right. */
  write(typed: string, written?: Plan['written']): void {
    if (!this.isWritten) {
      this.setMix([{ command: 'set', weight: 1 }]);
      this.#choose({ lanes: withIds(unitWays.map((strategy) => ({ strategy }))) });
    }
    this.#choose({ typed, written });
  }

  value(field: FieldName): number {
    const part: Changes<Record<FieldName, number>> = isNetworkField(field)
      ? this.#wire
      : isServerField(field)
        ? this.serverDraft
        : this.#workload;
    const { default: none } = planFields[field].limit;
    return part[field] ?? (none === Infinity ? none : NaN);
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

  /** Sets a number of a slider; `Infinity`: the plan says nothing of it. */
  setValue(field: FieldName, value: number): void {
    this.set(fieldPath(field), value === Infinity ? undefined : value);
  }

  /** Sets one setting; `undefined`: the plan says nothing of it. */
  set<Path extends SettingPath>(path: Path, value: SettingValue<Path> | undefined): void {
    const [part = '', name] = path.split('.');
    if (name === undefined) this.#choose({ [part]: value });
    else this.#change(part as keyof PlanParts, { [name]: value });
    // One size, or sizes that are drawn.
    if (path === 'workload.dataSize') this.set('workload.dataSizeRange', undefined);
    // Slices go with the duration.
    if (path === 'workload.durationMs') this.set('schedule.sliceMs', undefined);
  }

  #choose(change: Changes<ChosenPlan>): void {
    this.#chosen = defined({ ...this.#chosen, ...change });
  }

  #change<Part extends keyof PlanParts>(part: Part, change: Changes<PlanParts[Part]>): void {
    const { isWritten, server: was = {} } = this;
    const fields = part === 'network' ? this.#wire : this.#chosen[part];
    this.#choose({ [part]: defined({ ...fields, ...change }) });
    const { lanes } = this.#chosen;
    if (part === 'server' && lanes)
      this.#choose({ lanes: followServer(lanes, was, serverOf(this.#chosen) ?? {}) });
    // Whoever chooses commands wants these sent.
    if ('commands' in change && isWritten)
      this.#choose({ written: undefined, typed: undefined, lanes: undefined });
  }

  setMix(mix: readonly MixPart[]): void {
    const fields = mixFields(mix);
    const { members } = this.#workload;
    const keeps = members === undefined || usesMembers(fields);
    this.#change('workload', { ...fields, ...(keeps ? {} : { members: undefined }) });
  }

  /** All that a preset says of the workload; the rest stays, but for what is no value at all. */
  usePreset(id: PresetId): void {
    const preset = workloadPresets.find((one) => one.id === id);
    if (!preset) return;
    const others = { ratio: undefined, customCommand: undefined, customCommands: undefined };
    this.#change('workload', { ...others, dataSizeRange: undefined, ...preset.workload });
    for (const name of fieldNames) {
      const field = planFields[name];
      if (checkField(field, this.value(name), this.#messages) === null) continue;
      if (name !== 'rps' || this.hasRate) this.setValue(name, field.limit.default);
    }
  }

  /** At a requested rate, or as fast as replies come. */
  setPaced(paced: boolean): void {
    const { rps = planFields.rps.limit.default } = this.#workload;
    this.#change('workload', { rps: paced ? rps : undefined, arrivals: undefined });
  }

  /** How precise the ratios are to be before the run ends; `undefined`: it ends with the time of its lanes. */
  get precision(): number | undefined {
    return this.#schedule.precision;
  }

  /** Counted time of a lane at most, where the run lasts until its ratios are precise, ms. */
  get maxDurationMs(): number {
    return this.#chosen.schedule?.maxDurationMs ?? defaultMaxDurationMs([{ workload: this.#workload }]);
  }

  /** Only lanes that take turns for a time, and are started once, can be measured until they are precise. */
  get canBePrecise(): boolean {
    const { starts = 1 } = this.#chosen.schedule ?? {};
    const { requests } = this.#workload;
    return this.mode !== 'race' && starts === 1 && this.lanes.length > 1 && requests === undefined;
  }

  get #schedule(): Partial<Schedule> {
    const { precision, maxDurationMs, ...others } = { mode: this.mode, ...this.#chosen.schedule };
    return this.canBePrecise ? defined({ ...others, precision, maxDurationMs }) : others;
  }

  setPrecise(wanted: boolean): void {
    const precision = wanted ? scheduleSettings.precision.real.default : undefined;
    this.#change('schedule', { precision, maxDurationMs: undefined });
  }

  /** Each schedule has lengths of its own. */
  setMode(mode: ScheduleMode): void {
    const { length } = this;
    this.set('schedule.mode', mode);
    if (length !== null) this.setLength(length === 'untilStopped' && mode === 'race' ? 'short' : length);
  }

  /** The offered length of this run; `null`: another. */
  get length(): RunLength | null {
    return lengthOf(this.#schedule, this.#workload);
  }

  setLength(length: RunLength): void {
    const untilStopped = length === 'untilStopped' ? true : undefined;
    this.#change('schedule', { untilStopped, precision: undefined, maxDurationMs: undefined });
    this.set('workload.requests', undefined);
    const { short, long } = lengthsMs[this.mode];
    const isOfNewPage = length !== 'long' && this.mode === 'turns';
    this.set('workload.durationMs', isOfNewPage ? undefined : length === 'long' ? long : short);
    this.set('workload.warmupMs', undefined);
  }

  /** True where a run of this draft can continue until somebody stops it. */
  get canLastUntilStopped(): boolean {
    return this.mode === 'turns' && (this.#schedule.starts ?? 1) === 1 && this.agents === undefined;
  }

  addLane(strategy: string): void {
    if (this.canAddLane) this.changeLanes((lanes) => withIds([...lanes, { strategy }]));
  }

  removeLane(index: number): void {
    if (this.canRemoveLane) this.changeLanes((lanes) => withIds(lanes.filter((_, at) => at !== index)));
  }

  chooseStrategy(index: number, strategy: string, client?: ClientId): void {
    this.changeLanes((lanes) => withStrategy(lanes, index, strategy, client));
  }

  changeLanes(change: (lanes: DraftLanes) => DraftLanes): void {
    this.#choose({ lanes: change(this.lanes) });
  }

  /** Takes over the plan of a run, so that the page shows what is being measured. */
  adopt(plan: Plan): void {
    // No page may set these two.
    const { allowEviction: _, prefix: _prefix, network, lanes, ...others } = plan;
    const { network: ownNetwork, lanes: ownLanes } = this.#chosen;
    const [workload, schedule] = [chosenWorkload(plan.workload), chosenSchedule(plan)];
    this.#chosen = defined({ ...others, workload, schedule, network: ownNetwork, lanes: ownLanes });
    this.#adoptNetwork(network);
    this.#adoptLanes(plan);
  }

  /** Where nobody has chosen a network, one that is as on a new page is no choice either. */
  #adoptNetwork(network: NetworkPlan = directNetwork): void {
    const keepsNetwork = network !== directNetwork && isDirect(network);
    const isInitial =
      this.#chosen.network === undefined && !keepsNetwork && sameValue(sorted(network), sorted(this.#wire));
    this.#choose({ keepsNetwork, ...(isInitial ? {} : { network }) });
  }

  /** The same for lanes; with one that only some commands have, lanes are as on a new page. */
  #adoptLanes({ lanes, workload }: Plan): void {
    const own = this.#chosen.lanes;
    const adopted = lanes.map((lane) => adoptLane(lane, workload));
    this.#choose({ lanes: undefined });
    const dependsOnCommand = this.lanes.length !== this.#lanesAt({ kind: 'cluster' }).length;
    const isInitial = sameValue(sorted(adopted), sorted(this.lanes));
    if (!isInitial || (own !== undefined && !dependsOnCommand)) this.#choose({ lanes: adopted });
  }

  /** Every setting becomes that of a new page. */
  reset(): void {
    this.#chosen = {};
  }

  /** Another draft with the same settings. */
  copy(): PlanDraft {
    const copy = new PlanDraft(this.#messages);
    copy.offer(this.#offered);
    copy.take(this);
    return copy;
  }

  /** Every setting becomes that of another draft. */
  take(other: PlanDraft): void {
    this.#chosen = other.#chosen;
  }

  /** Takes over a change that was made to a run while it is in progress, but for the fields that `keep` names. */
  follow({ network, ...workload }: Tuning, keep: (field: FieldName) => boolean = () => false): void {
    const values: Changes<Record<FieldName, number>> = { ...workload, ...network };
    for (const name of fieldNames) {
      const value = values[name] ?? (network && isNetworkField(name) ? Infinity : undefined);
      if (value !== undefined && !keep(name)) this.setValue(name, value);
    }
  }

  /** What this change of the draft is to a run in progress. */
  tuningOf(fields: Iterable<FieldName>): Tuning {
    const named = [...fields].map((name) =>
      isNetworkField(name) ? ['network', this.#wire] : [name, this.value(name)],
    );
    return Object.fromEntries(named) as Tuning;
  }

  /** True where a run of this plan has the same lanes in the same order; their names may differ. */
  hasLanesOf({ lanes, workload }: Plan): boolean {
    return sameValue(unnamed(lanes.map((lane) => adoptLane(lane, workload))), unnamed(this.lanes));
  }

  /** Whether a run of this plan, as it was changed on the way, would differ from this draft. */
  differsFrom(plan: Plan, tunings: readonly Tuning[] = []): boolean {
    const other = this.copy();
    other.adopt(plan);
    for (const tuning of tunings) other.follow(tuning);
    const isSame =
      (this.target ?? plan.target) === plan.target &&
      this.isWritten === other.isWritten &&
      this.hasLanesOf(plan) &&
      this.#essence === other.#essence;
    return !isSame;
  }

  /** The same for lanes that are the same, whatever they are called. */
  get #essence(): string {
    const input = this.toInput();
    return normalised({ ...input, lanes: input.lanes.map(({ label: _, ...lane }) => lane) });
  }

  /** Takes over what is sent, where and over what; lanes, batch size and times stay. */
  adoptWorkload({ target, server, network, workload }: Omit<Plan, 'lanes' | 'schedule'>): void {
    const { requests: _, ...others } = workload;
    const { pipeline, durationMs, warmupMs } = this.#chosen.workload ?? {};
    this.#choose({ target, server, workload: defined({ ...others, pipeline, durationMs, warmupMs }) });
    this.#adoptNetwork(network);
  }

  /** The document that starts the run. */
  toInput(): PlanInput {
    return this.#inputAt(this.#offer);
  }

  /** The document, where what nobody chose is as for this target. */
  #inputAt(offer: OfferedTarget | undefined): PlanInput {
    const { typed: _, keepsNetwork: _keeps, ...others } = this.#chosen;
    const plan: PlanInput = {
      ...others,
      server: this.server,
      network: this.#sent(this.#networkAt(offer)),
      workload: this.#workload,
      lanes: laneInputs(this.#lanesAt(offer), this.canSetUpServer),
      schedule: this.#schedule,
    };
    const { sliceMs = usualSliceMs(plan) } = plan.schedule ?? {};
    return sliceMs === defaultSliceMs(plan) ? plan : { ...plan, schedule: { ...plan.schedule, sliceMs } };
  }
}

/** Lanes without their names, the same in whichever order their fields came. */
const unnamed = (lanes: DraftLanes): unknown => sorted(lanes.map(({ label: _, ...lane }) => lane));
