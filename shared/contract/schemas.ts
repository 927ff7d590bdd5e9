import * as z from 'zod/mini';
import { bytesPerCommand, limits, maxBytesInFlight, type Limit } from '../limits.ts';
import { commandIds, commands } from '../plan/commands.ts';
import { laneIds } from '../plan/lane-ids.ts';
import { serverPlanTarget, type ServerPlan } from '../plan/server-plan.ts';
import { serverSchema } from './server-schema.ts';
import { hashTags, keyPatterns, scheduleModes, sliceOrders } from './terms.ts';

const whole = (limit: Limit) => z.int().check(z.minimum(limit.min), z.maximum(limit.max));
const real = (limit: Limit) => z.number().check(z.minimum(limit.min), z.maximum(limit.max));
const withDefault = (limit: Limit & { default: number }) => z._default(whole(limit), limit.default);

/**
 * What is sent. Field names follow redis-benchmark and memtier_benchmark; sizes in bytes, times in ms.
 * One command, or several with weights (`ratio`). Stops after `requests` commands per lane where given, else
 * after `durationMs` of counted slices.
 */
const workloadShape = {
  commands: z._default(z.array(z.enum(commandIds)).check(z.minLength(1), z.maxLength(8)), ['set']),
  ratio: z.optional(z.array(whole(limits.weight))),
  /** For the command `custom`: a line with `__key__`, `__data__`, `__rand_int__`. */
  customCommand: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  clients: withDefault(limits.clients),
  threads: withDefault(limits.threads),
  pipeline: withDefault(limits.pipeline),
  dataSize: withDefault(limits.dataSize),
  /** Smallest and largest payload, drawn evenly; overrides `dataSize`. */
  dataSizeRange: z.optional(z.tuple([whole(limits.dataSize), whole(limits.dataSize)])),
  data: z._default(z.enum(['text', 'random']), 'text'),
  keyspace: withDefault(limits.keyspace),
  /** In each key, behind the run's own prefix and before its number. */
  keyPrefix: z.optional(
    z.string().check(z.regex(/^[\w:.-]{1,200}$/, 'must be 1 to 200 letters, digits and : . _ -')),
  ),
  keyPattern: z._default(z.enum(keyPatterns), 'R'),
  /** `lane`: a hash tag puts all keys of a lane into one slot of a cluster, which commands on many keys need. */
  hashTag: z._default(z.enum(hashTags), 'none'),
  /** In a cluster: whether `pipeline` splits its batches by node, as a program has to. */
  splitByNode: z._default(z.boolean(), true),
  zipfExponent: z._default(real(limits.zipfExponent), limits.zipfExponent.default),
  requests: z.optional(whole(limits.requests)),
  durationMs: withDefault(limits.durationMs),
  warmupMs: withDefault(limits.warmupMs),
  /** Open loop: commands per second for the whole lane. Absent: closed loop. */
  rps: z.optional(whole(limits.rps)),
  backlog: withDefault(limits.backlog),
  ttlSeconds: withDefault(limits.ttlSeconds),
  seed: withDefault(limits.seed),
  keepalive: z._default(z.boolean(), true),
  resp: z._default(z.union([z.literal(2), z.literal(3)]), 3),
  timeoutMs: withDefault(limits.timeoutMs),
};

/** Of a lane: statistics are kept for each. */
const mostSlices = 3600;

export const workloadSchema = z.strictObject(workloadShape).check((context) => {
  // A number that is out of range already is not worth a second complaint.
  if (context.issues.length > 0) return;
  const workload = context.value;
  const fail = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], message, input: workload });
  const largest = workload.dataSizeRange?.[1] ?? workload.dataSize;
  const payloads = Math.max(...workload.commands.map((id) => (commands[id].payload ? commands[id].keys : 1)));
  const inFlight = workload.clients * workload.pipeline * (largest * payloads + bytesPerCommand);
  if (inFlight > maxBytesInFlight)
    fail(
      'pipeline',
      `clients × pipeline × (dataSize + ${bytesPerCommand}) is ${inFlight} bytes in flight; at most ${maxBytesInFlight} fit`,
    );
  if (workload.threads > workload.clients)
    fail('threads', `${workload.threads} threads need at least as many clients, not ${workload.clients}`);
  if (workload.dataSizeRange && workload.dataSizeRange[0] > workload.dataSizeRange[1])
    fail('dataSizeRange', `the smallest size comes first, not ${workload.dataSizeRange.join('-')}`);
  if (workload.ratio && workload.ratio.length !== workload.commands.length)
    fail(
      'ratio',
      `needs one weight per command: ${workload.commands.length} commands, ${workload.ratio.length} weights`,
    );
  if (workload.commands.includes('custom') !== (workload.customCommand !== undefined))
    fail('customCommand', 'belongs to the command "custom", which belongs to it');
});

/** What lies between client and server; put there by Roundtrip's own proxy. */
export const networkSchema = z.strictObject({
  rttMs: z._default(real(limits.rttMs), limits.rttMs.default),
  /** How far a round trip strays from `rttMs` at most; never further than `rttMs` itself. */
  jitterMs: z._default(real(limits.jitterMs), limits.jitterMs.default),
  /** In each direction. */
  bandwidthMbit: z.optional(real(limits.bandwidthMbit)),
});
export type NetworkPlan = z.output<typeof networkSchema>;

/** What a lane may change of the shared workload; everything else is the same for all lanes. */
export const laneSchema = z.strictObject({
  id: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and -, at most 40')),
  ),
  strategy: z.string().check(z.minLength(1), z.maxLength(40)),
  label: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  /** In place of the plan's. */
  network: z.optional(networkSchema),
  /** Fields of the workload that differ in this lane. */
  workload: z.optional(z.record(z.string(), z.unknown())),
});

export const scheduleSchema = z.strictObject({
  mode: z._default(z.enum(scheduleModes), 'turns'),
  sliceMs: withDefault(limits.sliceMs),
  /** Sent and drained before each slice, and not counted; none when there is no warm-up at all. */
  settleMs: withDefault(limits.settleMs),
  /** End the warm-up as soon as every lane is level; `warmupMs` is then the most it may take. */
  untilLevel: z._default(z.boolean(), false),
  /** Turns only: A B C C B A (drift cancels), A B C A B C, or drawn anew each round. */
  order: z._default(z.enum(sliceOrders), 'mirrored'),
});

export const bystanderSchema = z.strictObject({ rps: withDefault(limits.bystanderRps) });

/**
 * A plan as a person or a program writes it: only what differs from the defaults has to be said.
 * `planSchema.parse` fills the defaults in.
 */
export const planSchema = z
  .strictObject({
    target: z._default(z.string().check(z.minLength(1), z.maxLength(80)), 'embedded'),
    /** Of the private server (target `embedded`) alone. Absent: as it is by default. */
    server: z.optional(serverSchema),
    /** Absent: nothing is put in between. */
    network: z.optional(networkSchema),
    workload: z.prefault(workloadSchema, {}),
    lanes: z.array(laneSchema).check(z.minLength(limits.lanes.min), z.maxLength(limits.lanes.max)),
    schedule: z.prefault(scheduleSchema, {}),
    bystander: z.optional(bystanderSchema),
    /** On a private cluster: slots move to another master so long after the beginning. */
    moveSlots: z.optional(z.strictObject({ afterMs: whole(limits.afterMs) })),
  })
  .check((context) => {
    if (context.issues.length > 0) return;
    const ids = context.value.lanes.map((lane) => lane.id).filter((id) => id !== undefined);
    const { schedule, workload } = context.value;
    const tooMany = tooManySlices(workload, schedule);
    if (tooMany !== null)
      context.issues.push({
        code: 'custom',
        path: ['schedule', 'sliceMs'],
        message: tooMany,
        input: context.value,
      });
    const { target, server } = context.value;
    if (server && target !== serverPlanTarget)
      context.issues.push({
        code: 'custom',
        path: ['server'],
        message: `only a private server (target "${serverPlanTarget}") can be set up, not the target "${target}"`,
        input: server,
      });
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined)
      context.issues.push({
        code: 'custom',
        path: ['lanes'],
        message: `two lanes have the id "${twice}"`,
        input: context.value.lanes,
      });
  });

/** What is wrong when a lane would have more slices than are kept; `null`: nothing, or it ends by a count. */
function tooManySlices(
  { requests, durationMs }: Pick<Workload, 'requests' | 'durationMs'>,
  { sliceMs }: Pick<Schedule, 'sliceMs'>,
): string | null {
  const slices = durationMs / sliceMs;
  return requests === undefined && slices > mostSlices
    ? `${Math.ceil(slices)} slices are more than ${mostSlices}: a longer slice, or a shorter duration`
    : null;
}

export type PlanInput = z.input<typeof planSchema>;
export type Workload = z.output<typeof workloadSchema>;
export type Schedule = z.output<typeof scheduleSchema>;

/** A complete plan: every default said, every lane with an id and its own whole workload. */
export interface Plan {
  target: string;
  server?: ServerPlan;
  network?: NetworkPlan;
  workload: Workload;
  lanes: LanePlan[];
  schedule: Schedule;
  bystander?: { rps: number };
  moveSlots?: { afterMs: number };
}

export interface LanePlan {
  id: string;
  strategy: string;
  label?: string;
  network?: NetworkPlan;
  workload: Workload;
}

/** What may be changed while a run goes on. At least one field; the lanes follow within one slice. */
export const tuneSchema = z
  .strictObject({
    pipeline: z.optional(whole(limits.pipeline)),
    dataSize: z.optional(whole(limits.dataSize)),
    clients: z.optional(whole(limits.clients)),
    rps: z.optional(whole(limits.rps)),
    /** Only where the run has a network in between from its start. */
    network: z.optional(networkSchema),
  })
  .check((context) => {
    if (Object.values(context.value).every((value) => value === undefined))
      context.issues.push({
        code: 'custom',
        path: [],
        message: 'name at least one of pipeline, dataSize, clients, rps, network',
        input: context.value,
      });
  });
export type Tuning = z.output<typeof tuneSchema>;

/** One thing wrong with a document that somebody sent. */
export interface Problem {
  /** Where, as in `workload.clients` or `lanes[1].strategy`. */
  field: string;
  /** What stood there; strings cut at 80 characters. */
  value: unknown;
  /** What would be right. */
  message: string;
  /** The allowed range, for numbers. */
  allowed?: { min: number; max: number };
}

/** A document that does not fit its schema. `message` lists every problem in one line each. */
export class InvalidInput extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

const describeProblem = ({ field, value, message }: Problem) =>
  `${field}: ${message}${value === undefined ? '' : `, not ${JSON.stringify(value)}`}`;

/** Checks a plan and fills in its defaults. Throws InvalidInput. */
export function parsePlan(input: unknown): Plan {
  const plan = parse(planSchema, input);
  const problems: Problem[] = [];
  const ids = laneIds(plan.lanes);
  const lanes = plan.lanes.map((lane, index): LanePlan => {
    const parsed = workloadSchema.safeParse({ ...plan.workload, ...lane.workload });
    if (!parsed.success)
      problems.push(...toProblems(parsed.error.issues, lane.workload, `lanes[${index}].workload`));
    const tooMany = parsed.data ? tooManySlices(parsed.data, plan.schedule) : null;
    if (tooMany !== null)
      problems.push({
        field: `lanes[${index}].workload.durationMs`,
        value: short(parsed.data?.durationMs),
        message: tooMany,
      });
    return {
      id: ids[index] ?? lane.strategy,
      strategy: lane.strategy,
      ...(lane.label === undefined ? {} : { label: lane.label }),
      ...(lane.network === undefined ? {} : { network: lane.network }),
      workload: parsed.data ?? plan.workload,
    };
  });
  if (problems.length > 0) throw new InvalidInput(problems);
  const { target, server, network, workload, schedule, bystander, moveSlots } = plan;
  return {
    target,
    ...(server ? { server } : {}),
    ...(network ? { network } : {}),
    workload,
    lanes,
    schedule,
    ...(bystander ? { bystander } : {}),
    ...(moveSlots ? { moveSlots } : {}),
  };
}

/** Checks what a client wants to change in a running run. Throws InvalidInput. */
export const parseTuning = (input: unknown): Tuning => parse(tuneSchema, input);

/** What the schema makes of a document. Throws InvalidInput. */
export function parse<T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (!result.success) throw new InvalidInput(toProblems(result.error.issues, input));
  return result.data;
}

type Issue = z.core.$ZodIssue;

function toProblems(issues: readonly Issue[], input: unknown, prefix = ''): Problem[] {
  return issues.map((issue) => {
    const field = [prefix, ...issue.path].reduce<string>(
      (path, part) =>
        typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part),
      '',
    );
    const allowed = rangeOf(issue.path);
    const value = issue.code === 'unrecognized_keys' ? undefined : short(at(input, issue.path));
    return {
      field: field || 'plan',
      value,
      message: describeIssue(issue, allowed),
      ...(allowed ? { allowed: { min: allowed.min, max: allowed.max } } : {}),
    };
  });
}

function describeIssue(issue: Issue, allowed: Limit | undefined): string {
  const unit = allowed?.unit ? ` ${allowed.unit}` : '';
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'unrecognized_keys':
      return `no such field: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.message === 'Invalid input' ? 'has the wrong form' : issue.message;
    case 'too_small':
    case 'too_big':
    case 'invalid_type':
      if (allowed) return `must be a number from ${allowed.min} to ${allowed.max}${unit}`;
      return issue.code === 'invalid_type' ? `must be ${article(issue.expected)}` : sizeOf(issue);
    default:
      return 'not allowed';
  }
}

const article = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

function sizeOf(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  return `must have ${bound} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
}

/** The limit that the last name in a path stands for. */
function rangeOf(path: readonly PropertyKey[]): Limit | undefined {
  const name = path.findLast((part) => typeof part === 'string');
  const key = name === 'ratio' ? 'weight' : name === 'dataSizeRange' ? 'dataSize' : name;
  const table: Record<string, Limit> = limits;
  if (key === 'lanes') return undefined;
  if (key === 'rps' && path.includes('bystander')) return limits.bystanderRps;
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );
}

const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 80
    ? `${value.slice(0, 80)}…`
    : typeof value === 'object' && value !== null
      ? undefined
      : value;
