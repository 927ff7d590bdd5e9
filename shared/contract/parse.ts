import * as z from 'zod/mini';
import { agentsInRun, limits, type Limit } from '../limits.ts';
import { planSettings } from '../settings/plan.ts';
import { workloadSettings } from '../settings/workload.ts';
import { problemAt } from './problem-at.ts';
import type { Problem, ProblemReason } from './problem-reason.ts';

/** A document that does not fit its schema. `message` lists every problem in one line each. */
export class InvalidInput extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

const describeProblem = ({ field, value, message }: Problem) =>
  `${field}: ${message}${value === undefined ? '' : `, not ${JSON.stringify(value)}`}`;
/** What the schema makes of a document. Throws InvalidInput. */
export function parse<T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (!result.success) throw new InvalidInput(toProblems(result.error.issues, input));
  return result.data;
}

type Issue = z.core.$ZodIssue;

export function toProblems(issues: readonly Issue[], input: unknown, prefix = ''): Problem[] {
  return issues.map((issue) => {
    const field = [prefix, ...issue.path].reduce<string>(
      (path, part) =>
        typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part),
      '',
    );
    const allowed = rangeOf(issue.path);
    const reason = reasonOf(issue, allowed);
    const more = {
      value: issue.code === 'unrecognized_keys' ? undefined : short(at(input, issue.path)),
      ...(allowed ? { allowed: { min: allowed.min, max: allowed.max } } : {}),
    };
    return reason
      ? problemAt(field || 'plan', reason, more)
      : { field: field || 'plan', message: messageOf(issue), ...more };
  });
}

/** Fields whose form a pattern says. */
const forms: Partial<Record<string, ProblemReason>> = {
  id: { code: 'lane-id-form' },
  keyPrefix: { code: 'key-prefix-form', most: workloadSettings.keyPrefix.text.max },
  prefix: { code: 'key-prefix-form', most: planSettings.prefix.text.max },
};

/** `null`: what is wrong has no code. */
function reasonOf(issue: Issue, allowed: Limit | undefined): ProblemReason | null {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['reason'] as ProblemReason | undefined) ?? null;
    case 'unrecognized_keys':
      return { code: 'unknown-fields', names: issue.keys };
    case 'invalid_value':
      return { code: 'not-one-of', known: issue.values.map(String) };
    case 'invalid_format':
      return forms[String(issue.path.at(-1))] ?? null;
    case 'invalid_type':
      return allowed ? rangeIn(allowed) : { code: 'wrong-type', expected: issue.expected };
    case 'too_small':
    case 'too_big': {
      if (allowed) return rangeIn(allowed);
      const of = issue.origin === 'array' ? 'entries' : 'characters';
      return issue.code === 'too_small'
        ? { code: 'too-few', least: Number(issue.minimum), of }
        : { code: 'too-many', most: Number(issue.maximum), of };
    }
    default:
      return null;
  }
}

const rangeIn = ({ min, max, unit }: Limit): ProblemReason => ({ code: 'out-of-range', min, max, unit });

function messageOf({ code, message }: Issue): string {
  if (code === 'custom') return message;
  if (code !== 'invalid_format') return 'not allowed';
  return message === 'Invalid input' ? 'has the wrong form' : message;
}

/** What a check of a schema of ours adds to its complaints. */
export const failure = (path: PropertyKey[], reason: ProblemReason, input: unknown) => ({
  code: 'custom' as const,
  path,
  message: reason.code,
  params: { reason },
  input,
});

/** The limit that the last name in a path stands for. */
function rangeOf(path: readonly PropertyKey[]): Limit | undefined {
  const name = path.findLast((part) => typeof part === 'string');
  const key = name === 'ratio' ? 'weight' : name === 'dataSizeRange' ? 'dataSize' : name;
  const table: Record<string, Limit> = limits;
  if (key === 'lanes') return undefined;
  // Elsewhere it is a list of them.
  if (key === 'agents') return path.includes('environment') ? undefined : agentsInRun;
  if (key === 'rps' && path.includes('bystander')) return limits.bystanderRps;
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );
}

export const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 80
    ? `${value.slice(0, 80)}…`
    : typeof value === 'object' && value !== null
      ? undefined
      : value;
