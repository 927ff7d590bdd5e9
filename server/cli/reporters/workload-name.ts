import type { Workload } from '../../../shared/schemas.ts';

/** What is sent, in the words of redis-benchmark: `SET`, `SET:GET 1:10`, or the line of one's own. */
export function workloadName({ commands, ratio, customCommand }: Workload): string {
  const names = commands.map((id) => (id === 'custom' ? (customCommand ?? id) : id.toUpperCase())).join(':');
  return ratio ? `${names} ${ratio.join(':')}` : names;
}
