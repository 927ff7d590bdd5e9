import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { startBuilt } from '../support/start-built.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secret = 'geheim';
const address = `redis://ann:${secret}@127.0.0.1:1`;

/** Something is said, and it has no secret. */
function expectHidden({ stdout, stderr }: { stdout: string; stderr: string }) {
  expect(stderr).not.toBe('');
  expect(stderr + stdout).not.toContain(secret);
}

describe('no password of an address is printed, wherever it stands:', () => {
  test.each<[string, string[], NodeJS.ProcessEnv?]>([
    ['in its own place, where nobody answers', ['bench', '-u', address]],
    ['malformed', ['bench', '-u', `redis://ann:${secret}/@127.0.0.1:1`]],
    ['without a scheme', ['bench', '-u', `ann:${secret}@127.0.0.1`]],
    ['as the name of a target', ['bench', '--target', address]],
    ['as the name of a target of advise', ['advise', '--target', address]],
    ['as a command', [address]],
    ['as an argument', ['bench', address]],
    ['as an argument without a scheme', ['bench', `ann:${secret}@127.0.0.1:1`]],
    ['as an argument of clean', ['clean', address]],
    ['as a recipe', ['recipes', address]],
    ['as an option', ['bench', `--${address}`]],
    ['as a number', ['bench', '--clients', address]],
    ['as a strategy', ['bench', '--strategy', address]],
    ['as a command that is sent', ['bench', '--tests', address]],
    ['as a plan', ['bench', '--plan', address]],
    ['as a configuration', ['bench', '--config', `${address}.json`]],
    ['as a file', ['bench', '--json', `/${address}/a.json`]],
    ['as results', ['compare', address, address]],
    ['as an assertion', ['bench', '--assert', address]],
    ['of a control Redis', ['agent', '--join', address, '--name', 'a b']],
    ['of a control Redis that is none', ['agent', '--join', `http://ann:${secret}@h`]],
    ['as ROUNDTRIP_TARGETS', ['bench', '--target', 'a'], { ROUNDTRIP_TARGETS: address }],
    [
      'as an id in ROUNDTRIP_TARGETS',
      ['bench', '--target', 'a'],
      { ROUNDTRIP_TARGETS: JSON.stringify([{ id: 'a', url: address, [address]: 1 }]) },
    ],
    [
      'in ROUNDTRIP_TARGETS that is no JSON',
      ['bench', '--target', 'a'],
      { ROUNDTRIP_TARGETS: `[{"id": "a", "url": "${address}" x` },
    ],
  ])('%s', async (_where, words, env) => {
    const outcome = await runCli(words, env);
    expectHidden(outcome);
    expect(outcome.code).toBeGreaterThan(0);
  });

  test.each([
    ['roundtrip.config.json', `{ "clients": "${address}" }`],
    ['roundtrip.config.json', `{ "${address}": 1 }`],
    ['roundtrip.config.json', `{ "url": "${address}" x`],
    ['roundtrip.config.json', `{ "url": ["${address}"] }`],
    ['roundtrip.config.ts', `export default { url: '${address}' x`],
    ['roundtrip.config.ts', `throw new Error('no such server: ${address}')`],
    ['plan.json', `{ "target": "${address}", "lanes": [{ "strategy": "pipeline" }] }`],
    [
      'plan.json',
      `{ "target": "${address.replace(secret, secret.repeat(20))}", "lanes": [{ "strategy": 1 }] }`,
    ],
    ['plan.json', `{ "lanes": "${address}" }`],
    ['plan.json', `"${address}" x`],
  ])('in %s: %s', async (file, text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, file), text);
    const outcome = await runCli(['bench', ...(file === 'plan.json' ? ['--plan', file] : [])], {}, folder);
    expectHidden(outcome);
    expect(outcome.code).toBeGreaterThan(0);
  });

  test.each([
    ['as an argument of start', [address]],
    ['as its host', ['--host', address]],
    ['as its port', ['--port', address]],
  ])('%s', async (_where, words) => {
    const server = startBuilt(words);
    expect(await server.ended).toBe(2);
    expectHidden({ stdout: server.stdout(), stderr: server.stderr() });
  });
});

test('what was wrong can still be read', async () => {
  const { stderr } = await runCli(['bench', '--target', address]);
  expect(stderr).toContain('there is no "redis://***@127.0.0.1:1"');
});
