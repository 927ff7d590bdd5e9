import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { TargetDescription } from '../../../shared/contract/http.ts';

/** Where a node of a cluster is. */
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
  /** A cluster; `host` and `port` are then those of its first node. */
  cluster?: ClusterEndpoint;
}

export interface ClusterEndpoint {
  /** Nodes that can be asked for all the others; once a cluster was looked at, its masters. */
  nodes: NodeAddress[];
  /** Replicas, where reads go to them. */
  replicas?: NodeAddress[];
  /** Where to connect to in place of what a node is announced as (`host:port`): the way through a network. */
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

/** A Redis that can be measured. */
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

/** Slots that were moved from one master to another. */
export interface SlotMove {
  from: string;
  to: string;
  /** First and last of them. */
  slots: [number, number];
  /** Keys that went with them. */
  keys: number;
  tookMs: number;
}
