import { limits, type Limit } from '../../../shared/limits.ts';
import {
  bandwidthUnits,
  countUnits,
  durationUnits,
  readQuantity,
  sizeUnits,
  withoutGroups,
  type Units,
} from '../../../shared/words/units.ts';
import type { Messages } from '../messages/en.ts';

/** The numbers of the workload that the page has a control for; `rps` only where the plan has a rate. */
const workloadFields = [
  'clients',
  'pipeline',
  'dataSize',
  'durationMs',
  'threads',
  'keyspace',
  'rps',
] as const;
export type WorkloadField = (typeof workloadFields)[number];

/** What lies between client and server. */
export const networkFields = ['rttMs', 'jitterMs', 'bandwidthMbit'] as const;
export type NetworkField = (typeof networkFields)[number];

/** What the private server is given. */
export const serverFields = ['ioThreads', 'maxMemoryBytes'] as const;
export type ServerField = (typeof serverFields)[number];

export const fieldNames = [...workloadFields, ...networkFields, ...serverFields] as const;
export type FieldName = (typeof fieldNames)[number];

export const isNetworkField = (name: FieldName): name is NetworkField =>
  networkFields.some((field) => field === name);

export const isServerField = (name: FieldName): name is ServerField =>
  serverFields.some((field) => field === name);

/** The field as the server names it in a plan. */
export const fieldPath = (name: FieldName): string =>
  `${isNetworkField(name) ? 'network' : isServerField(name) ? 'server' : 'workload'}.${name}`;

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
}

const mebibyte = 1024 ** 2;
const seconds = [0.5, 1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 120, 300];

export const planFields: Record<FieldName, PlanField> = {
  clients: whole('clients', [1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000]),
  pipeline: whole('pipeline', [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]),
  dataSize: whole('dataSize', oneTwoFive(1, 1_000_000), sizeUnits),
  durationMs: {
    name: 'durationMs',
    stops: seconds.map((value) => value * 1000),
    limit: limits.durationMs,
    units: { ...durationUnits, '': 1000 },
    whole: true,
  },
  threads: whole('threads', [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]),
  keyspace: whole('keyspace', oneTwoFive(1, 10_000_000)),
  rps: {
    name: 'rps',
    stops: oneTwoFive(1, 10_000_000),
    limit: { ...limits.rps, default: 1000 },
    units: countUnits,
    whole: true,
  },
  rttMs: {
    name: 'rttMs',
    // Fine where a data centre is, coarse where another continent is.
    stops: [
      0, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500,
    ],
    limit: limits.rttMs,
    units: { ...durationUnits, '': 1 },
    whole: false,
  },
  jitterMs: {
    name: 'jitterMs',
    stops: [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 250],
    limit: limits.jitterMs,
    units: { ...durationUnits, '': 1 },
    whole: false,
  },
  bandwidthMbit: {
    name: 'bandwidthMbit',
    // No limit is the widest: it stands at the wide end.
    stops: [...oneTwoFive(1, 10_000), Infinity],
    limit: { ...limits.bandwidthMbit, default: Infinity },
    units: bandwidthUnits,
    whole: false,
  },
  ioThreads: whole('ioThreads', [1, 2, 3, 4, 6, 8, 12, 16]),
  maxMemoryBytes: {
    name: 'maxMemoryBytes',
    stops: [
      ...[16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192].map((value) => value * mebibyte),
      Infinity,
    ],
    limit: { ...limits.maxMemoryBytes, default: Infinity },
    units: { ...sizeUnits, '': mebibyte },
    whole: true,
  },
};

function whole(
  name: Exclude<WorkloadField | 'ioThreads', 'durationMs' | 'rps'>,
  stops: readonly number[],
  units = countUnits,
): PlanField {
  return { name, stops, limit: limits[name], units, whole: true };
}

/** 1, 2, 5, 10, 20, 50 … up to `most`. */
function oneTwoFive(least: number, most: number): number[] {
  const values: number[] = [];
  for (let power = least; power <= most; power *= 10)
    for (const factor of [1, 2, 5]) if (power * factor <= most) values.push(power * factor);
  return values;
}

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

function boundsOf(field: PlanField, { plan: text, words }: Pick<Messages, 'plan' | 'words'>): string {
  const { name, limit } = field;
  const write = (bound: number) => words.numbers.count(bound / scaleOf(field));
  return text.outOfRange(
    write(limit.min),
    write(limit.max),
    name === 'durationMs' ? words.numbers.unit('s') : text[name].unit,
  );
}

/** What is wrong with this value; `null`: nothing. */
export function checkField(
  field: PlanField,
  value: number,
  { plan: text, words }: Pick<Messages, 'plan' | 'words'>,
): string | null {
  const { limit } = field;
  if (canBeNone(field) && value === Infinity) return null;
  if (field.whole ? !Number.isInteger(value) : !Number.isFinite(value)) {
    return `${kindOf(field, text)} ${boundsOf(field, { plan: text, words })}`;
  }
  return value >= limit.min && value <= limit.max ? null : boundsOf(field, { plan: text, words });
}

/**
 * Reads what was typed, as the command line reads it (`5k`, `20ms`): NaN when it is nothing of the kind. What groups
 * thousands is let through.
 */
export function readField(field: PlanField, typed: string, { none }: Pick<Messages['plan'], 'none'>): number {
  const text = withoutGroups(typed).toLowerCase();
  if (canBeNone(field) && (text === '' || text === none)) return Infinity;
  const value = readQuantity(text, field.units) ?? NaN;
  return scaleOf(field) === 1 ? value : Math.round(value);
}

/** The value as one would type it; empty for what is no value. */
export function writeField(
  field: PlanField,
  value: number,
  { plan, words }: Pick<Messages, 'plan' | 'words'>,
): string {
  if (value === Infinity) return plan.none;
  return Number.isFinite(value) ? words.numbers.typed(value / scaleOf(field)) : '';
}
