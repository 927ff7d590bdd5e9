import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nearestRun, type Recording, type RecordingIndex } from '../../demo/recording.ts';
import { RecordedSocket } from '../../demo/recorded-socket.ts';
import {
  clientDescriptionSchema,
  serverProgramSchema,
  strategyDescriptionSchema,
  targetDescriptionSchema,
} from '../../shared/contract/http.ts';
import { lessonDescriptionSchema } from '../../shared/contract/lesson.ts';
import { projectRoot } from '../support/project-root.ts';

test.each([
  ['/api/strategies', strategyDescriptionSchema],
  ['/api/clients', clientDescriptionSchema],
  ['/api/servers', serverProgramSchema],
  ['/api/targets', targetDescriptionSchema],
  ['/api/lessons', lessonDescriptionSchema],
])('What was recorded of %s is of the shape that the page reads (npm run record:demo)', (path, schema) => {
  const file = join(projectRoot, 'demo/recordings/index.json.gz');
  const { answers } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as RecordingIndex;
  const lines = answers[path] as unknown[];
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(schema.safeParse(line).error).toBeUndefined();
});

const runs = [0, 1, 10].flatMap((rttMs) => [4, 16, 64].map((pipeline) => ({ rttMs, pipeline })));

test.each([
  [
    { rttMs: 1, pipeline: 16 },
    { rttMs: 1, pipeline: 16 },
  ],
  [
    { rttMs: 0, pipeline: 1 },
    { rttMs: 0, pipeline: 4 },
  ],
  [
    { rttMs: 0.2, pipeline: 20 },
    { rttMs: 0, pipeline: 16 },
  ],
  [
    { rttMs: 200, pipeline: 1000 },
    { rttMs: 10, pipeline: 64 },
  ],
])('The run that is recorded nearest to %o is %o', (wanted, nearest) => {
  expect(nearestRun(runs, wanted)).toEqual(nearest);
});

describe('The recorded feed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const recording: Recording = {
    kind: 'run',
    ids: ['1'],
    events: [100, 200, 300].map((afterMs) => ({ afterMs, name: 'viewers', values: [afterMs, 0] })),
  };
  const hearing = () => {
    const socket = new RecordedSocket(() => ({ code: 'demo', message: 'no server' }));
    const heard: unknown[] = [];
    socket.on('viewers', (viewers) => heard.push(viewers));
    return { socket, heard };
  };

  test('comes at the pace at which it was recorded', () => {
    const { socket, heard } = hearing();
    socket.play(recording);
    vi.advanceTimersByTime(199);
    expect(heard).toEqual([100]);
    vi.advanceTimersByTime(200);
    expect([heard, socket.playing]).toEqual([[100, 200, 300], false]);
  });

  test('is skipped to its end at once, in order', () => {
    const { socket, heard } = hearing();
    socket.play(recording);
    vi.advanceTimersByTime(150);
    socket.skip();
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual([100, 200, 300]);
  });

  test('takes a guess, and refuses what needs a server', async () => {
    const { socket } = hearing();
    const guesses: unknown[] = [];
    socket.on('guesses', (all) => guesses.push(all));
    const { emitWithAck } = socket.timeout();
    expect(await emitWithAck('guess', { recipe: 'rtt', value: 3 })).toMatchObject({
      ok: true,
      round: 'demo',
    });
    expect(guesses).toEqual([[expect.objectContaining({ recipe: 'rtt', count: 1, closed: false })]]);
    expect(await emitWithAck('tune', {})).toEqual({
      ok: false,
      error: { code: 'demo', message: 'no server' },
    });
  });
});
