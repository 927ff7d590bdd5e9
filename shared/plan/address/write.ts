import { planDefaults, scheduleDefaults, nonDefault } from '../defaults.ts';
import type { PlanInput } from '../../contract/plan.ts';

/** Of the encoding. A plan that a newer one wrote is read as far as this one knows its fields. */
export const addressVersion = 1;

/**
 * A plan as the fragment of an address, without its `#`: `plan=1&clients=50&network.rttMs=20&lane=one-by-one&lane=pipeline&pipeline=64`.
 *
 * Only what differs from the defaults of the schema is said. A name without a dot is a field of the workload, but
 * for `target` and `agents`; one with a dot belongs to that part of the plan. What follows a `lane` (its strategy) is what that
 * lane changes, with `client`, `target`, `label` and `id`. Lists are parted by commas. Half of a surrogate pair, which no address can
 * hold, becomes U+FFFD.
 */
export function writePlanAddress(plan: PlanInput): string {
  const { target, agents, workload = {}, schedule = {}, network, server, bystander, moveSlots, lanes } = plan;
  const parts = [
    pair('plan', addressVersion),
    ...(target === undefined || target === planDefaults.target ? [] : [pair('target', target)]),
    ...(agents === undefined ? [] : [pair('agents', agents)]),
    ...nonDefault(workload, planDefaults.workload).map(([name, value]) => pair(name, value)),
    ...section('server', server, planDefaults.server),
    ...section('network', network, planDefaults.network),
    ...nonDefault(schedule, scheduleDefaults(plan)).map(([name, value]) => pair(`schedule.${name}`, value)),
    ...section('bystander', bystander, planDefaults.bystander),
    ...section('moveSlots', moveSlots, {}),
    ...lanes.flatMap((lane) => [
      pair('lane', lane.strategy),
      ...(lane.id === undefined ? [] : [pair('id', lane.id)]),
      ...(lane.client === undefined ? [] : [pair('client', lane.client)]),
      ...(lane.label === undefined ? [] : [pair('label', lane.label)]),
      ...(lane.target === undefined ? [] : [pair('target', lane.target)]),
      ...section('server', lane.server, planDefaults.server),
      ...section('network', lane.network, planDefaults.network),
      ...Object.entries(lane.workload ?? {}).map(([name, value]) => pair(name, value)),
    ]),
  ];
  return parts.join('&');
}

/** A part that may be absent is there even when it says nothing unusual: one of its defaults then stands for it. */
function section(name: string, part: object | undefined, defaults: object): string[] {
  if (part === undefined) return [];
  const said = nonDefault(part, defaults);
  const fields = said.length > 0 ? said : Object.entries(defaults).slice(0, 1);
  return fields.map(([field, value]) => pair(`${name}.${field}`, value));
}

const pair = (name: string, value: unknown) => `${readable(name)}=${readable(String(value))}`;

/** Escapes what has to be, and leaves commas and colons as they are. */
const readable = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');
