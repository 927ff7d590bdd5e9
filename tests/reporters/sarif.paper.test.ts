import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { Profile } from '../../shared/contract/profile.ts';
import { readCall } from '../../server/terminal/options/option-words.ts';
import { benchOptions } from '../../server/cli/options/bench.ts';
import { checkTaken, asWords } from '../../server/cli/options/branch.ts';
import { profileBranch, profileOptions } from '../../server/cli/options/profile.ts';
import { sarif } from '../../server/reporters/sarif.ts';
import { roundtripVersion } from '../../server/version.ts';
import { aFinding, aProfile, aProfileDocument } from '../support/a-profile.ts';
import { reported } from '../support/reported.ts';
import { sampleResult } from '../support/a-result.ts';

interface Log {
  runs: {
    tool: { driver: { version: string; rules: { id: string; help: { text: string } }[] } };
    invocations: { toolExecutionNotifications: unknown[] }[];
    results: Record<string, unknown>[];
  }[];
}

const schema = JSON.parse(readFileSync(new URL('sarif.schema.json', import.meta.url), 'utf8')) as object;
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

function logOf(profile: Profile, assertions: readonly string[] = []): Log['runs'][number] {
  const log = JSON.parse(reported(sarif, aProfileDocument(profile, assertions))) as Log;
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  const [run] = log.runs;
  if (!run) throw new Error('no run');
  return run;
}

const site = (file: string, line: number) => ({ file, line, column: 5, function: 'read' });
const findings = [
  aFinding(9, { others: [site('src/my cart.ts', 4)] }),
  aFinding(12, { code: 'held', command: 'BLPOP/GET', savingMs: null }),
  aFinding(20, { code: 'sequence', savingMs: null, site: site('[eval]', 20) }),
  aFinding(30, { code: 'dependent-sequence', savingMs: null }),
  aFinding(40, { code: 'batched', savingMs: null }),
];
const place = (uri: string, startLine: number, startColumn: number) => ({
  physicalLocation: {
    artifactLocation: { uri, uriBaseId: 'SRCROOT' },
    region: { startLine, startColumn },
  },
});

test('what may be mended or looked at is a result, with its place and its fingerprint', () => {
  const { tool, results, invocations } = logOf({ ...aProfile(findings), gaps: ['sampled'] });
  expect(results).toMatchObject([
    {
      ...{ ruleId: 'independent-sequence', ruleIndex: 0, level: 'warning' },
      locations: [place('src/cart.ts', 9, 3)],
      relatedLocations: [place('src/my%20cart.ts', 4, 5)],
      partialFingerprints: { 'roundtripFinding/v1': 'independent-sequence:src/cart.ts:cart:GET' },
      properties: { unit: 'GET /cart', savingMs: [1, 2] },
    },
    { ruleId: 'held', level: 'warning' },
    { level: 'note', locations: [{ logicalLocations: [{ fullyQualifiedName: '[eval]:20:5' }] }] },
  ]);
  expect(results).toHaveLength(3);
  expect(tool.driver.version).toBe(roundtripVersion);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[Number(ruleIndex)]?.id).toBe(ruleId);
  expect(invocations[0]?.toolExecutionNotifications).toMatchObject([
    { level: 'warning', message: { text: expect.stringMatching(/^Whole units were left out/) as string } },
  ]);
});

test('a finding for which a check failed is an error, of whatever kind', () => {
  const { results } = logOf(aProfile(findings), ['profile.dependent == 0', 'profile.independent == 0']);
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['independent-sequence', 'error'],
    ['held', 'warning'],
    ['sequence', 'note'],
    ['dependent-sequence', 'error'],
  ]);
});

test('where there are no lines of a source it is refused, by the options or when it is written', () => {
  const refusal = (...words: string[]) => {
    const { values } = readCall(words, { options: profileOptions, operands: 'files', helpCommand: '' });
    checkTaken(asWords(values), profileBranch(values));
  };
  for (const option of ['--sarif', '--patch']) {
    expect(() => {
      refusal('--listen', '6380', option, 'x');
    }).toThrow(`--listen sees no lines of a source: leave out ${option}`);
    expect(() => {
      refusal('--monitor', 'x.log', option, 'x');
    }).toThrow(`${option} needs lines of a source, and a log has none: leave it out`);
    expect(() => readCall([option, 'x'], { options: benchOptions, helpCommand: '' })).toThrow(
      `is of lines of code, which roundtrip profile ${option} FILE -- node app.js finds`,
    );
  }
  expect(() => logOf({ ...aProfile([]), source: 'proxy' })).toThrow(/a proxy sees no lines/);
  expect(() => reported(sarif, { result: sampleResult })).toThrow(/only a profile has such/);
});
