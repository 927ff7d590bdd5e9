import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AttackReport } from '../../campaign/attack.ts';
import { attacks } from '../../campaign/attacks/index.ts';
import { builtFile } from '../../server/built.ts';
import { drawnOf } from '../support/matrix.ts';
import { folderForAll } from '../support/temporary-folder.ts';

/**
 * The campaign with a few cases of an attack, always the same ones: `npm run campaign` tries thousands. Each attack is a
 * process with servers and folders of its own, and waits for them three quarters of its time.
 */
const folder = folderForAll();
const program = fileURLToPath(builtFile('campaign/main.js'));

async function doesNotBreak(name: string): Promise<void> {
  const file = join(folder(), `${name}.json`);
  const words = [program, '--short', '--only', name, '--json', file];
  await once(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
  const { reports } = JSON.parse(readFileSync(file, 'utf8')) as { reports: Record<string, AttackReport> };
  expect(reports[name]?.failures).toEqual([]);
  expect(reports[name]?.cases).toBeGreaterThan(0);
}

/**
 * An attack that acts at a moment of a run misses it on a busy machine. A third of the attacks is drawn in each run of
 * the tests; all of them every night.
 */
function named(isTimed: boolean): readonly string[] {
  const tested = attacks.filter(({ judgesTimes = false }) => !judgesTimes);
  const names = tested.filter((attack) => (attack.isTimed ?? false) === isTimed).map(({ name }) => name);
  return drawnOf(`attacks ${isTimed ? 'one at a time' : 'side by side'}`, names, Math.ceil(names.length / 3));
}

const timeout = 300_000;
test.concurrent.each(named(false))('%s do not break the product', { timeout }, doesNotBreak);
test.each(named(true))('%s do not break the product, one attack at a time', { timeout }, doesNotBreak);
