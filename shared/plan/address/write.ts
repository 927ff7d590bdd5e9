import { planDefaults, scheduleDefaults, nonDefault } from '../defaults.ts';
import type { PlanInput } from '../../contract/plan.ts';
import { planParts, type PlanPart } from '../../settings/parts.ts';
import { ownOfLane, planSettings } from '../../settings/plan.ts';
import { defaultOf, defaultsOf, type SettingRow, type SettingRows } from '../../settings/setting.ts';

/** Of the encoding. A plan that a newer one wrote is read as far as this one knows its fields. */
export const addressVersion = 1;

/**
 * A plan as the fragment of an address, without its `#`: `plan=1&clients=50&network.rttMs=20&lane=one-by-one&lane=pipeline&pipeline=64`.
 *
 * Only what differs from the defaults of the schema is said. A name without a dot is a field of the workload, but
 * for `target` and `agents`; one with a dot belongs to that part of the plan. What follows a `lane` (its strategy) is what that
 * lane changes, with `client`, `target`, `label` and `id`. Lists are parted by commas; of texts, each has a pair of its own. Half of a surrogate pair, which no address can
 * hold, becomes U+FFFD.
 */
export function writePlanAddress(plan: PlanInput): string {
  const { workload = {}, schedule = {}, lanes } = plan;
  const parts = [
    pair('plan', addressVersion),
    ...own(planSettings, plan),
    ...fields('workload', nonDefault(workload, planDefaults.workload)),
    ...(plan.written === undefined ? [] : [pair('written', JSON.stringify(plan.written))]),
    ...optional('server', plan),
    ...optional('network', plan),
    ...fields('schedule', nonDefault(schedule, scheduleDefaults(plan))),
    ...optional('bystander', plan),
    ...optional('moveSlots', plan),
    ...lanes.flatMap((lane) => [
      pair('lane', lane.strategy),
      ...own(ownOfLane, lane),
      ...optional('server', lane),
      ...optional('network', lane),
      ...fields('workload', Object.entries(lane.workload ?? {})),
    ]),
  ];
  return parts.join('&');
}

type Field = readonly [name: string, value: unknown];

/** What a plan or a lane says itself, in no part of it. */
const own = (settings: SettingRows, said: object): string[] =>
  Object.entries(settings).flatMap(([name, setting]) => {
    const value = (said as Partial<Record<string, unknown>>)[name];
    return value === undefined || value === defaultOf(setting) ? [] : [pair(name, value)];
  });

/** A part that may be absent is there even when it says nothing unusual: one of its defaults then stands for it. */
function optional<Part extends PlanPart>(
  name: Part,
  { [name]: part }: { [Name in Part]?: object | undefined },
): string[] {
  if (part === undefined) return [];
  const defaults = defaultsOf<SettingRows>(planParts[name]);
  const said = nonDefault(part, defaults);
  return fields(name, said.length > 0 ? said : Object.entries(defaults).slice(0, 1));
}

/** Fields of the workload are named without their part. What only this machine's user may set makes no link. */
function fields(part: PlanPart, said: readonly Field[]): string[] {
  const rows: SettingRows = planParts[part];
  return said
    .filter(([name]) => rows[name]?.origin !== 'local')
    .flatMap(([name, value]) => {
      const full = part === 'workload' ? name : `${part}.${name}`;
      // A text may hold commas itself: each has a pair of its own.
      return isTexts(rows[name]) && Array.isArray(value)
        ? value.map((text) => pair(full, text))
        : [pair(full, value)];
    });
}

/** A list of texts. */
export const isTexts = (row: SettingRow | undefined): boolean =>
  row !== undefined && 'list' in row && 'text' in row.list;

const pair = (name: string, value: unknown) => `${readable(name)}=${readable(String(value))}`;

/** Escapes what has to be, and leaves commas and colons as they are. */
const readable = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');
