import { expect, test } from 'vitest';
import { refuseBehindBanner } from '../../../server/cli/output/outputs.ts';
import { UsageError } from '../../../server/cli/exit-codes.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { projectRoot } from '../../support/project-root.ts';
import { finish } from '../../setup/small-project.ts';

const byNpm = {
  npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64',
  npm_package_name: '@roundtrip-lab/roundtrip',
  npm_lifecycle_event: 'bench',
};

test('behind the banner of npm no document is written, and the way without it is named', () => {
  const refused = () => refuseBehindBanner('json', byNpm);
  expect(refused).toThrow(UsageError);
  expect(refused).toThrow(/^--json -: npm has written a banner.*: npm run -s bench -- --json -$/);
});

test.each([
  ['npm was called with -s', { ...byNpm, npm_config_loglevel: 'silent' }],
  ['another package’s script calls it', { ...byNpm, npm_package_name: 'shop' }],
  ['tests call it', { ...byNpm, npm_lifecycle_event: 'test' }],
  ['no npm is there', {}],
])('where %s it is', (_, env) => {
  expect(() => refuseBehindBanner('json', env)).not.toThrow();
});

/** By npm as a user calls it, whatever calls the tests. */
const npm = (...words: string[]) =>
  finish(['npm', ...words], projectRoot, { ROUNDTRIP_PREPARE: 'off', npm_config_loglevel: 'notice' });
const once = ['-q', '-n', '100', '--warmup', '0', '--strategy', 'pipeline'];

test('npm run -s bench -- --json - leaves nothing but the result on stdout; without -s it is refused', async () => {
  const plain = await npm('run', 'bench', '--', ...once, '--json', '-');
  expect(plain.code).toBe(2);
  expect(plain.stderr).toContain('npm run -s bench -- --json -\n');
  expect(plain.stdout).not.toContain('"schema"');
  const silent = await npm('run', '-s', 'bench', '--', ...once, '--json', '-');
  expect(silent).toMatchObject({ code: 0 });
  expect((JSON.parse(silent.stdout) as Result).lanes[0]?.commands).toBe(100);
});

test.each([
  ['advise', ['--json', '-']],
  ['report', ['result.json', '--csv', '-']],
  ['compare', ['a.json', 'b.json', '--markdown', '-']],
])('%s is refused as well', async (script, words) => {
  const { code, stderr } = await npm('run', script, '--', ...words);
  expect(code).toBe(2);
  expect(stderr).toContain(`npm run -s ${script} -- ${words.slice(-2).join(' ')}\n`);
});
