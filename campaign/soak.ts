import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import { randomFrom } from '../shared/statistics/statistics.ts';
import { growthOf, type Growth } from './growth.ts';
import { Subject } from './subject.ts';
import { watchPage, type WatchedPage } from './watched-page.ts';

/**
 * Uses a server for hours: runs, lessons and searches are started, tuned and stopped at random, viewers come and go.
 * One of them is the page in a real Chromium, which stays. `npm run soak -- --hours 2` samples memory of server and page,
 * file descriptors, processes, temporary folders and the history each half minute, prints a line each five minutes, and
 * ends with 1 where one of them grows by more than its bound an hour, or the page had an error in its console.
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const lengthMs = Number(values.hours) * 3_600_000;
const random = randomFrom(Number(values.seed));
const token = 'token-of-the-soak';
const sampleMs = 30_000;
const reportMs = 300_000;
/** The first part is left out of the slopes: caches fill, code is compiled. */
const settlingShare = 0.2;

/** What may grow, by how much an hour, in the unit of its name. */
const bounds = { memoryMb: 12, pageHeapMb: 4, descriptors: 4, processes: 0.5, folders: 0.5 } as const;
type Figure = keyof typeof bounds;
type SoakSample = Record<Figure | 'historyKb', number> & { atMs: number };

const subject = new Subject();
const historyFile = join(subject.folder, '.history.sqlite');
const server = subject.start(['start', '--port', '0'], {
  ROUNDTRIP_TOKEN: token,
  ROUNDTRIP_HISTORY: historyFile,
});
const begun = performance.now();
const samples: SoakSample[] = [];
const viewers: Socket[] = [];
const answers = new Map<number, number>();

let page: WatchedPage | null = null;
try {
  const url = await server.url();
  page = await watchPage(url);
  process.exitCode = await soak(url, page);
} finally {
  await page?.close();
  for (const viewer of viewers) viewer.close();
  await server.stop();
  const left = subject.processes();
  if (left.length > 0) {
    process.stdout.write(`left behind: ${left.length} processes\n`);
    process.exitCode = 1;
  }
  subject.remove();
}

async function soak(url: string, watched: WatchedPage): Promise<number> {
  let [nextSample, nextReport] = [0, 0];
  while (performance.now() - begun < lengthMs) {
    if (!server.isAlive()) {
      process.stdout.write(`the server has ended: ${server.stderr}\n`);
      return 1;
    }
    await act(url);
    await wait(200 + random() * 3000);
    const atMs = performance.now() - begun;
    if (atMs >= nextSample) {
      samples.push(await sampleOf(watched, atMs));
      nextSample = atMs + sampleMs;
    }
    if (atMs >= nextReport) {
      process.stdout.write(`${Math.round(atMs / 60_000)} min: ${JSON.stringify(samples.at(-1))}\n`);
      nextReport = atMs + reportMs;
    }
  }
  return judge(watched);
}

/** One thing that presenters and viewers do. */
async function act(url: string): Promise<void> {
  const drawn = random();
  if (drawn < 0.25) await call(url, 'POST', 'runs', planOf());
  else if (drawn < 0.3) await call(url, 'POST', 'lessons', { recipe: 'pipeline-depth', form: 'quick' });
  else if (drawn < 0.35) await call(url, 'POST', 'search', { budgetMs: 20_000 });
  else if (drawn < 0.45)
    for (const what of ['runs', 'lessons', 'search']) await call(url, 'DELETE', `${what}/current`);
  else if (drawn < 0.55)
    viewers.find(({ connected }) => connected)?.emit('tune', { pipeline: 1 + Math.floor(random() * 64) });
  else if (drawn < 0.75)
    viewers.push(io(url, { transports: ['websocket'], forceNew: true, auth: { token } }));
  else if (drawn < 0.95) viewers.splice(Math.floor(random() * viewers.length), 1)[0]?.close();
  else await call(url, 'GET', 'history');
  while (viewers.length > 20) viewers.shift()?.close();
}

function planOf() {
  return {
    workload: {
      clients: 1 + Math.floor(random() * 10),
      durationMs: 2000 + Math.floor(random() * 6000),
      warmupMs: 300,
      pipeline: 16,
    },
    network: random() < 0.3 ? { rttMs: 5 } : {},
    lanes: [{ strategy: 'one-by-one' }, { strategy: random() < 0.5 ? 'pipeline' : 'auto-pipeline' }],
  };
}

async function call(url: string, method: string, path: string, body?: object): Promise<void> {
  const { status } = await fetch(`${url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

async function sampleOf(watched: WatchedPage, atMs: number): Promise<SoakSample> {
  return {
    atMs: Math.round(atMs),
    memoryMb: server.memoryMb(),
    pageHeapMb: Math.round(10 * (await watched.heapMb())) / 10,
    descriptors:
      readdirSync(`/proc/${server.child.pid ?? 0}/fd`).length -
      viewers.filter(({ connected }) => connected).length,
    processes: subject.processes().filter((id) => !/redis-server/.test(commandOf(id))).length,
    folders: subject.leftovers().length,
    historyKb: sizeKb(historyFile) + sizeKb(`${historyFile}-wal`),
  };
}

function sizeKb(file: string): number {
  return existsSync(file) ? Math.round(statSync(file).size / 1024) : 0;
}

function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function judge({ complaints }: WatchedPage): number {
  const counted = samples.filter(({ atMs }) => atMs >= settlingShare * lengthMs);
  const growths = (Object.keys(bounds) as Figure[]).map((figure): [Figure, Growth] => [
    figure,
    growthOf(counted.map((sample) => [sample.atMs / 3_600_000, sample[figure]])),
  ]);
  for (const [figure, { perHour, from, to }] of growths)
    process.stdout.write(
      `${figure}: ${from} to ${to}, ${perHour.toFixed(2)} an hour (bound ${bounds[figure]})\n`,
    );
  process.stdout.write(
    `answers: ${[...answers].map(([status, times]) => `${status} × ${times}`).join(', ')}\n`,
  );
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ samples, growths: Object.fromEntries(growths) }, null, 2)}\n`,
    );
  if (complaints.length > 0) process.stdout.write(`in the console of the page: ${complaints.join('; ')}\n`);
  const failed =
    complaints.length > 0 ||
    growths.some(([figure, { perHour }]) => perHour > bounds[figure]) ||
    (answers.get(500) ?? 0) > 0;
  return failed ? 1 : 0;
}
