import { describe, expect, test } from 'vitest';
import { problemReasonSchema, type ProblemReason } from '../../../shared/contract/problem-reason.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { translateRefusal } from '../../../shared/words/refusals.ts';
import { refusals as russian } from '../../../shared/words/ru/refusals.ts';
import { refusals as chinese } from '../../../shared/words/zh/refusals.ts';
import { englishWords, figuresOf } from '../../support/words-left.ts';

/** What somebody named is a figure here. */
const examples: { [Code in ProblemReason['code']]: Omit<Extract<ProblemReason, { code: Code }>, 'code'> } = {
  'out-of-range': { min: 1, max: 60_000, unit: 'ms' },
  'not-one-of': { known: ['7', '8'] },
  'unknown-fields': { names: ['7', '8'] },
  'wrong-type': { expected: 'number' },
  'too-few': { least: 2, of: 'entries' },
  'too-many': { most: 80, of: 'characters' },
  'local-setting': {},
  'names-code': {},
  'program-cannot': { why: 'cluster' },
  'lane-id-form': {},
  'key-prefix-form': { most: 200 },
  'same-lane-id': { id: '7' },
  'max-duration-without-precision': {},
  'precision-needs': { what: 'two-lanes' },
  'until-stopped-needs': { what: 'turns' },
  'too-many-slices': { slices: 4000, most: 3600 },
  'too-many-bytes-in-flight': { bytes: 3000, most: 2000, perCommand: 300 },
  'fewer-callers-than-clients': { callers: 2, clients: 3 },
  'more-threads-than-clients': { threads: 3, clients: 2 },
  'sizes-reversed': { sizes: [20, 10] },
  'weights-unlike-commands': { commands: 2, weights: 3 },
  'custom-command-alone': {},
  'custom-command-twice': {},
  'lines-unlike-commands': { commands: 2, lines: 3 },
  'nothing-to-tune': {},
  'server-is-not-ours': { target: '7' },
  'slots-cannot-move': {},
  'program-not-installed': { program: 'valkey-server', installed: ['redis-server'] },
  'one-server-alone': { what: 'bystander' },
  'agents-cannot': { why: 'several-servers' },
  'too-few-clients-for-agents': { agents: 3, threads: 2, clients: 5 },
  'kernel-network': { why: 'not-root' },
  'client-cannot': { client: 'node-redis', strategy: '7', why: 'gathers' },
  'no-replica-reads': { why: 'strategy', strategies: ['7', '8'] },
  'cut-cannot': { why: 'slice', everyMs: 2000 },
  'cached-cannot': { why: 'memory' },
  'writes-cannot': { why: 'commands' },
  'callers-cannot': { why: 'batch', strategies: ['7', '8'] },
  'cannot-send': { strategy: '7', able: ['set', 'get'] },
  'form-missing': { command: '7', has: '8' },
  'custom-command-empty': {},
  'custom-command-unknown': { command: '7' },
  'custom-command-refused': { command: '7', flag: '8' },
  'custom-command-words': { command: '7', words: 3, arity: -4 },
  'custom-command-moving-keys': { command: '7' },
  'custom-command-placeholder': { word: '7' },
  'custom-command-quote': { word: '7' },
  'custom-command-keyless': { command: '7' },
  'custom-command-foreign-key': { key: '7' },
  'too-many-keys-to-fill': { most: 5000 },
  'too-many-members-to-fill': { most: 500, keys: 10_000 },
  'no-members': {},
  'custom-command-beyond': { call: "redis.call('get', 'a'" },
  'custom-command-count': { command: 'EVAL' },
  'custom-command-nested': { strategy: 'lua' },
  'no-rate-to-tune': {},
  'arrivals-without-rate': {},
  'no-network-to-tune': {},
  'sizes-are-drawn': { sizes: [10, 20] },
  'written-value': { why: 'taken', word: '7' },
  'written-too-large': { of: 'commands', is: 20, most: 10 },
  'written-cannot': { why: 'cluster', strategies: ['7'] },
  'budget-too-short': { budgetMs: 1000, leastMs: 20_000 },
};
const reasons = Object.entries(examples).map(([code, figures]) =>
  problemReasonSchema.parse({ code, ...figures }),
);

describe.each([
  ['Russian', russian],
  ['Chinese', chinese],
] as const)('In %s', (_language, words) => {
  test.each(reasons)('a field is wrong for $code without a word of English', (reason) => {
    const problem = problemAt('workload.clients', reason);
    const { problems } = translateRefusal({ code: 'invalid_input', message: '', problems: [problem] }, words);
    const said = problems?.[0]?.message ?? '';
    const code =
      /__\w+__|EVAL|KEYS|redis\.call\('get', 'a'|--lane|lua|HyperLogLog|auto-pipeline|node-redis|redis-server|valkey-server|PATH|ZINCRBY|GET|SET|TCP|JSON|CAP_\w+|root/g;
    expect(said).toMatch(/[а-я\p{Script=Han}]/u);
    expect(englishWords(said.replaceAll(code, '')).filter((word) => word !== 'Roundtrip')).toEqual([]);
    expect(said).not.toMatch(/undefined|null|NaN|\[object/);
    // Sizes get units here; what the program calls its parts has none.
    if (!['too-many-bytes-in-flight', 'sizes-are-drawn', 'cannot-send'].includes(reason.code))
      expect(figuresOf(said)).toEqual(figuresOf(problem.message));
  });

  test('a problem without a code keeps the sentence of the server', () => {
    const problem = { field: 'name', value: undefined, message: 'must be one line' };
    const translated = translateRefusal({ code: 'invalid_input', message: '', problems: [problem] }, words);
    expect(translated.problems).toEqual([problem]);
  });
});
