import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtFile } from '../../server/built.ts';
import { openNetwork } from '../../server/network/network.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import type { Profile } from '../../shared/contract/profile.ts';
import type { Result } from '../../shared/contract/result.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * What the profiler says a mended program would save, against what it saves: a shop over HTTP at several round trips
 * and concurrencies. The forecast is that of the profile; the saving, the difference of the mean response times of the
 * program as it is and as it is mended, both without the profiler, in turns; of its profiled requests; and of both as
 * lanes. Run what was built: npm run bench:forecast
 */
const routes = ['cart', 'list'] as const;
/** Of all that are at once: so many times at least. */
const roundsAtOnce = 10;
const profiler = builtFile('server/cli/main.js').pathname;
const shop = new URL('../../../bench/profile/shop/shop.mjs', import.meta.url).pathname;

interface Subject {
  /** Mean response time over so many requests, ms. */
  load: (route: string, concurrency: number, requests: number) => Promise<number>;
  end: () => Promise<void>;
}

async function start(
  way: 'before' | 'after',
  redisUrl: string,
  words: readonly string[] = [],
): Promise<Subject> {
  const child = spawn(process.execPath, [...words, shop], {
    env: { ...process.env, REDIS_URL: redisUrl, WAY: way },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('\n')) break;
  }
  const port = Number(/listening (\d+)/.exec(said)?.[1]);
  const agent = new Agent({ keepAlive: true });
  const request = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().once('end', resolve);
      }).once('error', reject);
    });
  return {
    async load(route, concurrency, requests) {
      let next = 0;
      let sum = 0;
      const one = async () => {
        while (next < requests) {
          const id = next++;
          const before = performance.now();
          await request(`/${route}/${id}`);
          sum += performance.now() - before;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, one));
      return sum / requests;
    },
    async end() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The requests of a route under the profiler: how long one takes in the mean, ms, and the saving that is forecast. */
async function profileOf(
  way: 'before' | 'after',
  { url, folder, route, concurrency, requests }: Load,
): Promise<{ unitMs: number; savingMs: [number, number] | null }> {
  const json = join(folder, 'profile.json');
  const words = [profiler, 'profile', '-q', '--budget', '100%', '--json', json, '--', process.execPath];
  const subject = await start(way, url, words);
  await subject.load(route, concurrency, requests);
  await subject.end();
  const { findings, units } = JSON.parse(readFileSync(json, 'utf8')) as Profile;
  const request = units.find(({ kind }) => kind === 'http');
  const found = findings.find(({ code, unit }) => code === 'independent-sequence' && unit === request?.name);
  const unitMs = request?.durationMs ?? NaN;
  return { unitMs, savingMs: found?.savingMs ?? null };
}

/** What the mended route saves of a unit as a lane beside the other, ms. */
async function savedByLanes(rttMs: number, { folder, route, concurrency }: Load): Promise<number> {
  const json = join(folder, 'result.json');
  const lanes = ['before', 'after'].flatMap((way) => ['--lane', join(dirname(shop), `${route}-${way}.mjs`)]);
  const words = [...lanes, '--rtt', `${rttMs}ms`, '-c', String(concurrency), '--duration', '2s'];
  const child = spawn(
    process.execPath,
    [profiler, 'bench', ...words, '--warmup', '500ms', '-q', '--json', json],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await once(child, 'close');
  const { lanes: measured } = JSON.parse(readFileSync(json, 'utf8')) as Result;
  const [was, is] = measured.map(({ latencyMs }) => latencyMs.command?.mean ?? NaN);
  return (was ?? NaN) - (is ?? NaN);
}

interface Load {
  url: string;
  folder: string;
  route: string;
  concurrency: number;
  requests: number;
}

async function main(): Promise<void> {
  const values = scriptOptions({
    requests: { type: 'string', default: '48' },
    turns: { type: 'string', default: '3' },
  });
  const [least, turns] = [Number(values.requests), Number(values.turns)];
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(
    `Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}; ms a request; medians of ${turns} turns`,
  );
  print(
    'route  round trip  at once   before   after   saved  profiled   lanes   forecast (range)      each ÷ forecast',
  );
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-forecast-'));
  const server = await startEmbedded();
  try {
    for (const rttMs of [1, 5, 20]) {
      const network = await openNetwork(server.target.endpoint, { rttMs, jitterMs: 0, bandwidthMbit: null });
      const url = `redis://127.0.0.1:${network.endpoint.port ?? 0}`;
      try {
        for (const route of routes)
          for (const concurrency of [1, 8, 32]) {
            const requests = Math.max(least, roundsAtOnce * concurrency);
            const load = { url, folder, route, concurrency, requests };
            const profiled = [await profileOf('before', load), await profileOf('after', load)] as const;
            const saving = profiled[0].savingMs;
            const byProfile = profiled[0].unitMs - profiled[1].unitMs;
            const byLanes = await savedByLanes(rttMs, load);
            const [before, after] = [await start('before', url), await start('after', url)];
            const times: [number, number][] = [];
            for (const one of [before, after]) await one.load(route, concurrency, 2 * concurrency);
            for (let turn = 0; turn < turns; turn++)
              times.push([
                await before.load(route, concurrency, requests),
                await after.load(route, concurrency, requests),
              ]);
            await before.end();
            await after.end();
            const was = median(times.map(([one]) => one));
            const is = median(times.map(([, one]) => one));
            const said = saving && (saving[0] + saving[1]) / 2;
            print(
              [
                route.padEnd(5),
                `${rttMs} ms`.padStart(11),
                String(concurrency).padStart(8),
                was.toFixed(2).padStart(8),
                is.toFixed(2).padStart(7),
                (was - is).toFixed(2).padStart(7),
                byProfile.toFixed(2).padStart(9),
                byLanes.toFixed(2).padStart(7),
                saving
                  ? `${(said ?? 0).toFixed(2)} (${saving.map((ms) => ms.toFixed(2)).join(' – ')})`.padStart(
                      21,
                    )
                  : 'none said'.padStart(21),
                ...(said
                  ? [was - is, byProfile, byLanes].map((ms) => (ms / said).toFixed(2).padStart(6))
                  : []),
              ].join(' '),
            );
          }
      } finally {
        await network.close();
      }
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
