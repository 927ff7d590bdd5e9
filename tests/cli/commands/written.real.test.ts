import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { resultSchema, type Result } from '../../../shared/contract/result.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { runCli } from '../../support/run-cli.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const example = 'shared/plan/written/request.json';

function write(name: string, document: unknown): string {
  const path = join(folder(), name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

async function bench(...words: string[]) {
  const few = [...(words.includes('-n') ? [] : ['-n', '60']), '-c', '2', '--warmup', '0', '--json', '-'];
  const { code, stdout, stderr } = await runCli(['bench', ...few, ...words]);
  return { code, stderr, result: (stdout === '' ? null : JSON.parse(stdout)) as Result | null };
}

describe('a written request', () => {
  test('is carried out one by one, gathered and by stage: as many commands, in fewer trips', async () => {
    const { code, result } = await bench('--workload', example);
    expect(code).toBe(0);
    expect(resultSchema.parse(result)).toEqual(result);
    expect(result?.lanes).toMatchObject([
      { id: 'one-by-one', commands: 60, perUnit: { commands: 15, trips: 15 }, countsAgree: true },
      { id: 'auto-pipeline', commands: 60, perUnit: { commands: 15, trips: 3 }, countsAgree: true },
      { id: 'pipeline', commands: 60, perUnit: { commands: 15, trips: 3 }, countsAgree: true },
    ]);
    expect(result?.comparisons.map(({ lane }) => lane)).toEqual(['auto-pipeline', 'pipeline']);
    expect(result?.warnings.filter(({ code: warning }) => warning === 'units-beside-commands')).toEqual([]);
  });

  test('writes only under the prefix of the run, and leaves nothing', async () => {
    const redis = await openAdmin(embedded().target);
    const { port = 0 } = embedded().target.endpoint;
    const { code, result } = await bench('--workload', example, '-u', `redis://127.0.0.1:${port}`);
    expect(code).toBe(0);
    expect(result?.lanes.map(({ perUnit }) => perUnit?.trips)).toEqual([15, 3, 3]);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  test('counts commands of units that are too rare to be among the first, and trips by all commands', async () => {
    const rare = write('rare.json', {
      name: 'rare',
      units: [
        { weight: 900, stages: [{ commands: [{ command: 'INCR seen', times: 2 }] }] },
        { weight: 900, stages: [{ commands: [{ command: 'APPEND a x' }] }] },
        { stages: [{ commands: [{ command: 'SADD b x' }, { command: 'RPUSH c x' }] }] },
      ],
    });
    const lanes = ['--strategy', 'one-by-one', '-n', '4000'];
    const { result } = await bench('--workload', rare, ...lanes);
    const [lane] = result?.lanes ?? [];
    expect(lane?.countsAgree).toBe(true);
    expect(lane?.perUnit?.trips).toBeCloseTo(lane?.perUnit?.commands ?? NaN, 9);
  });

  test('draws units and commands by weight, alike in each lane, and counts what each sent', async () => {
    const drawn = write('drawn.json', {
      name: 'drawn',
      units: [
        { weight: 3, stages: [{ commands: [{ command: 'INCR seen' }] }] },
        {
          stages: [
            {
              commands: [
                { command: 'INCR a', weight: 1 },
                { command: 'INCR b', times: 5, weight: 1 },
              ],
            },
          ],
        },
      ],
    });
    const { code, result } = await bench('--workload', drawn, '--threads', '2');
    expect(code).toBe(0);
    expect(result?.lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true, true]);
    for (const { perUnit } of result?.lanes ?? []) {
      expect(perUnit?.commands).toBeGreaterThan(1);
      expect(perUnit?.commands).toBeLessThan(5);
    }
  });

  test.each([
    ['{', /--workload .*broken\.json: /],
    [
      JSON.stringify({ name: 'x', units: [{ stages: [{ commands: [{ command: 'FLUSHALL' }] }] }], more: 1 }),
      /broken\.json: no such field: more[^]*broken\.json: units\[0\]\.stages\[0\]\.commands\[0\]\.command: FLUSHALL names no key/,
    ],
  ])('that is wrong is refused with each place before anything starts: %s', async (text, message) => {
    const path = join(folder(), 'broken.json');
    writeFileSync(path, text);
    const { code, stderr } = await bench('--workload', path);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test.each([
    [
      'a field that a reply has not',
      'GET ${session.gone}',
      /one-by-one: units\[0\]\.stages\[1\]\.commands\[0\]: session\.gone is no text/,
    ],
    [
      'a command that the server refuses',
      'INCR session',
      /one-by-one: units\[0\]\.stages\[1\]\.commands\[0\]: INCR: WRONGTYPE/,
    ],
  ])('fails its lane for %s, with the place in the file', async (_, command, message) => {
    const faulty = write('faulty.json', {
      name: 'faulty',
      setup: [{ command: 'HSET session user 1' }],
      units: [
        {
          stages: [
            { commands: [{ command: 'HGETALL session', as: 'session' }] },
            { commands: [{ command }] },
          ],
        },
      ],
    });
    const { code, stderr } = await bench('--workload', faulty);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  test('holds its trips in a gate', async () => {
    const asserting = (assertion: string) =>
      bench('--workload', example, '--strategy', 'pipeline', '--assert', assertion);
    expect((await asserting('pipeline.tripsPerUnit <= 3')).code).toBe(0);
    expect((await asserting('pipeline.tripsPerUnit <= 2')).code).toBe(99);
  });
});
