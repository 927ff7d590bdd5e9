import { commandIds } from '../../../shared/commands/workload.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { allocateLatencies, Recorder, viewLatencies } from '../../engine/lane/recorder.ts';
import { finding, measure, type Selfcheck } from './check.ts';
import { formatRate } from '../../../shared/words/format.ts';
import { strategies } from '../../engine/strategies/index.ts';

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
      finding('two latencies and a count', `${one.toFixed(1)} ns a command`, one <= mostNanos),
      finding('reading the clock, once a batch', `${clock.toFixed(1)} ns`),
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

/** What the harness could do if the client cost nothing: the fastest ioredis lane has to stay far below it. */
export const harnessCeiling: Selfcheck = {
  question: 'harness ceiling',
  async run(server) {
    const { lanes } = await measure(server, {
      lanes: [{ strategy: 'noop' }, { strategy: 'auto-pipeline' }],
      workload: { durationMs: 3000, warmupMs: 1000, pipeline: 64 },
      schedule: { sliceMs: 500 },
    });
    const [noop = 0, auto = 0] = lanes.map((lane) => rateOf(lane) ?? 0);
    return [
      finding('noop lane', `${formatRate(noop)} commands/s`),
      finding('auto-pipelining, of that', `${((100 * auto) / noop).toFixed(1)} %`, auto < noop / 4),
    ];
  },
};

/** What every strategy says it sent, against what the server counted. */
export const counts: Selfcheck = {
  question: 'counts against commandstats',
  async run(server) {
    // A strategy that cannot send every command sends the first of those that it can.
    const sending = strategies
      .filter(({ hidden }) => !hidden)
      .map(({ id, commands }) => {
        const able = commands && commandIds.find((command) => commands.includes(command));
        return { strategy: id, ...(able && { workload: { commands: [able] } }) };
      });
    const halves = [sending.slice(0, 5), sending.slice(5)];
    const lanes = [];
    for (const half of halves) {
      const result = await measure(server, {
        lanes: half,
        workload: { durationMs: 600, warmupMs: 200, threads: 2 },
        schedule: { sliceMs: 200 },
      });
      for (const one of result.lanes) lanes.push(one);
    }
    const agreeing = lanes.filter((lane) => lane.countsAgree === true);
    const commands = lanes.reduce((sum, lane) => sum + lane.commands + lane.failed + lane.warmupCommands, 0);
    return [
      finding(
        `${commands.toLocaleString('en-US')} commands by ${lanes.length} strategies`,
        `${agreeing.length} of ${lanes.length} equal to the command`,
        agreeing.length === lanes.length,
      ),
    ];
  },
};

const runs = 10;
/** Of ten runs, each wrong in 5 %, three and more are told apart in 1.2 %. */
const mostToldApart = 2;

/** Two lanes that are the same must not be told apart more often than is said; else no other difference can be believed. */
export const sameAgainstSame: Selfcheck = {
  question: 'A against A',
  async run(server) {
    const ratios: string[] = [];
    let toldApart = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const { comparisons } = await measure(server, {
        lanes: [
          { id: 'a', strategy: 'pipeline' },
          { id: 'the-same', strategy: 'pipeline' },
        ],
        workload: { durationMs: 2000, warmupMs: 1000, seed },
      });
      for (const { ratio, outcome } of comparisons) {
        ratios.push(ratio.toFixed(3));
        if (outcome !== 'inconclusive') toldApart++;
      }
    }
    return [
      finding(
        `told apart in ${ratios.length} runs of 2 s a lane`,
        `${toldApart}, at most ${mostToldApart} by chance; ratios ${ratios.join(' ')}`,
        ratios.length === runs && toldApart <= mostToldApart,
      ),
    ];
  },
};
