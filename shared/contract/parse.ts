import * as z from 'zod/mini';
import { limits, type Limit } from '../limits.ts';
import { describe, real, text } from './describe.ts';

/** One thing wrong with a document that somebody sent. */
export const problemSchema = z.object({
  field: text('Where, as in workload.clients or lanes[1].strategy.'),
  value: z.exactOptional(describe(z.unknown(), 'What stood there; texts cut at 80 characters.')),
  message: text('What would be right.'),
  allowed: z.exactOptional(
    describe(
      z.object({ min: real('Least, in the unit of the field.'), max: real('Most, likewise.') }),
      'The allowed range, for numbers.',
    ),
  ),
});
export type Problem = z.output<typeof problemSchema>;

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
    const value = issue.code === 'unrecognized_keys' ? undefined : short(at(input, issue.path));
    return {
      field: field || 'plan',
      value,
      message: describeIssue(issue, allowed),
      ...(allowed ? { allowed: { min: allowed.min, max: allowed.max } } : {}),
    };
  });
}

function describeIssue(issue: Issue, allowed: Limit | undefined): string {
  const unit = allowed?.unit ? ` ${allowed.unit}` : '';
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'unrecognized_keys':
      return `no such field: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.message === 'Invalid input' ? 'has the wrong form' : issue.message;
    case 'too_small':
    case 'too_big':
    case 'invalid_type':
      if (allowed) return `must be a number from ${allowed.min} to ${allowed.max}${unit}`;
      return issue.code === 'invalid_type' ? `must be ${article(issue.expected)}` : sizeOf(issue);
    default:
      return 'not allowed';
  }
}

const article = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

function sizeOf(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  return `must have ${bound} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
}

/** The limit that the last name in a path stands for. */
function rangeOf(path: readonly PropertyKey[]): Limit | undefined {
  const name = path.findLast((part) => typeof part === 'string');
  const key = name === 'ratio' ? 'weight' : name === 'dataSizeRange' ? 'dataSize' : name;
  const table: Record<string, Limit> = limits;
  if (key === 'lanes') return undefined;
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
