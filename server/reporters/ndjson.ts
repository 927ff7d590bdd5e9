import { plainJson } from '../terminal/plain-text.ts';
import type { Reporter } from './reporter.ts';

const schema = 2;

/**
 * The run events as they happen, one JSON document a line. The first, `run-started`, also carries the version
 * of the schema; the last, `run-finished`, carries the result.
 */
export const ndjson = {
  id: 'ndjson',
  help: 'the events of the run as they happen, one JSON a line',
  onEvent(event, write) {
    write(`${plainJson(event.type === 'run-started' ? { schema, ...event } : event)}\n`);
  },
} satisfies Reporter;
