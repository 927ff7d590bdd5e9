import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fingerprintOf, fingerprintPath } from '../../server/setup/freshness.mjs';
import { packageProgram } from '../../server/setup/package-program.mjs';
import type { Result } from '../../shared/contract/result.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');

/** The files that the text names for a thing, in its order; a name in capitals is the thing's own. */
function filesToAdd(what: string): string[] {
  const entry = text.split('\n').find((line) => line.startsWith(`- **${what}**`)) ?? '';
  return [...entry.matchAll(/`((?:shared|server|tests)\/[\w/.-]*)`/g)].map(([, path = '']) => path);
}

/** The project as git has it, with what is being changed, to be changed further. */
async function copyOfProject() {
  const folder = temporaryFolder();
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1e8 })).stdout;
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', words, { cwd: projectRoot, maxBuffer: 1e7 });
  for (const file of stdout.split('\0'))
    if (/^(server|shared|client|tests|bench|campaign|calibration|[^/]+\.(json|ts)$)/.test(file))
      cpSync(join(projectRoot, file), join(folder, file));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    run,
    program: (name: string, ...args: string[]) => run(...packageProgram(name, folder), ...args),
    /** Another file like this one. */
    add(path: string, like: string, changes: Record<string, string>) {
      let content = readFileSync(join(folder, like), 'utf8');
      for (const [old, made] of Object.entries(changes)) {
        expect(content).toContain(old);
        content = content.replaceAll(old, made);
      }
      writeFileSync(join(folder, path), content);
    },
    /** A line before another one. */
    insert(path: string, before: string, line: string) {
      this.add(path, path, { [before]: `${line}\n${before}` });
    },
  };
}

test(
  'a strategy, a setting and a reporter are there once the files that the text names have them',
  { timeout: 240_000 },
  async () => {
    const project = await copyOfProject();

    const [traits = '', strategy = '', contract = ''] = filesToAdd('a strategy');
    for (const path of [traits, strategy])
      project.add(path.replace('NAME', 'example'), path.replace('NAME', 'nagle'), { nagle: 'example' });

    const [rows = ''] = filesToAdd('a setting');
    project.insert(
      rows,
      '  keepalive: { flag: true },',
      '  exampleCount: { whole: { min: 1, max: 9, unit: "" } },',
    );
    project.insert(
      rows,
      '  keepalive: {\n',
      '  exampleCount: { ...how, meaning: "Example.", help: "an example" },',
    );

    const [folder = '', list = ''] = filesToAdd('a reporter');
    writeFileSync(
      join(project.folder, folder, 'example.ts'),
      "export const example = { id: 'example', help: 'an example', report: (document, write) => write(document.kind) };\n",
    );
    project.insert(list, "import { json } from './json.ts';", "import { example } from './example.ts';");
    project.insert(list, '  patch,\n];', '  example,');

    await project.program(
      'vite',
      'build',
      'server',
      '--outDir',
      '../dist',
      '--logLevel',
      'warn',
      '--mode',
      'development',
    );
    // The whole build makes it of all schemas, in seconds; no test of these looks for what was added in it.
    cpSync(join(projectRoot, 'dist/result.schema.json'), join(project.folder, 'dist/result.schema.json'));
    // Whatever the tests below start is in it.
    writeFileSync(fingerprintPath(join(project.folder, 'dist')), fingerprintOf(project.folder));
    const file = join(project.folder, 'reported');
    const printed = await project.run(
      process.execPath,
      ...['dist/server/cli/main.js', 'bench', '-q', '-n', '100', '--warmup', '0', '--json', '-'],
      ...['--strategy', 'one-by-one,example', '--example-count', '7', '--example', file],
    );
    const { plan, lanes } = JSON.parse(printed) as Result;
    expect(lanes.map(({ id, commands, countsAgree }) => [id, commands, countsAgree])).toEqual([
      ['one-by-one', 100, true],
      ['example', 100, true],
    ]);
    expect(plan.workload).toMatchObject({ exampleCount: 7 });
    expect(readFileSync(file, 'utf8')).toBe('run');

    const outcomes = join(project.folder, 'outcomes.json');
    await project
      .program(
        'vitest',
        ...[
          'run',
          '--reporter',
          'json',
          '--outputFile',
          outcomes,
          '-t',
          'of ioredis writes|example|every output',
          contract,
        ],
        ...['tests/shared/settings/notation.paper.test.ts', 'tests/cli/output/all-outputs.scripted.test.ts'],
      )
      .catch(() => 'what failed is in its file');
    const tested = JSON.parse(readFileSync(outcomes, 'utf8')) as {
      testResults: { assertionResults: { fullName: string; status: string }[] }[];
    };
    const results = tested.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status !== 'skipped'),
    );
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
    const names = results.map(({ fullName }) => fullName).join('\n');
    // Lanes of all strategies of a library share a run, that of the example among them.
    expect(names).toContain('every strategy of ioredis writes the same keys as one-by-one');
    expect(names).toContain('the option of workload.exampleCount writes, it reads');
    expect(names).toContain('one run, every output');
  },
);
