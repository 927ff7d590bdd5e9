/** The words that a field may hold, for both sides; no schema, so the page can import them. */

/** Client libraries that can carry a strategy out, as their makers call them in short, in every language. */
export const clientLabels = { ioredis: 'ioredis', 'node-redis': 'node-redis', glide: 'GLIDE' } as const;
export type ClientId = keyof typeof clientLabels;
export const clientIds = Object.keys(clientLabels) as ClientId[];
export const defaultClient: ClientId = 'ioredis';

/** Programs that a private server can be, as their makers call them; the first that is found is the default. */
export const serverPrograms = ['redis-server', 'valkey-server'] as const;
export type ServerProgram = (typeof serverPrograms)[number];

/** turns: lanes alternate; race: all at once. */
export const scheduleModes = ['turns', 'race'] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

export const sliceOrders = ['mirrored', 'rotating', 'random'] as const;

/** Random (uniform), sequential, Zipf, Gaussian; memtier_benchmark's letters where it has them. */
export const keyPatterns = ['R', 'S', 'Z', 'G'] as const;
export type KeyPattern = (typeof keyPatterns)[number];

/** What a private server writes to disk. `rdb`: a snapshot whenever 5 s have passed and 1000 keys have changed. */
export const persistences = ['off', 'aof-everysec', 'aof-always', 'rdb'] as const;
export type Persistence = (typeof persistences)[number];

/** Whom a private server lets in: everybody, clients with the password, or an ACL user with it. */
export const accesses = ['open', 'password', 'acl-user'] as const;
export type Access = (typeof accesses)[number];

export const hashTags = ['none', 'lane'] as const;

/** How a batch is parted that goes to a cluster. */
export const splits = ['none', 'node', 'slot'] as const;
export type Split = (typeof splits)[number];

export const laneStates = ['completed', 'stopped', 'failed'] as const;
export type LaneState = (typeof laneStates)[number];

/** How a step of a sweep ends; skipped: what it needs is not installed. */
export const stepStates = [...laneStates, 'skipped'] as const;

/** Warm-up slices and settling moments are measured and shown, and never counted. */
export const phases = ['warmup', 'counted'] as const;
export type Phase = (typeof phases)[number];

/** Reasons for which a sample is shown and not counted. */
export const notCountedReasons = ['warm-up', 'change', 'stopped', 'void'] as const;
export type NotCounted = (typeof notCountedReasons)[number];

/**
 * command: from the call to its reply. batch: from the flush to the last reply.
 * response: open loop only, from the moment the command was due to its reply.
 */
export const latencyKinds = ['command', 'batch', 'response'] as const;
export type LatencyKind = (typeof latencyKinds)[number];

/** What lanes are compared by: response times in an open loop, command latencies elsewhere. */
export const comparedLatencies = ['command', 'response'] as const satisfies readonly LatencyKind[];

/** What puts a network in between: our own TCP proxy, or a link that the kernel lays. */
export const networkMakers = ['proxy', 'kernel'] as const;

/** What the kernel of a machine can do for that; the others are why it cannot. */
const kernelSupports = ['delay', 'bandwidth', 'not-linux', 'not-root', 'no-programs', 'refused'] as const;
export type KernelSupport = (typeof kernelSupports)[number];

/** What bounds a lane. */
export const bounds = [
  'round-trip',
  'client-cpu',
  'cores',
  'server-cpu',
  'bandwidth',
  'proxy',
  'rate',
  'none',
] as const;

/** What can be in progress: a run, or one of those that are series of runs. */
export const activityKinds = ['run', 'lesson', 'search', 'load-curve', 'distances'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Series of runs of one plan, which are carried out and sent like lessons. */
export const isOfPlan = (id: string): id is 'load-curve' | 'distances' =>
  id === 'load-curve' || id === 'distances';

/** Header of a request with the id of the socket whose page sends it, by which others learn who did something. */
export const pageHeader = 'x-roundtrip-page';

/**
 * What the history keeps: a single run, a lesson (the result of a recipe), a search for a batch size, a load curve, gain
 * over distance.
 */
export const entryKinds = activityKinds;
export type EntryKind = (typeof entryKinds)[number];
/** The version of each document that this program writes, and the only one that it reads. */
export const documentVersions = { run: 2, lesson: 2, 'load-curve': 2, distances: 2, search: 2 } as const;

/** csv-semicolon: with a decimal comma, for spreadsheets of many countries. */
export const exportFormats = ['json', 'csv', 'csv-semicolon', 'markdown', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** quick: the parameters of the experiment, shortened to at most 60 s in all. full: its commands and rounds as well. */
/** Groups of lessons: why round trips cost, how deep to batch, what batching costs, when it breaks. */
export const lessonTopics = ['why', 'depth', 'cost', 'breaks'] as const;
export type LessonTopic = (typeof lessonTopics)[number];

export const recipeForms = ['quick', 'full'] as const;
export type RecipeForm = (typeof recipeForms)[number];

/** The rooms of the page, and the path of each. */
export const roomPaths = {
  compare: '/',
  lessons: '/lessons',
  search: '/batch-size',
  runs: '/runs',
  profile: '/profile',
} as const;
export type Room = keyof typeof roomPaths;
export const rooms = Object.keys(roomPaths) as Room[];

/** Why a target cannot be measured. */
export const unusableReasons = [
  'nothing-listens',
  'unreachable',
  'no-answer',
  'password',
  'not-allowed',
  'loading',
  'replica',
  'no-such-db',
  'tls',
  'not-redis',
  'connection-lost',
  'no-cluster',
  'cluster-node',
  'cluster-incomplete',
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

/** Code of the error of a lane that ran to its end, and most of whose commands failed. */
export const mostlyFailedCode = 'MOSTLY_FAILED';

/** Code of the error of a lane that gave up because its queue was as long as `workload.backlog`. */
export const overloadCode = 'BACKLOG_PASSED';

/**
 * What became of a lane at a rate. kept: at least 98 % of what was due was answered, and the queue did not grow; grows:
 * the queue grew, or the lane gave up because of its length; short: less than 98 %, and no growth is told; failed,
 * stopped: it did not end its time, for another reason.
 */
export const loadStates = ['kept', 'grows', 'short', 'failed', 'stopped'] as const;
export type LoadState = (typeof loadStates)[number];

/** The ways in which Roundtrip comes to a machine: a clone of its repository, a package that is installed, a container image. */
export const installations = ['clone', 'package', 'image'] as const;
export type Installation = (typeof installations)[number];
