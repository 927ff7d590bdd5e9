import { readFile } from 'node:fs/promises';
import type { Endpoint, KernelLink } from '../redis/connection/target.ts';
import { inNamespaceOf, runTool } from '../redis/private/kernel-link.ts';
import type { Network, Traffic } from './network.ts';
import { halve, type NetworkSettings } from './settings.ts';

/**
 * The link that the kernel has laid to a private server, with the bandwidth and the delay that are asked for. No
 * thread of ours carries its bytes. Rejects with KernelLinkFailed.
 */
export async function openKernelNetwork(
  { path: _path, ...access }: Endpoint,
  link: KernelLink,
  settings: NetworkSettings,
): Promise<Network> {
  const { device, peer, pid, host, port, tls } = link;
  const tune = async (next: NetworkSettings) => {
    halve(next);
    for (const command of shapingCommands(device, next)) await runTool(command);
    for (const command of shapingCommands(peer, next)) await runTool([...inNamespaceOf(pid), ...command]);
  };
  await tune(settings);
  return {
    endpoint: { ...access, host, port, ...(tls && { tls }) },
    tune,
    times: () => Promise.resolve([]),
    traffic: () => trafficOf(device),
    close: () => Promise.resolve(),
  };
}

/** What has passed the card on this side since it was made. */
async function trafficOf(device: string): Promise<Traffic> {
  const counter = async (name: string) =>
    Number(await readFile(`/sys/class/net/${device}/statistics/${name}`, 'utf8'));
  const [packetsOut, packetsIn, bytesOut, bytesIn] = await Promise.all(
    (['tx_packets', 'rx_packets', 'tx_bytes', 'rx_bytes'] as const).map(counter),
  );
  return {
    packetsOut: packetsOut ?? 0,
    packetsIn: packetsIn ?? 0,
    bytesOut: bytesOut ?? 0,
    bytesIn: bytesIn ?? 0,
  };
}

/** Sent at once at most, ms of the bandwidth; two packets at least, or none would pass. */
const burstMs = 0.5;
const leastBurst = 2 * 1514;
/** What waits before the kernel drops packets, as a router would: ms of the bandwidth, and bytes at least. */
const queueMs = 50;
const leastQueue = 256 * 1024;
const bytesPerMsOfOneMbit = 125;

/**
 * Command lines for `tc` that give one end of a link its half of a network: the delay by netem, the bandwidth by a
 * token bucket (tbf), headers of the packets included, as a real link counts them.
 */
export function shapingCommands(
  device: string,
  { rttMs, bandwidthMbit }: Pick<NetworkSettings, 'rttMs' | 'bandwidthMbit'>,
): string[][] {
  const qdisc = (...words: string[]) => ['tc', 'qdisc', 'replace', 'dev', device, ...words];
  const delay =
    rttMs > 0 ? ['netem', 'delay', `${Math.round((rttMs / 2) * 1000)}us`, 'limit', '100000'] : null;
  const bucket = bandwidthMbit === null ? null : tokenBucket(bandwidthMbit);
  if (delay === null) return [qdisc('root', ...(bucket ?? ['noqueue']))];
  return [
    qdisc('root', 'handle', '1:', ...delay),
    ...(bucket ? [qdisc('parent', '1:', 'handle', '2:', ...bucket)] : []),
  ];
}

function tokenBucket(mbit: number): string[] {
  const bytesPerMs = mbit * bytesPerMsOfOneMbit;
  const burst = Math.max(leastBurst, Math.round(bytesPerMs * burstMs));
  const queue = Math.max(leastQueue, Math.round(bytesPerMs * queueMs));
  return ['tbf', 'rate', `${Math.round(mbit * 1000)}kbit`, 'burst', `${burst}b`, 'limit', `${queue}b`];
}
