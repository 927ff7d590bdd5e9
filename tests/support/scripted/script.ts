import type { ThreadPlan } from '../../../server/engine/lane/messages.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a test says of a lane; what it leaves out is as in `usual`. */
interface LaneScript {
  /** From the flush of a batch to its last reply, ms. */
  latencyMs: (batch: ScriptedBatch) => number;
  /** What answers a command, an Error for a failure; `undefined`: what fits. */
  answer: (batch: ScriptedBatch) => unknown;
  /** Why it gets no connection; `null`: it does. */
  refusesWith: Error | null;
  /** CPU time of its thread, of all the time that goes by. */
  cpu: number;
  /** How long its thread is ready and has no core, of the same time. */
  coreWait: number;
  /** Of the server, for each call. */
  serverMicros: number;
}

interface ScriptedBatch {
  commands: number;
  /** Batches that this thread has sent before it. */
  before: number;
  /** Virtual time since the test began, ms. */
  atMs: number;
}

/** All figures follow from these: 5 ms for a batch, 50 µs more for each command, and a ripple that tells slices apart. */
const usual: LaneScript = {
  latencyMs: ({ commands, before }) => (5 + 0.05 * commands) * (1 + 0.01 * Math.sin(before)),
  answer: () => undefined,
  refusesWith: null,
  cpu: 0.2,
  coreWait: 0,
  serverMicros: 2,
};

/** Fast, and slow enough for a page to see some of a run. */
const flyingSpeed = 20;

type Match = (plan: ThreadPlan) => boolean;

/** What the lanes of the test in progress do. */
class Script {
  readonly clock = new VirtualClock();
  #lanes: [Match, Partial<LaneScript>][] = [];

  /** Lanes of a strategy, or those that a plan is of. What was said last holds. */
  lane(which: string | Match, script: Partial<LaneScript>): void {
    this.#lanes.unshift([typeof which === 'string' ? ({ strategy }) => strategy === which : which, script]);
  }

  of(plan: ThreadPlan): LaneScript {
    const said = this.#lanes.filter(([matches]) => matches(plan)).map(([, script]) => script);
    return Object.assign({}, usual, ...said.toReversed()) as LaneScript;
  }

  /** The time of the lanes flies while something is waited for, and is as fast as before afterwards. */
  async fly<T>(wait: () => Promise<T>): Promise<T> {
    const { speed } = this.clock;
    this.clock.speed = flyingSpeed;
    return wait().finally(() => (this.clock.speed = speed));
  }

  /** Of a thread that runs, what its lane is to do may change. */
  reset(): void {
    this.#lanes = [];
    this.clock.speed = Infinity;
  }
}

export const script = new Script();
