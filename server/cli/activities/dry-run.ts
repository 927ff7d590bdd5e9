import type { Plan } from '../../../shared/contract/plan.ts';
import type { ToolLine } from '../../../shared/plan/command-lines/lane-for-tools.ts';
import { memtierLine } from '../../../shared/plan/command-lines/memtier.ts';
import { redisBenchmarkLine } from '../../../shared/plan/command-lines/redis-benchmark.ts';
import { plannedMs } from '../../../shared/plan/duration.ts';
import { expectedMs, makeSchedule } from '../../engine/run/schedule.ts';
import { english } from '../../reporters/report-of.ts';
import type { Terminal } from '../output/terminal.ts';

const tools = [redisBenchmarkLine, memtierLine] as const;

/** The completed plan on stdout, for `--plan`; on stderr how long it takes, and the lines of other tools. */
export function printDryRun(plan: Plan, { quiet }: { quiet: boolean }, { stdout, stderr }: Terminal): void {
  stdout(`${JSON.stringify(plan, null, 2)}\n`);
  if (quiet) return;
  const counted = plan.lanes.some(({ workload }) => workload.requests !== undefined);
  // The schedule knows what a narrow link adds to each slice.
  const ms = Math.max(plannedMs(plan), expectedMs(plan, makeSchedule(plan)) ?? 0);
  const takes = `about ${english.words.numbers.about(ms)}`;
  stderr(`Nothing was sent. A run of this plan takes ${counted ? 'as long as its commands take' : takes}.\n`);
  for (const [index, { id }] of plan.lanes.entries())
    for (const lineOf of tools) {
      const { line, notes } = lineOf(plan, index);
      if (line !== null) stderr(`${id}: ${line}${differs(notes)}\n`);
    }
}

const differs = (notes: ToolLine['notes']): string =>
  notes.length === 0 ? '' : `   # differs in: ${notes.join(', ')}`;
