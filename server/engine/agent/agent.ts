import { cpus, hostname, loadavg } from 'node:os';
import { readFileSync } from 'node:fs';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { inSpokenProtocol } from '../probes/spoken-protocol.ts';
import { openBookkeeping, type Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import type { OpenedTarget, Endpoint, Target } from '../../redis/connection/target.ts';
import { readRunPrefix } from '../../redis/keys/run-id.ts';
import { readRunIds } from '../../redis/targets/run-ids.ts';
import { systemClock } from '../lane/clock.ts';
import type { StartShare } from '../lane/messages.ts';
import { assertPlan, capabilitiesOn } from '../run/assert-plan.ts';
import { roundtripVersion } from '../../version.ts';
import { askForCommands } from '../run/live-commands.ts';
import { AgentLimits, type AgentBounds } from '../agents/agent-limits.ts';
import { loadBullMq } from '../agents/run-queues.ts';
import { controlRoot } from '../agents/agents-place.ts';
import {
  assertGuarded,
  leaseMs,
  lockRenewedEveryMs,
  openControl,
  openForQueue,
  sharesQueue,
  streamsOf,
  within,
} from '../agents/control.ts';
import type { AgentHello, SentMessage } from '../agents/from-agent.ts';
import { shareJobSchema, type ShareJob } from '../agents/messages.ts';
import { ShareSession } from '../agents/share-session.ts';
import { Announcer } from './announcer.ts';
import { messageOf } from '../../../shared/words/message-of.ts';

export interface AgentOptions extends AgentBounds {
  control: Endpoint;
  /** How results and messages call it. */
  name: string;
  /** Servers that it may load, by name; opened for each run. */
  targets: ReadonlyMap<string, () => Promise<OpenedTarget>>;
  /** The keys of each run have to begin with it. */
  root: string;
  log: (text: string) => void;
  /** What carries a share out in place of a thread or a process: for benchmarks. */
  startWorker?: StartShare;
  /** For tests: another version than this, another name of the machine. */
  version?: string;
  host?: string;
}

export interface Agent {
  /** Ends it: a share in progress is given up. */
  stop(): Promise<void>;
}

const pings = 20;

/**
 * Joins a control Redis, and carries out one share at a time of the runs that are given to it there. Throws
 * BullMqMissing, ControlUnusable, TargetUnusable.
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { Worker } = await loadBullMq();
  await assertGuarded(options.control);
  const connection = await openForQueue(options.control);
  const ending = new AbortController();
  /** Of the share in progress. */
  let given: { id: string | undefined; up: AbortController } | null = null;
  const announcer = new Announcer({
    redis: connection.redis,
    about: aboutAgent(options),
    targets: new Map([...options.targets].map(([name, open]) => [name, () => reach(open)])),
  });
  const worker = new Worker(
    sharesQueue,
    async ({ id, data }) => {
      const up = new AbortController();
      given = { id, up };
      await carryOut(data, options, announcer, AbortSignal.any([up.signal, ending.signal]));
      given = null;
    },
    {
      connection: connection.redis,
      prefix: controlRoot,
      name: options.name,
      concurrency: 1,
      lockDuration: leaseMs,
      lockRenewTime: lockRenewedEveryMs,
      maxStalledCount: 0,
      // The coordinator of a run is the one to look for agents that are gone.
      skipStalledCheck: true,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  worker.on('error', () => undefined);
  worker.on('lockRenewalFailed', (ids: string[]) => {
    if (given?.id !== undefined && ids.includes(given.id)) given.up.abort();
  });
  await worker.waitUntilReady();
  return {
    async stop() {
      ending.abort();
      // A control Redis that does not answer keeps nobody.
      await Promise.all([announcer.stop(), within(leaseMs, worker.close())]);
      connection.close();
      void worker.disconnect().catch(() => undefined);
    },
  };
}

async function carryOut(
  data: unknown,
  options: AgentOptions,
  announcer: Announcer,
  signal: AbortSignal,
): Promise<void> {
  const { log } = options;
  const read = shareJobSchema.safeParse(data);
  if (!read.success) {
    log('A share was refused: it is not in the form of this version.');
    return;
  }
  const job = read.data;
  announcer.setRun(job.run);
  try {
    await takePart(job, options, announcer, signal);
  } finally {
    announcer.setRun(null);
  }
}

async function takePart(
  job: ShareJob,
  options: AgentOptions,
  announcer: Announcer,
  signal: AbortSignal,
): Promise<void> {
  const { log, name, control } = options;
  const accepted = await accept(job, options).catch(messageOf);
  if (typeof accepted === 'string') {
    log(`Run ${job.run}: refused, ${accepted}`);
    await refuse(job, control, { type: 'refused', name, reason: accepted }).catch(() => undefined);
    return;
  }
  try {
    const { job, target, hello } = accepted;
    announcer.setPing(job.target, hello.pingMs);
    const limits = new AgentLimits(options);
    const { startWorker } = options;
    const session = await ShareSession.open({ job, control, target, limits, signal, startWorker });
    const { offsetMs, roundTripMs } = session.clock;
    const controlNow = systemClock.now() + offsetMs;
    const clock = { controlMs: roundTripMs, clockAheadMs: Date.now() - controlNow };
    session.say({ type: 'hello', hello: { ...hello, ...clock } });
    log(`Run ${job.run}: share ${job.share + 1} of ${job.of}, on ${job.target}`);
    const { reason } = await session.run();
    log(`Run ${job.run}: ended, ${reason}`);
  } catch (error) {
    log(`Run ${job.run}: given up, ${messageOf(error)}`);
  } finally {
    await accepted.close();
  }
}

async function refuse({ run, share }: ShareJob, control: Endpoint, message: SentMessage): Promise<void> {
  const redis = await openControl(control);
  const { back } = streamsOf(run);
  await redis.xadd(back, 'NOMKSTREAM', '*', 'm', JSON.stringify({ share, message })).finally(() => {
    redis.disconnect();
  });
}

interface Accepted {
  job: ShareJob;
  target: Target;
  hello: Omit<AgentHello, 'controlMs' | 'clockAheadMs'>;
  close: () => Promise<void>;
}

/** What has to hold before this agent takes part. Throws when it does not: the message says why. */
async function accept(given: ShareJob, options: AgentOptions): Promise<Accepted> {
  const { targets, version = roundtripVersion } = options;
  if (given.roundtrip !== version)
    throw new Error(
      `it is Roundtrip ${version}, and the run is of ${given.roundtrip}: install the same on all`,
    );
  assertOwnKeys(given.prefix, options.root);
  // A plan comes over a server that others write to: it is read as if a stranger had sent it.
  const job = { ...given, plan: parsePlan(given.plan) };
  const open = targets.get(job.target);
  if (!open) throw new Error(`it has no target "${job.target}", only ${[...targets.keys()].join(', ')}`);
  const refusal = new AgentLimits(options).refusalOf(job.plan, job.of);
  if (refusal !== null) throw new Error(refusal);
  const opened = await open();
  try {
    const { target } = await inSpokenProtocol(await findMasters(opened.target), job.plan);
    const meant = { ...target.description, id: job.plan.target };
    assertPlan(job.plan, capabilitiesOn(meant));
    const admin = await openBookkeeping(target);
    try {
      const [first] = admin.nodes;
      if (first)
        await askForCommands(
          first.redis,
          job.plan,
          job.prefix,
          job.plan.lanes.map((_, index) => index),
        );
      const hello = {
        ...aboutAgent(options),
        load: loadavg()[0] ?? 0,
        runIds: await readRunIds(target.endpoint),
        pingMs: await pingOf(admin),
      };
      return { job, target, hello, close: () => opened.stop() };
    } finally {
      admin.close();
    }
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

/** Only keys of runs under the root of this agent: no job makes it write or remove others. Throws when it would. */
function assertOwnKeys(prefix: string, root: string): void {
  const run = readRunPrefix(prefix);
  if (run === null) throw new Error(`"${prefix}" is not the prefix of a run: no run id ends it`);
  if (!prefix.startsWith(root))
    throw new Error(
      `it writes and removes only keys that begin with ${root}, and those of the run begin with ${prefix} (roundtrip agent --prefix ${run.root})`,
    );
}

/** What does not change while an agent lives. */
function aboutAgent({ name, version = roundtripVersion, host = hostname() }: AgentOptions) {
  const processors = cpus();
  return {
    name,
    host,
    machine: machineId(),
    roundtrip: version,
    node: process.versions.node,
    cpuModel: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
  };
}

/** Median of PINGs to the first master, one after the other, ms. */
async function pingOf({ nodes: [first] }: Bookkeeping): Promise<number> {
  const roundTripsMs: number[] = [];
  for (let ping = 0; ping < pings; ping++) {
    const sentAt = performance.now();
    await first?.redis.ping();
    roundTripsMs.push(performance.now() - sentAt);
  }
  return median(roundTripsMs);
}

/** The same of a target that is opened for it. */
async function reach(open: () => Promise<OpenedTarget>): Promise<number> {
  const opened = await open();
  try {
    const admin = await openBookkeeping(await findMasters(opened.target));
    return await pingOf(admin).finally(() => {
      admin.close();
    });
  } finally {
    await opened.stop();
  }
}

/** Tells machines apart. Containers of one machine have names of their own; they share its kernel, and so its boot id. */
function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
