import { reporters } from '../../reporters/index.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { requestsIn } from '../options/output.ts';
import { checkRecipeOutputs } from '../options/recipe.ts';
import { Outputs, type OutputRequest } from '../output/outputs.ts';
import { sameEverywhere } from '../output/print-document.ts';
import { reportText } from '../output/report-text.ts';
import { readStoredFile } from '../output/result-file.ts';
import { eventsOf } from '../output/stored-events.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip report`: resolves with the exit code. Throws UsageError for a file that is not a result. */
export function report(call: CommandCall, terminal: Terminal): Promise<number> {
  const { file, requests } = read(call);
  // Before the file is read, which may be large or come from a pipe.
  const outputs = new Outputs(requests, terminal.stdout);
  const stored = readStoredFile(file);
  if (stored.kind === 'recipe') checkRecipeOutputs(requests.map(({ reporter }) => reporter));
  if (requests.length === 0) {
    const look = stored.kind === 'run' ? terminal.look('stdout') : sameEverywhere;
    reportText(reportOf(stored), look, terminal.styled.stdout);
  }
  if (stored.kind === 'run')
    for (const event of stored.events ?? eventsOf(stored.result)) outputs.onEvent(event);
  outputs.report(stored);
  return Promise.resolve(exitCodes.done);
}

function read({ values, operands }: CommandCall): { file: string; requests: OutputRequest[] } {
  const [file, ...more] = operands;
  if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
  if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
  return { file, requests: requestsIn(values, reporters) };
}
