import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Environment } from '../../../shared/contract/result.ts';
import type { LaneTarget } from '../../../shared/contract/lane-result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import { describeEnvironment } from './environment.ts';
import type { MeasuredLane } from './measured-lane.ts';
import type { RunServer } from './run-servers.ts';
import { ServerSession, type ServerSessionOptions } from './server-session.ts';
import type { RunJob } from './run-job.ts';
import { serialiseError } from '../lane/failure-class.ts';
import { addressOf } from '../../redis/connection/target.ts';
import { withoutRoom } from '../probes/memory-guard.ts';
import { checkClientLimit } from '../probes/client-limit.ts';
import { parseInfo } from '../../redis/info/info.ts';
import type { Bookkeeping, KeyedNode } from '../../redis/keys/bookkeeping.ts';

export interface RunResources {
  /** One for each server. */
  sessions: readonly ServerSession[];
  /** In the order of the plan. */
  lanes: readonly MeasuredLane[];
  sessionOf: (one: MeasuredLane) => ServerSession;
  environment: Environment;
  /** By lane, where they are not all measured on one server; else empty. */
  targets: ReadonlyMap<string, LaneTarget>;
  /** Closes all, ends the threads and removes the run's keys; tells what could not be done. Never rejects. */
  close(): Promise<Warning[]>;
}

interface RunResourcesOptions extends ServerSessionOptions {
  servers: readonly RunServer[];
  onFilling: RunJob['onFilling'];
}

/**
 * Opens all that a run needs, every lane ready. Rejects, with nothing left open, when something cannot be had:
 * TargetUnusable, InvalidInput for keys that would not fit or a custom command that the server does not have, or the error of the first lane where none got a connection.
 */
export async function openRunResources(order: RunResourcesOptions): Promise<RunResources> {
  const { plan, servers, agents } = order;
  const sessions: ServerSession[] = [];
  const close = async () => {
    const warnings: Warning[] = [];
    for (const session of sessions) for (const one of await session.close()) warnings.push(one);
    return warnings;
  };
  try {
    for (const server of servers) sessions.push(await ServerSession.open(server, order));
    await makeReady(sessions, order);
    const sessionOf = new Map(sessions.flatMap((session) => session.lanes.map((one) => [one, session])));
    const lanes = plan.lanes.flatMap(({ id }) => [...sessionOf.keys()].find((one) => one.id === id) ?? []);
    const [first] = lanes.flatMap((one) => sessionOf.get(one) ?? []);
    if (!first) throw new Error('a run needs a lane');
    return {
      sessions,
      lanes,
      sessionOf: (one) => sessionOf.get(one) ?? first,
      environment: {
        ...describeEnvironment(plan, first.target, first.facts),
        ...(agents ? { agents: agents.described } : {}),
      },
      targets: sessions.length > 1 ? await describeTargets(sessions) : new Map<string, LaneTarget>(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeReady(
  sessions: readonly ServerSession[],
  { onFilling }: RunResourcesOptions,
): Promise<void> {
  for (const { bystander, guard, keys, lanes, admin } of sessions) {
    const plans = lanes.map(({ lane }) => lane.plan);
    await checkClientLimit(admin, plans);
    const others = bystander ? [bystander.keyed] : [];
    await guard.check(admin, [...plans, ...others.map(({ plan }) => plan)], [...keys.owners, ...others]);
    await bystander?.ready(admin);
  }
  const all = sessions.reduce((sum, { keys }) => sum + keys.filled, 0);
  let before = 0;
  for (const session of sessions) {
    const { keys, admin } = session;
    await keys
      .write(admin, (filled) => onFilling?.(before + filled, all))
      .catch(async (error: unknown) => {
        throw (await lostWhileFilling(error, session)) ?? withoutRoom(error);
      });
    await session.loadScripts();
    await replicasCaughtUp(admin);
    before += keys.filled;
  }
  const opened = sessions.flatMap(({ lanes }) => lanes);
  const failures = await Promise.all(opened.map((one) => one.ready()));
  // Code that cannot be run is mended before anything else.
  const program = opened.findIndex((one, index) => one.isProgram && failures[index] !== null);
  if (program >= 0) throw failures[program];
  // A lane that cannot be opened fails alone, by name; where none can, there is nothing to measure.
  if (!failures.includes(null)) throw failures[0];
}

/** `null`: another error. */
async function lostWhileFilling(error: unknown, session: ServerSession): Promise<Error | null> {
  const [first] = session.lanes;
  const { message } = serialiseError(error);
  if (!first || !/^(Connection is closed|.*\b(ECONNRESET|EPIPE)\b)/.test(message)) return null;
  const why = await session.whyLost(first.lane.plan);
  return new Error(
    `The connection to ${addressOf(session.target.endpoint)} was lost while keys were written that commands read. ${why}`,
  );
}

async function describeTargets(sessions: readonly ServerSession[]): Promise<Map<string, LaneTarget>> {
  const described = sessions.map(async (session) => {
    const target = await session.describe();
    return session.lanes.map(({ id }) => [id, target] as const);
  });
  return new Map((await Promise.all(described)).flat());
}

const withinMs = 5000;
const lookEveryMs = 10;

/**
 * Resolves once the replicas have all that their masters had written when this was called, or after 5 s: a replica
 * that is further behind is found out by its misses.
 */
async function replicasCaughtUp({ nodes, replicas }: Pick<Bookkeeping, 'nodes' | 'replicas'>): Promise<void> {
  if (replicas.length === 0) return;
  const deadline = performance.now() + withinMs;
  const masters = await Promise.all(nodes.map(({ redis }) => replication(redis)));
  const written = new Map(
    masters.map((info) => [info.get('master_replid'), Number(info.get('master_repl_offset'))]),
  );
  const isBehind = async ({ redis }: KeyedNode) => {
    const info = await replication(redis);
    return Number(info.get('slave_repl_offset')) < (written.get(info.get('master_replid')) ?? 0);
  };
  while (performance.now() < deadline) {
    const behind = await Promise.all(replicas.map(isBehind));
    if (!behind.includes(true)) return;
    await sleep(lookEveryMs);
  }
}

const replication = async (redis: Redis) => parseInfo(await redis.info('replication'));
