import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { builtSchema } from '../../support/built-schema.ts';
import { runCli } from '../../support/run-cli.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { sampleResult } from '../../support/a-result.ts';

const script = useScript();
const published = builtSchema();
const validate = new Ajv2020({ allErrors: true, strictTuples: false }).compile(published);
const complaints = (result: unknown) => (validate(result) ? [] : (validate.errors ?? []));

test('every field says what it means', () => {
  const silent: string[] = [];
  const walk = (schema: unknown, path: string) => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, inner] of Object.entries(schema)) {
      if (key === 'properties')
        for (const [name, field] of Object.entries(inner as object))
          if (!('description' in (field as object))) silent.push(`${path}.${name}`);
      walk(inner, key === 'properties' ? path : `${path}.${key}`);
    }
  };
  walk(published, '');
  expect(silent).toEqual([]);
});

describe('a real result fits the published schema', () => {
  const short = ['bench', '-q', '--warmup', '0', '--duration', '300ms', '--slice', '100ms', '--json', '-'];
  test.each([
    ['of a closed loop', ['--strategy', 'one-by-one,wire', '--bystander', '50']],
    ['of an open loop', ['--rps', '500', '--strategy', 'concurrent,auto-pipeline']],
    ['over a network', ['--rtt', '2ms', '--jitter', '1ms', '--bandwidth', '100mbit', '-t', 'get']],
    [
      'with failures',
      ['--strategy', 'lua'],
      /^Lua script: All of its commands failed: ERR .+ \([\d,]+ times\)\n$/,
    ],
  ])('%s', async (_what, words, said = /^$/) => {
    script.lane('lua', { answer: () => new Error('ERR value is not an integer') });
    const { stdout, stderr } = await runCli([...short, ...words]);
    expect(stderr).toMatch(said);
    const result = JSON.parse(stdout) as Result;
    expect(result.lanes.length).toBeGreaterThan(0);
    expect(complaints(result)).toEqual([]);
  });
});

describe('the published schema refuses', () => {
  const broken: [string, (result: Record<string, unknown>) => unknown][] = [
    ['another version', (result) => ({ ...result, schema: 3 })],
    ['a field that is not described', (result) => ({ ...result, surprise: 1 })],
    ['a field that is missing', ({ lanes: _, ...result }) => result],
    [
      'a figure that is a text',
      (result) => ({ ...result, environment: { ...sampleResult.environment, cores: '2' } }),
    ],
  ];
  let plain: Record<string, unknown> = {};
  beforeAll(() => {
    plain = JSON.parse(JSON.stringify(sampleResult)) as Record<string, unknown>;
    expect(complaints(plain)).toEqual([]);
  });
  test.each(broken)('%s', (_what, change) => {
    expect(complaints(change(plain)).length).toBeGreaterThan(0);
  });
});
