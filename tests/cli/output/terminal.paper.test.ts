import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { expect, test, vi } from 'vitest';
import { commands } from '../../../server/cli/commands/index.ts';
import { lookOf, writersOf, type Terminal } from '../../../server/cli/output/terminal.ts';
import { runProgram } from '../../../server/cli/program.ts';

const stream = (isTTY: boolean) =>
  Object.assign(new PassThrough(), {
    isTTY,
    columns: 72,
    getColorDepth: () => WriteStream.prototype.getColorDepth.call(process.stdout),
  }) as unknown as NodeJS.WriteStream;

test.each([
  ['on a terminal', true, {}, true],
  ['with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['on a terminal without any', true, { TERM: 'dumb' }, false],
  ['in a file', false, {}, false],
  ['in the log of a CI that asks for them', false, { FORCE_COLOR: '1' }, true],
  ['with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
])('%s', (_, isTerminal, environment, colour) => {
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_DISABLE_COLORS', 'CI', 'TMUX', 'COLORTERM'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('TERM', 'xterm-256color');
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  expect(lookOf(stream(isTerminal))).toEqual({ columns: isTerminal ? 72 : null, colour });
  vi.unstubAllEnvs();
});

test.each([60, 80])('help and the list of recipes fit %i columns', async (columns) => {
  let shown = '';
  const terminal: Terminal = {
    ...writersOf({ stdout: (part) => (shown += part), stderr: (part) => (shown += part) }),
    stderrIsTerminal: true,
    columns,
    look: () => ({ columns, colour: false }),
  };
  for (const words of [['recipes'], ...commands.map(({ name }) => [name, '--help'])])
    expect(await runProgram(words, terminal)).toBe(0);
  const [lines, aCommand] = [shown.split('\n'), /^(Usage:| {2}).*\b(npm run|roundtrip) /];
  // A word is not broken, nor is a line to copy.
  const broken = lines.filter((line) => line.trim().includes(' ') && !aCommand.test(line));
  expect(broken.filter((line) => line.length > columns)).toEqual([]);
});
