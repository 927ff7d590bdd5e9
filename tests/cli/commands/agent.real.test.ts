import { expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const join = ['--join', 'redis://127.0.0.1:1'];
const shop = ['--target', 'shop=redis://127.0.0.1:1'];
const env = { ROUNDTRIP_TARGETS: '[{"id": "staging", "url": "nonsense://x"}]' };

test.each([
  [['--target', 'a=nonsense://x'], '--target a: A target cannot be reached by nonsense://.'],
  [['--target', 'a=b=c'], '--target a: The address of the target has no scheme.'],
  [['--target', 'a=redis://h:0'], '--target a: Port 0 is no address of a target.'],
  [['--target', 'a=redis+cluster://'], '--target a: The address of the target names no host'],
  [['--target', 'a=redis+sentinel://h'], '--target a: '],
  [['--target', 'staging'], '--target staging: A target cannot be reached by nonsense://.'],
  [[...shop, ...shop], '--target shop is given twice: a name is that of one server'],
  [[...shop, '--max-clients', '0'], '--max-clients takes a whole number of at least 1, not "0"'],
  [[...shop, '--max-rps', '0'], '--max-rps takes a whole number of at least 1, not "0"'],
  [[...shop, '--max-rps', '-1'], '--max-rps'],
])('%j is wrong usage before an agent joins', async (words, said) => {
  const { code, stderr } = await runCli(['agent', ...join, ...words], env);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});
