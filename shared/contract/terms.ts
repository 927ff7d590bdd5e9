/** The vocabulary both sides share. One meaning each; docs/architecture.md has the table. */

/** How commands are put on the wire, as the registry describes a strategy to users. */
export interface StrategyDescription {
  id: string;
  /** For headings: "Auto-pipelining". */
  label: string;
  /** One sentence: what the client does. */
  summary: string;
  /** What `pipeline` (batch size) means to it. */
  batching: 'none' | 'in-flight' | 'batch';
  /** Commands that it can send; `null`: all. */
  commands: readonly string[] | null;
  semantics: StrategySemantics;
  /** Not offered on the page: it measures the harness, not Redis. */
  hidden?: boolean;
}

export interface StrategySemantics {
  atomic: boolean;
  /** What becomes of a batch when one of its commands fails. */
  onFailure: string;
  /** Whether other clients wait while a batch runs. */
  blocksOthers: string;
  /** What a cluster demands. */
  cluster: string;
  /** Socket writes per command at batch size n, in words. */
  writes: string;
  /** Bytes on the wire per command, in words. */
  bytes: string;
}

/** A Redis that may be measured. Never carries a URL or a password: this is what the browser sees. */
export interface TargetDescription {
  id: string;
  label: string;
  kind: 'embedded' | 'cluster' | 'url';
  /** A cluster, private or not: keys need a common hash tag where commands go together. */
  isCluster?: boolean;
}

export const scheduleModes = ['turns', 'race'] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

export const sliceOrders = ['mirrored', 'rotating', 'random'] as const;

export const keyPatterns = ['R', 'S', 'Z', 'G'] as const;
/** Random (uniform), sequential, Zipf, Gaussian; memtier_benchmark's letters where it has them. */
export type KeyPattern = (typeof keyPatterns)[number];

/** What a private server writes to disk. `rdb`: a snapshot whenever 5 s have passed and 1000 keys have changed. */
export const persistences = ['off', 'aof-everysec', 'aof-always', 'rdb'] as const;
export type Persistence = (typeof persistences)[number];

/** Whom a private server lets in: everybody, whoever has the password, or an ACL user with it. */
export const accesses = ['open', 'password', 'acl-user'] as const;
export type Access = (typeof accesses)[number];

export const hashTags = ['none', 'lane'] as const;

export const laneStates = ['completed', 'stopped', 'failed'] as const;
export type LaneState = (typeof laneStates)[number];

/** Warm-up slices and settling moments are measured and shown, and never counted. */
export type Phase = 'warmup' | 'counted';

/** All in milliseconds, from values recorded in microseconds. */
export interface LatencySummary {
  mean: number;
  min: number;
  p50: number;
  p95: number;
  p99: number;
  p999: number;
  max: number;
}

/**
 * command: from the call to its reply. batch: from the flush to the last reply.
 * response: open loop only, from the moment the command was due to its reply.
 */
export type LatencyKind = 'command' | 'batch' | 'response';
export const latencyKinds: readonly LatencyKind[] = ['command', 'batch', 'response'];

/** What the server said over one slice; `null` where this server does not tell. */
export interface ServerFigures {
  /** Share of one core, main thread where told; of a cluster's busiest master. */
  cpu: number | null;
  reads: number | null;
  writes: number | null;
  /** Calls that commandstats counted, without those of Roundtrip's own bookkeeping. */
  calls: number | null;
  cpuMicrosPerCommand: number | null;
  commandsPerRead: number | null;
  /** Of a cluster's fullest master. */
  usedMemoryBytes: number | null;
  /** Only of a cluster. */
  cluster?: ClusterFigures;
}

export interface ClusterFigures {
  /** The masters, by their addresses: calls of the lane's commands, and CPU as a share of one core. */
  nodes: { name: string; calls: number | null; cpu: number | null }[];
  /** Answers that sent a client elsewhere, and refusals of keys in several slots. */
  redirections: { moved: number; ask: number; tryAgain: number; crossSlot: number } | null;
}

export interface ClientFigures {
  /** Share of one core over all threads of the lane; `null` where the platform does not tell. */
  cpu: number | null;
  /** Mean over the lane's threads, 0 to 1. */
  eventLoopUtilisation: number;
  /** Largest that the lane's threads took for their heaps and buffers, bytes. Absent in older results. */
  memoryBytes?: number;
}

export type Bound = 'round-trip' | 'client-cpu' | 'server-cpu' | 'bandwidth' | 'rate' | 'none';

export interface Verdict {
  bound: Bound;
  /** One sentence with its evidence. */
  sentence: string;
  /** What would help. */
  advice: string;
}

/** Failures by class: the first word of a Redis error (`WRONGTYPE`, `OOM`), or `timeout`, `connection lost`. */
export type FailureCounts = Record<string, number>;
