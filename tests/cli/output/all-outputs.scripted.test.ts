import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { embeddedIn } from '../../../shared/report/embedded.ts';
import { reportersOf } from '../../../server/reporters/index.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { builtSchema } from '../../support/built-schema.ts';
import { runCli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('one run, every output, and all say the same', async () => {
  const folder = temporaryFolder();
  const file = (id: string) => join(folder, `out.${id}`);
  const outputs = reportersOf.run.flatMap(({ id }) => [`--${id}`, file(id)]);
  const { code, stderr } = await runCli([
    ...['bench', '-q', '--strategy', 'one-by-one,pipeline', '--warmup', '0', '--duration', '400ms'],
    ...['--slice', '100ms', '--assert', 'pipeline.failed == 0', ...outputs],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const text = (id: string) => readFileSync(file(id), 'utf8');
  const result = JSON.parse(text('json')) as Result;
  const [first, second] = result.lanes;
  const rate = second?.throughput?.estimate ?? NaN;

  expect(new Ajv2020({ strictTuples: false }).validate(builtSchema(), result)).toBe(true);

  const rows = parse<Record<string, string>>(text('csv'), { columns: true });
  expect(rows.map((row) => row['rps'])).toEqual(
    result.lanes.map(({ throughput }) => throughput?.estimate.toFixed(2)),
  );

  const xsd = readFileSync(new URL('../../support/junit.xsd', import.meta.url), 'utf8');
  const xml = { fileName: 'out.junit', contents: text('junit') };
  expect((await validateXML({ xml, schema: xsd })).valid).toBe(true);
  expect(xml.contents).toContain(`name="pipeline.throughput" value="${rate.toFixed(2)}"`);
  expect(xml.contents).toContain('<testcase name="pipeline.failed == 0"');

  expect(text('markdown')).toContain(`| pipeline | **${Math.round(rate).toLocaleString('en-US')}** |`);
  expect(JSON.parse(embeddedIn(text('html')) ?? '')).toEqual(result);

  const events = text('ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  expect(events[0]).toMatchObject({ schema: 2, type: 'run-started', runId: result.id });
  expect(events.at(-1)).toEqual({ type: 'run-finished', result });
  const counted = events.flatMap((event) =>
    event.type === 'sample' && event.sample.phase === 'counted' && event.sample.lane === first?.id
      ? [event.sample.completed]
      : [],
  );
  expect(counted.reduce((sum, completed) => sum + completed, 0)).toBe(first?.commands);

  const histogram = decodeFromCompressedBase64(second?.histograms.command ?? '');
  expect(histogram.totalCount).toBe(second?.commands);
  const hgrm = readFileSync(join(folder, 'out.pipeline.hgrm'), 'utf8');
  const total = /Total count\s*=\s*(\d+)/.exec(hgrm)?.[1];
  expect(Number(total)).toBe(second?.commands);

  expect(readdirSync(folder).length).toBe(outputs.length / 2 + 1);
});
