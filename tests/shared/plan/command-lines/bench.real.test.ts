import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { command as bench } from '../../../../server/cli/commands/bench.ts';
import { readCall } from '../../../../server/terminal/options/option-words.ts';
import type { ChosenTarget } from '../../../../server/redis/targets/choose-target.ts';
import { privateTargets } from '../../../../shared/contract/private-server.ts';
import { parseBenchCall } from '../../../../server/cli/activities/bench-call.ts';
import { planOf } from '../../../../server/cli/activities/plan-of.ts';
import { localCommand } from '../../../../shared/plan/command-lines/local-command.ts';
import { benchLine } from '../../../../shared/plan/command-lines/bench.ts';
import { decimal } from '../../../../shared/settings/units.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';
import type { Plan, PlanInput } from '../../../../shared/contract/plan.ts';
import { drawnPlans } from '../../../support/drawn-plans.ts';

/** The words that real shells make of lines, as programs get them. */
function wordsOf(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1\\0'`).join('\n');
  const { stdout } = spawnSync('sh', [], { input: script, encoding: 'utf8', maxBuffer: 1e9 });
  const all = stdout.split('\0').slice(0, -1);
  const found: string[][] = [[]];
  for (const word of all)
    if (word === '\x01') found.push([]);
    else found.at(-1)?.push(word);
  return found.slice(0, -1);
}

/** Whatever a plan names as its target is there. */
const chosen = ({ target: id }: Plan): ChosenTarget =>
  privateTargets.find((one) => one.id === id) ?? { id, kind: 'url' };

/** The plan that the command line makes of its words after `npx --no -- roundtrip bench`. */
function planFrom(words: readonly string[]): Plan {
  expect(words.slice(0, 5)).toEqual(localCommand('package', 'bench').split(' '));
  const { values } = readCall(words.slice(5), bench);
  const given = { values, inFile: () => null };
  const call = parseBenchCall(given);
  return planOf({ ...call.planInput, target: call.target ?? 'embedded' }, given, chosen);
}

const strategies = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'];

test('The line of bench makes the same plan, for plans of all kinds', () => {
  const plans = [...drawnPlans(400, { strategies, lanesDiffer: false })].filter((plan) => checks(plan));
  const said = plans
    .map((plan) => ({ plan, ...benchLine(plan) }))
    .filter(({ planFile }) => planFile === null);
  expect(said.length).toBeGreaterThan(100);
  const words = wordsOf(said.map(({ line }) => line));
  said.forEach(({ plan }, index) => expect(planFrom(words[index] ?? [])).toEqual(parsePlan(plan)));
});

/** The engine refuses more than the schema: those have no line to compare with. */
function checks(plan: PlanInput): boolean {
  try {
    planOf(plan, { values: new Map(), inFile: () => null }, chosen);
    return true;
  } catch {
    return false;
  }
}

test('Only what differs from the defaults is said', () => {
  const plan: PlanInput = {
    workload: { clients: 50, commands: ['get'], durationMs: 5000, customCommand: undefined },
    network: { rttMs: 1, jitterMs: 0 },
    lanes: strategies.map((strategy) => ({ strategy })),
    schedule: { mode: 'turns', sliceMs: 500 },
  };
  expect(benchLine(plan)).toEqual({
    line: 'npx --no -- roundtrip bench --strategy one-by-one,concurrent,auto-pipeline,pipeline -c 50 -t get --slice 500ms --rtt 1ms',
    planFile: null,
  });
});

test('A run that lasts until it is precise is said in per cent', () => {
  const plan: PlanInput = {
    lanes: strategies.map((strategy) => ({ strategy })),
    schedule: { precision: 0.07, maxDurationMs: 90_000 },
  };
  const { line } = benchLine(plan);
  expect(line).toContain(' --precision 7% --max-duration 90000ms');
  expect(planFrom(wordsOf([line])[0] ?? [])).toEqual(parsePlan(plan));
});

test('Agents are said by their number', () => {
  const plan: PlanInput = { target: 'shop', agents: 3, lanes: [{ strategy: 'pipeline' }] };
  const { line } = benchLine(plan);
  expect(line).toBe('npx --no -- roundtrip bench --strategy pipeline --target shop --agents 3');
  expect(planFrom(wordsOf([line])[0] ?? [])).toEqual(parsePlan(plan));
});

test.each<[string, Partial<PlanInput>]>([
  [
    'lanes that differ',
    { lanes: [{ strategy: 'pipeline' }, { strategy: 'pipeline', workload: { pipeline: 64 } }] },
  ],
  ['a name of a lane', { lanes: [{ strategy: 'pipeline', label: 'Deep' }] }],
  ['a settling moment', { schedule: { settleMs: 200 } }],
  ['warming up until level', { schedule: { untilLevel: true } }],
])('%s is said by a plan in a file', (_what, part) => {
  const plan = { lanes: [{ strategy: 'pipeline' }], ...part };
  const { line, planFile } = benchLine(plan);
  expect(line).toBe('npx --no -- roundtrip bench --plan plan.json');
  expect(parsePlan(JSON.parse(planFile ?? ''))).toEqual(parsePlan(plan));
});

test('Lines of one’s own have an option each, with their weights where nothing else is sent', () => {
  const customCommands = ['GET __key__', 'SET __key__ a,b'];
  const lineOf = (workload: PlanInput['workload']) =>
    benchLine({ workload, lanes: [{ strategy: 'pipeline' }] }).line;
  expect(lineOf({ commands: ['custom', 'custom'], ratio: [9, 1], customCommands })).toBe(
    "npx --no -- roundtrip bench --strategy pipeline --command 'GET __key__' --weight 9 --command 'SET __key__ a,b' --weight 1",
  );
  expect(lineOf({ commands: ['custom', 'incr', 'custom'], ratio: [9, 2, 1], customCommands })).toBe(
    "npx --no -- roundtrip bench --strategy pipeline -t custom,incr,custom --ratio 9:2:1 --command 'GET __key__' --command 'SET __key__ a,b'",
  );
});

test('What stands in a plan stays one word in the shell', () => {
  const { line } = benchLine({
    workload: { commands: ['custom'], customCommand: `SET __key__ "it's $HOME; \`id\`"` },
    lanes: [{ strategy: 'pipeline' }],
  });
  expect(wordsOf([line])[0]?.at(-1)).toBe(`SET __key__ "it's $HOME; \`id\`"`);
});

test.each([
  [1, '1'],
  [0.25, '0.25'],
  [1e-7, '0.0000001'],
  [2.5e-9, '0.0000000025'],
])('%d is written %s', (value, written) => {
  expect(decimal(value)).toBe(written);
  expect(Number(written)).toBe(value);
});
