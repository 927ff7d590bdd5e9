import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileFinding } from '../../../shared/contract/profile.ts';
import { annotationsOf } from '../../../server/cli/output/annotations.ts';
import { sampleResult } from '../../support/a-result.ts';
import { aFinding, aProfile, aProfileDocument } from '../../support/a-profile.ts';

beforeEach(() => {
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  vi.stubEnv('GITHUB_WORKSPACE', process.cwd());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const annotations = (findings: ProfileFinding[], assertions?: string[]) =>
  annotationsOf(aProfileDocument(aProfile(findings), assertions));
const independent = 'profile.independent == 0';
const dependent = aFinding(20, { code: 'dependent-sequence', savingMs: null });

test('without a gate, each line with a saving is a warning', () => {
  expect(annotations([aFinding(9), dependent])).toMatch(
    /^::warning file=src\/cart\.ts,line=9,col=3,title=Redis round trips::src\/cart\.ts:9:3 sends 12 GETs .* would save about .*\n$/,
  );
});

test('with a gate, lines are errors where a check failed for them, and there are no warnings', () => {
  expect(annotations([aFinding(9), dependent], [independent, 'profile.dependent <= 1'])).toMatch(
    /^::error file=src\/cart\.ts,line=9,col=3,title=Failed%3A profile\.independent == 0::[^\n]*\n$/,
  );
  expect(annotations([aFinding(9)], ['profile.independent <= 1'])).toBe('');
});

test('a check of a unit stands at the lines that could save trips of it, or names no file', () => {
  const trips = "profile.tripsPerUnit['GET /cart'] <= 3";
  expect(annotations([aFinding(9)], [trips])).toMatch(/^::error file=src\/cart\.ts,line=9,/);
  expect(annotations([dependent], [trips])).toBe(
    "::error title=Failed%3A profile.tripsPerUnit['GET /cart'] <= 3::12 trips a unit of GET /cart, at most 3 allowed\n",
  );
});

test('a step has at most ten, and paths are those of the repository', () => {
  vi.stubEnv('GITHUB_WORKSPACE', join(process.cwd(), '..'));
  const text = annotations(Array.from({ length: 12 }, (_, index) => aFinding(index + 1)));
  expect(text.split('\n')).toHaveLength(11);
  expect(text).toContain(`file=${process.cwd().split('/').at(-1) ?? ''}/src/cart.ts,`);
  vi.stubEnv('GITHUB_WORKSPACE', join(process.cwd(), 'server'));
  expect(annotations([aFinding(9)])).toMatch(/^::warning title=Redis round trips::/);
});

test('what would end a property or a line is escaped', () => {
  const file = 'src/a,b:100%\n::error::x.ts';
  expect(annotations([aFinding(9, { site: { ...aFinding(9).site, file } })])).toMatch(
    /^::warning file=src\/a%2Cb%3A100%25%0A%3A%3Aerror%3A%3Ax\.ts,line=9,col=3,title=Redis round trips::src\/a,b:100%25%0A::error::x\.ts:9:3 sends [^\n]*\n$/,
  );
});

test('of a measurement, failed checks are errors, and those that a second run cleared are warnings', () => {
  const check = { name: 'pipeline.p99 < 5ms', message: '9 ms' };
  const checks = [
    { ...check, passed: false },
    { ...check, passed: true },
    { ...check, passed: null },
    { ...check, passed: true, tookTwo: true as const },
  ];
  expect(annotationsOf({ kind: 'run', result: sampleResult, checks })).toBe(
    '::error title=Failed%3A pipeline.p99 < 5ms::9 ms\n::warning title=pipeline.p99 < 5ms::9 ms\n',
  );
});

test('outside of GitHub there are none', () => {
  vi.stubEnv('GITHUB_ACTIONS', '');
  expect(annotations([aFinding(9)])).toBe('');
});
