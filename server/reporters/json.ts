import { plainJson } from '../terminal/plain-text.ts';
import type { Reporter } from './reporter.ts';

/** The whole result; shared/contract/result.ts has its schema. */
export const json: Reporter = {
  id: 'json',
  help: 'the result as JSON',
  report({ result }, write) {
    write(`${plainJson(result, 2)}\n`);
  },
};
