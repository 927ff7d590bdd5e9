import type { Result } from '../../shared/contract/result.ts';
import type { Sample } from '../../shared/contract/run-events.ts';
import { median } from '../../shared/statistics/statistics.ts';
import type { FromViewers } from './viewer-messages.ts';
import type { Testimony } from './delivery-check.ts';

/** What was emitted, against what each viewer was shown of it. */
export function deliveryInWords(
  { viewers, cpuMs }: FromViewers & { type: 'report' },
  { samples }: { samples: readonly Sample[] },
  { lanes }: Result,
  seconds: number,
): string {
  const emitted =
    `emitted: ${samples.length} samples; counted time without one: ` +
    `${Math.round(Math.max(...lanes.map((lane) => uncoveredMs(lane, samples))))} ms of ` +
    `${Math.round(Math.min(...lanes.map(({ elapsedMs }) => elapsedMs)))} ms in the worst lane\n`;
  if (viewers.length === 0) return emitted;
  const sum = (of: (stay: Testimony) => number) =>
    viewers.map((stays) => stays.reduce((total, stay) => total + of(stay), 0));
  const [there, silent] = [sum((stay) => stay.seconds), sum((stay) => stay.silentSeconds)];
  const heard = there.map((all, viewer) => all - (silent[viewer] ?? 0));
  const [missing, disordered] = [sum((stay) => stay.missing), sum((stay) => stay.disordered)];
  const total = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const affected = missing.filter((count, viewer) => count + (disordered[viewer] ?? 0) > 0).length;
  return (
    emitted +
    `samples missing: ${total(missing)}, twice or out of order: ${total(disordered)}; viewers concerned: ${affected} of ${viewers.length}\n` +
    `seconds each viewer was there: ${Math.min(...there)} at least, ${median(there)} in the median; ` +
    `heard in ${Math.min(...heard)} at least, ${median(heard)} in the median; silent for one viewer at most: ${Math.max(...silent)}\n` +
    `viewers’ own CPU: ${(cpuMs / 10 / seconds).toFixed(1)} % of one core\n`
  );
}

/** Counted time of a lane that no sample tells of, ms. */
export function uncoveredMs(
  lane: Pick<Result['lanes'][number], 'id' | 'elapsedMs'>,
  samples: readonly Sample[],
): number {
  const own = samples.filter(({ lane: id, phase }) => id === lane.id && phase === 'counted');
  return Math.abs(lane.elapsedMs - own.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0));
}
