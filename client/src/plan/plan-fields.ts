import { networkSettings } from '../../../shared/settings/network.ts';
import { serverSettings } from '../../../shared/settings/server.ts';
import { limitOf, type Limit, type SettingRow, type SettingRows } from '../../../shared/settings/setting.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import { readQuantity, unitsOf, withoutGroups, type Units } from '../../../shared/settings/units.ts';
import type { Messages } from '../messages/en.ts';

type FieldOf<S extends SettingRows> = {
  [Name in keyof S]: S[Name] extends { slider: object } ? Name : never;
}[keyof S];
const fieldsIn = <S extends SettingRows>(settings: S) =>
  Object.keys(settings).filter((name) => settings[name]?.slider) as FieldOf<S>[];

/** The numbers of the workload that the page has a control for; `rps` only where the plan has a rate. */
const workloadFields = fieldsIn(workloadSettings);
export type WorkloadField = (typeof workloadFields)[number];

/** What lies between client and server. */
export const networkFields = fieldsIn(networkSettings);
export type NetworkField = (typeof networkFields)[number];

/** What the private server is given. */
export const serverFields = fieldsIn(serverSettings);
export type ServerField = (typeof serverFields)[number];

export const fieldNames = [...workloadFields, ...networkFields, ...serverFields];
export type FieldName = (typeof fieldNames)[number];

export const isNetworkField = (name: FieldName): name is NetworkField => name in networkSettings;
export const isServerField = (name: FieldName): name is ServerField => name in serverSettings;

/** The field as the server names it in a plan. */
export const fieldPath = (name: FieldName): FieldPath =>
  `${isNetworkField(name) ? 'network' : isServerField(name) ? 'server' : 'workload'}.${name}` as FieldPath;
type FieldPath = `workload.${WorkloadField}` | `network.${NetworkField}` | `server.${ServerField}`;

/** A slider with stops, and what may be typed beside it. */
export interface PlanField {
  name: FieldName;
  /** Values of the slider's stops, in the plan's unit; each step is a factor, so that small and large both fit. */
  stops: readonly number[];
  limit: Limit & { default: number };
  /** Units that may be typed, in the plan's unit; 1000 for none where a bare number of milliseconds is in seconds. */
  units: Units;
  /** Whether the plan holds a whole number. */
  whole: boolean;
  /** Whether a run in progress can take it. */
  isLive: boolean;
}

/** Rows without a default in their bounds begin elsewhere on the slider. */
function fieldOf([name, row]: [string, SettingRow]): [string, PlanField][] {
  const limit = limitOf(row);
  if (!limit || !row.slider) return [];
  const { stops, bare = 1, start = limit.default ?? NaN } = row.slider;
  const units = { ...unitsOf(limit.unit), '': bare };
  const field: PlanField = {
    name: name as FieldName,
    stops,
    limit: { ...limit, default: start },
    units,
    whole: 'whole' in row,
    isLive: row.live === true,
  };
  return [[name, field]];
}

export const planFields = Object.fromEntries(
  [workloadSettings, networkSettings, serverSettings].flatMap((rows: SettingRows) =>
    Object.entries(rows).flatMap(fieldOf),
  ),
) as Record<FieldName, PlanField>;

/**
 * Round trips of the dial, ms: as many between two distances that have a name as between any other two, so that the
 * names below it are evenly spread.
 */
const distanceStops: readonly number[] = [
  ...[0, 0.1, 0.2, 0.3, 0.5, 0.75],
  ...[1, 1.5, 2, 2.5, 3, 4],
  ...[5, 7.5, 10, 15, 20, 30],
  ...[40, 50, 75, 100, 125, 150],
  ...[180, 250, 350, 500],
];

/** Values of a slider's stops in the room Compare. */
export const stopsOf = (name: FieldName): readonly number[] =>
  name === 'rttMs' ? distanceStops : planFields[name].stops;

/** The stop that is nearest to `value` by ratio. */
export function nearestStop(stops: readonly number[], value: number): number {
  const same = stops.indexOf(value);
  if (same >= 0) return same;
  let nearest = 0;
  const distance = (stop: number) => Math.abs(Math.log(stop / Math.max(value, Number.MIN_VALUE)));
  stops.forEach((stop, index) => {
    if (distance(stop) < distance(stops[nearest] ?? stop)) nearest = index;
  });
  return nearest;
}

/** Plan units in what a bare number is. */
export const scaleOf = ({ units }: PlanField): number => units[''] ?? 1;

/** Whether to say nothing of it in the plan is a value of its own, as for a bandwidth without a limit. */
const canBeNone = ({ limit }: PlanField) => limit.default === Infinity;

function kindOf(field: PlanField, text: Messages['plan']): string {
  if (field.name === 'durationMs') return text.notATime;
  if (canBeNone(field)) return text.notANumberNorNone;
  return field.whole ? text.notANumber : text.notANumberAtAll;
}

/** The words that are said of fields. */
export type FieldWords = Pick<Messages, 'plan' | 'settings' | 'words'>;

function boundsOf(field: PlanField, { plan: text, settings, words }: FieldWords): string {
  const { name, limit } = field;
  const write = (bound: number) => words.numbers.count(bound / scaleOf(field));
  return text.outOfRange(
    write(limit.min),
    write(limit.max),
    name === 'durationMs' ? words.numbers.unit('s') : settings.labels[name].unit,
  );
}

/** What is wrong with this value; `null`: nothing. */
export function checkField(field: PlanField, value: number, messages: FieldWords): string | null {
  const { limit } = field;
  if (canBeNone(field) && value === Infinity) return null;
  if (field.whole ? !Number.isInteger(value) : !Number.isFinite(value)) {
    return messages.words.numbers.sentences([kindOf(field, messages.plan), boundsOf(field, messages)]);
  }
  return value >= limit.min && value <= limit.max ? null : boundsOf(field, messages);
}

/** `1e3` as `1000`, whatever unit follows. */
const withoutPower = (text: string): string =>
  text.replace(/^\d+(?:\.\d+)?e\d{1,2}(?!\d)/, (number) => String(Number(number)));

/**
 * Reads what was typed, as the command line reads it (`5k`, `20ms`), and `1e3`: NaN when it is nothing of the kind. What groups
 * thousands is let through.
 */
export function readField(
  field: PlanField,
  typed: string,
  { none }: Pick<Messages['settings'], 'none'>,
): number {
  const text = withoutPower(withoutGroups(typed).toLowerCase());
  if (canBeNone(field) && (text === '' || text === none)) return Infinity;
  const value = readQuantity(text, field.units) ?? NaN;
  return scaleOf(field) === 1 ? value : Math.round(value);
}

/** The value as one would type it; empty for what is no value. */
export function writeField(
  field: PlanField,
  value: number,
  { settings, words }: Pick<Messages, 'settings' | 'words'>,
): string {
  if (value === Infinity) return settings.none;
  return Number.isFinite(value) ? words.numbers.typed(value / scaleOf(field)) : '';
}
