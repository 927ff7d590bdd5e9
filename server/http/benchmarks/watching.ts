import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RunEvent } from '../../../shared/events.ts';
import { compareSlices } from '../../../shared/statistics.ts';
import { parsePlan } from '../../../shared/schemas.ts';
import { startRun } from '../../engine/run.ts';
import { strategyDescriptions } from '../../engine/strategies/index.ts';
import { alreadyThere } from '../../redis/opened-target.ts';
import { startEmbedded } from '../../redis/embedded.ts';
import { AccessRules } from '../access.ts';
import { buildApp } from '../app.ts';

/**
 * What being watched costs the measured throughput: in one run, viewers are there in every other round. Prints
 * the ratio of rounds with and without them, over all lanes. Viewers are a process of their own, on this machine:
 * the cost of their own work is in it. `--page` opens the real page in Chromium instead. `--left-out`: the lanes
 * that begin each round, while which viewers come and go; many need more of them, or longer slices.
 */
const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '1' },
    page: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '24' },
    slice: { type: 'string', default: '500' },
    'left-out': { type: 'string', default: '1' },
  },
});
const sliceMs = Number(values.slice);
const roundCount = Number(values.rounds);
const leftOut = Number(values['left-out']);

/** Calls the viewers in for every odd round, and sums the throughput of each round up. */
class Rounds {
  readonly sums = new Map<number, number>();
  readonly finished: Promise<void>;
  #finish: () => void = () => undefined;
  #slice = -1;
  /** Viewers come and go while the first lanes of a round are measured: they are left out. */
  #left = new Set<string>();

  constructor() {
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  hear(event: RunEvent): void {
    if (event.type === 'run-finished') this.#finish();
    else if (event.type === 'slice-started' && event.slice !== this.#slice) {
      this.#slice = event.slice;
      this.#left = new Set();
      watchers.send(event.slice % 2 === 1 ? 'watch' : 'leave');
    }
    if (event.type === 'slice-started' && this.#left.size < leftOut)
      for (const lane of event.lanes) this.#left.add(lane);
    if (event.type === 'sample' && event.sample.endsSlice && event.sample.phase === 'counted') {
      const { slice, lane, throughput } = event.sample;
      if (!this.#left.has(lane)) this.sums.set(slice, (this.sums.get(slice) ?? 0) + throughput);
    }
  }

  /** Sums of the rounds that were watched, or not, in order. */
  of(watched: boolean): number[] {
    return [...this.sums].filter(([slice]) => (slice % 2 === 1) === watched).map(([, sum]) => sum);
  }
}

const rounds = new Rounds();
const server = await startEmbedded();
const app = await buildApp({
  targets: [alreadyThere(server.target)],
  strategies: strategyDescriptions,
  startRun: (plan, target, options) =>
    startRun(plan, target, {
      onEvent: (event) => {
        rounds.hear(event);
        options?.onEvent?.(event);
      },
    }),
  access: new AccessRules({ host: '127.0.0.1', allowedHosts: [] }),
  token: null,
  version: 'benchmark',
  pageFolder: fileURLToPath(new URL('../../../client/', import.meta.url)),
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const watchers = fork(new URL(import.meta.url.replace('watching', values.page ? 'page' : 'viewers')), [
  `http://127.0.0.1:${port}`,
  values.viewers,
]);
await once(watchers, 'message');

try {
  const plan = parsePlan({
    lanes: Array.from({ length: Number(values.lanes) }, () => ({ strategy: 'pipeline' })),
    workload: { durationMs: sliceMs * roundCount, warmupMs: 2 * sliceMs },
    schedule: { sliceMs },
  });
  const headers = { host: `127.0.0.1:${port}` };
  const started = await app.inject({ method: 'POST', url: '/api/runs', payload: plan, headers });
  if (started.statusCode !== 201) throw new Error(started.body);
  await rounds.finished;
  const comparison = compareSlices(rounds.of(true), rounds.of(false));
  const interval = comparison?.ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? '–';
  watchers.send('report');
  const [report] = (await once(watchers, 'message')) as [string];
  process.stdout.write(
    `${values.page ? 'the page in Chromium' : `${values.viewers} viewers`}, ${values.lanes} lanes, ${roundCount} rounds of ${sliceMs} ms a lane\n` +
      `throughput watched / alone: ${(comparison?.ratio ?? NaN).toFixed(3)} (${interval}), ${comparison?.pairs ?? 0} pairs\n` +
      `${report}\n`,
  );
} finally {
  watchers.kill();
  await app.close();
  await server.stop();
}
