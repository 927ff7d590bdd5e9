import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { addressOf } from '../../server/redis/connection/target.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { Subject, type RunningSubject } from '../subject.ts';

const run = [
  'bench',
  '--strategy',
  'one-by-one,pipeline',
  '--duration',
  '2s',
  '--warmup',
  '200ms',
  '-t',
  'get',
  '-r',
  '200',
  '-q',
];
/** Every other one is that which nothing can be done against. */
const signals = [
  'SIGKILL',
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGKILL',
  'SIGHUP',
  'SIGKILL',
  'SIGSTOP',
] as const;
type Signal = (typeof signals)[number];
/** From the start of the process to somewhere behind its end. */
const longestLifeMs = 4000;
const stopMs = 60_000;

/** Ends the program at any moment: nothing is left behind, or `clean` and the next start remove it. */
export const kills: Attack = {
  name: 'kills',
  isTimed: true,
  about:
    'kill -9, -TERM, -INT, -HUP, -STOP and -CONT at random moments, of a run on a private and on a named server, and of the server of the page',
  async run({ seed, scale }) {
    const found = new Findings();
    const random = randomFrom(seed);
    const count = casesAt(scale, { short: 3, pairs: 24, full: 240 });
    const named = await startEmbedded();
    const url = `redis://${addressOf(named.target.endpoint)}`;
    try {
      const subjects = [
        ['a run on a private server', endedOnPrivate],
        ['a run on a named server', (...how: Strike) => endedOnNamed(url, ...how)],
        ['the server of the page', endedServer],
      ] as const;
      for (let index = 0; index < count; index++) {
        const signal = signals[index % signals.length] ?? 'SIGKILL';
        const [of, ended] = subjects[index % subjects.length] ?? subjects[0];
        const afterMs = Math.round(random() * longestLifeMs);
        found.add(`${signal} after ${afterMs} ms, ${of}`, await ended(signal, afterMs));
      }
    } finally {
      await named.stop();
    }
    return found;
  },
};

type Strike = [signal: Signal, afterMs: number];

async function strike({ child }: RunningSubject, ...[signal, afterMs]: Strike): Promise<void> {
  await wait(afterMs);
  child.kill(signal);
  if (signal !== 'SIGSTOP') return;
  await wait(500);
  child.kill('SIGCONT');
}

async function endedOnNamed(url: string, ...[signal, afterMs]: Strike): Promise<string | null> {
  const subject = new Subject();
  const redis = new Redis(url);
  try {
    const running = subject.start([...run, '-u', url]);
    await strike(running, signal, afterMs);
    if (!(await running.endedWithin(stopMs))) return `had not ended ${stopMs / 1000} s later`;
    // What was killed on the spot cannot tidy up: that is what clean is for, once the mark of the run has expired.
    if (signal === 'SIGKILL') {
      for (const key of await redis.keys('roundtrip:*:running')) await redis.del(key);
      const cleaned = await subject.start(['clean', '-u', url]).endedWithin(stopMs);
      if (cleaned?.by !== 0) return `clean ended by ${String(cleaned?.by)}: ${cleaned?.stderr ?? ''}`;
    }
    const keys = await redis.dbsize();
    if (keys > 0) return `${keys} keys are left: ${(await redis.keys('*')).slice(0, 3).join(', ')}`;
    return await leftBy(subject);
  } finally {
    await redis.flushall();
    redis.disconnect();
    subject.remove();
  }
}

async function endedOnPrivate(...[signal, afterMs]: Strike): Promise<string | null> {
  const subject = new Subject();
  try {
    const running = subject.start(run);
    await strike(running, signal, afterMs);
    if (!(await running.endedWithin(stopMs))) return `had not ended ${stopMs / 1000} s later`;
    // The next start sweeps up what a killed one could not.
    if (signal === 'SIGKILL') {
      const next = ['bench', '--strategy', 'pipeline', '--duration', '100ms', '--warmup', '0', '-q'];
      const ended = await subject.start(next).endedWithin(stopMs);
      if (ended?.by !== 0) return `the next start ended by ${String(ended?.by)}: ${ended?.stderr ?? ''}`;
    }
    return await leftBy(subject);
  } finally {
    subject.remove();
  }
}

/** In the middle of a run that the page has started. */
async function endedServer(...[signal, afterMs]: Strike): Promise<string | null> {
  const subject = new Subject();
  const start = () => subject.start(['start', '--port', '0']);
  try {
    const running = start();
    const answer = await fetch(`${await running.url()}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        lanes: [{ strategy: 'one-by-one' }],
        workload: { durationMs: longestLifeMs, warmupMs: 0 },
      }),
    });
    if (answer.status !== 201) return `the run was answered ${answer.status}: ${await answer.text()}`;
    await strike(running, signal, afterMs);
    if (signal === 'SIGSTOP') running.child.kill('SIGTERM');
    if (!(await running.endedWithin(stopMs))) return `had not ended ${stopMs / 1000} s later`;
    if (signal === 'SIGKILL') {
      const next = start();
      await next.url();
      await next.stop();
    }
    return await leftBy(subject);
  } finally {
    subject.remove();
  }
}

/** Servers end a moment after the process that they belong to. */
async function leftBy(subject: Subject): Promise<string | null> {
  for (let attempt = 0; ; attempt++) {
    const [processes, files] = [subject.processes(), subject.leftovers()];
    if (processes.length === 0 && files.length === 0) return null;
    if (attempt === 30)
      return `left behind: ${processes.length} processes, ${files.join(', ') || 'no files'}`;
    await wait(100);
  }
}
