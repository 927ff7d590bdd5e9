import { spawnSync } from 'node:child_process';
import type { KernelSupport } from '../../../shared/contract/enums.ts';

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
