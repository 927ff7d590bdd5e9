import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../../shared/contract/result.ts';
import { describeNetwork } from '../../../shared/words/network.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { TargetFacts } from '../../redis/targets/probe.ts';
import type { Target } from '../../redis/connection/target.ts';
import { projectFile } from '../../built.ts';

const require = createRequire(import.meta.url);
const versionOf = (manifest: string) => (require(manifest) as { version: string }).version;

/** Version of Roundtrip itself. */
export const roundtripVersion = versionOf(fileURLToPath(projectFile('package.json')));

/** Where a run is measured: what has to be known to read its figures. */
export function describeEnvironment(plan: Plan, target: Target, facts: TargetFacts): Environment {
  const processors = cpus();
  return {
    node: process.versions.node,
    client: `ioredis ${versionOf('ioredis/package.json')}`,
    server: facts.server,
    resp: plan.workload.resp,
    cpuModel: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    schedule: plan.schedule.mode,
    network: describeNetwork(plan.network),
    sharedMachine: target.isPrivate || isThisMachine(target),
    roundtrip: roundtripVersion,
    pingMs: facts.pingMs,
  };
}

/** By the address alone; a name that leads elsewhere and back is not seen through: `null`. */
function isThisMachine({ endpoint }: Target): boolean | null {
  if (endpoint.path !== undefined) return true;
  const host = endpoint.host ?? 'localhost';
  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  );
  if (host === 'localhost' || host === hostname() || own.includes(host)) return true;
  return /^[\d.]+$|:/.test(host) ? false : null;
}
