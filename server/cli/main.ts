#!/usr/bin/env node
import { lookOf, writersOf, type Terminal } from './output/terminal.ts';
import { outliveOutput } from '../terminal/outlive-output.ts';
import { runProgram } from './program.ts';
import { exitCodes } from './usage/usage-error.ts';

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

const code = await runProgram(process.argv.slice(2), terminal);
process.exitCode = unwritten.length > 0 ? exitCodes.notMeasured : code;
