import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readNamedTargets } from '../../server/redis/targets/named-targets.ts';
import { productPaths } from '../../server/setup/product.mjs';
import { projectRoot } from '../support/project-root.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const inFolder = (folder: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
const { scripts, version, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  version: string;
  engines: { node: string };
};

/** What the places where a project is hosted, and its tools, read. */
const files = [
  'action.yml',
  'CITATION.cff',
  'renovate.json',
  'docker-compose.yml',
  ...inFolder('.github').filter((file) => file.endsWith('.yml')),
  ...inFolder('.devcontainer').filter((file) => file.endsWith('.json')),
];
const documents = new Map(
  files.map((file) => [
    file,
    (file.endsWith('.json') ? JSON.parse(read(file)) : parse(read(file))) as unknown,
  ]),
);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

test.each(files)('%s can be read', (file) => {
  expect(documents.get(file)).toBeTypeOf('object');
  expect(Object.keys(documents.get(file) as object)).not.toEqual([]);
});

const texts = [
  ...[...documents.values()].flatMap((document) => [...textsIn(document)]),
  read('.github/pull_request_template.md'),
  read('.ci/run'),
  read('Dockerfile'),
];

test('each script that they name is in package.json', () => {
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(/\bnpm (?:--prefix \S+ )?run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\bnpm (test|start)\b/g)].map(([, name = '']) => name),
  ]);
  expect(named).toEqual(expect.arrayContaining(['build', 'test:full', 'bench', 'test']));
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('each file that they run is there, as source or once built', () => {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:GITHUB_ACTION_PATH\/|^|"node", ")((?:dist|\.ci|server|deploy)\/[\w./-]+)/gm)].map(
      ([, file = '']) => file,
    ),
  );
  expect(named).toEqual(expect.arrayContaining(['.ci/run', 'deploy/action/comment.mjs']));
  expect(named.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});

test('scripts run on a shell that is none of Unix: no exec, no variable before a command', () => {
  const wrong = Object.entries(scripts).filter(([, line]) => /\bexec\b|(^|&& ?)\w+=|\$|;/.test(line));
  expect(wrong).toEqual([]);
  for (const line of Object.values(scripts)) {
    const [, file] = /^node (\S+)/.exec(line) ?? [];
    if (file !== undefined) expect(existsSync(join(projectRoot, file)), line).toBe(true);
  }
});

test('versions agree: of the citation, and of Node', () => {
  expect((documents.get('CITATION.cff') as { version: string }).version).toBe(version);
  const { jobs } = documents.get('.github/workflows/ci.yml') as {
    jobs: { test: { strategy: { matrix: { node: string[] } } } };
  };
  const [oldest = '', ...later] = jobs.test.strategy.matrix.node;
  expect(engines.node).toBe(`>=${oldest}`);
  expect(later).toContain(read('.nvmrc').trim());
});

describe('an image has the paths of the product, and no others', () => {
  test('Dockerfile copies them before it builds', () => {
    const [beforeBuild = ''] = read('Dockerfile').split('RUN npm run build');
    const copied = [...beforeBuild.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied.toSorted()).toEqual(productPaths.toSorted());
  });

  test('.dockerignore sends them', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual(['*', ...productPaths.map((path) => `!${path}`), '**/node_modules']);
  });

  test('CI builds from a copy of them', () => {
    expect(read('.ci/run')).toMatch(/^ROUNDTRIP_BUILD_FROM=copy npm run --silent pretest:full$/m);
  });
});

describe('docker-compose.yml with an environment of examples/compose', () => {
  const { services } = documents.get('docker-compose.yml') as {
    services: Record<
      string,
      { profiles?: string[]; image?: string; command?: string[]; environment?: Record<string, string> }
    >;
  };
  const environmentIn = (file: string) =>
    Object.fromEntries(
      [...read(file).matchAll(/^(\w+)='?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
    );

  test('without one, Redis is alone', () => {
    for (const name of ['roundtrip', 'dev'])
      expect(services[name]?.environment?.['ROUNDTRIP_TARGETS']).toBe('${ROUNDTRIP_TARGETS:-}');
    expect(readNamedTargets({ ROUNDTRIP_TARGETS: '' })).toEqual([]);
  });

  test.each(['valkey', 'dragonfly', 'keydb', 'garnet', 'servers'])(
    '%s.env starts what it names as targets, and nothing else',
    (name) => {
      const environment = environmentIn(`examples/compose/${name}.env`);
      expect(Object.keys(environment)).toEqual(['COMPOSE_PROFILES', 'ROUNDTRIP_TARGETS']);
      const started = Object.entries(services)
        .filter(([, { profiles = [] }]) => profiles.includes(environment['COMPOSE_PROFILES'] ?? ''))
        .map(([service]) => service);
      expect(started).toEqual(name === 'servers' ? ['valkey', 'dragonfly', 'keydb', 'garnet'] : [name]);
      const targets = readNamedTargets(environment);
      expect(targets.map(({ id }) => id)).toEqual(['redis', ...started]);
      for (const target of targets) expect('url' in target && target.url).toBe(`redis://${target.id}:6379`);
      // The page offers the Redis that it starts with once.
      expect(services['roundtrip']?.environment?.['ROUNDTRIP_URL']).toBe('redis://redis:6379');
      for (const service of started)
        expect(services[service]?.image).toContain(`\${${service.toUpperCase()}_IMAGE:-`);
    },
  );

  test('agents.env lets the page join the agents, under the name by which they know the Redis', () => {
    const environment = environmentIn('examples/compose/agents.env');
    const { roundtrip, control, agent } = services;
    expect(roundtrip?.environment?.['ROUNDTRIP_JOIN']).toBe('${ROUNDTRIP_JOIN:-}');
    for (const { profiles } of [control ?? {}, agent ?? {}])
      expect(profiles).toEqual([environment['COMPOSE_PROFILES']]);
    const asWritten = (text = '') => text.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1');
    expect(asWritten(agent?.environment?.['ROUNDTRIP_JOIN'])).toBe(environment['ROUNDTRIP_JOIN']);
    const [target] = readNamedTargets(environment);
    const words = (agent?.command ?? []).map(asWritten);
    expect(words).toEqual(['agent', '--target', `${target?.id}=redis://redis:6379`]);
  });
});
