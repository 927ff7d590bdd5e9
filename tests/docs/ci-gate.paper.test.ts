import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { runCli } from '../support/run-cli.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';

/** Everything on the page that needs no measurement; ci-gate.slow.real carries its commands out. */
const page = readFileSync(join(projectRoot, 'docs/tutorials/ci-gate.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(([, text = '']) => text);

test('its job for GitHub runs the commands of the page', () => {
  const [job = ''] = blocks('yaml');
  const words = (text: string) => text.replaceAll(/\s*\\?\s+/g, ' ');
  const [, , gate = '', , ratio = ''] = blocks('sh');
  expect(job).toContain(gate.split('\n')[0]);
  const asserted = [...ratio.matchAll(/--assert "[^"]*"/g)].map(([text]) => text);
  expect(asserted.length).toBe(2);
  for (const text of asserted) expect(words(job)).toContain(text);
});

const start = 'npx --no -- roundtrip bench ';
const benches = shellLinesOf(page).filter((line) => line.startsWith(start));

test('it measures twice', () => {
  expect(benches).toHaveLength(2);
});

test.each(benches)('%s is a plan that could run', async (line) => {
  const words = wordsOf(line.slice(start.length));
  const at = words.indexOf('--baseline');
  // The first of them makes that file.
  const alone = at === -1 ? words : words.toSpliced(at);
  const { code, stderr } = await runCli(['bench', ...alone, '--dry-run']);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Nothing was sent\./)]);
});
