import { execFile, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KernelLink } from '../connection/target.ts';
import type { KernelSupport } from '../../../shared/contract/enums.ts';

/** What the wire between two machines takes in one packet, bytes (Ethernet). */
const mtu = 1500;
const inNamespaceWithinMs = 2000;
/** 198.18.0.0/15 is set aside for measuring networks (RFC 2544). */
const benchmarkNet = [198, 18] as const;

class KernelLinkFailed extends Error {
  override readonly name = 'KernelLinkFailed';
}

/** Words before a command line that run it in a network namespace of its own: it takes the place of `unshare`. */
export const inOwnNamespace = ['unshare', '--net', '--'] as const;

/** Words before a command line that run it in the network namespace of a process. */
export const inNamespaceOf = (pid: number): string[] => ['nsenter', `--target=${pid}`, '--net', '--'];

/**
 * Makes a pair of virtual network cards (veth): one here, one in the network namespace of the process. Packets
 * between them are those of a real wire, 1500 bytes at most: the kernel does not put segments together (GSO). The pair
 * is gone with the process. Rejects with KernelLinkFailed.
 */
export async function layKernelLink(pid: number): Promise<Omit<KernelLink, 'port'>> {
  await ownNamespaceOf(pid);
  const device = `rt-${randomBytes(4).toString('hex')}`;
  const peer = 'redis0';
  const [here, there] = freePairOfAddresses();
  const card = (name: string) => `name ${name} mtu ${mtu} gso_max_segs 1`;
  // No IPv6: its announcements would be counted among the packets.
  const up = (name: string, address: string) => [
    `link set dev ${name} addrgenmode none`,
    `address add ${address}/30 dev ${name}`,
    `link set dev ${name} up`,
  ];
  await runBatch(
    [],
    [`link add ${card(device)} type veth peer ${card(peer)} netns ${pid}`, ...up(device, here)],
  );
  await runBatch(inNamespaceOf(pid), [...up(peer, there), 'link set dev lo up']);
  return { host: there, device, peer, pid };
}

/** Until the process has left our namespace for its own. */
async function ownNamespaceOf(pid: number): Promise<void> {
  const ours = readlinkSync('/proc/self/ns/net');
  const deadline = performance.now() + inNamespaceWithinMs;
  while (performance.now() < deadline) {
    if (namespaceOf(pid) !== ours) return;
    await sleep(5);
  }
  throw new KernelLinkFailed(`process ${pid} got no network namespace of its own`);
}

function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    throw new KernelLinkFailed(`the server in a network namespace of its own ended at once`);
  }
}

/** Two neighbours of a network of four that no card of this machine is in. */
function freePairOfAddresses(): [string, string] {
  const taken = new Set(
    Object.values(networkInterfaces()).flatMap((cards) => cards?.map(({ address }) => address) ?? []),
  );
  const [first, second] = benchmarkNet;
  for (;;) {
    const net = `${first}.${second + randomInt(2)}.${randomInt(256)}`;
    const start = 4 * randomInt(64);
    const pair: [string, string] = [`${net}.${start + 1}`, `${net}.${start + 2}`];
    if (!pair.some((address) => taken.has(address))) return pair;
  }
}

/** Lines for `ip`. */
async function runBatch(before: readonly string[], lines: readonly string[]): Promise<void> {
  await runTool([...before, 'ip', '-batch', '-'], `${lines.join('\n')}\n`);
}

/** Runs a command to its end. Rejects with KernelLinkFailed, which says what it complained of. */
export function runTool([program = '', ...words]: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, { timeout: 5000 }, (error, _stdout, stderr) => {
      if (!error) resolve();
      else {
        const complaint = stderr.trim().split('\n')[0] ?? '';
        reject(
          new KernelLinkFailed(
            `${[program, ...words].join(' ')}: ${complaint === '' ? error.message : complaint}`,
          ),
        );
      }
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

let known: KernelSupport | null = null;

/** What the kernel of this machine can put between a private server and its clients; tried once, in a namespace that is gone afterwards. */
export function kernelSupport(): KernelSupport {
  return (known ??= trySupport());
}

/** Each word is said once that much has worked. */
const script = [
  'ip link add name here mtu 1500 gso_max_segs 1 type veth peer name there && ip link set dev here up',
  'tc qdisc add dev here root tbf rate 10mbit burst 3kb limit 10kb && echo bandwidth',
  'tc qdisc replace dev here root netem delay 1ms && echo delay',
].join(' && ');

function trySupport(): KernelSupport {
  if (process.platform !== 'linux') return 'not-linux';
  if (process.geteuid?.() !== 0) return 'not-root';
  const tried = spawnSync(
    'unshare',
    [
      '--net',
      '--',
      'sh',
      '-c',
      `for program in ip tc nsenter; do command -v $program >/dev/null || exit 127; done; ${script}`,
    ],
    { encoding: 'utf8', timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (tried.status === 127 || tried.error) return 'no-programs';
  const worked = tried.stdout.trim().split('\n');
  if (worked.includes('delay')) return 'delay';
  return worked.includes('bandwidth') ? 'bandwidth' : 'refused';
}
