import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { exportFormats } from '../../../shared/contract/enums.ts';
import { toHdr } from '../../../server/engine/latency/hdr-export.ts';
import { emptyCounts, record } from '../../../server/engine/latency/histogram.ts';
import { HistoryStore } from '../../../server/history/history-store.ts';
import { csv, csvWith } from '../../../server/reporters/csv.ts';
import { html } from '../../../server/reporters/html.ts';
import { json } from '../../../server/reporters/json.ts';
import { markdown } from '../../../server/reporters/markdown.ts';
import { startServer } from '../../support/build-app.ts';
import { madeLesson, runCalled } from '../../support/made-history.ts';
import { reported } from '../../support/reported.ts';
import { aLane } from '../../support/a-lane.ts';
import { sampleResult } from '../../support/a-result.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const reporters = { json, csv, 'csv-semicolon': csvWith(';'), markdown, html };
const types = {
  ...{ json: 'application/json', csv: 'text/csv', 'csv-semicolon': 'text/csv' },
  ...{ markdown: 'text/markdown', html: 'text/html' },
};
const endings = { json: 'json', csv: 'csv', 'csv-semicolon': 'csv', markdown: 'md', html: 'html' };

const post = (url: string, format: string, body: string) =>
  fetch(`${url}/api/export/${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

async function serverWithHistory() {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  await history.keepRun(runCalled('a'), []);
  await history.keepLesson('lesson-1', madeLesson);
  return startServer({ history });
}

test.each(exportFormats)(
  'as %s: what the command line writes, of a kept run and of one in the body',
  async (format) => {
    const { url } = await serverWithHistory();
    const expected = reported(reporters[format], { result: runCalled('a') });
    for (const response of [
      await fetch(`${url}/api/history/a/export/${format}`),
      await post(url, format, JSON.stringify(runCalled('a'))),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain(types[format]);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="roundtrip-a.${endings[format]}"`,
      );
      expect(await response.text()).toBe(expected);
    }
  },
);

test('the name of the file is one, whatever the id in the body', async () => {
  const { url } = await serverWithHistory();
  const response = await post(url, 'csv', JSON.stringify(runCalled('../"x"\r\ny: z')));
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="roundtrip-_x_y_z.csv"');
});

test('a lesson is exported as the document that it is', async () => {
  const { url } = await serverWithHistory();
  expect(await (await fetch(`${url}/api/history/lesson-1/export/json`)).json()).toEqual(madeLesson);
  const refused = await fetch(`${url}/api/history/lesson-1/export/csv`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('as json') } });
});

test('what is not there, or no format, is 404', async () => {
  const { url } = await serverWithHistory();
  expect((await fetch(`${url}/api/history/b/export/json`)).status).toBe(404);
  const unknown = await fetch(`${url}/api/history/a/export/pdf`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { message: expect.stringContaining('json, csv') } });
});

const throughput = { estimate: 1, median: 1, mean: 1, stddev: 0, cv: 0, ci95: null };

test('a large result is taken, one that is too large is not', async () => {
  const { url } = await serverWithHistory();
  const sized = (bytes: number) =>
    JSON.stringify({
      ...sampleResult,
      lanes: [
        aLane('wire', 1, {
          throughput: { ...throughput, slices: Array.from({ length: bytes / 8 }, () => 1234567) },
        }),
      ],
    });
  const taken = await post(url, 'csv', sized(1_000_000));
  expect(taken.status).toBe(200);
  expect(await taken.text()).toContain('wire');
  const refused = await post(url, 'json', sized(17_000_000));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: { code: 'body_too_large' } });
  // Elsewhere the bound is the small one.
  const plan = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sized(100_000),
  });
  expect(plan.status).toBe(413);
  expect(await plan.json()).toMatchObject({ error: { code: 'body_too_large' } });
});

test.each([
  ['{"schema": 2}', 'id'],
  ['{"schema": 1}', 'schema: must be 2, the schema that this version reads'],
  ['{}', 'schema'],
  ['[]', 'result'],
  [JSON.stringify({ ...sampleResult, schema: 3 }), 'schema'],
  [JSON.stringify({ ...sampleResult, lanes: [{}] }), 'lanes.0'],
])('a body that is no result is refused, with what is wrong: %.40s', async (body, field) => {
  const { url } = await serverWithHistory();
  const response = await post(url, 'html', body);
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { problems: { field: string; message: string }[] } };
  const [problem] = error.problems;
  expect(`${problem?.field}: ${problem?.message}`).toContain(field);
});

const withHistogram = (command: string) =>
  JSON.stringify({
    ...sampleResult,
    lanes: [aLane('pipeline', 1000, { histograms: { command, batch: null, response: null } })],
  });

test('a histogram of ours is drawn; one that would unfold into gigabytes, or is none, is refused', async () => {
  const { url } = await serverWithHistory();
  const counts = emptyCounts();
  for (let micros = 1; micros < 1000; micros++) record(counts, micros);
  expect((await post(url, 'html', withHistogram(toHdr(counts) ?? ''))).status).toBe(200);
  const bomb = Buffer.concat([Buffer.alloc(8), deflateSync(Buffer.alloc(100_000_000))]).toString('base64');
  for (const made of [bomb, 'no histogram', '']) {
    const response = await post(url, 'html', withHistogram(made));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { problems: [{ field: 'lanes[0].histograms.command' }] },
    });
  }
});

test.each([
  ['a name of 15.9 MB', { ...sampleResult, lanes: [aLane('wire', 1, { label: 'x'.repeat(15_900_000) })] }],
  ['2,212 lanes', { ...sampleResult, lanes: Array.from({ length: 2212 }, () => aLane('wire', 1)) }],
])('%s: refused, and meanwhile the server answers', async (_, result) => {
  const { url } = await serverWithHistory();
  const body = JSON.stringify(result);
  const [answers, asked] = await whileAsking(url, () =>
    Promise.all(Array.from({ length: 5 }, () => post(url, 'html', body))),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  // A server that checks them itself answers nobody else until it is done with all five.
  expect(asked).toBeGreaterThan(answers.length);
});

/** What comes of the work, and how many other requests, one at a time, were answered meanwhile. */
async function whileAsking<T>(url: string, work: () => Promise<T>): Promise<[T, number]> {
  let asked = 0;
  const working = { now: true };
  const result = work().finally(() => (working.now = false));
  while (working.now) {
    await fetch(`${url}/api/session`);
    asked++;
  }
  return [await result, asked];
}

test('One file is made at a time and four wait; the next is told when to come again', async () => {
  const { url } = await serverWithHistory();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => fetch(`${url}/api/history/a/export/html`)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(await refused[0]?.json()).toMatchObject({ error: { code: 'exports_busy', retryAfterSeconds: 5 } });
  expect((await fetch(`${url}/api/history/a/export/html`)).status).toBe(200);
});

test('A file that would be too large, or takes too long, is given up, and the next one is made', async () => {
  // Within a page each of these takes six characters, and it stands there twice.
  const warning = { code: 'run-not-marked', reason: '<'.repeat(10_000) };
  const many = { ...sampleResult, warnings: Array.from({ length: 900 }, () => warning) };
  const { url } = await startServer({ exports: { patienceMs: 60_000 } });
  const tooLarge = await post(url, 'html', JSON.stringify(many));
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ error: { code: 'export_too_large' } });
  expect((await post(url, 'csv', JSON.stringify(sampleResult))).status).toBe(200);

  const impatient = await startServer({ exports: { patienceMs: 1 } });
  const tooSlow = await post(impatient.url, 'html', JSON.stringify(sampleResult));
  expect(tooSlow.status).toBe(503);
  expect(await tooSlow.json()).toMatchObject({ error: { code: 'export_too_slow' } });
});

test('A result of the right form that no report can be made of is refused, and is no fault of the server', async () => {
  const server = await startServer();
  for (const made of [
    { ...sampleResult, finishedAt: 'never', startedAt: 'x', lanes: [] },
    { ...sampleResult, plan: { ...sampleResult.plan, lanes: [] }, comparisons: [] },
    { ...sampleResult, lanes: [aLane('wire', -1e308)] },
  ])
    for (const format of exportFormats)
      expect([200, 400]).toContain((await post(server.url, format, JSON.stringify(made))).status);
  expect(server.log).toEqual([]);
});

test('Who watches is given what is kept; only the presenter has other documents made into files', async () => {
  const history = await HistoryStore.open(join(temporaryFolder(), 'history.sqlite'));
  await history.keepRun(runCalled('a'), []);
  const { url } = await startServer({ history, token: 'the-right-token' });
  expect((await fetch(`${url}/api/history/a/export/csv`)).status).toBe(200);
  expect((await post(url, 'csv', JSON.stringify(sampleResult))).status).toBe(401);
  const presented = await fetch(`${url}/api/export/csv`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer the-right-token' },
    body: JSON.stringify(sampleResult),
  });
  expect(presented.status).toBe(200);
});
