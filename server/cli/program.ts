import { readFileSync } from 'node:fs';
import { projectFile } from '../built.ts';
import { commands } from './commands/index.ts';
import { readCall } from './options/option-words.ts';
import type { Terminal } from './output/terminal.ts';
import { inCallersWords } from '../terminal/callers-words.ts';
import { exitCodes, UsageError } from './usage/usage-error.ts';

const nameWidth = Math.max(...commands.map(({ name }) => name.length));
const overview = [
  'Usage: roundtrip COMMAND [options]',
  '',
  `  ${'start'.padEnd(nameWidth)}  serve the page`,
  ...commands.map(({ name, summary }) => `  ${name.padEnd(nameWidth)}  ${summary}`),
  '',
  'roundtrip COMMAND --help tells the options of each; roundtrip --version, which one this is.',
  '',
].join('\n');

const roundtripVersion = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version;

/** The command line without its process: carries out these words and resolves with the exit code. Never rejects. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await carryOut(words, terminal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.stderr(`roundtrip: ${inCallersWords(why)}\n`);
    return (await isWrongUsage(error)) ? exitCodes.wrongUsage : exitCodes.notMeasured;
  }
}

async function carryOut([word, ...words]: readonly string[], terminal: Terminal): Promise<number> {
  if (word === '--help' || word === '-h' || word === 'help') {
    terminal.stdout(overview);
    return exitCodes.done;
  }
  if (word === '--version' || word === '-V') {
    terminal.stdout(`${roundtripVersion()}\n`);
    return exitCodes.done;
  }
  const command = commands.find(({ name }) => name === word);
  if (!command)
    throw new UsageError(`${word === undefined ? 'no command' : `no command "${word}"`}\n${overview}`);
  const usage = await command.usage();
  const call = readCall(words, usage);
  if (call.values.has('help')) {
    terminal.stdout(inCallersWords(usage.help()));
    return exitCodes.done;
  }
  const run = await command.load();
  return run(call, terminal);
}

/** The other errors of wrong usage are loaded here: most calls end without one. */
async function isWrongUsage(error: unknown): Promise<boolean> {
  if (error instanceof UsageError) return true;
  const { InvalidInput } = await import('../../shared/contract/parse.ts');
  const { NamedTargetsInvalid } = await import('../redis/targets/named-targets.ts');
  const { TargetChoiceInvalid } = await import('../redis/targets/choose-target.ts');
  const { TargetUrlInvalid } = await import('../redis/targets/open-target.ts');
  return [InvalidInput, NamedTargetsInvalid, TargetChoiceInvalid, TargetUrlInvalid].some(
    (kind) => error instanceof kind,
  );
}
