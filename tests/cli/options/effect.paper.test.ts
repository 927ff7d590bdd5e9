import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAdviseCall } from '../../../server/cli/activities/search.ts';
import { command as advise } from '../../../server/cli/commands/advise.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { benchOptions, type BenchOption } from '../../../server/cli/options/bench.ts';
import { optionName } from '../../../server/terminal/options/option.ts';
import { readCall } from '../../../server/terminal/options/option-words.ts';
import { readOptions } from '../../../server/http/options.ts';
import { start } from '../../../server/terminal/options/start.ts';
import { runCli } from '../../support/run-cli.ts';
import { sampleTrace } from '../../support/sample-trace.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
function file(name: string, content: string): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

/** Values of every kind; each option takes some of them. */
const candidates = [
  ...[
    '3',
    '0',
    '1',
    '2k',
    '30%',
    '700ms',
    '3s',
    '20ms,40ms',
    '5-50',
    '100mbit',
    'auto',
    'app:',
    'zrange __key__ 0 1',
  ],
  ...['1:3', 'set', '5', '8'],
];
const valuesFor = ({ argument, choices = [] }: BenchOption): (string | null)[] =>
  argument === undefined ? [null] : [...new Set([...choices, ...argument.split('|'), ...candidates])];

/** The plan that would be measured, as text; `null`: the call was refused. */
type TryOut = (words: readonly string[]) => Promise<string | null>;

/**
 * Options whose values are accepted and change nothing. One value may be the default, and be accepted where all others are
 * refused.
 */
async function ignored(options: readonly BenchOption[], tryOut: TryOut): Promise<string[]> {
  const usual = await tryOut([]);
  expect(usual).not.toBeNull();
  const found: string[] = [];
  for (const option of options) {
    const plans: string[] = [];
    for (const value of valuesFor(option)) {
      const plan = await tryOut([`--${option.name}${value === null ? '' : `=${value}`}`]);
      if (plan !== null) plans.push(plan);
      if (plans.some((one) => one !== usual)) break;
    }
    const most = option.argument === undefined ? 0 : 1;
    if (plans.length > most && plans.every((one) => one === usual)) found.push(optionName(option));
  }
  return found;
}

const settings = benchOptions.filter(({ plan }) => plan !== undefined);

test.each([
  ['bench', () => []],
  ['bench of callers', () => ['--callers', '20']],
  ['bench at a rate', () => ['--rps', '1000']],
  ['bench by agents', () => ['--agents', '2', '--target', 'shop=redis://shop:6379']],
  ['bench on two private servers', () => ['--io-threads', '1,2']],
  ['bench of written units', () => ['--workload', 'shared/plan/written/request.json']],
  ['bench of a trace', () => ['--trace', file('app.trace', sampleTrace)]],
  ['bench of code', () => ['--lane', file('lane.mjs', 'export default () => 1;')]],
])('every setting of %s changes its plan, or is refused', async (_what, words) => {
  const base = words();
  const tryOut = async (more: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(['bench', '--dry-run', '-q', ...base, ...more]);
    if (code !== 0) expect([code, stderr]).toEqual([2, expect.any(String)]);
    return code === 0 ? stdout : null;
  };
  const free = settings.filter(({ name }) => !base.includes(`--${name}`));
  expect(await ignored(free, tryOut)).toEqual([]);
});

test('every setting of advise changes its search, or is refused', async () => {
  const options = settings.filter(({ name }) => advise.options.some((option) => option.name === name));
  const tryOut = (words: readonly string[]): Promise<string | null> => {
    try {
      const { order } = parseAdviseCall({ values: readCall(words, advise).values, inFile: () => null });
      return Promise.resolve(JSON.stringify(order));
    } catch {
      return Promise.resolve(null);
    }
  };
  expect(await ignored(options, tryOut)).toEqual([]);
});

const ofUnits = ['clients', 'callers', 'threads', 'seed'];
test.each([
  ['--workload', () => 'shared/plan/written/request.json'],
  ['--trace', () => file('app.trace', sampleTrace)],
  ['--lane', () => file('lane.mjs', 'export default () => 1;')],
])('%s refuses what is about commands of strategies, by its name', async (name, given) => {
  const ofCommands = settings.filter((one) => one.group === 'What is sent' && !ofUnits.includes(one.name));
  for (const option of ofCommands) {
    const value = option.choices?.[0] ?? '1';
    const words = ['bench', '--dry-run', name, given(), `--${option.name}=${value}`];
    const { code, stderr } = await runCli(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--${option.name}`)]);
  }
});

describe('start', () => {
  const flags = start.options
    .map(({ name, argument }) => ({ name, words: [`--${name}`, ...(argument === undefined ? [] : ['5'])] }))
    .filter(({ name }) => !['help', 'profile'].includes(name));
  const outcome = (words: readonly string[]) => {
    try {
      return readOptions(words, { HOME: '/home/somebody' });
    } catch (error) {
      return messageOf(error);
    }
  };

  test.each([
    ['alone', []],
    ['with a program', ['--profile', '--', 'node', 'app.js']],
  ])('%s takes or refuses each of its options', (_what, base) => {
    expect(flags.length).toBeGreaterThan(8);
    for (const { name, words } of flags) {
      const found = outcome([...words, ...base]);
      expect(found).not.toEqual(outcome(base));
      if (typeof found === 'string') expect(found).toContain(`--${name}`);
    }
  });
});
