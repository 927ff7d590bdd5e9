import { parseArgs } from 'node:util';
import { startEmbedded } from '../redis/embedded.ts';
import type { Terminal } from './bench.ts';
import { checks } from './selfcheck/index.ts';
import { exitCodes, UsageError } from './usage-error.ts';

const help = `Usage: npm run selfcheck -- [--only ${checks.map(({ id }) => id).join(',')}]

Proves the instrument on this machine: each line is measured, now. Takes about three minutes.
Exit codes: 0 all passed; 1 something did not; 2 wrong usage.
`;

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
  let values: { only?: string | undefined; help?: boolean | undefined };
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return 'help';
  const named = values.only?.split(',') ?? null;
  const unknown = named?.find((id) => !checks.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--only takes ${checks.map(({ id }) => id).join(', ')}, not "${unknown}"`);
  return named;
}
