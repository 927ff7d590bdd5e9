import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profileSchema } from '../../shared/contract/profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const program = 'tests/profile/misleading/handlers.mjs';

/** The sentences besides "cannot be seen" that are true of each handler, with the round trips that are then needed. */
const allowed: Readonly<Record<string, number>> = { twoLevels: 2, nestedLevels: 3, twoOfHelper: 2 };

test('handlers made to deceive get no strong sentence that is false', async () => {
  const json = join(folder(), 'misleading.json');
  const words = ['profile', '-q', '--budget', '1000%', '--json', json, '--', 'node', program];
  const port = String(embedded().target.endpoint.port ?? 0);
  expect(await spawnCli(words, { PLANTED_PORT: port })).toMatchObject({ code: 0 });
  const { units, findings } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  const written = [
    ...readFileSync(join(projectRoot, program), 'utf8').matchAll(/^ {2}async (\w+)\(\) \{/gm),
  ].map(([, name = '']) => name);
  const marked = units.filter(({ kind }) => kind === 'mark');
  expect(marked.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
  const said = marked.map(({ name, tripsNow, tripsNeeded }) => [
    name,
    findings.some(({ unit, code }) => unit === name && code === 'dependent-sequence') ? 'each needs' : '',
    tripsNeeded < tripsNow ? tripsNeeded : 'cannot be seen',
  ]);
  expect(said).toEqual(marked.map(({ name }) => [name, '', allowed[name] ?? 'cannot be seen']));
});
