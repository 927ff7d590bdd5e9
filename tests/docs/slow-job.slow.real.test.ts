import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCli } from '../support/run-cli.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const page = readFileSync(join(projectRoot, 'docs/tutorials/slow-job.md'), 'utf8');
const job = 'examples/slow-job/job.mjs';
/** The change that the page shows, without the lines that say where it is. */
const shown = /```diff\n(.*?)```/s.exec(page)?.[1] ?? 'no diff';

/** The lines of the page that begin so, as words of the command line. */
function linesOf(command: string): string[][] {
  const start = `roundtrip ${command} `;
  return shellLinesOf(page)
    .filter((line) => line.startsWith(start))
    .map((line) => [command, ...wordsOf(line.slice(start.length))]);
}

const run = (words: readonly string[]) =>
  runCli(words, { REDIS_URL: `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}` }, folder());

beforeAll(() => {
  mkdirSync(join(folder(), 'examples/slow-job'), { recursive: true });
  copyFileSync(join(projectRoot, job), join(folder(), job));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder(), 'node_modules'));
});

test('the tutorial on a slow job leads from its line to the proof, by the commands that it shows', async () => {
  const [record = [], prove = []] = linesOf('profile').map((words) =>
    words.toSpliced(1, 0, '--budget', '100%'),
  );
  const recorded = await run(record);
  expect(recorded.code).toBe(0);
  expect(recorded.stderr).toMatch(/job\.mjs:11:49 sends 160 HGETALLs one after another/);
  expect(recorded.stderr.replaceAll(/\s+/g, ' ')).toMatch(/: 20 round trips instead of 160 would save about/);
  expect(recorded.stderr).toMatch(/^job\.mjs .* 401 +202 +62$/m);

  const [advise = []] = linesOf('advise');
  expect((await run(advise)).stdout).toMatch(/job\.mjs:11:49 +job\.mjs +1 +140 /);

  const [bench = []] = linesOf('bench');
  const short = [...bench.slice(0, bench.indexOf('--duration')), '-n', '20', '--warmup', '0', '--json', '-'];
  const { lanes } = JSON.parse((await run(short)).stdout) as Result;
  expect(lanes.map(({ id, perUnit }) => [id, perUnit?.trips])).toEqual([
    ['as-recorded', 202],
    ['gathered', 62],
    ['by-stage', 62],
  ]);

  expect((await run(prove)).code).toBe(99);
  expect(readFileSync(join(folder(), 'mend.diff'), 'utf8')).toContain(shown);
  expect(page).toContain('\ngit apply mend.diff\n');
  expect(spawnSync('git', ['apply', 'mend.diff'], { cwd: folder(), encoding: 'utf8' })).toMatchObject({
    ...{ status: 0, stderr: '' },
  });
  const proved = await run(prove);
  expect(proved.code).toBe(0);
  expect(proved.stderr).toMatch(/^job\.mjs .* 401 +62 +62$/m);
  expect(proved.stderr).toMatch(/Checks: all 3 passed/);
});
