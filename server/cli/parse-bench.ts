import { parseArgs, type ParseArgsConfig } from 'node:util';
import { InvalidInput, parsePlan, type Plan, type Problem } from '../../shared/schemas.ts';
import { checkPlan } from '../engine/plan-check.ts';
import { benchOptions, nameOf } from './bench-options.ts';
import { UsageError } from './usage-error.ts';

export interface BenchCall {
  /** Options that make the plan; the file of `--plan` is not read yet. */
  planInput: Record<string, unknown>;
  planFile: string | null;
  url: string | null;
  /** Id of a named target. */
  target: string | null;
  /** Files by reporter; `-` is stdout. */
  outputs: { reporter: string; file: string }[];
  quiet: boolean;
  progress: boolean;
  help: boolean;
}

const defaultStrategies = 'one-by-one,auto-pipeline,pipeline';

const alternatives = [
  ['requests', 'duration', 'how much'],
  ['url', 'target', 'where'],
] as const;

/** Reads the words behind `bench`. Throws UsageError. */
export function parseBenchCall(words: readonly string[], reporters: readonly string[]): BenchCall {
  const values = readWords(words);
  const text = (name: string) => values.get(name)?.at(-1) ?? null;
  const planInput: Record<string, unknown> = {};
  const named = benchOptions.filter(({ name, plan }) => plan && values.has(name));
  for (const option of named) {
    const value = text(option.name);
    if (option.plan && value !== null)
      put(planInput, option.plan.path, option.plan.read(value, `--${option.name}`));
  }
  for (const [one, other, what] of alternatives)
    if (values.has(one) && values.has(other))
      throw new UsageError(`--${one} and --${other} are two ways to say ${what}: give one of them`);
  const planFile = text('plan');
  const replaced = [...named.map(({ name }) => name), ...(values.has('strategy') ? ['strategy'] : [])];
  if (planFile !== null && replaced.length > 0)
    throw new UsageError(
      `--plan holds the whole plan: leave out ${replaced.map((name) => `--${name}`).join(', ')}`,
    );
  if (text('warmup') === 'auto') put(planInput, ['schedule', 'untilLevel'], true);
  completeCommands(planInput);
  planInput['lanes'] = (text('strategy') ?? defaultStrategies)
    .split(',')
    .map((strategy) => ({ strategy: strategy.trim() }));
  return {
    planInput,
    planFile,
    url: text('url'),
    target: text('target'),
    outputs: reporters.flatMap((reporter) =>
      (values.get(reporter) ?? []).map((file) => ({ reporter, file })),
    ),
    quiet: values.has('quiet'),
    progress: !values.has('quiet') && !values.has('no-progress'),
    help: values.has('help'),
  };
}

/** Checks a plan as `parsePlan` and the engine do, in the words of the command line. Throws UsageError. */
export function planOf(input: unknown): Plan {
  try {
    const plan = parsePlan(input);
    checkPlan(plan);
    return plan;
  } catch (error) {
    if (error instanceof InvalidInput) throw new UsageError(error.problems.map(inWords).join('\n'));
    throw error;
  }
}

function readWords(words: readonly string[]): Map<string, string[]> {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    benchOptions.map(({ name, short, argument }) => [
      name,
      { type: argument ? 'string' : 'boolean', multiple: true, ...(short ? { short } : {}) },
    ]),
  );
  try {
    const { values } = parseArgs({ args: [...words], options, allowPositionals: false });
    return new Map(Object.entries(values).map(([name, value]) => [name, [value].flat().map(String)]));
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. To specify')[0] : String(error);
    throw new UsageError(`${message ?? ''}. All options: npm run bench -- --help`);
  }
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) into[first] = value;
  else {
    const inner = (into[first] ?? {}) as Record<string, unknown>;
    put(inner, rest, value);
    into[first] = inner;
  }
}

/** memtier_benchmark's `--ratio` is set:get; a command line of one's own is a command as well. */
function completeCommands(planInput: Record<string, unknown>): void {
  const workload = (planInput['workload'] ?? {}) as Record<string, unknown>;
  const commands = workload['commands'] as string[] | undefined;
  if (workload['ratio'] && !commands) workload['commands'] = ['set', 'get'];
  if (workload['customCommand'] && !commands) workload['commands'] = ['custom'];
  if (commands && commands.length > 1 && !workload['ratio'])
    throw new UsageError(
      `--tests names ${commands.length} commands: say with --ratio how they are mixed (${commands.map(() => 1).join(':')}), or run them one after the other`,
    );
}

function inWords({ field, value, message }: Problem): string {
  const option = benchOptions.find(({ plan }) => plan && field.startsWith(plan.path.join('.')));
  const lane = /^lanes\[\d+\]\.workload\.(.*)$/.exec(field)?.[1];
  const ofLane = benchOptions.find(({ plan }) => plan && lane && plan.path.join('.') === `workload.${lane}`);
  const strategy = /^lanes\[\d+\]\.strategy$/.test(field) ? '--strategy' : undefined;
  const name = option ? nameOf(option) : ofLane ? nameOf(ofLane) : (strategy ?? field);
  return `${name}: ${message}${value === undefined ? '' : `, not ${JSON.stringify(value)}`}`;
}
