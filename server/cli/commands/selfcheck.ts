import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import type { Selfcheck } from '../selfcheck/check.ts';

const harness = () => import('../selfcheck/harness.ts');
const delays = () => import('../selfcheck/delays.ts');
/** What is asked, in order. */
const checks: readonly { id: string; load: () => Promise<Selfcheck> }[] = [
  { id: 'recording', load: async () => (await harness()).recordingCost },
  { id: 'ceiling', load: async () => (await harness()).harnessCeiling },
  { id: 'counts', load: async () => (await harness()).counts },
  { id: 'delay', load: async () => (await delays()).knownDelay },
  { id: 'stalls', load: async () => (await delays()).stalls },
  { id: 'same', load: async () => (await harness()).sameAgainstSame },
  { id: 'roofline', load: async () => (await import('../selfcheck/roofline.ts')).roofline },
];
const ids = checks.map(({ id }) => id);

export const command: CliCommand = {
  usage: `npm run selfcheck -- [--only ${ids.join(',')}]`,
  about: 'Proves the instrument on this machine: each line is measured, now. Takes about three minutes.',
  options: [
    { name: 'only', argument: 'a,b,…', choices: ids, severalChoices: true, help: 'these checks alone' },
    helpOption,
  ],
  exitCodes: '0 all passed; 1 something did not; 2 wrong usage.',
  helpCommand: 'npm run selfcheck -- --help',

  async run({ values }, terminal) {
    const only = onlyIn(values);
    const { startEmbedded } = await import('../../redis/private/embedded.ts');
    const server = await startEmbedded();
    let failed = 0;
    try {
      for (const { load } of checks.filter(({ id }) => only.includes(id))) {
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
  },
};

function onlyIn(values: OptionValues): readonly string[] {
  const named = lastOf(values, 'only')?.split(',') ?? ids;
  const unknown = named.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new UsageError(`--only takes ${ids.join(', ')}, not "${unknown}"`);
  return named;
}
