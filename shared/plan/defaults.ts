import type { PlanInput, ServerInput } from '../contract/plan.ts';
import { networkSettings } from '../settings/network.ts';
import { bystanderSettings, planSettings } from '../settings/plan.ts';
import { scheduleSettings } from '../settings/schedule.ts';
import { serverSettings } from '../settings/server.ts';
import { defaultsOf } from '../settings/setting.ts';
import { workloadSettings } from '../settings/workload.ts';
import { defaultSliceMs } from './default-slice.ts';

/** What `parsePlan` fills in where a plan says nothing, for what writes plans and carries no schema with it. */
export const planDefaults = {
  ...defaultsOf(planSettings),
  workload: defaultsOf(workloadSettings),
  schedule: defaultsOf(scheduleSettings),
  network: defaultsOf(networkSettings),
  server: defaultsOf(serverSettings),
  bystander: defaultsOf(bystanderSettings),
};

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

/** In what a private server differs from one by default. */
export const unusualServer = (server: ServerInput = {}): ServerInput =>
  Object.fromEntries(nonDefault(server, planDefaults.server));
