import type { Redis } from 'ioredis';
import type { AtomicityFigures } from '../../../shared/contract/recipe.ts';
import type { CommandId } from '../../../shared/commands/workload.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { openBookkeeping } from '../../redis/keys/bookkeeping.ts';
import { removeRun } from '../../redis/keys/remove-runs.ts';
import { newRunId, runPrefixOf } from '../../redis/keys/run-id.ts';
import { RunMarker } from '../../redis/keys/run-marker.ts';
import type { Target } from '../../redis/connection/target.ts';
import { systemClock } from '../lane/clock.ts';
import { timedOut } from '../lane/failure-class.ts';
import { LaneLoop } from '../lane/loop.ts';
import { AtomicityProbe } from './atomicity-probe.ts';
import { assertPlan, capabilitiesOn } from '../run/assert-plan.ts';
import { Recorder, allocateLatencies, viewLatencies } from '../lane/recorder.ts';
import { SocketMeter } from '../lane/socket-meter.ts';
import { findStrategy } from '../strategies/index.ts';
import type { Strategy } from '../lane/strategy.ts';
import type { LaneClient } from '../lane/batch.ts';
import { CommandSource } from '../workload/command-source.ts';
import { KeyNames, keyRoot, lanePrefix } from '../workload/key-names.ts';

/**
 * Tries on a real server how far the batches of each lane's strategy are atomic, for the time of its workload.
 * Removes its keys. Rejects with InvalidInput, TargetUnusable, for a cluster, and with what broke a connection.
 */
export async function tryAtomicity(
  plan: Plan,
  target: Target,
  signal?: AbortSignal,
): Promise<AtomicityFigures[]> {
  assertPlan(plan, capabilitiesOn(target.description));
  const id = newRunId();
  const root = plan.prefix ?? keyRoot;
  const prefix = runPrefixOf({ root, id });
  const lanes = Array.from({ length: 2 * plan.lanes.length }, (_, index) => lanePrefix(prefix, index));
  if (target.endpoint.cluster)
    throw new Error('the experiment about atomicity is made on one server, not on a cluster');
  const bookkeeping = await openBookkeeping(target);
  const [node] = bookkeeping.nodes;
  if (!node) throw new Error('a server has a node');
  const admin = node.redis;
  let marker: RunMarker | null = null;
  try {
    marker = target.isPrivate ? null : await RunMarker.place(bookkeeping, { root, id, lanes });
    const findings: AtomicityFigures[] = [];
    for (const [index, lane] of plan.lanes.entries()) {
      const strategy = findStrategy(lane.strategy);
      if (!strategy || signal?.aborted) break;
      const trial: Trial = { lane, strategy, target, admin, prefix: lanePrefix(prefix, index), signal };
      const looked = await lookForHalves(trial);
      const failing = await failInTheMiddle({
        ...trial,
        prefix: lanePrefix(prefix, plan.lanes.length + index),
      });
      const batchSize = lane.workload.pipeline;
      findings.push({ lane: lane.id, strategy: strategy.id, batchSize, ...looked, failing });
    }
    return findings;
  } finally {
    await marker?.release();
    await removeRun(bookkeeping, { root, id, lanes }).catch(() => undefined);
    bookkeeping.close();
  }
}

interface Trial {
  lane: LanePlan;
  strategy: Strategy;
  target: Target;
  /** Prepares, and asks afterwards. */
  admin: Redis;
  /** Of the keys. */
  prefix: string;
  signal: AbortSignal | undefined;
}

/** Keys of a batch that the other client looks at: reading all would leave it time for few looks. */
const lookedAt = 10;

/**
 * Every batch writes all keys, in turns with one value and with another. Whoever sees both at once, in one MGET over
 * some of them from the first to the last, has seen a batch half done.
 */
async function lookForHalves(
  trial: Trial,
): Promise<Pick<AtomicityFigures, 'batches' | 'looks' | 'halfDone'>> {
  const { lane, target, signal } = trial;
  const { durationMs, pipeline, seed } = lane.workload;
  const keys = keysOf(trial);
  const some = keys.filter((_, at) => at % Math.ceil(pipeline / lookedAt) === 0 || at === pipeline - 1);
  const senders = [await Sender.open(trial, 'set', seed), await Sender.open(trial, 'set', seed + 1)] as const;
  let probe: AtomicityProbe | null = null;
  try {
    for (const sender of senders) await sender.send(pipeline);
    probe = await AtomicityProbe.start({ endpoint: target.endpoint, keys: some });
    let batches = 0;
    const until = performance.now() + durationMs;
    while (performance.now() < until && !signal?.aborted)
      await (batches++ % 2 === 0 ? senders[0] : senders[1]).send(pipeline);
    return { batches, ...(await probe.stop()) };
  } finally {
    await probe?.end();
    for (const sender of senders) sender.close();
  }
}

/** One batch of commands that each leave a trace; the key in the middle is a list, which they are not made for. */
async function failInTheMiddle(trial: Trial): Promise<AtomicityFigures['failing']> {
  const { lane, strategy, admin } = trial;
  const { pipeline, seed } = lane.workload;
  const command: CommandId = strategy.commands?.includes('append') === false ? 'set' : 'append';
  const keys = keysOf(trial);
  const middle = Math.floor(pipeline / 2);
  await admin.rpush(keys[middle] ?? '', 'a list');
  const sender = await Sender.open(trial, command, seed);
  try {
    const { refused, failure } = await sender.send(pipeline);
    const asked = admin.pipeline();
    for (const key of keys) asked.type(key);
    const types = ((await asked.exec()) ?? []).map(([, type]) => type);
    const othersDone = types.filter((type, index) => index !== middle && type === 'string').length;
    const listKept = types[middle] === 'list';
    return { command, refused, failure, others: pipeline - 1, othersDone, listKept };
  } finally {
    sender.close();
  }
}

const workloadFor = ({ lane: { workload } }: Trial, command: CommandId, seed: number) => ({
  ...workload,
  commands: [command],
  keyspace: workload.pipeline,
  keyPattern: 'S' as const,
  seed,
});

function keysOf({ lane, prefix }: Trial): string[] {
  const { pipeline, keyPrefix } = lane.workload;
  const names = new KeyNames(prefix, 'string', pipeline, keyPrefix);
  return Array.from({ length: pipeline }, (_, key) => names.name(key));
}

/** One connection of a strategy that sends batches of all keys, as a lane does. */
class Sender {
  readonly #loop: LaneLoop;
  readonly #recorder: Recorder;
  readonly #client: LaneClient;
  readonly #timeoutMs: number;

  private constructor(client: LaneClient, loop: LaneLoop, recorder: Recorder, timeoutMs: number) {
    this.#client = client;
    this.#loop = loop;
    this.#recorder = recorder;
    this.#timeoutMs = timeoutMs;
  }

  static async open(trial: Trial, command: CommandId, seed: number): Promise<Sender> {
    const { strategy, target, prefix } = trial;
    const workload = workloadFor(trial, command, seed);
    const source = new CommandSource({ workload, prefix, thread: 0, threads: 1 });
    const { endpoint } = target;
    const meter = new SocketMeter();
    // Without replies that can be counted, nothing is answered in time.
    const client = await strategy.connect({ endpoint, workload, source, meter, fault: () => client.close() });
    const recorder = new Recorder(viewLatencies(allocateLatencies()));
    const loop = new LaneLoop({
      clock: systemClock,
      recorder,
      source,
      clients: [client],
      batchSize: strategy.batching === 'batch' ? workload.pipeline : 1,
      places: strategy.batching === 'in-flight' ? workload.pipeline : 1,
    });
    return new Sender(client, loop, recorder, workload.timeoutMs);
  }

  /** Rejects when the connection breaks or no reply comes. */
  async send(commands: number): Promise<{ refused: number; failure: string | null }> {
    this.#recorder.reset();
    const timer = setTimeout(() => {
      this.#loop.abort(new Error(`${timedOut}: no reply for ${this.#timeoutMs} ms`));
    }, this.#timeoutMs);
    const { fatal } = await this.#loop.run({ durationMs: null, commands, rps: null, backlog: 0 });
    clearTimeout(timer);
    if (fatal !== null) throw new Error(fatal);
    const { failed, failures } = this.#recorder;
    return { refused: failed, failure: Object.keys(failures)[0] ?? null };
  }

  close(): void {
    this.#client.close();
  }
}
