import { startEmbedded } from '../../redis/private/embedded.ts';
import type { CommandCall, OptionValues } from '../options/option-words.ts';
import { checks } from '../selfcheck/index.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip selfcheck`: prints what was found, line by line; resolves with the exit code. Throws UsageError. */
export async function selfcheck({ values }: CommandCall, terminal: Terminal): Promise<number> {
  const only = readOnly(values);
  const server = await startEmbedded();
  let failed = 0;
  try {
    for (const { load } of checks.filter(({ id }) => only === null || only.includes(id))) {
      const { question, run } = await load();
      terminal.stdout(`${question}\n`);
      for (const { what, figure, passed } of await run(server)) {
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

function readOnly(values: OptionValues): string[] | null {
  const named = values.get('only')?.at(-1)?.split(',') ?? null;
  const unknown = named?.find((id) => !checks.some((check) => check.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--only takes ${checks.map(({ id }) => id).join(', ')}, not "${unknown}"`);
  return named;
}
