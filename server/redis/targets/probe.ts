import type { Redis } from 'ioredis';
import type { UnusableReason } from '../../../shared/contract/enums.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { addressOf, type Endpoint, type Target } from '../connection/target.ts';
import { openAdmin, endpointOfNode } from '../connection/connect.ts';
import { deniedInfo, numberIn, readHello, readInfo } from '../info/info.ts';
import { measureOtherLoad } from './other-load.ts';
import { explainConnection } from '../connection/greeting.ts';
import { explainFailure, replicaText, TargetUnusable } from '../connection/target-unusable.ts';

/** What a target says of itself. `null`: not told. */
export interface TargetFacts {
  server: {
    /** `redis`, `valkey`, `dragonfly`, … */
    name: string;
    version: string | null;
    /** `standalone`, `cluster` or `sentinel`. */
    mode: string | null;
    /** Of memory, as in `jemalloc-5.3.0`. */
    allocator: string | null;
  };
  /** INFO is not allowed: what is known comes from HELLO. */
  tellsNothing: boolean;
  role: string | null;
  usedMemoryBytes: number | null;
  /** `null` also when it is not limited. */
  maxMemoryBytes: number | null;
  /** What it evicts when its memory is full, as in `allkeys-lru`; `null`: nothing. */
  evictionPolicy: string | null;
  /** Keys that it has evicted since it started. */
  evictedKeys: number | null;
  /** Connections that it has closed to free memory since it started (Redis 7). */
  evictedClients: number | null;
  /** What it calls this life of its own; the same at two addresses: it is the same server. */
  runId: string | null;
  /** Round trip of a PING: the median of 100, one at a time, on a fresh connection. */
  pingMs: number;
  /** On the server's machine. */
  pid: number | null;
  /** Commands per second of other clients before the run; 0 on a private server. */
  otherCommandsPerSecond: number | null;
}

const pings = 100;
const answerWithinMs = 3000;

/**
 * Connects to a target, checks that it can be measured and says what it is: of a cluster, whose masters have to be
 * known, every master is asked, and the memory is that of the fullest and of the smallest. Throws TargetUnusable.
 */
export async function probeTarget(target: Target): Promise<TargetFacts> {
  const { endpoint } = target;
  if (!endpoint.cluster) {
    const facts = await probeNode(target);
    if (facts.server.mode === 'cluster') throw isClusterNode(endpoint);
    return facts;
  }
  const [first, ...others] = endpoint.cluster.nodes.map((node) => ({
    ...target,
    endpoint: endpointOfNode(endpoint, node),
  }));
  if (!first) throw new Error('a cluster needs nodes');
  const probe = (one: Target) =>
    probeNode(one).catch((error: unknown) => {
      throw notReached(error, one.endpoint, endpoint);
    });
  const ofFirst = await probe(first);
  const all = [ofFirst, ...(await Promise.all(others.map(probe)))];
  const known = (values: (number | null)[]) => values.flatMap((value) => value ?? []);
  const most = (values: number[], choose: (...values: number[]) => number) =>
    values.length === 0 ? null : choose(...values);
  return {
    ...ofFirst,
    usedMemoryBytes: most(known(all.map((facts) => facts.usedMemoryBytes)), Math.max),
    maxMemoryBytes: most(known(all.map((facts) => facts.maxMemoryBytes)), Math.min),
    evictionPolicy: all.find((facts) => facts.evictionPolicy !== null)?.evictionPolicy ?? null,
    evictedKeys: sumOf(known(all.map((facts) => facts.evictedKeys))),
    pid: null,
    otherCommandsPerSecond: sumOf(known(all.map((facts) => facts.otherCommandsPerSecond))),
  };
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

const unreached: readonly UnusableReason[] = ['nothing-listens', 'unreachable', 'no-answer'];

/** A cluster announces its nodes as it knows them itself, which may be no address from here. */
function notReached(error: unknown, node: Endpoint, { cluster }: Endpoint): unknown {
  const asked = cluster?.asked ?? '';
  const at = addressOf(node);
  const isAnnounced = error instanceof TargetUnusable && unreached.includes(error.reason);
  if (!isAnnounced || asked.split(', ').includes(at)) return error;
  const nodes = cluster?.nodes.map(({ host, port }) => addressOf({ host, port, db: 0 })).join(', ') ?? '';
  return new TargetUnusable(
    'unreachable',
    asked,
    `The cluster at ${asked} announces its nodes as ${nodes}, and ${at} cannot be reached from here: ${error.message} Say where it is by "natMap": {"${at}": "HOST:PORT"} of a target in ROUNDTRIP_TARGETS.`,
    error,
  );
}

/** Commands for keys of other nodes would all fail. */
function isClusterNode(endpoint: Endpoint): TargetUnusable {
  const at = addressOf(endpoint);
  const access = endpoint.password === undefined ? '' : '[USER:PASSWORD@]';
  const url = endpoint.tls ? `rediss+cluster://${access}${at}?ca=FILE` : `redis+cluster://${access}${at}`;
  return new TargetUnusable(
    'cluster-node',
    at,
    `The Redis at ${at} is a node of a cluster. Name it as ${url} to measure the cluster.`,
  );
}

async function probeNode(target: Target): Promise<TargetFacts> {
  const redis = await openAdmin(target, answerWithinMs);
  const breaks: Error[] = [];
  redis.on('error', (error) => breaks.push(error));
  try {
    const told = await readInfo(redis);
    const tellsNothing = told === deniedInfo;
    const info = tellsNothing ? await readHello(redis) : told;
    const facts = { ...readFacts(info), tellsNothing };
    refuseUnusable(info, target, tellsNothing);
    const otherCommandsPerSecond = target.isPrivate ? 0 : await measureOtherLoad(redis);
    return { ...facts, otherCommandsPerSecond, pingMs: await measurePing(redis) };
  } catch (error) {
    // What broke the connection says more than the commands that it failed.
    throw await explainConnection(breaks[0] ?? error, target.endpoint);
  } finally {
    redis.disconnect();
  }
}

function readFacts(
  info: ReadonlyMap<string, string>,
): Omit<TargetFacts, 'pingMs' | 'otherCommandsPerSecond' | 'tellsNothing'> {
  const maxMemory = numberIn(info, 'maxmemory');
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  return {
    server: nameServer(info),
    role: info.get('role') ?? null,
    usedMemoryBytes: numberIn(info, 'used_memory'),
    maxMemoryBytes: maxMemory === 0 ? null : maxMemory,
    evictionPolicy: policy === 'noeviction' ? null : policy,
    evictedKeys: numberIn(info, 'evicted_keys'),
    evictedClients: numberIn(info, 'evicted_clients'),
    runId: info.get('run_id') ?? null,
    pid: numberIn(info, 'process_id'),
  };
}

/** Relatives of Redis give their own version beside the version of Redis that they stand in for. */
const relatives = ['valkey', 'dragonfly', 'garnet', 'kvrocks'];

/** What INFO says of its server. */
export function nameServer(info: ReadonlyMap<string, string>): TargetFacts['server'] {
  const mode = info.get('server_mode') ?? info.get('redis_mode') ?? null;
  const relative = relatives.find((name) => info.has(`${name}_version`));
  // KeyDB gives its own version as that of Redis.
  const isKeyDb = info.has('mvcc_depth');
  const name = relative ?? (isKeyDb ? 'keydb' : (info.get('server_name') ?? 'redis'));
  const version = info.get(`${relative ?? 'redis'}_version`)?.replace(/^df-v?/, '') ?? null;
  return { name, version, mode, allocator: info.get('mem_allocator') ?? null };
}

function refuseUnusable(
  info: ReadonlyMap<string, string>,
  { endpoint }: Target,
  tellsNothing: boolean,
): void {
  const address = addressOf(endpoint);
  // A server that answers neither INFO nor HELLO has to answer a PING, which follows.
  if (!tellsNothing && ![...info.keys()].some((name) => name.endsWith('_version')))
    throw new TargetUnusable(
      'not-redis',
      address,
      `What listens at ${address} does not answer INFO as a Redis does.`,
    );
  if (info.get('loading') === '1') throw explainFailure(new Error('LOADING'), endpoint);
  if (info.get('redis_mode') === 'sentinel')
    throw new TargetUnusable(
      'not-redis',
      address,
      `${address} is a Sentinel: it holds no keys. Name the master it watches.`,
    );
  const isReplica = info.get('role') === 'slave' || info.get('role') === 'replica';
  if (isReplica && info.get('slave_read_only') !== '0')
    throw new TargetUnusable('replica', address, replicaText(address));
}

async function measurePing(redis: Redis): Promise<number> {
  const roundTripsMs: number[] = [];
  for (let ping = 0; ping < pings; ping++) {
    const sentAt = performance.now();
    await redis.ping();
    roundTripsMs.push(performance.now() - sentAt);
  }
  return median(roundTripsMs);
}
