import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { urlOf } from '../../../bench/agents/load-machines.ts';
import type { AgentStatus } from '../../../shared/contract/agents.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { startAgent, type Agent, type AgentOptions } from '../../../server/engine/agent/agent.ts';
import { readAnnounced } from '../../../server/engine/agents/announced.ts';
import { controlRoot } from '../../../server/engine/agents/agents-place.ts';
import { keyRoot } from '../../../server/engine/workload/key-names.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import type { RunJob } from '../../../server/engine/run/run-job.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { alreadyThere, type Endpoint, type Target } from '../../../server/redis/connection/target.ts';
import { startEmbedded, type EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { startCli, type RunningCommand } from '../../support/run-cli.ts';

export interface Servers {
  control: EmbeddedServer;
  target: EmbeddedServer;
}

/** A control Redis and a server to measure, for the tests of one file. */
export function useServers(): () => Servers {
  let servers: Servers | null = null;
  beforeAll(async () => {
    const [control, target] = await Promise.all([startEmbedded(), startEmbedded()]);
    servers = { control, target };
  });
  afterAll(async () => {
    await Promise.all([servers?.control.stop(), servers?.target.stop()]);
  });
  return () => {
    if (!servers) throw new Error('the servers are started before the first test');
    return servers;
  };
}

/** The measured server, as one of others: under the name that agents know it by. */
export const named = ({ target }: EmbeddedServer): Target => ({
  ...target,
  isPrivate: false,
  description: { ...target.description, id: 'shop', kind: 'url' },
});

/** An agent in this process, gone after the test. */
export async function joinAgent(
  { control, target }: Servers,
  name: string,
  options: Partial<AgentOptions> = {},
): Promise<Agent> {
  const agent = await startAgent({
    control: control.target.endpoint,
    name,
    targets: new Map([['shop', () => Promise.resolve(alreadyThere(named(target)))]]),
    root: keyRoot,
    maxClients: null,
    maxRps: null,
    log: () => undefined,
    ...options,
  });
  onTestFinished(() => agent.stop());
  return agent;
}

/** An agent in a process of its own, gone after the test. */
export async function agentProcess(
  { control, target }: Servers,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningCommand> {
  const words = ['agent', '--join', urlOf(control), '--target', `shop=${urlOf(target)}`, '--name', name];
  const agent = startCli(words, env);
  onTestFinished(async () => {
    agent.child.kill('SIGKILL');
    await agent.finished;
  });
  await agent.shows(/has joined/);
  return agent;
}

/** The agents that are announced on the control Redis. */
export async function announcedOn({ control }: Servers): Promise<AgentStatus[]> {
  const redis = await openAdmin(control.target);
  return readAnnounced(redis).finally(() => {
    redis.disconnect();
  });
}

export interface AgentRun {
  plan: Omit<PlanInput, 'target'>;
  agents: number;
  /** The root of its keys. */
  prefix?: string;
  control?: Endpoint;
  gatherWithinMs?: number;
  around?: RunJob['around'];
  onEvent?: (event: RunEvent) => void;
  signal?: AbortSignal;
}

export function runByAgents(
  { control, target }: Servers,
  {
    plan,
    agents,
    prefix,
    control: at = control.target.endpoint,
    gatherWithinMs,
    around,
    onEvent,
    signal,
  }: AgentRun,
) {
  return startRun(
    {
      plan: parsePlan({ ...plan, target: 'shop', agents, ...(prefix ? { prefix } : {}) }, 'local'),
      target: named(target),
      agents: { control: at, ...(gatherWithinMs === undefined ? {} : { gatherWithinMs }) },
      ...(around ? { around } : {}),
    },
    { ...(onEvent ? { onEvent } : {}), ...(signal ? { signal } : {}) },
  );
}

/** Keys on a server that match; BullMQ keeps a few of its queues for good. */
export async function keysOn({ target }: EmbeddedServer, pattern: string): Promise<string[]> {
  const redis = await openAdmin(target);
  const keys = await redis.keys(pattern);
  redis.disconnect();
  return keys.sort();
}

/** How often a server has carried out a command. */
export async function callsOn({ target }: EmbeddedServer, command: string): Promise<number> {
  const redis = await openAdmin(target);
  const info = await redis.info('commandstats');
  redis.disconnect();
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(info)?.[1] ?? 0);
}

/** What may be on the control Redis between runs: what BullMQ knows of its queues, and the agents that are there. */
export const ofQueues = new RegExp(
  `^${controlRoot}:((runs|shares):(meta|events|id|stalled-check|marker)|here(:.*)?)$`,
);
