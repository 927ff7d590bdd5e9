import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { profileSchema } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const programs = 'tests/profile/blind';

interface Place {
  id: string;
  file: string;
  from: number;
  to: number;
  isIndependent: boolean;
  isFound: boolean;
}

/** What the programs say of themselves, in comments as `// 04b: independent` … `// end`. */
function placesOf(file: string): Place[] {
  const places: Place[] = [];
  for (const [index, line] of readFileSync(join(projectRoot, file), 'utf8').split('\n').entries()) {
    const [, id, truth, missed] = /^\s*\/\/ (\w+): ([\w-]+)(, not found)?$/.exec(line) ?? [];
    if (id !== undefined) {
      const isIndependent = truth === 'independent';
      places.push({ id, file, from: index + 1, to: Infinity, isIndependent, isFound: missed === undefined });
    }
    const open = places.at(-1);
    if (/^\s*\/\/ end$/.test(line) && open) open.to = index + 1;
  }
  return places;
}

const filesOf = (program: string): string[] => {
  const number = basename(program).slice(0, 2);
  return readdirSync(join(projectRoot, programs), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith(number) && /\.[cm]js$/.test(file))
    .map((file) => `${programs}/${file}`);
};

const all = readdirSync(join(projectRoot, programs)).filter((file) => /^\d.*\.[cm]js$/.test(file));

// Written, with their truth, before anybody who wrote them had seen the detector.
test.each(all)('%s: what can share a round trip is found, and nothing else', async (program) => {
  const json = join(folder(), `${program}.json`);
  const silent = ['sh', '-c', `exec node ${programs}/${program} > /dev/null`];
  const words = ['profile', '-q', '--budget', '100%', '--json', json, '--', ...silent];
  const { code } = await runCli(words, { PLANTED_PORT: String(embedded().target.endpoint.port ?? 0) });
  expect(code).toBe(0);
  const { findings } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  const places = filesOf(program).flatMap(placesOf);
  const said = findings
    .filter(({ code: one }) => one === 'independent-sequence')
    .flatMap(({ site, others }) => [site, ...others].flatMap((one) => [one, one.caller ?? one]));
  const found = places
    .filter(({ file, from, to }) => said.some((one) => one.file === file && one.line > from && one.line < to))
    .map(({ id }) => id);
  const expected = places.filter(({ isIndependent, isFound }) => isIndependent && isFound);
  expect(found).toEqual(expected.map(({ id }) => id));
});
