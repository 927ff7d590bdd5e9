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
const programs = 'tests/profile/misleading';

/** The fewest round trips that keep what a handler does, and whether each command needs the reply before. */
interface Truth {
  needs: number;
  chain: boolean;
}

interface Said extends Truth {
  name: string;
  tripsNow: number;
}

/** What is said of each handler of a program: the round trips that it needs at most, and "each needs the reply before". */
async function saidOf(file: string): Promise<Said[]> {
  const json = join(folder(), `${file}.json`);
  const words = ['profile', '-q', '--budget', '1000%', '--json', json, '--', 'node', `${programs}/${file}`];
  const port = String(embedded().target.endpoint.port ?? 0);
  expect(await spawnCli(words, { PLANTED_PORT: port })).toMatchObject({ code: 0 });
  const { units, findings } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  const said = units
    .filter(({ kind }) => kind === 'mark')
    .map(({ name, tripsNow, tripsNeeded }) => ({
      ...{ name, tripsNow, needs: tripsNeeded },
      chain: findings.some(({ unit, code }) => unit === name && code === 'dependent-sequence'),
    }));
  const source = readFileSync(join(projectRoot, programs, file), 'utf8');
  const written = [...source.matchAll(/^ {2}async (\w+)\(\) \{/gm)].map(([, name = '']) => name);
  expect(said.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
  return said;
}

const truthIn = (file: string): Record<string, Partial<Truth>> =>
  JSON.parse(readFileSync(join(projectRoot, programs, file), 'utf8')) as Record<string, Partial<Truth>>;

test.each(['handlers', 'more-handlers'])(
  'no strong sentence about %s, which were made to deceive, is false',
  async (name) => {
    const truth = truthIn(`${name === 'handlers' ? '' : 'more-'}truth.json`);
    const wrong = (await saidOf(`${name}.mjs`)).filter((said) => {
      const { needs = said.tripsNow, chain = false } = truth[said.name] ?? {};
      return said.needs < Math.min(needs, said.tripsNow) || (said.chain && !chain);
    });
    expect(wrong).toEqual([]);
  },
);

test('ordinary handlers that could share round trips are found', async () => {
  const truth = truthIn('honest-truth.json');
  const missed = (await saidOf('honest-handlers.mjs')).filter(
    ({ name, needs }) => needs > (truth[name]?.needs ?? 0),
  );
  expect(missed).toEqual([]);
});
