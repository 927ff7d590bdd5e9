import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';
import { describe, expect, test } from 'vitest';
import { junit } from '../../server/reporters/junit.ts';
import type { RunDocument } from '../../shared/report/document.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

const schema = readFileSync(new URL('../support/junit.xsd', import.meta.url), 'utf8');
const validated = async (xml: string) => {
  const { valid, errors } = await validateXML({ xml: { fileName: 'out.xml', contents: xml }, schema });
  return { valid, errors: errors.map(({ message }) => message) };
};

const hostile = 'a "quote" & <b> ]]> \u0000\u000b\ud800 ünï 🚀\nand a line';
const reports: [string, Omit<RunDocument, 'kind'>][] = [
  ['lanes, one of which failed', { result: sampleResult }],
  [
    'checks',
    {
      result: sampleResult,
      checks: [
        { name: 'pipeline.p99 < 5ms', passed: true, message: '0.375 ms' },
        { name: 'pipeline.failed == 0', passed: false, message: '12' },
        { name: 'pipeline.throughput > 5k', passed: null, message: '5,100' },
      ],
    },
  ],
  [
    'words with everything that XML dislikes',
    {
      result: {
        ...sampleResult,
        lanes: [
          aLane('pipeline', 1, {
            label: hostile,
            warnings: [{ code: 'run-not-marked', reason: hostile }],
            failures: { [hostile]: 1 },
            failed: 1,
          }),
        ],
      },
      checks: [{ name: hostile, passed: false, message: hostile }],
    },
  ],
  [
    'nothing measured',
    {
      result: {
        ...sampleResult,
        lanes: [
          aLane('pipeline', 0, {
            throughput: null,
            commands: 0,
            elapsedMs: 0,
            effectiveBatch: null,
            latencyMs: { command: null, batch: null },
          }),
        ],
        comparisons: [],
      },
    },
  ],
];

test.each(reports)('%s: an XML schema accepts it', async (_what, report) => {
  expect(await validated(reported(junit, report))).toEqual({ valid: true, errors: [] });
});

test('the schema refuses what readers would not take', async () => {
  const xml = reported(junit, { result: sampleResult });
  expect((await validated(xml.replace(' failures="1"', ''))).valid).toBe(true);
  expect((await validated(xml.replace(/(<testsuite .*) failures="1"/, '$1'))).valid).toBe(false);
  expect((await validated(xml.replace('<system-out>', '<figures>'))).valid).toBe(false);
  expect((await validated(xml.replace(/time="5.000"/, 'time="5e0"'))).valid).toBe(false);
});

describe('what is said', () => {
  const tag = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[ >][^>]*>?`, 'g'))].map(([it]) => it);

  test('a lane that was stopped, and one in which nothing succeeded, are failures too', () => {
    const lanes = [
      aLane('pipeline', 1, { state: 'stopped' }),
      aLane('lua', 1, { commands: 0, failed: 3, failures: { OOM: 3 } }),
    ];
    const xml = reported(junit, { result: { ...sampleResult, lanes } });
    expect(tag(xml, 'failure')).toEqual([
      '<failure type="lane-stopped" message="stopped before its end">',
      '<failure type="lane-completed" message="no command succeeded: OOM 3">',
    ]);
    expect(tag(xml, 'testsuite')[0]).toMatch(/tests="2" failures="2"/);
  });

  test('a check that is not judged is skipped', () => {
    const checks = [{ name: 'pipeline.throughput > 5k', passed: null, message: '5,100' }];
    const xml = reported(junit, { result: sampleResult, checks });
    expect(tag(xml, 'skipped')).toContain('<skipped message="not judged: 5,100"/>');
    expect(tag(xml, 'property')).toContain(
      '<property name="checks" value="0 passed, 1 not judged, 0 failed"/>',
    );
    expect(tag(xml, 'failure').filter((one) => one.includes('check'))).toEqual([]);
  });
});
