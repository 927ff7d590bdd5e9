import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
  const json = join(folder(), `${basename(file)}.json`);
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
  expect(written).toEqual(expect.arrayContaining(said.map(({ name }) => name)));
  expect(said.length).toBeGreaterThan(20);
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

/** The truth that stands in the first line of each handler: `// needs 5 chain`. */
function truthBeside(file: string): Record<string, Truth> {
  const source = readFileSync(join(projectRoot, programs, file), 'utf8');
  const found = source.matchAll(/^ {2}async (\w+)\(\) \{\n {4}\/\/ needs (\d+)( chain)?/gm);
  return Object.fromEntries(
    [...found].map(([, name = '', needs, chain]) => [
      name,
      { needs: Number(needs), chain: chain !== undefined },
    ]),
  );
}

test.each(['one', 'two', 'five', 'seven'])(
  'no strong sentence about handlers that know the judge is false: %s',
  async (name) => {
    const file = `hostile/${name}.mjs`;
    const truth = truthBeside(file);
    const said = (await saidOf(file)).filter((one) => one.name in truth);
    const wrong = said.filter(({ name: unit, needs, chain, tripsNow }) => {
      const fewest = Math.min(truth[unit]?.needs ?? 0, tripsNow);
      return needs < fewest || (chain && truth[unit]?.chain === false);
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
