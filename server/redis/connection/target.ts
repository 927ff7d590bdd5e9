import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { TargetDescription } from '../../../shared/contract/http.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Warning } from '../../../shared/contract/warning.ts';

export interface NodeAddress {
  host: string;
  port: number;
}

/** Where and how to connect; says nothing of a client library. Plain JSON, so that it can go to a worker. */
export interface Endpoint {
  /** TCP: host and port; Unix socket: path. */
  host?: string;
  port?: number;
  path?: string;
  username?: string;
  password?: string;
  db: number;
  tls?: Pick<TlsOptions, 'servername' | 'rejectUnauthorized'> & { ca?: string; cert?: string; key?: string };
  /** It speaks no other version of the protocol, whatever a plan asks for. */
  resp?: 2;
  /** A cluster; `host` and `port` are then those of its first node. */
  cluster?: ClusterEndpoint;
}

interface ClusterEndpoint {
  /** Nodes that can be asked for all the others; once a cluster was looked at, its masters. */
  nodes: NodeAddress[];
  /** Replicas, where reads go to them. */
  replicas?: NodeAddress[];
  /** Addresses that were given, as people wrote them, once the masters were looked up. */
  asked?: string;
  /** Where a node is reached that the cluster announces as this (`host:port`). */
  natMap?: Record<string, NodeAddress>;
  /** Where to connect to in place of where a node is reached (`host:port`): the way through a network. */
  through?: Record<string, NodeAddress>;
}

/** A pair of virtual network cards: one on this side, one in the network namespace of a private server. */
export interface KernelLink {
  /** The server's address on it. */
  host: string;
  port: number;
  /** Where the server wants it. A Unix socket has none. */
  tls?: Endpoint['tls'];
  /** The card on this side. */
  device: string;
  /** The card of the server. */
  peer: string;
  /** Of the server. */
  pid: number;
}

export interface Target {
  description: TargetDescription;
  endpoint: Endpoint;
  /** Started by Roundtrip, so that nobody else uses it: only then do its counters speak of us alone. */
  isPrivate: boolean;
  /** The link of the kernel on which it can be reached too. */
  link?: KernelLink;
  /** Moves some slots, this one among them, to another master under load; only a private cluster can. */
  moveSlots?: (around: number) => Promise<SlotMove>;
}

export interface SlotMove {
  from: string;
  to: string;
  /** First and last of them. */
  slots: [number, number];
  /** Keys that went with them. */
  keys: number;
  tookMs: number;
}

/** Where an endpoint is, for people: `127.0.0.1:6379`, `[::1]:6379`, `/run/redis.sock`. Never with a secret. */
export function addressOf({ host = 'localhost', port = 6379, path, cluster }: Endpoint): string {
  if (path !== undefined) return path;
  if (cluster) return cluster.nodes.map((node) => addressOf({ ...node, db: 0 })).join(', ');
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What a run wants of its server. */
export interface ServerWish extends Partial<Pick<Plan, 'server' | 'network'>> {
  /** Other servers of the same run: where no plan says how much memory each may take, this one takes a share. */
  besides?: number;
}

export interface OpenedTarget {
  /** As it is now: a private server listens elsewhere after each start. */
  readonly target: Target;
  /**
   * Makes it ready for a run; only between two runs. Resolves with what the reader of the
   * result should know.
   */
  prepare(wish?: ServerWish): Promise<Warning[]>;
  stop(): Promise<void>;
}

/**
 * Makes a target ready for a run that wants such a server; a bare one is ready as it is. Throws as its `prepare`.
 */
export async function prepareTarget(
  target: Target | OpenedTarget,
  wish: ServerWish,
): Promise<{ target: Target; warnings: Warning[] }> {
  if (!('prepare' in target)) return { target, warnings: [] };
  const warnings = await target.prepare(wish);
  return { target: target.target, warnings };
}

/** One server for several runs: one of ours that has died is started again, and none is stopped after a run. */
export async function readyAgain(opened: OpenedTarget, wish?: ServerWish): Promise<OpenedTarget> {
  await opened.prepare(wish);
  return alreadyThere(opened.target);
}

/** A server that is not ours to start. */
export const alreadyThere = (target: Target): OpenedTarget => ({
  target,
  prepare: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
});
