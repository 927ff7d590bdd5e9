import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { defaultClient } from '../../../shared/contract/enums.ts';
import { clientDescriptions } from '../clients/index.ts';
import type { Environment } from '../../../shared/contract/result.ts';
import { english } from '../../../shared/words/en/index.ts';
import { describeNetwork } from '../../../shared/words/settings.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { TargetFacts } from '../../redis/targets/probe.ts';
import type { Target } from '../../redis/connection/target.ts';
import { roundtripVersion } from '../../version.ts';

/** Where a run is measured: what has to be known to read its figures. */
export function describeEnvironment(plan: Plan, target: Target, facts: TargetFacts): Environment {
  const processors = cpus();
  return {
    node: process.versions.node,
    client: clientsIn(plan),
    server: facts.server,
    resp: target.endpoint.resp ?? plan.workload.resp,
    cpuModel: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    schedule: plan.schedule.mode,
    network: describeNetwork(plan.network, english),
    sharedMachine: sharesMachine(target),
    roundtrip: roundtripVersion,
    pingMs: facts.pingMs,
  };
}

/** Client libraries of a plan, with their versions: `ioredis 6.0.0, node-redis 6.3.1`. */
const clientsIn = ({ lanes }: Plan): string =>
  clientDescriptions
    .filter(({ id }) => lanes.some(({ client = defaultClient }) => client === id))
    .map(({ label, version }) => [label, version].join(' '))
    .join(', ');

export const sharesMachine = (target: Target): boolean | null => target.isPrivate || isThisMachine(target);

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
