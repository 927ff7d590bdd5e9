import { expect, test } from 'vitest';
import { exposition } from '../../../server/http/metrics/families.ts';
import { smallPlan, startServer, type TestServer } from '../../support/build-app.ts';

/** The values by name and labels; throws at a line that is not of the format. */
function parsed(text: string): Map<string, number> {
  const values = new Map<string, number>();
  const types = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, name] = /^# (?:HELP|TYPE) ([a-z_]+) \S/.exec(line) ?? [];
    if (name !== undefined) {
      types.add(name);
      continue;
    }
    const [, key = '', value = ''] =
      /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)$/.exec(line) ?? [];
    if (key === '' || !Number.isFinite(Number(value))) throw new Error(`not of the format: ${line}`);
    if (!types.has(key.replace(/\{.*/, ''))) throw new Error(`before its type: ${line}`);
    values.set(key, Number(value));
  }
  return values;
}

async function scrape({ url }: TestServer): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parsed(await response.text());
}

test('before any run: what runs here, how it is, and no lanes', async () => {
  const figures = await scrape(await startServer());
  expect(figures.get(`roundtrip_build_info{version="1.2.3",node="${process.versions.node}"}`)).toBe(1);
  expect(figures.get('roundtrip_run_in_progress')).toBe(0);
  expect(figures.get('roundtrip_runs_total{state="completed"}')).toBe(0);
  expect(figures.get('roundtrip_viewers')).toBe(0);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(figures.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect([...figures.keys()].filter((key) => key.includes('lane'))).toEqual([]);
});

test('during a run: the newest sample of each lane; commands are counted, those of the warm-up are not', async () => {
  const server = await startServer();
  await server.post(smallPlan);
  const { run } = server.engine;
  const latency = { mean: 1, min: 1, p50: 0.5, p95: 1, p99: 2, p999: 3, max: 4 };
  run.sample('pipeline', { phase: 'warmup', completed: 7, failed: 7 });
  run.sample('pipeline', { completed: 100, failed: 2, throughput: 1000 });
  run.sample('pipeline', {
    completed: 50,
    failed: 1,
    throughput: 500,
    latencyMs: { command: latency, batch: null, response: null },
  });
  const during = await scrape(server);
  expect(during.get('roundtrip_run_in_progress')).toBe(1);
  expect(during.get('roundtrip_lane_throughput{lane="pipeline",strategy="pipeline"}')).toBe(500);
  const labels = 'lane="pipeline",strategy="pipeline"';
  expect(during.get(`roundtrip_lane_latency_seconds{${labels},quantile="0.5"}`)).toBe(0.0005);
  expect(during.get(`roundtrip_lane_latency_seconds{${labels},quantile="0.99"}`)).toBe(0.002);
  run.finish('stopped');
  const after = await scrape(server);
  expect(after.get('roundtrip_commands_total{strategy="pipeline",outcome="completed"}')).toBe(150);
  expect(after.get('roundtrip_commands_total{strategy="pipeline",outcome="failed"}')).toBe(3);
  expect(after.get('roundtrip_runs_total{state="stopped"}')).toBe(1);
  expect(after.get('roundtrip_run_in_progress')).toBe(0);
});

test('nothing of a secret is in it', async () => {
  const { url } = await startServer({ token: 'the-right-one' });
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).not.toMatch(/the-right-one|secret-of-the-target/);
});

test('words in labels cannot leave their place', () => {
  const text = exposition([
    { name: 'a', type: 'gauge', help: 'two\nlines', values: [{ labels: { x: 'q"\\\n} 1' }, value: 2 }] },
  ]);
  expect(text).toBe('# HELP a two\\nlines\n# TYPE a gauge\na{x="q\\"\\\\\\n} 1"} 2\n');
});
