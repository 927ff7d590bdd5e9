import { EvenArrivals, type Arrivals } from '../../../server/engine/lane/arrivals.ts';
import type { Batch } from '../../../server/engine/lane/batch.ts';
import { LaneLoop, type SliceEnd, type SliceTask } from '../../../server/engine/lane/loop.ts';
import { allocateLatencies, Recorder, viewLatencies } from '../../../server/engine/lane/recorder.ts';
import type { WriteLedger } from '../../../server/engine/lane/write-ledger.ts';
import type { SharedCount } from '../../../server/engine/lane/shared-count.ts';
import type { LaneClient } from '../../../server/engine/lane/batch.ts';
import { CommandSource } from '../../../server/engine/workload/command-source.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { ManualClock } from '../../support/manual-clock.ts';

interface Options {
  replyAfterMs: number;
  clients?: number;
  batchSize?: number;
  inFlight?: number;
  answer?: (batch: Batch) => void;
  timesWrites?: boolean;
  clock?: ManualClock;
  arrivals?: Arrivals;
  count?: SharedCount;
  ledger?: WriteLedger;
  isPolling?: () => boolean;
}

export const startsAtMs = 700;

/** A lane loop whose replies come after a fixed time on a clock that the test moves. */
export function makeLoop(options: Options) {
  const { replyAfterMs, clients = 1, batchSize = 1, inFlight = 1, answer, timesWrites = false } = options;
  const {
    clock = new ManualClock(),
    arrivals = new EvenArrivals(),
    count = null,
    isPolling,
    ledger,
  } = options;
  // No slice starts when a thread does.
  clock.advance(startsAtMs);
  const latencies = viewLatencies(allocateLatencies());
  const recorder = new Recorder(latencies);
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }] });
  const source = new CommandSource({ workload: plan.workload, prefix: 'x', thread: 0, threads: 1 });
  const sizes: number[] = [];
  const client: LaneClient = {
    send(batch) {
      sizes.push(batch.size);
      for (let index = 0; index < batch.size; index++) batch.draw();
      batch.flush();
      clock.after(replyAfterMs, () => {
        if (answer) answer(batch);
        else {
          for (let index = 0; index < batch.size; index++) batch.reply('OK');
          batch.answer(batch.size);
        }
      });
    },
    close: () => undefined,
    ...(isPolling && { isPolling }),
  };
  const loop = new LaneLoop({
    clock,
    recorder,
    source,
    clients: Array.from({ length: clients }, () => client),
    batchSize,
    places: clients * inFlight,
    arrivals,
    timesWrites,
    count,
    ...(ledger && { ledger }),
  });
  const run = (task: Partial<SliceTask>) => {
    let end: SliceEnd | null = null;
    void loop.run({ durationMs: null, commands: null, rps: null, backlog: 1000, ...task }).then((given) => {
      end = given;
    });
    return async (ms: number): Promise<SliceEnd | null> => {
      clock.advance(ms);
      await Promise.resolve();
      return end;
    };
  };
  return { loop, run, recorder, latencies, sizes, clock };
}
