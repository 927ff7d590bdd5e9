import type * as z from 'zod/mini';
import { InvalidInput, toProblems } from '../../../shared/contract/parse.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';

/** The input of a tool by its schema. Throws InvalidInput, with the bounds of this schema, which may be narrower. */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap((issue): Problem[] => {
    const bound = boundIn(issue);
    return bound === null
      ? toProblems([issue], given, 'arguments')
      : [{ field: ['arguments', ...issue.path].map(String).join('.'), message: bound }];
  });
  // A number beyond all bounds breaks several.
  throw new InvalidInput([...new Map(problems.map((problem) => [problem.field, problem])).values()]);
}

/** The bound that a number breaks; `null`: the issue is about something else. */
function boundIn(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'))
    return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return null;
  if (issue.origin !== 'number' && issue.origin !== 'int') return null;
  return issue.code === 'too_small'
    ? `must be at least ${issue.minimum}`
    : `must be at most ${issue.maximum}`;
}
