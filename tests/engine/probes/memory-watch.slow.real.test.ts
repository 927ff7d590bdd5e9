import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { buffersIn, MemoryWatch } from '../../../server/engine/probes/memory-watch.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

async function watchRun(strategy: string, pipeline: number) {
  const watch = await MemoryWatch.open(embedded().target);
  const plan = parsePlan({
    workload: {
      ...{ commands: ['get'], clients: 1, pipeline, dataSize: 1000, keyspace: 500 },
      ...{ durationMs: 900, warmupMs: 300 },
    },
    schedule: { sliceMs: 300 },
    lanes: [{ id: 'lane', strategy }],
  });
  try {
    const result = await startRun({ plan, target: embedded().target, around: watch.around }).finished;
    return { result, memory: watch.figures() };
  } finally {
    watch.close();
  }
}

describe('the memory of the server, while a lane has it', () => {
  test('is told for each counted slice, with the keys that were there', async () => {
    const { result, memory } = await watchRun('one-by-one', 1);
    expect(result).toMatchObject({ state: 'completed', lanes: [{ countsAgree: true }] });
    expect(memory.maxMemoryBytes).toBeGreaterThan(1_000_000);
    expect(memory.lanes).toHaveLength(1);
    const [lane] = memory.lanes;
    expect(lane).toMatchObject({ lane: 'lane', keys: { before: 500, after: 500 } });
    expect(lane?.outputBufferBytes).toHaveLength(3);
    expect(lane?.looks).toBeGreaterThan(3);
    expect(lane?.usedBytes?.before).toBeGreaterThan(500 * 1000);
  });

  test('grows with a giant pipeline: its replies wait there', async () => {
    const small = await watchRun('pipeline', 10);
    const giant = await watchRun('pipeline', 20_000);
    const largest = ({ memory }: typeof small) => Math.max(...(memory.lanes[0]?.outputBufferBytes ?? []));
    expect(largest(giant)).toBeGreaterThan(100_000);
    expect(largest(giant)).toBeGreaterThan(largest(small));
    expect(giant.result.lanes[0]?.client.memoryBytes).toBeGreaterThan(
      (small.result.lanes[0]?.client.memoryBytes ?? Infinity) + 5_000_000,
    );
  });
});

test('connections are summed up but for the one that asks', () => {
  const list = [
    'id=3 addr=127.0.0.1:1 obl=0 oll=0 omem=0 tot-mem=1000 cmd=client|list',
    'id=4 addr=127.0.0.1:2 obl=100 oll=2 omem=40968 tot-mem=61466 cmd=get',
    'id=5 addr=127.0.0.1:3 obl=5 oll=0 omem=0 tot-mem=22298 cmd=set',
    '',
  ].join('\n');
  expect(buffersIn(list, '3')).toEqual({ output: 41_073, all: 83_764 });
  expect(buffersIn('', '3')).toEqual({ output: 0, all: 0 });
});
