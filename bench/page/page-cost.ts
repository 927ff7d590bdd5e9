import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import type { Health } from '../../shared/contract/http.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { familyCpuMs } from '../../server/engine/probes/machine-look.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../server/redis/connection/target.ts';
import { AccessRules } from '../../server/http/plugins/access.ts';
import { buildApp } from '../../server/http/app.ts';
import { chromiumPath } from './chromium.ts';
import { PageWatch, type PageFigures, type Spread } from './page-figures.ts';
import { builtFile } from '../../server/built.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * What the page costs its reader during a long run, in real Chromium on this machine: frames, memory, feed, first
 * paint, and whether anything moves under the eye. `--race`: all lanes at once, which is the most that is told.
 */
const values = scriptOptions({
  lanes: { type: 'string', default: '6' },
  minutes: { type: 'string', default: '10' },
  race: { type: 'boolean', default: false },
});
const laneCount = Number(values.lanes);
const durationMs = (Number(values.minutes) * 60_000) / (values.race ? 1 : laneCount);
const strategies = ['one-by-one', 'auto-pipeline', 'pipeline', 'multi', 'lua', 'wire'];

const server = await startEmbedded();
const app = await buildApp({
  targets: [alreadyThere(server.target)],
  startRun,
  access: new AccessRules({ host: '127.0.0.1', allowedHosts: [] }),
  token: null,
  version: 'benchmark',
  pageFolder: fileURLToPath(builtFile('client/')),
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}`;
const chromiumServer = await chromium.launchServer({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
});
const browser = await chromium.connect(chromiumServer.wsEndpoint());

/** Each kind of reader, and the most that the browser is to take of a core for it. */
const readers = [
  ['with animation', 0.25],
  ['animation paused', 0.15],
  ['reduced motion', 0.15],
] as const;
const watchedMs = 10_000;

const spreadIn = ({ median, p95 }: Spread) => `${median.toFixed(1)} ms median, ${p95.toFixed(1)} ms p95`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Shares of a core that the browser takes during the run, one for each kind of reader. */
async function coreShares(page: Page): Promise<number[]> {
  const share = async () => {
    const pid = chromiumServer.process().pid ?? NaN;
    // What the change itself costs does not count.
    await page.waitForTimeout(2000);
    const [began, before] = [performance.now(), familyCpuMs(pid)];
    await page.waitForTimeout(watchedMs);
    return (familyCpuMs(pid) - before) / (performance.now() - began);
  };
  await page.locator('.pictures').scrollIntoViewIfNeeded();
  const animated = await share();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const paused = await share();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const reduced = await share();
  await page.emulateMedia({ reducedMotion: null });
  return [animated, paused, reduced];
}

function write(firstPaintMs: number, shares: readonly number[], figures: PageFigures): void {
  const { elapsedMs, frame, heap, feedKbPerSecond, resultBytes, layoutShifts } = figures;
  const rows = [
    [
      'watched',
      `${(elapsedMs / 1000).toFixed(0)} s, ${laneCount} lanes, ${values.race ? 'race' : 'turns'}`,
      '',
    ],
    ['first paint', `${firstPaintMs.toFixed(0)} ms`, '< 1000 ms'],
    ...readers.map(([name, most], index) => [
      name,
      `${(shares[index] ?? NaN).toFixed(3)} core-seconds a second`,
      `≤ ${most}`,
    ]),
    ['frame to frame', spreadIn(frame.interval), ''],
    ['work in a frame', spreadIn(frame.work), 'median < 16 ms'],
    [
      'heap after GC',
      `${megabytes(heap.begin)} at the beginning, ${megabytes(heap.end)} at the end`,
      '< 80 MB',
    ],
    ['feed', `${feedKbPerSecond.toFixed(2)} kB/s`, '≤ 5 kB/s'],
    ['result', `${(resultBytes / 1000).toFixed(0)} kB, once, at the end`, ''],
    ['layout shifts', layoutShifts.join('; ') || 'none', 'none'],
  ];
  for (const [name = '', figure = '', budget = ''] of rows)
    process.stdout.write(`${name.padEnd(16)} ${figure}${budget && `   (budget: ${budget})`}\n`);
}

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const watch = await PageWatch.of(page);
  await page.goto(url);
  await page.locator('[data-connection=connected]').waitFor();
  const firstPaintMs = await watch.firstPaintMs();
  const plan = parsePlan({
    lanes: Array.from({ length: laneCount }, (_, lane) => ({
      strategy: strategies[lane % strategies.length] ?? 'pipeline',
    })),
    workload: { durationMs, warmupMs: 2000 },
    schedule: { mode: values.race ? 'race' : 'turns' },
  });
  const started = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(plan),
  });
  if (started.status !== 201) throw new Error(await started.text());
  await page.locator('main[data-run=running]').waitFor();
  // The page sets the lanes up when a run begins; what is watched is the run itself.
  await page.locator('.lane[data-status=measuring]').first().waitFor({ timeout: 60_000 });
  const shares = await coreShares(page);
  await watch.begin();
  const health = async () => (await (await fetch(`${url}/api/health`)).json()) as Health;
  for (;;) {
    await page.waitForTimeout(1000);
    if (!(await health()).running) break;
  }
  write(firstPaintMs, shares, await watch.end());
} finally {
  await browser.close();
  await chromiumServer.close();
  await app.close();
  await server.stop();
}
