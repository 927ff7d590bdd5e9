import { readFile } from 'node:fs/promises';
import type { Endpoint, KernelLink } from '../redis/connection/target.ts';
import { inNamespaceOf, runTool } from '../redis/private/kernel-link.ts';
import type { Network, Traffic } from './network.ts';
import { halve, type NetworkSettings } from './settings.ts';
import { shapingCommands } from './traffic-control.ts';

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
