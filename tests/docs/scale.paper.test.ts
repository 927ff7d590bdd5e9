import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseBenchCall } from '../../server/cli/activities/bench-call.ts';
import { planOf } from '../../server/cli/activities/plan-of.ts';
import { command as agent } from '../../server/cli/commands/agent.ts';
import { command as bench } from '../../server/cli/commands/bench.ts';
import { readNamedServer } from '../../server/terminal/options/values.ts';
import { readCall } from '../../server/terminal/options/option-words.ts';
import { targetFromUrl } from '../support/target-from-url.ts';
import { readNamedTargets } from '../../server/redis/targets/named-targets.ts';
import { projectRoot } from '../support/project-root.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const page = read('docs/scale.md');
const [started = ''] = /^ExecStart=.*$/m.exec(read('deploy/systemd/roundtrip-agent.service')) ?? [];

/** What a line gives to roundtrip, whatever starts it: a shell, docker, kubectl, systemd. */
const callsOf = (command: string) =>
  [...shellLinesOf(page), started].flatMap((line) => {
    const [, words] = new RegExp(`\\b(?:roundtrip|rm agent) ${command} (.*?)&?$`).exec(line) ?? [];
    return words === undefined ? [] : [words.trim()];
  });

test('there are calls in a shell, by docker, by kubectl and by systemd', () => {
  expect(callsOf('bench')).toHaveLength(4);
  expect(callsOf('agent')).toHaveLength(5);
});

test.each(callsOf('bench'))('bench %s is understood', (words) => {
  // Where a line names none, its environment does.
  const given = wordsOf(words);
  const complete = given.includes('--join') ? given : [...given, '--join', 'redis://control'];
  const options = { values: readCall(complete, bench).values, inFile: () => null };
  const call = parseBenchCall(options);
  const plan = planOf(call.planInput, options, () => ({ id: 'shop', kind: 'url' }));
  expect(plan.agents).toBeGreaterThan(1);
  expect(plan.lanes.length).toBeGreaterThan(1);
});

test.each(callsOf('agent'))('agent %s is understood', (words) => {
  const { values } = readCall(wordsOf(words), agent);
  for (const url of values.get('join') ?? []) expect(targetFromUrl(url).endpoint.host).toBeTruthy();
  const targets = (values.get('target') ?? []).map((text) => readNamedServer(text, '--target'));
  expect(targets).toHaveLength(1);
  for (const { url } of targets) if (url !== null) expect(targetFromUrl(url).endpoint.host).toBeTruthy();
});

test('each list of targets can be read, and has the one that agents are given', () => {
  const lists = [...page.matchAll(/\[\{"id".*?\}\]/g)].map(([text]) =>
    readNamedTargets({ ROUNDTRIP_TARGETS: text }),
  );
  expect(lists.map((targets) => targets.map(({ id }) => id))).toEqual([['shop'], ['shop'], ['shop']]);
});
