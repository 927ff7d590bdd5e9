import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Redis } from 'ioredis';
import { LoadMachines } from '../../bench/agents/load-machines.ts';
import { controlRoot } from '../../server/engine/agents/agents-place.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { forgedTexts } from '../forged-messages.ts';
import { stumble } from '../subject.ts';

const agents = 2;
const names = ['a', 'b'];
const perRun = 25;
/** Ends a run that no message before has ended. */
const last = '{"share":0,"message":null}';
const latestMs = 800;
const endsWithinMs = 20_000;
const mostMb = 300;

const run = [
  ...['--strategy', 'one-by-one,pipeline', '-P', '4', '-c', '4', '-r', '100', '--rps', '200', '-q'],
  ...['--warmup', '0', '--duration', '60s', '--slice', '200ms'],
];

/** Messages to a coordinator that no agent has sent: the run ends with the name of an agent, and the program goes on. */
export const forgedMessages: Attack = {
  name: 'forged agent messages',
  about: 'messages on the control Redis to a run in progress: parts of other types, other shares, no JSON',
  async run({ seed, scale }) {
    const found = new Findings();
    const count = casesAt(scale, { short: 50, pairs: 1000, full: 10_000 });
    const texts = fc.sample(forgedTexts, { seed, numRuns: count });
    const random = randomFrom(seed);
    const machines = await LoadMachines.start(...names);
    const redis = await openAdmin(machines.control.target);
    try {
      for (let at = 0; at < count; at += perRun) {
        const some = texts.slice(at, at + perRun);
        const wrong = await wrongWith(machines, redis, some, random() * latestMs);
        for (const text of some) found.add(shown(text), wrong);
      }
      const next = machines.bench(
        agents,
        '--strategy',
        'one-by-one',
        '-c',
        '4',
        '-n',
        '200',
        '--warmup',
        '0',
      );
      const ended = await next.endedWithin(endsWithinMs);
      found.add(
        'a run after all of them',
        ended?.by === 0 ? null : `ended by ${String(ended?.by)}: ${ended?.stderr ?? ''}`,
      );
      return found;
    } finally {
      redis.disconnect();
      await machines.close();
    }
  },
};

/** Writes the texts to a run in progress. Returns the fault of its program; `null`: it ended with a sentence. */
async function wrongWith(machines: LoadMachines, redis: Redis, texts: readonly string[], afterMs: number) {
  const bench = machines.bench(agents, ...run);
  const back = await streamOf(redis, bench.isAlive.bind(bench));
  await wait(afterMs);
  for (const text of [...texts, last]) await redis.xadd(back, '*', 'm', text);
  let largestMb = 0;
  const watch = setInterval(() => (largestMb = Math.max(largestMb, bench.memoryMb())), 50);
  const ended = await bench.endedWithin(endsWithinMs);
  clearInterval(watch);
  await redis.unlink(back);
  if (ended === null) return `had not ended ${endsWithinMs / 1000} s later, ${largestMb} MB`;
  const said = ended.stdout + ended.stderr;
  if (stumble.test(said)) return `stumbled: ${said.slice(-600)}`;
  if (ended.by !== 1) return `ended by ${String(ended.by)}: ${said.slice(-600)}`;
  if (/control Redis at \S+ was lost/.test(said)) return `calls the control Redis lost: ${said.slice(-600)}`;
  return largestMb > mostMb ? `took ${largestMb} MB` : null;
}

/** The stream to the coordinator of the run in progress. */
async function streamOf(redis: Redis, isAlive: () => boolean): Promise<string> {
  while (isAlive()) {
    const [key] = await redis.keys(`${controlRoot}:run:*:back`);
    if (key !== undefined) return key;
    await wait(10);
  }
  throw new Error('the run ended before it began');
}
