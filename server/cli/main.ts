#!/usr/bin/env node
import { builtFile } from '../built.ts';
import { lookOf, writersOf, type Terminal } from './output/terminal.ts';
import { outliveOutput } from '../terminal/outlive-output.ts';
import { runProgram } from './program.ts';
import { exitCodes } from './exit-codes.ts';

const [word, ...words] = process.argv.slice(2);
// The page is a program of its own, which reads its own options.
if (word === 'start') {
  process.argv.splice(2, 1);
  await import(builtFile('server/http/main.js').href);
} else process.exitCode = await runInProcess(word === undefined ? [] : [word, ...words]);

/** Resolves with the exit code. */
async function runInProcess(words: readonly string[]): Promise<number> {
  const terminal: Terminal = {
    ...writersOf({
      stdout: (text) => void process.stdout.write(text),
      stderr: (text) => void process.stderr.write(text),
    }),
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
  const code = await runProgram(words, terminal);
  return unwritten.length > 0 ? exitCodes.notMeasured : code;
}
