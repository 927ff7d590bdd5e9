import { formatBytes, formatRate } from './format.ts';
import type { Workload } from './schemas.ts';

/** What is sent, in the words of redis-benchmark: `SET`, `SET:GET 1:10`, or the line of one's own. */
export function workloadName({
  commands,
  ratio,
  customCommand,
}: Pick<Workload, 'commands' | 'ratio' | 'customCommand'>): string {
  const names = commands.map((id) => (id === 'custom' ? (customCommand ?? id) : id.toUpperCase())).join(':');
  return ratio ? `${names} ${ratio.join(':')}` : names;
}

/** `SET · 100 B · 10 connections · batch size 16`. */
export const workloadInWords = (workload: Workload): string =>
  inWords(workload, [`batch size ${workload.pipeline}`]);

/** The same of a workload whose batch size is what is asked. */
export const unbatchedInWords = (workload: Workload): string => inWords(workload, []);

function inWords(workload: Workload, batch: readonly string[]): string {
  const size = workload.dataSizeRange
    ? workload.dataSizeRange.map(formatBytes).join('–')
    : formatBytes(workload.dataSize);
  return [
    workloadName(workload),
    size,
    counted(workload.clients, 'connection'),
    ...(workload.threads > 1 ? [counted(workload.threads, 'thread')] : []),
    ...batch,
    ...(workload.rps === undefined ? [] : [`${formatRate(workload.rps)}/s asked for`]),
  ].join(' · ');
}

/** `1 slice`, `2 slices`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
