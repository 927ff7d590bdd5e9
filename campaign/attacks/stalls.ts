import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../shared/contract/result.ts';
import { median, randomFrom } from '../../shared/statistics/statistics.ts';
import { quantilesMs } from '../../server/engine/latency/hdr-export.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { startOpenLoop, type OpenLoopFigures } from '../own-open-loop.ts';
import { Subject } from '../subject.ts';

interface Case {
  lanes: readonly string[];
  stallMs: number;
  /** From the end of a stall to the next: the same each time, or drawn from half to three halves of it. */
  pauseMs: number;
  isRegular: boolean;
  words: readonly string[];
}

const rps = 1000;
const figures = ['mean', 'p95', 'p99'] as const;
type Figure = (typeof figures)[number];

function draw(random: () => number, seconds: number): Case {
  const one = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
  const lanes = one([
    ['concurrent'],
    ['concurrent', 'auto-pipeline'],
    ['concurrent', 'auto-pipeline', 'gather'],
  ]);
  return {
    lanes,
    stallMs: 100 + Math.round(random() * 600),
    pauseMs: 500 + Math.round(random() * 1500),
    isRegular: random() < 0.5,
    words: [
      ...['--rps', String(rps), '--strategy', lanes.join(','), '--warmup', '0'],
      ...['--duration', `${Math.round((1000 * seconds) / lanes.length)}ms`],
    ],
  };
}

/**
 * A server that stalls under an open loop. The response times are those of an open loop of a few lines, which runs
 * beside it: the median ratio of each figure is 0.9 to 1.1.
 */
export const stalls: Attack = {
  name: 'stalls',
  about: 'runs at a rate on a server that stalls, beside an open loop of a few lines',
  judgesTimes: true,
  async run({ seed, scale }) {
    const found = new Findings();
    const random = randomFrom(seed);
    const seconds = casesAt(scale, { short: 6, pairs: 20, full: 60 });
    const cases = Array.from({ length: casesAt(scale, { short: 2, pairs: 12, full: 20 }) }, () =>
      draw(random, seconds),
    );
    const ratios: Record<Figure, number[]> = { mean: [], p95: [], p99: [] };
    const subject = new Subject();
    try {
      for (const one of cases) {
        const { own, theirs, wrong } = await runBeside(subject, one);
        const rhythm = `${one.isRegular ? 'regular' : 'drawn'} stalls of ${one.stallMs} ms, ${one.pauseMs} ms apart`;
        const tried = `${rhythm}: bench ${one.words.join(' ')}`;
        found.add(tried, wrong);
        if (!theirs) continue;
        const shown = figures.map((figure) => {
          const ratio = theirs[figure] / own[figure];
          ratios[figure].push(ratio);
          return `${figure} ${theirs[figure].toFixed(1)} against ${own[figure].toFixed(1)} ms (× ${ratio.toFixed(2)})`;
        });
        found.notes.push(`${tried}: ${shown.join(', ')}`);
      }
    } finally {
      subject.remove();
    }
    for (const figure of figures) {
      const middle = median(ratios[figure]);
      found.notes.push(`median ratio of ${figure}: ${middle.toFixed(3)}`);
      const isRight = middle >= 0.9 && middle <= 1.1;
      found.add(`${figure} of all runs`, isRight ? null : `median ratio ${middle}, not within 0.9 and 1.1`);
    }
    return found;
  },
};

/** One run, beside an open loop of its own, on a server that stalls. */
async function runBeside(
  subject: Subject,
  one: Case,
): Promise<{ own: OpenLoopFigures; theirs: Record<Figure, number> | null; wrong: string | null }> {
  const server = await startEmbedded();
  const redis = await openAdmin(server.target);
  const over = new AbortController();
  const stalling = stall(one, over.signal, (ms) => redis.call('CLIENT', 'PAUSE', ms, 'ALL'));
  try {
    const port = server.target.endpoint.port ?? 0;
    const file = join(subject.folder, 'result.json');
    const loop = await startOpenLoop(port, rps);
    const { by, stderr } = await subject.start([
      ...['bench', '-u', `redis://127.0.0.1:${port}`, ...one.words, '--json', file, '--no-progress'],
    ]).ended;
    const own = await loop.stop();
    if (by !== 0) return { own, theirs: null, wrong: `ended by ${String(by)}: ${stderr.slice(-500)}` };
    const result = JSON.parse(readFileSync(file, 'utf8')) as Result;
    return { own, theirs: responsesOf(result), wrong: null };
  } finally {
    over.abort();
    await stalling;
    redis.disconnect();
    await server.stop();
  }
}

/** The server answers nobody for a while, again and again. */
async function stall(
  { stallMs, pauseMs, isRegular }: Case,
  signal: AbortSignal,
  begin: (ms: number) => Promise<unknown>,
): Promise<void> {
  const passed = (ms: number) => pause(ms, true, { signal }).catch(() => false);
  while (await passed(isRegular ? pauseMs : pauseMs * (0.5 + Math.random()))) {
    await begin(stallMs);
    await passed(stallMs);
  }
}

/** Response times of all lanes, ms. */
function responsesOf({ lanes }: Result): Record<Figure, number> {
  const measured = lanes.flatMap(({ commands, latencyMs, histograms: { response } }) =>
    response === null ? [] : [{ commands, mean: latencyMs.response?.mean ?? NaN, response }],
  );
  const commands = measured.reduce((sum, lane) => sum + lane.commands, 0);
  const mean = measured.reduce((sum, lane) => sum + (lane.mean * lane.commands) / commands, 0);
  const encoded = measured.map(({ response }) => response);
  const [p95 = NaN, p99 = NaN] = quantilesMs(encoded, [0.95, 0.99]);
  return { mean, p95, p99 };
}
