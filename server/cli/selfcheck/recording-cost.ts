import { median } from '../../../shared/statistics/statistics.ts';
import { allocateLatencies, Recorder, viewLatencies } from '../../engine/lane/recorder.ts';
import type { Selfcheck } from './check.ts';

const recordings = 2_000_000;
const rounds = 9;
const mostNanos = 25;

/** What recording one command costs: its own latency and, where it is a batch of its own, the batch's. */
export const recordingCost: Selfcheck = {
  question: 'cost of recording',
  run() {
    const recorder = new Recorder(viewLatencies(allocateLatencies()));
    const one = nanosEach((value) => {
      recorder.completed++;
      recorder.command(value);
      recorder.batch(value);
    });
    const clock = nanosEach(() => void performance.now());
    return Promise.resolve([
      {
        what: 'two latencies and a count',
        figure: `${one.toFixed(1)} ns a command`,
        passed: one <= mostNanos,
      },
      { what: 'reading the clock, once a batch', figure: `${clock.toFixed(1)} ns`, passed: null },
    ]);
  },
};

function nanosEach(work: (value: number) => void): number {
  const costs = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    for (let count = 0; count < recordings; count++) work(0.02 + (count & 8191) / 1000);
    return ((performance.now() - startedAt) * 1e6) / recordings;
  });
  return median(costs);
}
