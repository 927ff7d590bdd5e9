import { upgradeResult } from '../../../shared/contract/read-result.ts';
import type * as z from 'zod/mini';
import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import type { RecipeDocument } from '../../../shared/contract/recipe.ts';
import { resultSchema, resultVersion } from '../../../shared/contract/result.ts';
import { recipeResultSchema, recipeResultSchema1, recipeVersion } from '../../../shared/contract/recipe.ts';
import { embeddedIn } from '../../reporters/html/embedded.ts';
import { eventsIn, isStream } from './stored-events.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../usage/usage-error.ts';
import { short } from '../../../shared/contract/parse.ts';

/** What a file holds: a run, with its events where it is a stream of them, or what a recipe gave. */
export type Stored =
  | { kind: 'run'; result: Result; events: readonly RunEvent[] | null }
  | { kind: 'recipe'; result: RecipeDocument };

/** A recipe where the result of one run was expected. */
export class RecipeIsNoResult extends UsageError {}

/**
 * The result of one run, as `readStoredFile` finds it. Throws RecipeIsNoResult for what a recipe gave, and UsageError
 * like that one.
 */
export function readResultFile(file: string): Result {
  const stored = readStoredFile(file);
  if (stored.kind === 'run') return stored.result;
  throw new RecipeIsNoResult(
    `${nameOf(file)} is what the recipe ${stored.result.recipe} gave: a series of runs with claims, not the result of one. bench without --recipe writes one. Each step of the file holds one as well: save its "steps"[0]."result" as a file of its own`,
  );
}

/**
 * What was stored: of `--json`, of `--ndjson`, or within a `--html` report; `-` reads stdin. Throws UsageError when
 * the file is none of these, or of another version.
 */
export function readStoredFile(file: string): Stored {
  const name = nameOf(file);
  const content = contentOf(file, name);
  if (isStream(content)) {
    const { events, result } = eventsIn(content, name);
    return { kind: 'run', result: checked(upgradeResult(result), name, resultDocument) as Result, events };
  }
  const document = parsed(content, name);
  if (isObject(document) && document['kind'] === 'recipe')
    return { kind: 'recipe', result: checked(withResults(document), name, recipeDocument) as RecipeDocument };
  return {
    kind: 'run',
    result: checked(upgradeResult(document), name, resultDocument) as Result,
    events: null,
  };
}

const nameOf = (file: string) => (file === '-' ? 'stdin' : file);

function contentOf(file: string, name: string): string {
  let text: string;
  try {
    text = readTextFile(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reason(error)}`);
  }
  const content = embeddedIn(text) ?? text.trim();
  if (content === '') throw new UsageError(`${name} is empty: a result was expected`);
  return content;
}

function parsed(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${name} is not a result, as --json, --ndjson or --html write it: ${reason(error)}`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

interface Format {
  /** By version; the newest is written. */
  schemas: Readonly<Record<number, z.ZodMiniType>>;
  what: (version: number) => string;
}

const resultDocument: Format = {
  schemas: { [resultVersion]: resultSchema },
  what: (version) => `a result of schema ${version} (docs/reports.md)`,
};
const recipeDocument: Format = {
  schemas: { 1: recipeResultSchema1, [recipeVersion]: recipeResultSchema },
  what: (version) => `what a recipe gives, schema ${version} (docs/recipes.md)`,
};

const mostProblems = 5;

/** What a recipe gave, with the results of its steps as they are today. */
const withResults = (document: Record<string, unknown>): unknown => ({
  ...document,
  steps: Array.isArray(document['steps'])
    ? document['steps'].map((step: unknown) =>
        isObject(step) ? { ...step, result: upgradeResult(step['result']) } : step,
      )
    : document['steps'],
});

/** The document itself, with all that a later version may have added. */
function checked(document: unknown, name: string, { schemas, what }: Format): unknown {
  const version = isObject(document) ? document['schema'] : undefined;
  if (version === undefined)
    throw new UsageError(
      `${name} is not a result of Roundtrip: it has no field "schema". \`roundtrip bench --json FILE\` writes one`,
    );
  const schema = typeof version === 'number' ? schemas[version] : undefined;
  if (typeof version !== 'number' || !schema)
    throw new UsageError(
      `${name} has schema ${typeof version === 'object' ? 'of another type' : JSON.stringify(short(version))}, and this program reads up to schema ${Math.max(...Object.keys(schemas).map(Number))}: use the Roundtrip that wrote it`,
    );
  const found = schema.safeParse(document);
  if (found.success) return document;
  const { issues } = found.error;
  const shown = issues.slice(0, mostProblems).map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  const rest = issues.length > mostProblems ? [`  and ${issues.length - mostProblems} more`] : [];
  throw new UsageError([`${name} is not ${what(version)}:`, ...shown, ...rest].join('\n'));
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
