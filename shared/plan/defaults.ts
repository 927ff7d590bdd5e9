import { limits } from '../limits.ts';
import type { PlanInput } from '../contract/plan.ts';
import type { Workload } from '../contract/workload.ts';
import { serverPlanTarget, defaultServer } from '../contract/private-server.ts';
import { defaultSliceMs } from './default-slice.ts';

type WithoutDefault =
  'requests' | 'rps' | 'arrivals' | 'ratio' | 'customCommand' | 'dataSizeRange' | 'keyPrefix';

const workload: Omit<Workload, WithoutDefault> = {
  commands: ['set'],
  clients: limits.clients.default,
  threads: limits.threads.default,
  pipeline: limits.pipeline.default,
  dataSize: limits.dataSize.default,
  data: 'text',
  keyspace: limits.keyspace.default,
  keyPattern: 'R',
  hashTag: 'none',
  splitByNode: true,
  zipfExponent: limits.zipfExponent.default,
  durationMs: limits.durationMs.default,
  warmupMs: limits.warmupMs.default,
  backlog: limits.backlog.default,
  ttlSeconds: limits.ttlSeconds.default,
  seed: limits.seed.default,
  keepalive: true,
  resp: 3,
  timeoutMs: limits.timeoutMs.default,
};

/** The lanes of a plan for which nobody has chosen any; the first is the baseline. */
export const defaultStrategies: readonly string[] = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'];

/** What `parsePlan` fills in where a plan says nothing, for what writes plans and carries no schema with it. */
export const planDefaults = {
  target: serverPlanTarget,
  workload,
  schedule: {
    mode: 'turns',
    settleMs: limits.settleMs.default,
    untilLevel: false,
    order: 'random',
  },
  network: { rttMs: limits.rttMs.default, jitterMs: limits.jitterMs.default },
  server: defaultServer,
  bystander: { rps: limits.bystanderRps.default },
} as const;

/** Those of the schedule: a slice follows the time of the lanes and their network. */
export const scheduleDefaults = (plan: PlanInput) => ({
  ...planDefaults.schedule,
  sliceMs: defaultSliceMs(plan),
});

export const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields of a part of a plan that are not as they are by default. */
export const nonDefault = (part: object, defaults: object): [name: string, value: unknown][] =>
  Object.entries(part).filter(
    ([name, value]) =>
      value !== undefined && !sameValue(value, (defaults as Partial<Record<string, unknown>>)[name]),
  );
