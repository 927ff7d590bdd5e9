import { checkRequests, Outputs, type OutputRequest } from '../output/outputs.ts';
import { eventReporters, reporters } from '../../reporters/index.ts';
import { checkRecipeOutputs } from '../options/recipe.ts';
import { recipeReport } from '../output/recipe-report.ts';
import { writeRecipe } from '../output/print-recipe.ts';
import { table } from '../output/table.ts';
import { readStoredFile, type Stored } from '../output/result-file.ts';
import { eventsOf } from '../output/stored-events.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

const made = [...reporters, ...eventReporters];

/** `roundtrip report`: resolves with the exit code. Throws UsageError for a file that is not a result. */
export function report(call: CommandCall, terminal: Terminal): Promise<number> {
  const { file, requests } = read(call);
  // Before the file is read, which may be large or come from a pipe.
  checkRequests(requests);
  const stored = readStoredFile(file);
  if (stored.kind === 'recipe') reportRecipe(stored, requests, terminal);
  else reportRun(stored, requests, terminal);
  return Promise.resolve(exitCodes.done);
}

function reportRun(
  { result, events }: Extract<Stored, { kind: 'run' }>,
  requests: readonly OutputRequest[],
  terminal: Terminal,
): void {
  const outputs = new Outputs(requests, terminal.stdout);
  if (requests.length === 0) table({ result }, terminal.look('stdout'), terminal.styled.stdout);
  for (const event of events ?? eventsOf(result)) outputs.onEvent(event);
  outputs.report({ result });
}

function reportRecipe(
  { result }: Extract<Stored, { kind: 'recipe' }>,
  requests: readonly OutputRequest[],
  terminal: Terminal,
): void {
  checkRecipeOutputs(requests.map(({ reporter }) => reporter));
  if (requests.length === 0) terminal.stdout(recipeReport(result));
  writeRecipe(result, requests, terminal);
}

function read({ values, operands }: CommandCall): { file: string; requests: OutputRequest[] } {
  const [file, ...more] = operands;
  if (file === undefined) throw new UsageError('which result? npm run report -- result.json');
  if (more.length > 0) throw new UsageError(`one result at a time, not ${operands.join(', ')}`);
  const requests = made.flatMap(({ id }) =>
    (values.get(id) ?? []).map((output) => ({ reporter: id, file: output })),
  );
  return { file, requests };
}
