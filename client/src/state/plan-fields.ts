import { limits, type Limit } from '../../../shared/limits.ts';
import { messages } from '../messages/index.ts';

/** The numbers of the workload that the page has a control for. */
export const fieldNames = ['clients', 'pipeline', 'dataSize', 'durationMs', 'threads', 'keyspace'] as const;
export type FieldName = (typeof fieldNames)[number];

/** A slider with stops, and what may be typed beside it. */
export interface PlanField {
  name: FieldName;
  /** Values of the slider's stops, in the plan's unit; each step is a factor, so that small and large both fit. */
  stops: readonly number[];
  limit: Limit & { default: number };
  /** Plan units in one typed unit: 1000 where milliseconds are typed as seconds. */
  scale: number;
}

const seconds = [0.5, 1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 120, 300];

export const planFields: Record<FieldName, PlanField> = {
  clients: {
    name: 'clients',
    stops: [1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000],
    limit: limits.clients,
    scale: 1,
  },
  pipeline: {
    name: 'pipeline',
    stops: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
    limit: limits.pipeline,
    scale: 1,
  },
  dataSize: { name: 'dataSize', stops: oneTwoFive(1, 1_000_000), limit: limits.dataSize, scale: 1 },
  durationMs: {
    name: 'durationMs',
    stops: seconds.map((value) => value * 1000),
    limit: limits.durationMs,
    scale: 1000,
  },
  threads: {
    name: 'threads',
    stops: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64],
    limit: limits.threads,
    scale: 1,
  },
  keyspace: { name: 'keyspace', stops: oneTwoFive(1, 10_000_000), limit: limits.keyspace, scale: 1 },
};

/** 1, 2, 5, 10, 20, 50 … up to `most`. */
function oneTwoFive(least: number, most: number): number[] {
  const values: number[] = [];
  for (let power = least; power <= most; power *= 10)
    for (const factor of [1, 2, 5]) if (power * factor <= most) values.push(power * factor);
  return values;
}

/** The stop that is nearest to `value` by ratio. */
export function nearestStop(stops: readonly number[], value: number): number {
  let nearest = 0;
  const distance = (stop: number) => Math.abs(Math.log(stop / Math.max(value, Number.MIN_VALUE)));
  stops.forEach((stop, index) => {
    if (distance(stop) < distance(stops[nearest] ?? stop)) nearest = index;
  });
  return nearest;
}

/** What is wrong with this value; `null`: nothing. */
export function checkField({ name, limit, scale }: PlanField, value: number): string | null {
  const text = messages.plan;
  if (!Number.isInteger(value)) return scale === 1 ? text.notANumber : text.notATime;
  if (value >= limit.min && value <= limit.max) return null;
  const write = (bound: number) => (bound / scale).toLocaleString('en-US');
  return text.outOfRange(write(limit.min), write(limit.max), scale === 1 ? text[name].unit : 's');
}

/** Reads what was typed: NaN when it is no number. Grouping commas and spaces are let through. */
export function readField({ scale }: PlanField, typed: string): number {
  const text = typed.replaceAll(/[\s,_]/g, '');
  if (!/^\d+(\.\d+)?$/.test(text)) return NaN;
  const value = Number(text) * scale;
  return scale === 1 ? value : Math.round(value);
}
