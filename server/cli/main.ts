#!/usr/bin/env node
import { commands } from './commands/index.ts';
import { readCall } from './options/option-words.ts';
import { lookOf, type Terminal } from './output/terminal.ts';
import { plainText } from '../terminal/plain-text.ts';
import { outliveOutput } from '../terminal/outlive-output.ts';
import { exitCodes, UsageError } from './usage/usage-error.ts';

const nameWidth = Math.max(...commands.map(({ name }) => name.length));
const overview = [
  'Usage: roundtrip COMMAND [options]',
  '',
  ...commands.map(({ name, summary }) => `  ${name.padEnd(nameWidth)}  ${summary}`),
  '',
  'roundtrip COMMAND --help tells the options of each.',
  '',
].join('\n');

const [word, ...words] = process.argv.slice(2);
const styled: Terminal['styled'] = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
};
const terminal: Terminal = {
  stdout: (text) => {
    styled.stdout(plainText(text));
  },
  stderr: (text) => {
    styled.stderr(plainText(text));
  },
  styled,
  stderrIsTerminal: process.stderr.isTTY,
  get columns() {
    return process.stderr.columns || 80;
  },
  look: (stream) => lookOf(process[stream]),
};

const unwritten: Error[] = [];
outliveOutput((error) => {
  if (unwritten.length === 0) terminal.stderr(`roundtrip: stdout could not be written: ${error.message}\n`);
  unwritten.push(error);
  process.exitCode = exitCodes.notMeasured;
});

async function main(): Promise<number> {
  if (word === '--help' || word === '-h' || word === 'help') {
    terminal.stdout(overview);
    return exitCodes.done;
  }
  const command = commands.find(({ name }) => name === word);
  if (!command)
    throw new UsageError(`${word === undefined ? 'no command' : `no command "${word}"`}\n${overview}`);
  const usage = await command.usage();
  const call = readCall(words, usage);
  if (call.values.has('help')) {
    terminal.stdout(usage.help());
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
  const { TargetUrlInvalid } = await import('../redis/targets/open-target.ts');
  return [InvalidInput, NamedTargetsInvalid, TargetUrlInvalid].some((kind) => error instanceof kind);
}

try {
  const code = await main();
  process.exitCode = unwritten.length > 0 ? exitCodes.notMeasured : code;
} catch (error) {
  terminal.stderr(`roundtrip: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = (await isWrongUsage(error)) ? exitCodes.wrongUsage : exitCodes.notMeasured;
}
