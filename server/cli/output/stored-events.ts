import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { UsageError } from '../usage/usage-error.ts';

/** Whether a text is a stream of run events, one JSON a line, as `--ndjson` writes it. */
export const isStream = (content: string): boolean =>
  eventIn(content.split('\n', 1)[0] ?? '')?.type === 'run-started';

/** The events, and the result with which the last of them ends. Throws UsageError for a run that did not finish. */
export function eventsIn(content: string, name: string): { events: RunEvent[]; result: unknown } {
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
