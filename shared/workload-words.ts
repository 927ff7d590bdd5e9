import { formatBytes, formatRate } from './format.ts';
import type { Result } from './events.ts';
import type { Workload } from './schemas.ts';
import { tunedPlan } from './tuned-plan.ts';

/** What is sent, in the words of redis-benchmark: `SET`, `SET:GET 1:10`, or the line of one's own. */
export function workloadName({
  commands,
  ratio,
  customCommand,
}: Pick<Workload, 'commands' | 'ratio' | 'customCommand'>): string {
  const names = commands.map((id) => (id === 'custom' ? (customCommand ?? id) : id.toUpperCase())).join(':');
  return ratio ? `${names} ${ratio.join(':')}` : names;
}

/**
 * What a run sent: `SET · 100 B · 10 connections · batch size 16`, and where that was changed while it ran,
 * `batch size 16 → 64`.
 */
export function workloadInWords({ plan, tunings }: Pick<Result, 'plan' | 'tunings'>): string {
  const { workload } = plan;
  const atEnd = tunedPlan(plan, tunings).workload;
  return inWords(workload, atEnd, [`batch size ${changed(workload.pipeline, atEnd.pipeline)}`]);
}

/** The same of a workload whose batch size is what is asked. */
export const unbatchedInWords = (workload: Workload): string => inWords(workload, workload, []);

function inWords(workload: Workload, atEnd: Workload, batch: readonly string[]): string {
  const size = workload.dataSizeRange
    ? workload.dataSizeRange.map(formatBytes).join('–')
    : changed(formatBytes(workload.dataSize), formatBytes(atEnd.dataSize));
  const before = workload.clients === atEnd.clients ? '' : `${workload.clients.toLocaleString('en-US')} → `;
  return [
    workloadName(workload),
    size,
    before + counted(atEnd.clients, 'connection'),
    ...(workload.threads > 1 ? [counted(workload.threads, 'thread')] : []),
    ...batch,
    ...(workload.rps === undefined || atEnd.rps === undefined
      ? []
      : [`${changed(formatRate(workload.rps), formatRate(atEnd.rps))}/s asked for`]),
  ].join(' · ');
}

/** `16`, or `16 → 64`. */
const changed = <T extends string | number>(was: T, is: T): string =>
  was === is ? String(was) : `${was} → ${is}`;

/** `1 slice`, `2 slices`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
