import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../server/redis/connection/target.ts';
import { AccessRules } from '../../server/http/plugins/access.ts';
import { buildApp } from '../../server/http/app.ts';
import type { FromViewers, ToViewers } from './viewer-messages.ts';
import { deliveryInWords } from './viewing-report.ts';
import { WatchedRounds } from './watched-rounds.ts';
import { builtFile } from '../../server/built.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * What being watched costs the measured throughput, and whether viewers see all of it: in one run, viewers are there
 * in two of four rounds (alone, watched, watched, alone: a steady drift cancels). Prints the ratio of rounds with and
 * without them, over all lanes, and what was emitted against what each viewer was shown. Viewers are a process of
 * their own, on this machine. `--page` opens the real page in Chromium instead. `--left-out`: the lanes that begin
 * each round, while which viewers come and go. By default it takes under three minutes.
 */
const values = scriptOptions({
  viewers: { type: 'string', default: '1' },
  page: { type: 'boolean', default: false },
  lanes: { type: 'string', default: '8' },
  rounds: { type: 'string', default: '32' },
  slice: { type: 'string', default: '500' },
  'left-out': { type: 'string', default: '2' },
});
const sliceMs = Number(values.slice);
const roundCount = Number(values.rounds);

const rounds = new WatchedRounds(Number(values['left-out']), (message) => watchers.send(message));
const server = await startEmbedded();
const app = await buildApp({
  targets: [alreadyThere(server.target)],
  startRun: (job, options) =>
    startRun(job, {
      ...options,
      onEvent: (event) => {
        rounds.onEvent(event);
        options?.onEvent?.(event);
      },
    }),
  access: new AccessRules({ host: '127.0.0.1', allowedHosts: [] }),
  token: null,
  version: 'benchmark',
  pageFolder: fileURLToPath(builtFile('client/')),
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const watchers = fork(builtFile(`bench/page/${values.page ? 'page' : 'viewers'}.js`), [
  `http://127.0.0.1:${port}`,
  values.viewers,
]);
await once(watchers, 'message');

try {
  const plan = parsePlan({
    lanes: Array.from({ length: Number(values.lanes) }, () => ({ strategy: 'pipeline' })),
    workload: { durationMs: sliceMs * roundCount, warmupMs: 4 * sliceMs },
    schedule: { sliceMs },
  });
  const began = performance.now();
  const started = await fetch(`http://127.0.0.1:${port}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(plan),
  });
  if (started.status !== 201) throw new Error(await started.text());
  const result = await rounds.finished;
  const seconds = (performance.now() - began) / 1000;
  // What was sent last is still on its way.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const comparison = compareSlices(rounds.of(true), rounds.of(false));
  const [watched, alone] = [rounds.serving.watched, rounds.serving.alone].map(
    (share) => `${(100 * share).toFixed(1)} %`,
  );
  const interval = comparison?.ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? '–';
  watchers.send({ type: 'report', emitted: rounds.emitted } satisfies ToViewers);
  const [report] = (await once(watchers, 'message')) as [FromViewers];
  process.stdout.write(
    `${values.page ? 'the page in Chromium' : `${values.viewers} viewers`}, ${values.lanes} lanes, ${roundCount} rounds of ${sliceMs} ms a lane, ${seconds.toFixed(0)} s\n` +
      `throughput watched / alone: ${(comparison?.ratio ?? NaN).toFixed(3)} (95 %: ${interval}), ${comparison?.pairs ?? 0} pairs\n` +
      `the server’s main thread, of one core: ${alone} alone, ${watched} watched\n` +
      (report.type === 'report' ? deliveryInWords(report, rounds, result, seconds) : ''),
  );
} finally {
  watchers.kill();
  await app.close();
  await server.stop();
}
