import { describe, expect, test } from 'vitest';
import { takeFunctions } from '../../../server/library/function-lanes.ts';
import { resolvePlan } from '../../../server/http/activity/resolve-plan.ts';
import { shareJobSchema, toAgentsSchema } from '../../../server/engine/agents/messages.ts';
import { assertCode } from '../../../server/engine/run/assert-plan.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { readPlanAddress } from '../../../shared/plan/address/read.ts';
import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import { parsePlan, parseTuning } from '../../../shared/plan/parse-plan.ts';

const hash = 'a'.repeat(64);
const ofFile = { id: 'mine', strategy: 'function', file: 'mine.mjs', hash };
/** As a result has it of `--lane mine=cmd:python3 job.py`, and with the line that was to be run. */
const ofCommand = { id: 'mine', label: 'mine', strategy: 'function', file: 'python3', hash };
const withLine = { ...ofCommand, file: 'cmd:python3 job.py' };
const both = ['lanes[0].file', 'lanes[0].hash'];

/** Fields that are refused since they name code. */
function refusedIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems.filter(({ reason }) => reason?.code === 'names-code').map(({ field }) => field);
  }
}

describe.each([
  ['a file', ofFile],
  ['a command', ofCommand],
  ['a command with its line', withLine],
])('a lane that is code, %s, is refused', (_what, lane) => {
  const plan = { lanes: [lane] };

  test('in a plan from anywhere, and in one of a file', () => {
    expect(refusedIn(() => parsePlan(plan))).toEqual(both);
    expect(refusedIn(() => parsePlan(plan, 'local'))).toEqual(both);
  });

  test('over HTTP, also in what a result holds', () => {
    expect(refusedIn(() => resolvePlan(plan, { targets: [] }))).toEqual(both);
    const stored = parsePlan(plan, 'caller');
    expect(refusedIn(() => resolvePlan(stored, { targets: [] }))).toEqual(both);
  });

  test('in an address, as one is written of such a plan', () => {
    const address = writePlanAddress(plan);
    expect(refusedIn(() => parsePlan(readPlanAddress(address)?.input))).toEqual(both);
  });

  test('without a file: no such strategy is offered', () => {
    expect(() => resolvePlan({ lanes: [{ strategy: 'function' }] }, { targets: [] })).toThrow(
      /lanes\[0\]\.strategy: must be one of one-by-one/,
    );
  });

  test('in a change of a run that is in progress', () => {
    expect(() => parseTuning({ lanes: [lane] })).toThrow('no such field: lanes');
    expect(() => parseTuning({ file: 'mine.mjs' })).toThrow('no such field: file');
  });

  test('by an agent, which reads its plan as if a stranger had sent it, and its messages by a schema', () => {
    const job = {
      ...{ run: 'r', roundtrip: '1', prefix: 'roundtrip:abcde:', target: 'shop', share: 0, of: 1 },
      plan: parsePlan(plan, 'caller'),
    };
    const parsed = shareJobSchema.parse(job);
    expect(refusedIn(() => parsePlan(parsed.plan))).toEqual(both);
    const open = { type: 'open', lane: 0, thread: 0, program: { file: 'mine.mjs' } };
    expect(toAgentsSchema.safeParse({ at: 0, messages: [open] }).success).toBe(false);
  });

  test('by the engine, where nobody has handed the code over beside the plan', () => {
    const parsed = parsePlan(plan, 'caller');
    expect(refusedIn(() => assertCode(parsed, undefined))).toEqual(['lanes[0].file']);
    expect(refusedIn(() => assertCode(parsed, new Map()))).toEqual(['lanes[0].file']);
  });

  test('by the library, in what is no function', () => {
    const { plan: taken, code } = takeFunctions(plan);
    expect(code).toBeUndefined();
    expect(refusedIn(() => parsePlan(taken, 'local'))).toEqual(both);
    const beside = takeFunctions({ lanes: [{ id: 'fn', fn: () => 1 }, lane] });
    const parsed = parsePlan(beside.plan, 'caller');
    expect(refusedIn(() => assertCode(parsed, beside.code))).toEqual(['lanes[1].file']);
  });
});
