import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initialStrategies } from '../../shared/plan/initial-choices.ts';
import type { Result } from '../../shared/contract/result.ts';
import { runCli } from '../support/run-cli.ts';
import { useEmbedded } from '../support/embedded.ts';

const embedded = useEmbedded();
const short = ['bench', '--warmup', '0', '--duration', '300ms', '--slice', '100ms'];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;

describe('0: done', () => {
  test('the result goes to stdout alone when it is asked to, the rest to stderr', async () => {
    const { code, stdout, stderr } = await runCli([...short, '--json', '-']);
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as Result;
    expect(result.schema).toBe(2);
    expect(result.lanes.map(({ id }) => id)).toEqual([...initialStrategies(['set'], false)]);
    expect(result.lanes.every((lane) => lane.countsAgree)).toBe(true);
    expect(stderr).toContain('against the first');
  });

  test('quiet means nothing at all', async () => {
    expect(await runCli([...short, '-q', '--strategy', 'pipeline'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('a server that is named is measured, and its own keys stay', async () => {
    const { code, stdout } = await runCli(
      [...short, '-u', urlOf(), '--strategy', 'pipeline', '--json', '-'],
      {
        // Nothing of its own may be started for it.
        ROUNDTRIP_REDIS_SERVER: '/nonexistent',
      },
    );
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Result).plan.target).toBe('url');
  });
});

describe('1: the measurement could not be made', () => {
  test('most commands of a lane failed; the figures of the others are written all the same', async () => {
    const file = join(folder, 'failing.json');
    const plan = {
      lanes: [
        { id: 'reads', strategy: 'pipeline', workload: { commands: ['get'] } },
        {
          id: 'fails',
          strategy: 'pipeline',
          // A time to live of 0 is refused.
          workload: { commands: ['custom', 'set'], customCommand: 'SETEX __key__ 0 x', ratio: [9, 1] },
        },
      ],
      workload: { warmupMs: 0, durationMs: 300 },
      schedule: { sliceMs: 100 },
    };
    writeFileSync(file, JSON.stringify(plan));
    const { code, stdout, stderr } = await runCli(['bench', '-u', urlOf(), '--plan', file, '--json', '-']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/fail(s|ed): (8[5-9]|9[0-4]) % of its commands failed: ERR .+ \([\d,]+\s+times\)/);
    const { lanes, comparisons, state } = JSON.parse(stdout) as Result;
    expect(state).toBe('failed');
    expect(lanes).toMatchObject([
      { state: 'completed', failed: 0, error: null },
      { state: 'failed', error: { code: 'MOSTLY_FAILED' } },
    ]);
    expect(lanes[0]?.throughput?.median).toBeGreaterThan(0);
    expect(lanes[1]?.commands).toBeGreaterThan(0);
    expect(comparisons).toEqual([]);
  });

  test('no redis-server to be found', async () => {
    const { code, stderr } = await runCli(short, { ROUNDTRIP_REDIS_SERVER: '/nonexistent' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/redis-server/);
  });
});
