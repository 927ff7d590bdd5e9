import { formatRate } from '../../../shared/words/format.ts';
import { measure, type Selfcheck } from './check.ts';

/** What the harness could do if the client cost nothing: the fastest ioredis lane has to stay far below it. */
export const harnessCeiling: Selfcheck = {
  question: 'harness ceiling',
  async run(server) {
    const { lanes } = await measure(server, {
      lanes: [{ strategy: 'noop' }, { strategy: 'auto-pipeline' }],
      workload: { durationMs: 3000, warmupMs: 1000, pipeline: 64 },
      schedule: { sliceMs: 500 },
    });
    const [noop = 0, auto = 0] = lanes.map((lane) => lane.throughput?.median ?? 0);
    return [
      { what: 'noop lane', figure: `${formatRate(noop)} commands/s`, passed: null },
      {
        what: 'auto-pipelining, of that',
        figure: `${((100 * auto) / noop).toFixed(1)} %`,
        passed: auto < noop / 4,
      },
    ];
  },
};
