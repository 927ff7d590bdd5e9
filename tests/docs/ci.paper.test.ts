import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { figures } from '../../server/cli/gate/assertions/figures.ts';
import { parseAssertion } from '../../server/cli/gate/assertions/lanes.ts';
import { command as bench } from '../../server/cli/commands/bench.ts';
import { command as compare } from '../../server/cli/commands/compare.ts';
import { configValues } from '../../server/cli/options/config.ts';
import { readComparisonRules } from '../../server/cli/options/gate.ts';
import { readCall } from '../../server/terminal/options/option-words.ts';
import { put } from '../../server/cli/options/plan-input.ts';
import { privateTargets } from '../../shared/contract/private-server.ts';
import { parseBenchCall } from '../../server/cli/activities/bench-call.ts';
import { loadRatesIn } from '../../server/cli/activities/load-curve.ts';
import { planOf } from '../../server/cli/activities/plan-of.ts';
import { readGateCall } from '../../server/cli/gate/gate.ts';
import { exitCodes } from '../../server/cli/exit-codes.ts';
import { projectRoot } from '../support/project-root.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';

const page = readFileSync(join(projectRoot, 'docs/ci.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(([, text = '']) => text);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

interface UsingStep {
  uses: string;
  with: Record<string, string>;
}

function* stepsIn(value: unknown): Generator<UsingStep> {
  if (typeof value !== 'object' || value === null) return;
  if ('uses' in value) yield { with: {}, ...value } as UsingStep;
  for (const inner of Object.values(value)) yield* stepsIn(inner);
}

const documents = blocks('yaml').map((text) => parse(text) as Record<string, unknown>);
const lines = [...shellLinesOf(page), ...[...textsIn(documents)].flatMap((text) => text.split('\n'))];
const callsOf = (command: string) =>
  lines.flatMap((line) => {
    const [, words] = new RegExp(`(?:^|: |- )(?:npx --no -- )?roundtrip ${command} (.*)$`).exec(line) ?? [];
    return words === undefined ? [] : [words];
  });

test('there is a workflow for GitHub, with a private server and with a service', () => {
  // The others are single steps, for a workflow that is there.
  const workflows = documents.filter((document) => 'jobs' in document) as {
    jobs: Record<string, { services?: unknown }>;
  }[];
  expect(workflows).toHaveLength(1);
  const { embedded, service } = workflows[0]?.jobs ?? {};
  expect([embedded?.services, service?.services !== undefined]).toEqual([undefined, true]);
});

test('the action has the inputs that are given to it', () => {
  const { inputs } = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')) as { inputs: object };
  const given = [...stepsIn(documents)].filter(({ uses }) => uses.includes('/roundtrip@'));
  expect(given.length).toBe(2);
  for (const { with: names } of given)
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(names)));
});

describe('each command of the page is understood, as far as nothing has to be measured', () => {
  test('there are some', () => {
    expect(callsOf('bench').length).toBeGreaterThanOrEqual(7);
    expect(callsOf('compare').length).toBeGreaterThanOrEqual(2);
  });

  test.each(callsOf('bench'))('bench %s', (words) => {
    const given = { values: readCall(wordsOf(words), bench).values, inFile: () => null };
    const call = parseBenchCall(given);
    const rates = given.values.has('load-curve') ? loadRatesIn(given) : null;
    const { assertions, baseline, trend } = readGateCall(given);
    if (rates) put(call.planInput, ['workload', 'rps'], rates[0]);
    const plan = planOf(call.planInput, given, () => privateTargets[0]);
    for (const assertion of assertions) parseAssertion(assertion, { plan, rates });
    const isHeld = baseline !== null || trend !== null;
    expect(assertions.length + call.outputs.length + (isHeld ? 1 : 0)).toBeGreaterThan(0);
  });

  test.each(callsOf('compare'))('compare %s', (words) => {
    const { values, operands } = readCall(wordsOf(words), compare);
    expect(operands).toHaveLength(2);
    expect(readComparisonRules(values).maxRegression).toBeGreaterThan(0);
  });

  test('and the configuration', () => {
    const [text = ''] = blocks('json');
    const values = configValues({ name: 'roundtrip.config.json', content: JSON.parse(text) });
    const given = { values, inFile: (name: string) => name };
    const call = parseBenchCall(given);
    const plan = planOf(call.planInput, given, () => privateTargets[0]);
    const { assertions } = readGateCall(given);
    expect(assertions.map((assertion) => parseAssertion(assertion, { plan }).comparator)).toEqual([
      '>',
      '==',
    ]);
  });
});

test('every exit code and every figure is named', () => {
  const table = (heading: string) => page.slice(page.indexOf(heading)).split('\n\n')[0] ?? '';
  const codes = [...table('| exit code').matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
  const named = [...table('| figure').matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
  const missing = figures
    .map(({ name }) => name.replace(/^(batch|response|bystander)\..*/, '$1.p99'))
    .filter((name) => !named.includes(name));
  expect(missing).toEqual([]);
});
