import { readFileSync } from 'node:fs';
import { projectFile } from '../built.ts';
import { commands } from './commands/index.ts';
import { exitCodeOfError, exitCodes, UsageError } from './exit-codes.ts';
import { messageOf } from '../../shared/words/message-of.ts';
import type { CliCommand } from './options/command.ts';
import { readCall, type CommandCall } from '../terminal/options/option-words.ts';
import { didYouMean } from '../../shared/words/nearest.ts';
import type { Terminal } from './output/terminal.ts';
import { start } from '../terminal/options/start.ts';
import { inCallersWords } from '../terminal/callers-words.ts';
import { largest } from '../../shared/statistics/extremes.ts';

const nameWidth = largest(commands.map(({ name }) => name.length));
const overview = [
  'Usage: roundtrip COMMAND [options]',
  '',
  `  ${'start'.padEnd(nameWidth)}  ${start.summary}`,
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
    terminal.stderr(`roundtrip: ${inCallersWords(messageOf(error))}\n`);
    return exitCodeOfError(error);
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
  const named = commands.find(({ name }) => name === word);
  if (!named) {
    const names = ['start', ...commands.map(({ name }) => name)];
    const said = word === undefined ? 'no command' : `no command "${word}"${didYouMean(word, names)}`;
    throw new UsageError(`${said}\n${overview}`);
  }
  const command = await named.load();
  const call = await callOf(words, command);
  if (!call.values.has('help')) return command.run(call, terminal, commands);
  const { helpText } = await import('../terminal/options/help.ts');
  terminal.stdout(inCallersWords(helpText(command, terminal.look('stdout').columns)));
  return exitCodes.done;
}

/** Throws UsageError, with the equal line where these are words of another tool. */
async function callOf(words: readonly string[], command: CliCommand): Promise<CommandCall> {
  // Their -h is a host, ours is help: a value behind it says which.
  const foreign = words.some((word, index) => word === '-h' && /^[^-]/.test(words[index + 1] ?? ''));
  try {
    if (!foreign) return readCall(words, command);
    throw new UsageError('-h HOST is redis-benchmark’s; here it is -u redis://HOST:PORT');
  } catch (error) {
    const answer = error instanceof UsageError ? await command.otherwise?.(words) : null;
    throw typeof answer === 'string' ? new UsageError(answer) : error;
  }
}
