#!/usr/bin/env node
import { InvalidInput } from '../../shared/contract/schemas.ts';
import { NamedTargetsInvalid } from '../redis/targets/named-targets.ts';
import { TargetUrlInvalid } from '../redis/targets/open-target.ts';
import { commands } from './commands/index.ts';
import { lookOf, type Terminal } from './output/terminal.ts';
import { exitCodes, UsageError } from './usage-error.ts';

const nameWidth = Math.max(...commands.map(({ name }) => name.length));
const usage = [
  'Usage: roundtrip COMMAND [options]',
  '',
  ...commands.map(({ name, summary }) => `  ${name.padEnd(nameWidth)}  ${summary}`),
  '',
  'roundtrip COMMAND --help tells the options of each.',
  '',
].join('\n');

const [word, ...words] = process.argv.slice(2);
const terminal: Terminal = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  stderrIsTerminal: process.stderr.isTTY,
  get columns() {
    return process.stderr.columns || 80;
  },
  look: (stream) => lookOf(process[stream]),
};

// A reader such as `head` may leave early: the run and its other outputs go on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function main(): Promise<number> {
  if (word === '--help' || word === '-h' || word === 'help') {
    terminal.stdout(usage);
    return exitCodes.done;
  }
  const command = commands.find(({ name }) => name === word);
  if (!command)
    throw new UsageError(`${word === undefined ? 'no command' : `no command "${word}"`}\n${usage}`);
  return command.run(words, terminal);
}

try {
  process.exitCode = await main();
} catch (error) {
  const wrongUsage =
    error instanceof UsageError ||
    error instanceof InvalidInput ||
    error instanceof TargetUrlInvalid ||
    error instanceof NamedTargetsInvalid;
  terminal.stderr(`roundtrip: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = wrongUsage ? exitCodes.wrongUsage : exitCodes.notMeasured;
}
