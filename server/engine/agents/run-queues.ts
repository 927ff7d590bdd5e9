import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import type { Job, Queue, Worker } from 'bullmq';
import * as z from 'zod/mini';
import { boundedText } from '../../../shared/contract/describe.ts';
import { documentLimits } from '../../../shared/limits.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { roundtripVersion } from '../../version.ts';
import { systemClock } from '../lane/clock.ts';
import { controlRoot, AgentsUnavailable, type CoordinatorOrder } from './agents-place.ts';
import {
  leaseMs,
  openForQueue,
  renewedEveryMs,
  runsQueue,
  sharesQueue,
  within,
  type QueueConnection,
} from './control.ts';
import type { ShareJob } from './messages.ts';

/** The run that holds the agents, read as if a stranger had written it; only one coordinator has this job at a time. */
const runJobSchema = z.object({
  run: z.string(),
  by: boundedText(documentLimits.name),
  startedAt: z.number(),
});
type RunJobData = z.output<typeof runJobSchema>;

const runJobId = 'run';
const closeWithinMs = 2000;
/** Another run, or what a crashed one has left, is waited for so long. */
const turnWithinMs = leaseMs + 1500;
const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** The two queues of BullMQ, for one run: `runs` lets one run be in progress, `shares` holds its parts. */
export class RunQueues {
  onStalled: (share: number) => void = () => undefined;
  readonly #order: CoordinatorOrder;
  readonly #agents: number;
  readonly #open: (Queue | Worker)[] = [];
  readonly #connection: QueueConnection;
  readonly #shares: Queue<ShareJob>;
  #turn: { job: Job; token: string } | null = null;

  private constructor(
    connection: QueueConnection,
    order: CoordinatorOrder,
    agents: number,
    shares: Queue<ShareJob>,
  ) {
    this.#connection = connection;
    this.#order = order;
    this.#agents = agents;
    this.#shares = shares;
  }

  /**
   * Resolves when it is this run's turn. `lost`: the control Redis is gone, and not waited for. Throws
   * AgentsUnavailable, TargetUnusable.
   */
  static async open(
    control: Endpoint,
    order: CoordinatorOrder,
    agents: number,
    lost: AbortSignal,
  ): Promise<RunQueues> {
    const { Queue, Worker } = await loadBullMq();
    const connection = await openForQueue(control);
    // What BullMQ waits for then may never end.
    const gone = new Promise<never>((_, reject) => {
      lost.addEventListener('abort', () => {
        reject(new Error('the control Redis was lost'));
      });
    });
    gone.catch(() => undefined);
    const common = { connection: connection.redis, prefix: controlRoot };
    const watching = {
      ...common,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: renewedEveryMs,
      maxStalledCount: 0,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    };
    const queues = new RunQueues(connection, order, agents, new Queue<ShareJob>(sharesQueue, common));
    const runs = new Queue<RunJobData>(runsQueue, common);
    const turn = new Worker<RunJobData>(runsQueue, null, watching);
    const watch = new Worker(sharesQueue, null, watching);
    queues.#open.push(queues.#shares, runs, turn, watch);
    // What fails is seen where it is asked for.
    const ignore = () => undefined;
    queues.#shares.on('error', ignore);
    runs.on('error', ignore);
    turn.on('error', ignore);
    watch.on('error', ignore);
    watch.on('stalled', (id: string) => {
      const [run, share] = id.split('.');
      queues.#shares.remove(id).catch(() => undefined);
      if (run === order.run) queues.onStalled(Number(share));
    });
    const begin = async () => {
      await runs.setGlobalConcurrency(1);
      await turn.startStalledCheckTimer();
      await watch.startStalledCheckTimer();
      return takeTurn(runs, turn, order);
    };
    try {
      queues.#turn = await Promise.race([begin(), gone]);
      return queues;
    } catch (error) {
      await queues.close();
      throw error;
    }
  }

  async offerShares(): Promise<void> {
    const { run, prefix } = this.#order;
    // Agents read a plan as if a stranger had sent it; these two are for the machine that runs it.
    const { allowEviction: _evicts, prefix: _root, ...plan } = this.#order.plan;
    const jobs = Array.from({ length: this.#agents }, (_, share) => ({
      name: 'share',
      data: {
        ...{ run, plan, prefix, share },
        roundtrip: roundtripVersion,
        target: plan.target,
        of: this.#agents,
      },
      opts: { ...options, jobId: `${run}.${share}` },
    }));
    await this.#shares.addBulk(jobs);
  }

  async renew(): Promise<void> {
    if (this.#turn) await this.#turn.job.extendLock(this.#turn.token, leaseMs);
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const { run } = this.#order;
    const turn = this.#turn;
    this.#turn = null;
    const letGo = async () => {
      const left = Array.from({ length: this.#agents }, (_, share) => `${run}.${share}`);
      // One that an agent has is not to be removed; it ends with its agent.
      await Promise.allSettled(left.map((id) => this.#shares.remove(id)));
      await turn?.job.moveToCompleted(null, turn.token, false).catch(() => undefined);
      await Promise.allSettled(this.#open.map((one) => one.close()));
    };
    await within(this.#connection.redis.status === 'ready' ? closeWithinMs : 0, letGo());
    this.#connection.close();
    for (const one of this.#open) void one.disconnect().catch(() => undefined);
  }
}

/** The one job of the queue `runs`: the coordinator that holds it may run. Throws AgentsUnavailable when another holds it. */
async function takeTurn(
  runs: Queue<RunJobData>,
  worker: Worker<RunJobData>,
  { run, signal }: CoordinatorOrder,
): Promise<{ job: Job; token: string }> {
  const data = { run, by: `${hostname()}, process ${process.pid}`, startedAt: Date.now() };
  const until = systemClock.now() + turnWithinMs;
  for (;;) {
    await runs.add('run', data, { ...options, jobId: runJobId });
    const job = await unlessUnreadable(worker.getNextJob(run, { block: false }));
    if (job && heldBy(job)?.run === run && !job.deferredFailure) return { job, token: run };
    // One that a crashed coordinator has left.
    if (job) await job.moveToFailed(new Error('its coordinator is gone'), run, false).catch(() => undefined);
    if (signal.aborted) throw new AgentsUnavailable('The run was stopped before it was its turn.');
    if (systemClock.now() < until) {
      await sleep(100 + 200 * Math.random());
      continue;
    }
    const other = heldBy(await unlessUnreadable(runs.getJob(runJobId)));
    const whose = other
      ? `that of ${other.by}, for ${Math.round((Date.now() - other.startedAt) / 1000)} s`
      : 'that of another program';
    throw new AgentsUnavailable(`Another run has the agents: ${whose}. One runs at a time.`);
  }
}

const heldBy = (job: Job | undefined) => runJobSchema.safeParse(job?.data).data;

/** A job whose data are no JSON, which no coordinator writes, is as one that is not there. */
const unlessUnreadable = (asked: Promise<Job | undefined>) =>
  asked.catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });

type Library = typeof import('bullmq');

/** Agents need a package that is not installed here: the message says which. */
class BullMqMissing extends AgentsUnavailable {
  override readonly name = 'BullMqMissing';
  constructor() {
    super('Agents need BullMQ, which is not installed here: npm install bullmq');
  }
}

let loading: Promise<Library> | undefined;

/** BullMQ, loaded for the first run with agents: nobody else needs it. Throws BullMqMissing. */
export const loadBullMq = (): Promise<Library> => (loading ??= load());

async function load(): Promise<Library> {
  try {
    createRequire(import.meta.url).resolve('bullmq');
  } catch {
    throw new BullMqMissing();
  }
  return import('bullmq');
}
