import { readFileSync } from 'node:fs';
import { resultSchema, resultVersion } from '../../shared/result-schema/index.ts';
import type { Result } from '../../shared/events.ts';
import { embeddedIn } from '../reporters/html/embedded.ts';
import { UsageError } from './usage-error.ts';

/**
 * A stored result: of `--json`, the last line of `--ndjson`, or out of a `--html` report; `-` reads stdin.
 * Throws UsageError when the file is none of these, or of another version.
 */
export function readResult(file: string): Result {
  const name = file === '-' ? 'stdin' : file;
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${reason(error)}`);
  }
  return checked(documentIn(text, name), name);
}

function documentIn(text: string, name: string): unknown {
  const content = embeddedIn(text) ?? text.trim();
  if (content === '') throw new UsageError(`${name} is empty: a result was expected`);
  try {
    return JSON.parse(content);
  } catch (error) {
    return lastEvent(content, name) ?? notJson(name, reason(error));
  }
}

/** The result in a stream of events; `null` when the text is no such stream. */
function lastEvent(content: string, name: string): unknown {
  const lines = content.split('\n');
  const [first, last] = [eventIn(lines[0]), eventIn(lines.at(-1))];
  if (first?.type !== 'run-started') return null;
  if (last?.type !== 'run-finished')
    throw new UsageError(`${name} holds the events of a run that did not finish: there is no result in it`);
  return last.result;
}

function eventIn(line = ''): { type?: unknown; result?: unknown } | null {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' ? event : null;
  } catch {
    return null;
  }
}

function notJson(name: string, why: string): never {
  throw new UsageError(`${name} is not a result, as --json, --ndjson or --html write it: ${why}`);
}

const mostProblems = 5;

function checked(document: unknown, name: string): Result {
  const version =
    typeof document === 'object' && document !== null && 'schema' in document ? document.schema : undefined;
  if (version === undefined)
    throw new UsageError(
      `${name} is not a result of Roundtrip: it has no field "schema". \`roundtrip bench --json FILE\` writes one`,
    );
  if (version !== resultVersion)
    throw new UsageError(
      `${name} has schema ${JSON.stringify(version)}, and this program reads schema ${resultVersion}: use the Roundtrip that wrote it`,
    );
  const parsed = resultSchema.safeParse(document);
  if (parsed.success) return document as Result;
  const { issues } = parsed.error;
  const shown = issues.slice(0, mostProblems).map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  const rest = issues.length > mostProblems ? [`  and ${issues.length - mostProblems} more`] : [];
  throw new UsageError(
    [`${name} is not a result of schema ${resultVersion} (docs/result.schema.json):`, ...shown, ...rest].join(
      '\n',
    ),
  );
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
