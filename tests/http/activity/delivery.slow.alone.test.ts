import { expect, onTestFinished, test } from 'vitest';
import { startRun } from '../../../server/engine/run/run.ts';
import { uncoveredMs } from '../../../bench/page/viewing-report.ts';
import { sampleName, Witness } from '../../../bench/page/delivery-check.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import { next, startServer, type TestViewer } from '../../support/build-app.ts';
import { soon } from '../../support/soon.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A light load, so that viewers and lanes do not stand in each other's way. */
const plan = {
  lanes: [{ strategy: 'concurrent' }, { strategy: 'auto-pipeline' }],
  workload: { durationMs: 1500, warmupMs: 0, clients: 2, keyspace: 100, rps: 500 },
  schedule: { sliceMs: 1500 },
};

function watch(viewer: TestViewer): Witness {
  const witness = new Witness();
  viewer.on('snapshot', (run) => {
    witness.snapshot(run);
  });
  viewer.on('tick', (tick) => {
    witness.tick(tick);
  });
  viewer.connect();
  return witness;
}

test('each of twenty viewers is shown every sample of a run, once and in order, and hears in every second', async () => {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const samples: Sample[] = [];
  const server = await startServer({
    targets: [alreadyThere(embedded.target)],
    startRun: (job, options) =>
      startRun(job, {
        ...options,
        onEvent: (event) => {
          if (event.type === 'sample') samples.push(event.sample);
          options?.onEvent?.(event);
        },
      }),
    tickMs: 250,
  });
  const first = server.viewer();
  const finished = next(first, 'finished');
  const witnesses = [watch(first), ...Array.from({ length: 14 }, () => watch(server.viewer()))];
  expect((await server.post(plan)).status).toBe(201);
  await soon(() => samples.length).toBeGreaterThan(0);
  // Who comes in the middle is shown what was before.
  witnesses.push(...Array.from({ length: 5 }, () => watch(server.viewer())));
  const { lanes } = await finished;
  const emitted = samples.map(sampleName);
  expect(new Set(emitted).size).toBe(emitted.length);
  const complete = { samples: emitted.length, missing: 0, disordered: 0, silentSeconds: 0 };
  for (const witness of witnesses) await soon(() => witness.testify(emitted)).toMatchObject(complete);
  expect(witnesses[0]?.testify(emitted).seconds).toBeGreaterThanOrEqual(3);
  for (const lane of lanes) {
    expect(samples.filter((sample) => sample.lane === lane.id).length).toBeGreaterThan(1);
    expect(uncoveredMs(lane, samples)).toBeCloseTo(0);
  }
});

test('a race of six lanes tells each viewer at most 20 kB in a second', async () => {
  const embedded = await startEmbedded({ root: temporaryFolder() });
  onTestFinished(() => embedded.stop());
  const server = await startServer({
    targets: [alreadyThere(embedded.target)],
    startRun,
  });
  const viewer = server.viewer();
  let [bytes, samples] = [0, 0];
  viewer.on('tick', (tick) => {
    bytes += JSON.stringify(['tick', tick]).length;
    samples += tick.samples.length;
  });
  viewer.connect();
  const finished = next(viewer, 'finished');
  const strategies = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline', 'multi', 'lua'];
  const race = {
    lanes: strategies.map((strategy) => ({ strategy })),
    workload: { durationMs: 2000, warmupMs: 0, clients: 2, keyspace: 100 },
    schedule: { mode: 'race' },
  };
  expect((await server.post(race)).status).toBe(201);
  const { lanes } = await finished;
  expect(samples).toBeGreaterThanOrEqual(6 * 2);
  const seconds = Math.max(...lanes.map(({ elapsedMs }) => elapsedMs)) / 1000;
  expect(bytes / seconds).toBeLessThanOrEqual(20_000);
});

test('a witness tells what is missing, what came twice, and in which seconds nothing came', () => {
  const sample = (atMs: number) => ({ lane: 'a', slice: 0, atMs });
  const emitted = [100, 900, 1800, 2700].map((atMs) => sampleName(sample(atMs)));
  const witness = new Witness();
  expect(witness.testify(emitted)).toEqual({
    samples: 0,
    missing: 0,
    disordered: 0,
    seconds: 0,
    silentSeconds: 0,
  });
  witness.tick({ elapsedMs: 200, samples: [sample(100)] });
  witness.tick({ elapsedMs: 2100, samples: [sample(1800), sample(1800)] });
  expect(witness.testify(emitted, 2)).toEqual({
    samples: 3,
    missing: 1,
    disordered: 1,
    seconds: 3,
    silentSeconds: 1,
  });
  expect(witness.testify(emitted).missing).toBe(2);
});
