import { performance } from 'node:perf_hooks';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { SliceHook } from '../lane/turn.ts';
import type { ServerWindow } from '../probes/server-figures.ts';
import type { RunResources } from './resources.ts';
import type { MeasuredLane } from './measured-lane.ts';
import { settleMsOf } from '../../../shared/plan/duration.ts';
import { TurnGaps } from './turn-gaps.ts';
import type { Step } from './schedule.ts';
import type { ServerSession } from './server-session.ts';
import { smallest } from '../../../shared/statistics/extremes.ts';

export interface StepRunnerParts {
  plan: Plan;
  resources: RunResources;
  around: SliceHook;
  emit: (event: RunEvent) => void;
  /** Milliseconds since the run began. */
  now: () => number;
  /** Whether slices that begin now are to end at once. */
  isCutShort: () => boolean;
  pause: () => void;
  /** The run has to end, for the sake of a server's memory. */
  onMemory: (warning: Warning) => void;
}

/** Lanes that run, at their server. */
interface Busy {
  session: ServerSession;
  running: MeasuredLane[];
  /** These and those that run at the same server under another of its names: it counts them together. */
  together: MeasuredLane[];
}

/** The same after them, with what the server did; `null`: it does not tell. */
interface Closing extends Busy {
  window: ServerWindow | null;
}

/** A slice is run again so many times at most. */
const mostRepeats = 2;

/** Longer than any reply that was only slow: a server that had stopped, for one of its commands or for its disk. */
const leastStallMs = 1000;

/** Runs the slices of one step, with what is measured beside them, and closes their books. */
export class StepRunner {
  readonly #parts: StepRunnerParts;
  /** Times without a reply where nothing is counted: between slices and in settling moments of lanes without a rate. */
  readonly stalls = { times: 0, longestMs: 0 };
  readonly gaps = new TurnGaps();

  constructor(parts: StepRunnerParts) {
    this.#parts = parts;
  }

  /** Slices of agents that did not send at the same time are void, and run again, as often as that makes sense. */
  async run(step: Step, slice: number, running: MeasuredLane[]): Promise<void> {
    const { isCutShort } = this.#parts;
    for (let left = mostRepeats; ; left--) {
      const busy = await this.#runOnce(step, slice, running);
      const isVoid =
        step.phase === 'counted' &&
        left > 0 &&
        !isCutShort() &&
        step.turns.every(({ durationMs }) => durationMs !== null) &&
        running.some((one) => one.isApart) &&
        running.every(({ lane }) => !lane.error);
      if (isVoid) for (const one of running) one.repeatSlice();
      await this.#closeSlices(busy);
      if (!isVoid) return;
    }
  }

  async #runOnce(step: Step, slice: number, running: MeasuredLane[]): Promise<Closing[]> {
    const { emit, around, resources, onMemory } = this.#parts;
    const { phase } = step;
    const ids = running.map(({ id }) => id);
    const busy = bySession(running, resources);
    await Promise.all(
      busy.map(({ session, running }) =>
        session.keys.refill(
          session.admin,
          running.map(({ lane }) => lane),
        ),
      ),
    );
    emit({ type: 'slice-started', slice, phase, lanes: ids });
    await this.#outsideSlice(running, () => Promise.all(busy.map(({ session }) => session.beginSlices())));
    const watched = () => around({ lanes: ids, phase }, () => this.#measured(step, slice, running, busy));
    // A bystander watches the one server that there is then.
    const bystander = busy[0]?.session.bystander;
    const only = ids.length === 1 ? ids[0] : null;
    await (bystander ? bystander.during(only ?? null, watched) : watched());
    for (const one of running) {
      this.#noteStall(one.stallMsInSettling);
      this.gaps.add(one, 'replies', one.overrunMs);
    }
    return this.#outsideSlice(running, () =>
      Promise.all(
        busy.map(async ({ session, running, together }) => {
          const window = await session.endSlices(together);
          for (const one of running) await one.checkWrites();
          const warning = session.memoryWarning(window?.usedMemoryBytes ?? null);
          if (warning) onMemory(warning);
          return { session, running, together, window: session.ofLanes(window, running) };
        }),
      ),
    );
  }

  async #outsideSlice<T>(running: readonly MeasuredLane[], ask: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const idleBefore = performance.eventLoopUtilization().idle;
    const answer = await ask();
    const tookMs = performance.now() - askedAt;
    if (!running.every(({ lane }) => lane.settings.rps !== null)) this.#noteStall(tookMs);
    // A stall between turns at a rate is counted. Where this thread had work meanwhile, it is not the server that was waited for.
    const idleMs = performance.eventLoopUtilization().idle - idleBefore;
    for (const one of running) this.gaps.add(one, 'counters', Math.min(tookMs, idleMs));
    return answer;
  }

  #noteStall(ms: number): void {
    if (ms < leastStallMs) return;
    this.stalls.times++;
    this.stalls.longestMs = Math.max(this.stalls.longestMs, ms);
  }

  /** Timed by the networks of every server. */
  #measured(step: Step, slice: number, running: MeasuredLane[], busy: readonly Busy[]): Promise<void> {
    const settleMs = this.#settleMs(step);
    const sliceMs = smallest(step.turns.map(({ durationMs }) => durationMs ?? 0));
    const countedMs = step.phase === 'counted' ? sliceMs : 0;
    return busy.reduceRight<() => Promise<void>>(
      (inner, { session, running: here }) =>
        () =>
          session.networks.during(
            here.map(({ id }) => id),
            { settleMs, countedMs },
            inner,
          ),
      () => this.#runSlices(step, slice, running),
    )();
  }

  /** Nothing of a warm-up turn counts, so nothing of it has to settle. */
  #settleMs({ phase, turns }: Step): number {
    const { plan } = this.#parts;
    const lanes = turns.flatMap(({ lane }) => plan.lanes[lane] ?? []);
    return phase === 'warmup' ? 0 : settleMsOf(plan, lanes);
  }

  async #runSlices(step: Step, slice: number, running: MeasuredLane[]): Promise<void> {
    const { plan, emit, now, isCutShort, pause } = this.#parts;
    const { phase, start, turns } = step;
    const settleMs = this.#settleMs(step);
    const slices = running.map(async (one) => {
      const turn = turns.find(({ lane }) => plan.lanes[lane] === one.lane.plan);
      const passedMs = this.gaps.close(one);
      if (turn) await one.run({ slice, phase, start, turn, settleMs, passedMs }, emit, now);
    });
    // A pause that came while the lanes were between two slices has to be said again.
    if (isCutShort()) pause();
    await Promise.all(slices);
  }

  async #closeSlices(busy: readonly Closing[]): Promise<void> {
    const { emit, now } = this.#parts;
    for (const { session, running } of busy)
      await Promise.all(running.map((one) => one.noteFailure(session)));
    for (const { session, running, together, window } of busy) {
      for (const one of running) one.countTogether(together, window);
      for (const one of running) {
        // Where several ran at once, nobody can say whose share of the server's work was whose.
        const server = together.length === 1 ? window : null;
        one.closeSlice({ server, probes: session.probes(one.id) }, emit, now());
        one.reportFailure(emit);
      }
    }
  }
}

function bySession(running: readonly MeasuredLane[], { sessions, sessionOf }: RunResources): Busy[] {
  return sessions
    .map((session) => ({
      session,
      running: running.filter((one) => sessionOf(one) === session),
      together: running.filter((one) => isSameServer(sessionOf(one), session)),
    }))
    .filter(({ running }) => running.length > 0);
}

const isSameServer = (a: ServerSession, b: ServerSession): boolean =>
  a === b || (a.facts.runId !== null && a.facts.runId === b.facts.runId);
