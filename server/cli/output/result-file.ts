import { embeddedIn } from '../../../shared/report/embedded.ts';
import type * as z from 'zod/mini';
import { type Result, resultSchema } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { type RecipeResult, recipeResultSchema } from '../../../shared/contract/recipe.ts';
import { documentVersions } from '../../../shared/contract/enums.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { foreign } from '../../../shared/words/en/foreign.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { short } from '../../../shared/contract/parse.ts';

/** What a file holds: a run, with its events where it is a stream of them, or what a recipe gave. */
export type Stored =
  | { kind: 'run'; result: Result; events: readonly RunEvent[] | null }
  | { kind: 'recipe'; result: RecipeResult };

/**
 * What was stored: of `--json`, of `--ndjson`, or within a `--html` report; `-` reads stdin. Throws UsageError when
 * the file is none of these, or of another version. `text`: what it holds, where it was read already.
 */
export function readStoredFile(file: string, text = inputOf(file)): Stored {
  const name = nameOf(file);
  const content = contentOf(text, name);
  if (isStream(content)) {
    const { events, result } = eventsIn(content, name);
    return { kind: 'run', result: checked(result, name, resultDocument) as Result, events };
  }
  const document = parsed(content, name);
  if (isObject(document) && document['kind'] === 'recipe')
    return { kind: 'recipe', result: checked(document, name, recipeDocument) as RecipeResult };
  return { kind: 'run', result: checked(document, name, resultDocument) as Result, events: null };
}

export const nameOf = (file: string) => (file === '-' ? 'stdin' : file);

/** The text of a file; `-`: of stdin, which can be read once. Throws UsageError. */
export function inputOf(file: string): string {
  try {
    return readTextFile(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${nameOf(file)} cannot be read: ${messageOf(error)}`);
  }
}

function contentOf(text: string, name: string): string {
  const content = embeddedIn(text) ?? text.trim();
  if (content === '') throw new UsageError(`${name} is empty: a result was expected`);
  return content;
}

function parsed(content: string, name: string): unknown {
  const report = reportKind(content);
  if (report !== null)
    throw new UsageError(`${name} is ${report}: give the file of --json, --ndjson or --html`);
  try {
    return JSON.parse(content);
  } catch (error) {
    if (!/^[{[]/.test(content))
      throw new UsageError(
        `${name} is neither a result of Roundtrip, as --json, --ndjson or --html write it, nor one of a tool that is known. ${foreign.readInstead}`,
      );
    throw new UsageError(
      `${name} is not a result, as --json, --ndjson or --html write it: ${messageOf(error)}`,
    );
  }
}

/** A report of ours that has not all of a result, in words; `null`: it is none. */
function reportKind(content: string): string | null {
  if (/^(<\?xml[^>]*>\s*)?<testsuites?\b/.test(content)) return 'a JUnit report';
  if (/^("[^"\n]*"[,;])+"[^"\n]*"\r?\n/.test(content)) return 'a CSV report';
  if (/^(#+ |\*\*).*(\n|$)/.test(content)) return 'a Markdown report';
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

interface Format {
  /** The version that is written and read. */
  version: number;
  schema: z.ZodMiniType;
  what: string;
}

const resultDocument: Format = {
  version: documentVersions.run,
  schema: resultSchema,
  what: `a result of schema ${documentVersions.run} (docs/reports.md)`,
};
const recipeDocument: Format = {
  version: documentVersions.lesson,
  schema: recipeResultSchema,
  what: `what a recipe gives, schema ${documentVersions.lesson} (docs/recipes.md)`,
};

const mostProblems = 5;

/** True where a document has all that a path leads through, and not its last field. */
function isMissing(document: unknown, path: readonly PropertyKey[]): boolean {
  const owner = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Fields)[name], document);
  const name = path.at(-1);
  return name !== undefined && (owner as Fields)[name] === undefined;
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

/** The document itself, with all that a later version may have added. */
function checked(document: unknown, name: string, { version, schema, what }: Format): unknown {
  const given = isObject(document) ? document['schema'] : undefined;
  if (given === undefined)
    throw new UsageError(
      `${name} is not a result of Roundtrip: it has no field "schema". \`roundtrip bench --json FILE\` writes one`,
    );
  if (given !== version)
    throw new UsageError(
      `${name} has schema ${typeof given === 'object' ? 'of another type' : JSON.stringify(short(given))}; this version reads schema ${version}: ${typeof given === 'number' && given < version ? 'measure again' : 'use the Roundtrip that wrote it'}`,
    );
  const found = schema.safeParse(document);
  if (found.success) return document;
  const { issues } = found.error;
  const lacking = issues.filter(({ path }) => isMissing(document, path));
  if (lacking.length === issues.length) {
    const others = lacking.length > 1 ? ` and ${lacking.length - 1} more fields` : '';
    throw new UsageError(
      `${name} lacks ${lacking[0]?.path.join('.') ?? ''}${others}: an earlier build of Roundtrip wrote it, or somebody cut it. Measure again`,
    );
  }
  const shown = issues.slice(0, mostProblems).map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  const rest = issues.length > mostProblems ? [`  and ${issues.length - mostProblems} more`] : [];
  throw new UsageError([`${name} is not ${what}:`, ...shown, ...rest].join('\n'));
}

/** Whether a text is a stream of run events, one JSON a line, as `--ndjson` writes it. */
const isStream = (content: string): boolean =>
  eventIn(content.split('\n', 1)[0] ?? '')?.type === 'run-started';

/** The events, and the result with which the last of them ends. Throws UsageError for a run that did not finish. */
function eventsIn(content: string, name: string): { events: RunEvent[]; result: unknown } {
  const events = content.split('\n').map(eventIn);
  const last = events.at(-1);
  if (last?.type !== 'run-finished')
    throw new UsageError(`${name} holds the events of a run that did not finish: there is no result in it`);
  const broken = events.indexOf(null);
  if (broken >= 0) throw new UsageError(`${name}, line ${broken + 1} is not an event: one JSON was expected`);
  return { events: events.filter((event) => event !== null), result: last.result };
}

/** What can be said of a run whose events were not kept: samples are missing. */
export const eventsOf = (result: Result): RunEvent[] => [
  {
    type: 'run-started',
    runId: result.id,
    startedAt: result.startedAt,
    plan: result.plan,
    environment: result.environment,
    totalMs: null,
  },
  { type: 'run-finished', result },
];

function eventIn(line: string): RunEvent | null {
  try {
    const stored: unknown = JSON.parse(line);
    if (typeof stored !== 'object' || stored === null || !('type' in stored)) return null;
    // The reporter says which schema it writes.
    const { schema: _, ...event } = stored as { type: unknown; schema?: unknown };
    return event as unknown as RunEvent;
  } catch {
    return null;
  }
}
