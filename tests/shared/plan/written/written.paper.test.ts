import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientDescriptions, strategyDescriptions } from '../../../../server/engine/clients/index.ts';
import { InvalidInput } from '../../../../shared/contract/parse.ts';
import { checkPlan } from '../../../../shared/plan/check/check-plan.ts';
import { readPlanAddress } from '../../../../shared/plan/address/read.ts';
import { writePlanAddress } from '../../../../shared/plan/address/write.ts';
import { benchLine } from '../../../../shared/plan/command-lines/bench.ts';
import { redisBenchmarkLine } from '../../../../shared/plan/command-lines/redis-benchmark.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import { partsOf } from '../../../../shared/plan/written/placeholders.ts';

const example: unknown = JSON.parse(readFileSync('shared/plan/written/request.json', 'utf8'));

const stages = (...commands: object[][]) => ({
  name: 'x',
  units: [{ stages: commands.map((some) => ({ commands: some })) }],
});
const session = { command: 'HGETALL session:${i%10}', as: 'session' };

/** `field: code` of every problem, by its place in the document. */
function problemsOf(document: unknown): string[] {
  try {
    parsePlan({ written: document, lanes: [{ strategy: 'pipeline' }] });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems.map(({ field, reason }) => {
      const { code = '', why = '' } = (reason ?? {}) as { code?: string; why?: string };
      return `${field.replace('written.', '')}: ${why || code}`;
    });
  }
}

test('the example is a written workload that a plan from anywhere may carry', () => {
  const plan = parsePlan({ written: example, lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }] });
  expect(plan.written).toEqual(example);
});

test('an address carries it, and no line of another tool claims to send the same', () => {
  const plan = parsePlan({ written: example, lanes: [{ strategy: 'one-by-one' }] });
  expect(readPlanAddress(writePlanAddress(plan))?.input['written']).toEqual(example);
  expect(redisBenchmarkLine(plan, 0)).toEqual({ line: null, notes: ['strategy'] });
  expect(benchLine(plan).planFile).toContain('"written"');
});

test.each([
  ['user:${i}', ['user:', { is: 'unit' }]],
  ['${i%100}:${n}', [{ is: 'unit', of: 100 }, ':', { is: 'repeat' }]],
  ['${random(10)}', [{ is: 'random', below: 10 }]],
  ['${data(3)}', [{ is: 'data', bytes: 3 }]],
  ['${session.user-id}', [{ is: 'reply', name: 'session', field: 'user-id' }]],
  ['${all[2]}${all[n]}', [2, 'repeat'].map((entry) => ({ is: 'reply', name: 'all', entry }))],
  ['{tag}$', ['{tag}$']],
  ['${i%0}', [{ is: 'wrong', text: '${i%0}' }]],
  ['${random}', [{ is: 'wrong', text: '${random}' }]],
  ['${open', [{ is: 'wrong', text: '${open' }]],
])('the word %s is read in parts', (word, parts) => {
  expect(partsOf(word)).toEqual(parts);
});

describe('what is wrong is told with its path', () => {
  test.each([
    ['no units', { name: 'x', units: [] }, 'units: too-few'],
    ['a line that is no command', stages([{ command: 'NOSUCH a' }]), 'custom-command-unknown'],
    ['a command without a key', stages([{ command: 'PING' }]), 'keyless'],
    ['a command that reaches further', stages([{ command: 'SAVE' }]), 'custom-command-refused'],
    ['a command that waits', stages([{ command: 'BLPOP a 0' }]), 'custom-command-refused'],
    ['a value that nobody can read', stages([{ command: 'GET ${session user}' }]), 'form'],
    ['a reply of no earlier stage', stages([{ command: 'GET ${session.user}' }]), 'unknown'],
    ['a reply of the same stage', stages([session, { command: 'GET ${session.user}' }]), 'same-stage'],
    ['a name that is taken', stages([session], [{ command: 'GET a', as: 'session' }]), 'taken'],
    ['a name of ours', stages([{ command: 'GET a', as: 'n' }]), 'taken'],
    ['a name of a reply that is drawn', stages([{ command: 'GET a', as: 'a', weight: 1 }]), 'drawn'],
    ['too many commands', stages([{ command: 'GET a', times: 10_001 }]), 'units[0]: written-too-large'],
    ['too much data', stages([{ command: 'SET a ${data(1000000)}', times: 20 }]), 'written-too-large'],
    ['a repeat out of bounds', stages([{ command: 'GET a', times: 0 }]), '.times: out-of-range'],
  ])('%s', (_, document, problem) => {
    expect(problemsOf(document)).toEqual([expect.stringContaining(problem)]);
  });

  test('of every place at once, whether its form is wrong or its meaning', () => {
    expect(
      problemsOf({
        name: '',
        setup: [{ command: 'FLUSHALL' }],
        units: [
          { stages: [{ commands: [{ command: 'GET ${a}', tiems: 2 }] }, { pauseMs: -1, commands: [] }] },
          { stages: [{ commands: [{ command: 'PING' }] }] },
        ],
      }).toSorted(),
    ).toEqual([
      'name: too-few',
      'setup[0].command: keyless',
      'units[0].stages[0].commands[0].command: unknown',
      'units[0].stages[0].commands[0]: unknown-fields',
      'units[0].stages[1].commands: too-few',
      'units[0].stages[1].pauseMs: out-of-range',
      'units[1].stages[0].commands[0].command: keyless',
    ]);
  });
});

test.each([
  ['another strategy', { lanes: [{ strategy: 'lua' }] }, 'lanes[0].strategy'],
  ['a cluster', { target: 'cluster' }, 'lanes[0].target'],
  ['agents', { agents: 2 }, 'lanes[0].strategy'],
  ['commands', { workload: { commands: ['get'] } }, 'lanes[0].workload.commands'],
  ['another client', { lanes: [{ strategy: 'pipeline', client: 'node-redis' }] }, 'lanes[0].client'],
])('written units do not go with %s', (_, more, field) => {
  const plan = parsePlan({ written: example, lanes: [{ strategy: 'pipeline' }], ...more });
  const problems = checkPlan(plan, {
    strategies: strategyDescriptions,
    clients: clientDescriptions,
    targets: [
      { id: 'embedded', kind: 'embedded' },
      { id: 'cluster', kind: 'cluster' },
    ],
  });
  expect(problems.flatMap((one) => (one.reason?.code === 'written-cannot' ? one.field : []))).toContain(
    field,
  );
});
