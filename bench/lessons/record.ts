import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../../server/built.ts';
import type { RecipeResult } from '../../shared/contract/recipe.ts';
import { recordedOutcome, type RecordedOutcomes } from '../../shared/sweep/recorded.ts';
import { recipes } from '../../shared/sweep/recipes.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * Records what each lesson measures on this machine, for classes whose own machine is busy. It takes about a quarter of
 * an hour; a lesson during which the machine was busy is not recorded. `--only ID,ID` records these alone and keeps the others. Run what was built:
 * npm run record:lessons
 */
const file = new URL('../../../client/src/outcomes/lesson/recorded.json', import.meta.url).pathname;

const { only } = scriptOptions({ only: { type: 'string', default: '' } });
const wanted = only === '' ? recipes.map(({ id }) => id) : only.split(',');
const recorded: RecordedOutcomes = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedOutcomes)
  : {};
const folder = mkdtempSync(join(tmpdir(), 'roundtrip-lessons-'));
try {
  for (const id of wanted) {
    const json = join(folder, `${id}.json`);
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const words = ['bench', '--recipe', id, '--quick', '-q', '--json', json];
    const child = spawn(process.execPath, [builtFile('server/cli/main.js').pathname, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
    const result = existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as RecipeResult) : null;
    const warnings = result?.warnings.map((one) => (typeof one === 'string' ? one : one.code)) ?? [];
    const isQuiet = !warnings.includes('sweep-machine-busy');
    const outcome = result?.state === 'completed' && isQuiet ? recordedOutcome(result) : null;
    if (outcome) recorded[id] = outcome;
    else process.exitCode = 1;
    process.stdout.write(
      `${id.padEnd(20)} load ${load}  ${outcome ? 'recorded' : 'not recorded'}  ${warnings.join(', ')}\n`,
    );
    // In the order of the lessons, so that two recordings can be compared.
    const all = recipes.flatMap((recipe) => {
      const one = recorded[recipe.id];
      return one ? [[recipe.id, one] as const] : [];
    });
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(all))}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
