import type { BenchOption } from '../../terminal/options/option.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';

/** The part of a plan that the options say, not checked yet. Throws UsageError for a value that cannot be read. */
export function planInputFrom(values: OptionValues, table: readonly BenchOption[]): Record<string, unknown> {
  const planInput: Record<string, unknown> = {};
  for (const { name, plan } of table) {
    const value = plan ? lastOf(values, name) : null;
    if (plan && value !== null) put(planInput, plan.path, plan.read(value, `--${name}`));
  }
  completeCommands(planInput, values.has('command'));
  return planInput;
}

export function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) into[first] = value;
  else {
    const inner = (into[first] ?? {}) as Record<string, unknown>;
    put(inner, rest, value);
    into[first] = inner;
  }
}

/** memtier_benchmark's `--ratio` is set:get; a command line of one's own is a command as well, and `ownMixIn` mixes it. */
function completeCommands(planInput: Record<string, unknown>, hasLines: boolean): void {
  const workload = (planInput['workload'] ?? {}) as Record<string, unknown>;
  const commands = workload['commands'] as string[] | undefined;
  if (workload['ratio'] && !commands) workload['commands'] = ['set', 'get'];
  if (workload['customCommand'] && !commands) workload['commands'] = ['custom'];
  if (commands && commands.length > 1 && !workload['ratio'] && !hasLines)
    throw new UsageError(
      commands.length === new Set(commands).size
        ? `--tests names ${commands.length} commands: say with --ratio how they are mixed (${commands.map(() => 1).join(':')}), or run them one after the other, as redis-benchmark does`
        : `--tests names a command twice: ${commands.join(',')}`,
    );
}
