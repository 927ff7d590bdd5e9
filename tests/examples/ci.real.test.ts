import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runStep } from '../support/workflow-step.ts';

const read = (file: string) => readFileSync(join(projectRoot, 'examples/ci', file), 'utf8');
const embedded = useEmbedded();

/** Runs it where npm is the built program, in little time, and nothing is installed. */
function runScript(script: string, folder: string, env: NodeJS.ProcessEnv) {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const main = join(projectRoot, 'dist/server/cli/main.js');
  const programs = {
    npm: `[ "$1 $2 $3 $4 $5" = "exec --yes --package=$ROUNDTRIP -- roundtrip" ] || exit 1; shift 5; exec "${process.execPath}" "${main}" "$@"`,
    'apt-get': ':',
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const short = script
    .replaceAll('--precision 10%', '--duration 300ms --slice 100ms --warmup 0')
    // No speed is judged here.
    .replaceAll(' > 20"', ' > 0.001"');
  return runStep(short, { folder, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...env } });
}

/** The assertions that became test cases. */
const casesIn = (folder: string) =>
  [...readFileSync(join(folder, 'result.xml'), 'utf8').matchAll(/<testcase name="(pipeline\.[^"]*)"/g)].map(
    ([, name]) => name,
  );

describe('the jobs of GitLab', () => {
  interface Job {
    before_script?: string[];
    script: string[];
    variables?: Record<string, string>;
    artifacts?: { when: string; reports: { junit: string } };
  }
  const document = parse(read('gitlab-ci.yml')) as Record<string, Job> & {
    variables: Record<string, string>;
  };
  const { variables } = document;
  const run = (name: string, folder: string, env: NodeJS.ProcessEnv = {}) => {
    const { before_script = [], script = [] } = document[name] ?? {};
    return runScript([...before_script, ...script].join('\n'), folder, { ...variables, ...env });
  };

  test('measure, and hold the result against that of main', async () => {
    const folder = temporaryFolder();
    expect((await run('embedded', folder)).code).toBe(0);
    expect(casesIn(folder)).toContain('pipeline.failed == 0');
    const result = readFileSync(join(folder, 'result.json'));
    const asked: (string | undefined)[] = [];
    const gitlab = createServer(({ url, headers }, response) => {
      asked.push(url, headers['job-token']?.toString());
      response.end(result);
    });
    await once(gitlab.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void gitlab.close());
    const { code } = await run('against-main', folder, {
      CI_JOB_TOKEN: 'secret',
      CI_API_V4_URL: `http://127.0.0.1:${(gitlab.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '42',
    });
    expect(code).toBe(0);
    expect(asked).toEqual(['/api/v4/projects/42/jobs/artifacts/main/raw/result.json?job=embedded', 'secret']);
  });

  test('measure a service', async () => {
    const folder = temporaryFolder();
    const { port = 0 } = embedded().target.endpoint;
    expect((await run('service', folder, { REDIS_URL: `redis://127.0.0.1:${port}` })).code).toBe(0);
    expect(casesIn(folder)).toEqual(['pipeline.failed == 0']);
  });

  test('that measure leave a report of tests, whether they pass or not', () => {
    for (const name of ['embedded', 'service'])
      expect(document[name]?.artifacts).toMatchObject({ when: 'always', reports: { junit: 'result.xml' } });
  });
});

describe('the pipeline of Jenkins', () => {
  const text = read('Jenkinsfile');
  /** What is left of it without comments and strings. */
  const bare = text.replaceAll(/'''[^]*?'''|'[^']*'|\/\/.*/g, '""');

  test('is closed where it is opened, with a report of tests that is always read', () => {
    let open = 0;
    for (const sign of bare.match(/[{}]/g) ?? []) {
      open += sign === '{' ? 1 : -1;
      expect(open).toBeGreaterThanOrEqual(0);
    }
    expect(open).toBe(0);
    expect(text).toMatch(/post \{\s+always \{\s+junit 'result\.xml'/);
  });

  test('measures, and fails where an assertion does', async () => {
    const [, script = ''] = /sh '''([^]*?)'''/.exec(text) ?? [];
    const [, package_ = ''] = /ROUNDTRIP = '(.*)'/.exec(text) ?? [];
    const folder = temporaryFolder();
    const passed = await runScript(script, folder, { ROUNDTRIP: package_ });
    expect(passed.code).toBe(0);
    expect(casesIn(folder)).toContain('pipeline.failed == 0');
    expect(existsSync(join(folder, 'result.json'))).toBe(true);
    const failing = script.replace('failed == 0', 'failed == 1');
    expect((await runScript(failing, folder, { ROUNDTRIP: package_ })).code).toBe(99);
  });
});
