import { startEmbedded } from '../../redis/private/embedded.ts';
import type { CommandOption } from '../options/option.ts';
import { readWords } from '../options/option-words.ts';
import { checks } from '../selfcheck/index.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage-error.ts';

const help = `Usage: npm run selfcheck -- [--only ${checks.map(({ id }) => id).join(',')}]

Proves the instrument on this machine: each line is measured, now. Takes about three minutes.
Exit codes: 0 all passed; 1 something did not; 2 wrong usage.
`;

export const selfcheckOptions: readonly CommandOption[] = [
  {
    name: 'only',
    argument: 'a,b,…',
    choices: checks.map(({ id }) => id),
    severalChoices: true,
    help: 'these checks alone',
  },
  { name: 'help', short: 'h', help: 'this text' },
];

/** `roundtrip selfcheck`: prints what was found, line by line; resolves with the exit code. Throws UsageError. */
export async function selfcheck(words: readonly string[], terminal: Terminal): Promise<number> {
  const only = readOnly(words);
  if (only === 'help') {
    terminal.stdout(help);
    return exitCodes.done;
  }
  const server = await startEmbedded();
  let failed = 0;
  try {
    for (const check of checks.filter(({ id }) => only === null || only.includes(id))) {
      terminal.stdout(`${check.question}\n`);
      for (const { what, figure, passed } of await check.run(server)) {
        if (passed === false) failed++;
        const mark = passed === null ? '    ' : passed ? 'ok  ' : 'FAIL';
        terminal.stdout(`  ${mark} ${what.padEnd(40)} ${figure}\n`);
      }
    }
  } finally {
    await server.stop();
  }
  terminal.stdout(failed === 0 ? 'All passed.\n' : `${failed} did not pass.\n`);
  return failed === 0 ? exitCodes.done : exitCodes.notMeasured;
}

function readOnly(words: readonly string[]): string[] | 'help' | null {
  const values = readWords(words, selfcheckOptions, 'npm run selfcheck -- --help');
  if (values.has('help')) return 'help';
  const named = values.get('only')?.at(-1)?.split(',') ?? null;
  const unknown = named?.find((id) => !checks.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--only takes ${checks.map(({ id }) => id).join(', ')}, not "${unknown}"`);
  return named;
}
