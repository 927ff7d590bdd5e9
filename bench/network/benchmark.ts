import { loadavg } from 'node:os';
import { median } from '../../shared/statistics/statistics.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';
import { pipelineThroughput } from './throughput.ts';
import { startBulkServer } from './bulk-transfer.ts';
import { summariseRoundTrips, type RoundTrip, Pinger } from '../../server/network/pinger.ts';
import { openNetwork, type Network } from '../../server/network/network.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * What the network makes of what it is asked for: round trips, bandwidth, and what it carries when asked for
 * nothing. Each against the direct way, in turns. Run what was built: npm run bench:network
 */
const values = scriptOptions({
  'ping-seconds': { type: 'string', default: '6' },
  'transfer-seconds': { type: 'string', default: '2' },
  pairs: { type: 'string', default: '8' },
});
const asIs = { rttMs: 0, jitterMs: 0, bandwidthMbit: null };
const print = (line: string) => process.stdout.write(`${line}\n`);
const cell = (value: number, digits = 3) => value.toFixed(digits).padStart(9);

const server = await startEmbedded();
const { endpoint } = server.target;
const network = await openNetwork(endpoint, asIs);
try {
  print(
    `Node ${process.version}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  await roundTrips();
  await bandwidths();
  await throughput();
} finally {
  await network.close();
  await server.stop();
}

async function roundTrips(): Promise<void> {
  print('\nround trip, ms; added: median less the direct one, taken in turns');
  print('    asked    median       p99    direct     added  off by  allowed   pings');
  for (const rttMs of [0, 0.5, 1, 5, 12.75, 50, 178.6]) {
    await network.tune({ ...asIs, rttMs });
    const [direct, proxied] = await pingInTurns(endpoint, network, Number(values['ping-seconds']) * 1000);
    const added = proxied.medianMs - direct.medianMs;
    const allowed = Math.max(0.3, rttMs * 0.03);
    print(
      [rttMs, proxied.medianMs, proxied.p99Ms, direct.medianMs, added].map((value) => cell(value)).join(' ') +
        cell(added - rttMs).slice(1) +
        cell(allowed) +
        String(proxied.samples).padStart(8),
    );
  }
}

async function pingInTurns(
  endpoint: Endpoint,
  network: Network,
  forMs: number,
): Promise<[RoundTrip, RoundTrip]> {
  const [near, far] = await Promise.all([Pinger.open(endpoint), Pinger.open(network.endpoint)]);
  const direct: number[] = [];
  const proxied: number[] = [];
  for (const until = performance.now() + forMs; performance.now() < until;) {
    proxied.push(await far.ping());
    direct.push(await near.ping());
  }
  near.close();
  far.close();
  return [summariseRoundTrips(direct), summariseRoundTrips(proxied)];
}

async function bandwidths(): Promise<void> {
  print('\nbandwidth, Mbit/s: payload received in a second, by 1 and by 4 connections');
  print('    asked  1, from server  1, to server  4, from server  4, to server');
  const bulk = await startBulkServer();
  try {
    for (const bandwidthMbit of [10, 100, 1000, null]) {
      const line = await openNetwork(bulk.endpoint, { ...asIs, rttMs: 1, bandwidthMbit });
      const results: number[] = [];
      for (const connections of [1, 4])
        for (const direction of ['down', 'up'] as const)
          results.push(
            await bulk.transfer(line.endpoint, {
              connections,
              direction,
              forMs: Number(values['transfer-seconds']) * 1000,
            }),
          );
      await line.close();
      print(
        (bandwidthMbit === null ? 'no limit' : cell(bandwidthMbit, 0)).padStart(9) +
          results.map((mbit) => mbit.toFixed(1).padStart(15)).join(''),
      );
    }
  } finally {
    await bulk.close();
  }
}

async function throughput(): Promise<void> {
  await network.tune(asIs);
  print('\nioredis pipelines, 10 connections × 64 SETs of 100 bytes, commands/s, in turns');
  const direct: number[] = [];
  const proxied: number[] = [];
  const lanes = await Promise.all([endpoint, network.endpoint].map(pipelineThroughput));
  const [near, far] = lanes;
  if (!near || !far) throw new Error('two lanes were asked for');
  await near.run(1500);
  await far.run(1500);
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const isEven = pair % 2 === 0;
    if (isEven) direct.push(await near.run(1000));
    proxied.push(await far.run(1000));
    if (!isEven) direct.push(await near.run(1000));
  }
  const ratios = proxied.map((rate, index) => rate / (direct[index] ?? NaN));
  print(
    `direct ${median(direct).toFixed(0)}, through the proxy ${median(proxied).toFixed(0)}, ratio ${median(ratios).toFixed(2)} ` +
      `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  await Promise.all(lanes.map((lane) => lane.stop()));
}
