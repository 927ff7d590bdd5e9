import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withPackageLine } from '../../server/setup/readme.mjs';
import { distTagOf, faultsOf, notesOf, type Sources } from '../../server/setup/release.mjs';
import { projectRoot } from '../support/project-root.ts';
import { shellLinesOf } from '../support/shell-words.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runStep, type WorkflowStep } from '../support/workflow-step.ts';

interface Job {
  needs?: string | string[];
  if?: string;
  uses?: string;
  environment?: string;
  permissions?: Record<string, string>;
  steps?: WorkflowStep[];
}
const { on, jobs, permissions } = parse(
  readFileSync(join(projectRoot, '.github/workflows/release.yml'), 'utf8'),
) as { on: unknown; jobs: Record<string, Job>; permissions: unknown };

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const changelog = '# Changelog\n\n## 1.2.0\n\n- Faster.\n\n### More\n\n- Words.\n\n## 1.1.0\n\n- Slower.\n';
const ready: Sources = {
  manifest: {
    name: '@some/roundtrip',
    version: '1.2.0',
    homepage: 'https://some.example/roundtrip/',
    repository: { url: 'git+https://github.com/Some/roundtrip.git' },
  },
  readme: withPackageLine(readme, { name: '@some/roundtrip' }),
  citation: 'title: x\nversion: 1.2.0\n',
  changelog,
};

describe('a commit is refused under a tag', () => {
  test.each<[string, Partial<Sources>, string[]]>([
    ['not when all is there', {}, []],
    [
      'while it is private',
      { manifest: { ...ready.manifest, private: true } },
      [
        'package.json is private: remove the line "private": true.',
        'README.md has no line for the package: node server/setup/readme.mjs line.',
      ],
    ],
    [
      'of another version',
      { manifest: { ...ready.manifest, version: '1.1.0' } },
      ['The tag is v1.2.0, and package.json has version 1.1.0.', 'CITATION.cff has another version.'],
    ],
    [
      'without a repository',
      { manifest: { name: '@some/roundtrip', version: '1.2.0' } },
      [
        'package.json has no repository.url.',
        'package.json has no homepage, to which the links of README lead.',
      ],
    ],
    [
      'in another repository',
      { manifest: { ...ready.manifest, repository: { url: 'git+https://github.com/other/fork.git' } } },
      [
        'repository.url of package.json is git+https://github.com/other/fork.git, and this is some/roundtrip.',
      ],
    ],
    ['without words for it', { changelog: '## 1.1.0\n' }, ['CHANGELOG.md has nothing under "## 1.2.0".']],
  ])('%s', (_, wrong, faults) => {
    expect(faultsOf('v1.2.0', { ...ready, ...wrong }, 'some/roundtrip')).toEqual(faults);
  });

  test('its notes are those of its version, and a hyphen makes it one to try', () => {
    expect(notesOf(changelog, '1.2.0')).toBe('- Faster.\n\n### More\n\n- Words.');
    expect(notesOf(changelog, '1.2')).toBe('');
    expect(['1.2.0', '2.0.0-rc.1'].map(distTagOf)).toEqual(['latest', 'next']);
  });
});

test('the commands of docs/release.md switch it on', async () => {
  const folder = temporaryFolder();
  cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'));
  const page = readFileSync(join(projectRoot, 'docs/release.md'), 'utf8');
  cpSync(join(projectRoot, 'README.md'), join(folder, 'README.md'));
  for (const part of ['server/setup', 'site/pages.mjs'])
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
  const lines = shellLinesOf(page).filter((line) => /^npm pkg |readme\.mjs/.test(line));
  expect(lines.length).toBe(4);
  expect((await runStep(lines.join('\n'), { folder })).code).toBe(0);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Sources['manifest'];
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(readme).toContain(`\`npx ${manifest.name} start\``);
  const released = { ...ready, readme, manifest: { ...manifest, version: '1.2.0' } };
  expect(faultsOf('v1.2.0', released, 'OWNER/roundtrip')).toEqual([]);
});

describe('the workflow', () => {
  test('publishes by a tag alone, and each job waits for the check', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(permissions).toEqual({ contents: 'read' });
    const { check, ...others } = jobs;
    expect(check?.permissions).toBeUndefined();
    for (const [name, job] of Object.entries(others)) {
      expect([job.needs].flat(), name).toContain('check');
      expect(job.if, name).toMatch(/^needs\.check\.outputs\.publish == 'true'/);
    }
    expect(jobs['test']?.uses).toBe('./.github/workflows/ci.yml');
    for (const name of ['package', 'image']) expect(jobs[name]?.needs).toContain('test');
    expect(jobs['package']?.permissions?.['id-token']).toBe('write');
  });

  /** A project that may be published, in which programs of the release note what they are asked for. */
  function project() {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    for (const part of ['server/setup', 'site/pages.mjs'])
      cpSync(join(projectRoot, part), join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'README.md'), ready.readme);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(ready.manifest));
    writeFileSync(join(folder, 'CITATION.cff'), ready.citation);
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    writeFileSync(join(folder, 'asked'), '');
    for (const name of ['npm', 'npx', 'gh', 'docker']) {
      const pack = '[ "$1" = pack ] && echo tarball > release/roundtrip-1.2.0.tgz';
      const note = `echo "${name} $*\${DOCS_BASE:+ at $DOCS_BASE}" >> "${folder}/asked"\n${pack}\nexit 0`;
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${note}\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    symlinkSync(process.execPath, join(folder, 'bin/node'));
    const run = (job: string, step: string, token = 'secret') =>
      runStep(jobs[job]?.steps?.find(({ name }) => name === step)?.run ?? 'exit 9', {
        folder,
        env: {
          PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
          NPM_TOKEN: token,
          TOKEN: 'github',
          DIST_TAG: 'latest',
          GITHUB_REF_NAME: 'v1.2.0',
          GITHUB_REPOSITORY: 'Some/roundtrip',
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_ACTOR: 'somebody',
        },
      });
    const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
    return { folder, run, asked };
  }

  test('without the token does nothing, and says so', async () => {
    const { run } = project();
    const { code, stdout, read } = await run('check', 'Check', '');
    expect([code, read('output')]).toEqual([0, 'publish=false\n']);
    expect(stdout).toMatch(/^::notice::Nothing is published: the secret NPM_TOKEN is missing/);
  });

  test('with it makes a package with provenance, a release with notes, an image and a site', async () => {
    const { run, asked } = project();
    const { code, read } = await run('check', 'Check');
    expect([code, read('output')]).toEqual([0, 'publish=true\ndist-tag=latest\n']);
    for (const step of ['Pack', 'Publish', 'Release']) expect((await run('package', step)).code).toBe(0);
    expect(read('release-notes.md')).toContain('- Faster.');
    expect((await run('image', 'Build and push')).code).toBe(0);
    expect((await run('site', 'Site')).code).toBe(0);
    const image = 'ghcr.io/some/roundtrip';
    expect(asked()).toEqual([
      'npm pack --pack-destination release',
      'npm run --silent sbom',
      'npx --yes publint@0.3.25 --strict ./release/roundtrip-1.2.0.tgz',
      'npx --yes @arethetypeswrong/cli@0.18.5 --profile esm-only ./release/roundtrip-1.2.0.tgz',
      'npm publish --provenance --tag latest ./release/roundtrip-1.2.0.tgz',
      'gh release create v1.2.0 release/roundtrip-1.2.0.tgz release/sbom.json --verify-tag --title v1.2.0 --notes-file release-notes.md',
      'docker login ghcr.io --username somebody --password-stdin',
      `docker build --label org.opencontainers.image.source=https://github.com/Some/roundtrip --tag ${image}:1.2.0 --tag ${image}:latest .`,
      `docker push --all-tags ${image}`,
      'npm run build:docs at /roundtrip/',
    ]);
  });

  test('with it, but a project that is not ready, fails with what is wrong', async () => {
    const { folder, run } = project();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...ready.manifest, private: true }));
    const { code, stdout } = await run('check', 'Check');
    expect([code, stdout]).toEqual([
      1,
      '::error::package.json is private: remove the line "private": true.\n' +
        '::error::README.md has no line for the package: node server/setup/readme.mjs line.\n',
    ]);
  });
});
