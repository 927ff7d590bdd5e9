#!/usr/bin/env node
import { InvalidInput } from '../../shared/schemas.ts';
import { NamedTargetsInvalid } from '../redis/named-targets.ts';
import { TargetUrlInvalid } from '../redis/open-target.ts';
import { bench } from './bench.ts';
import { clean } from './clean.ts';
import { selfcheck } from './selfcheck.ts';
import { exitCodes, UsageError } from './usage-error.ts';

const usage = `Usage: roundtrip COMMAND [options]

  bench      measure; roundtrip bench --help
  clean      remove the keys that crashed runs have left on a server; roundtrip clean --help
  selfcheck  prove the instrument on this machine
`;

const [command, ...words] = process.argv.slice(2);
const terminal = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  stderrIsTerminal: process.stderr.isTTY,
  columns: process.stderr.columns || 80,
};

// A reader such as `head` may leave early: the run and its other outputs go on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function main(): Promise<number> {
  switch (command) {
    case 'bench':
      return bench(words, terminal);
    case 'clean':
      return clean(words, terminal);
    case 'selfcheck':
      return selfcheck(words, terminal);
    case '--help':
    case '-h':
    case 'help':
      terminal.stdout(usage);
      return exitCodes.done;
    default:
      throw new UsageError(`${command === undefined ? 'no command' : `no command "${command}"`}\n${usage}`);
  }
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
