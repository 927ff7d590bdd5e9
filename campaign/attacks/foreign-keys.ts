import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { urlOf } from '../../bench/agents/load-machines.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { startEmbedded, type EmbeddedServer } from '../../server/redis/private/embedded.ts';
import { markerOf, newRunId, recordKeyOf, runPrefixOf } from '../../server/redis/keys/run-id.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { contentsOf, fillForeign, harmTo, roots, type KeyContents } from '../foreign-keys.ts';
import { forgeJob } from '../forged-job.ts';
import { stumble, Subject, type RunningSubject } from '../subject.ts';

const foreignKeys = 2000;
const endWithinMs = 60_000;

/** Our commands in any order, on a server full of keys of others that are named like ours: none of these may change. */
export const othersKeys: Attack = {
  name: 'keys of others',
  about:
    'runs that end, are stopped, fail or are killed, clean, forged jobs: among 2000 keys of others, named like ours',
  async run({ seed, scale }) {
    const found = new Findings();
    const random = randomFrom(seed);
    const drawn = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
    const stage = await Stage.open(seed);
    try {
      const cases = casesAt(scale, { short: deeds.length, pairs: 100, full: 1000 });
      for (let index = 0; index < cases; index++) {
        // The short form does each thing once.
        const [what, deed] = scale === 'short' ? (deeds[index] ?? drawn(deeds)) : drawn(deeds);
        const root = drawn(roots);
        const wrong = await deed(stage, { root, random });
        found.add(`case ${index}: ${what}, under ${root}`, wrong ?? (await stage.harm()));
      }
      found.add('after clean under every root', await stage.leftAfterClean());
    } finally {
      await stage.close();
    }
    return found;
  },
};

interface Order {
  root: string;
  random: () => number;
}

/** Resolves with what was wrong beside the keys; `null`: nothing. */
type Deed = (stage: Stage, order: Order) => Promise<string | null>;

const deeds: readonly (readonly [what: string, deed: Deed])[] = [
  ['a run', (stage, { root }) => stage.bench(root, ['-n', '500'], [0])],
  [
    'a run that is stopped',
    (stage, { root, random }) =>
      stage.bench(root, ['--duration', '20s'], [1], async ({ child }) => {
        await stage.hasKeys(root);
        await wait(300 * random());
        child.kill('SIGINT');
      }),
  ],
  [
    'a run whose connections are closed',
    (stage, { root }) =>
      stage.bench(root, ['--duration', '2s'], [0, 1], async () => {
        await stage.hasKeys(root);
        await stage.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      }),
  ],
  [
    'a run that is killed',
    (stage, { root, random }) =>
      stage.bench(root, ['--duration', '20s'], ['SIGKILL'], async ({ child }) => {
        await stage.hasKeys(root);
        await wait(300 * random());
        child.kill('SIGKILL');
      }),
  ],
  ['a crashed run with keys of any name', (stage, { root }) => stage.leaveRun(root)],
  ['clean', (stage, { root }) => stage.clean(root, [0, 1])],
  ['clean --yes', (stage, { root }) => stage.clean(root, [0], '--yes')],
  ['a forged job', (stage, order) => stage.forgeJob(order)],
];

/** A server with the keys of others, and an agent that may load it. */
class Stage {
  readonly redis: Redis;
  readonly #subject = new Subject();
  readonly #target: EmbeddedServer;
  readonly #control: EmbeddedServer;
  readonly #foreign: KeyContents;
  readonly #agent: RunningSubject;
  #jobs = 0;

  private constructor(
    target: EmbeddedServer,
    control: EmbeddedServer,
    { redis, foreign }: { redis: Redis; foreign: KeyContents },
  ) {
    this.#target = target;
    this.#control = control;
    this.redis = redis;
    this.#foreign = foreign;
    const where = ['--join', urlOf(control), '--target', `shop=${urlOf(target)}`];
    this.#agent = this.#subject.start(['agent', ...where]);
  }

  static async open(seed: number): Promise<Stage> {
    const [target, control] = await Promise.all([startEmbedded(), startEmbedded()]);
    const redis = await openAdmin(target.target);
    await fillForeign(redis, foreignKeys, seed);
    const stage = new Stage(target, control, { redis, foreign: await contentsOf(redis) });
    await stage.#agent.shows(/has joined/);
    return stage;
  }

  async harm(): Promise<string | null> {
    return harmTo(this.#foreign, await contentsOf(this.redis));
  }

  /** Keys that are there beside those of others. */
  async #own(root = ''): Promise<string[]> {
    const keys = [...(await contentsOf(this.redis)).keys()];
    return keys.filter((key) => key.startsWith(root) && !this.#foreign.has(key));
  }

  async hasKeys(root: string): Promise<void> {
    const before = (await this.#own(root)).length;
    for (let look = 0; look < 600; look++) {
      if ((await this.#own(root)).length > before + 20) return;
      await wait(50);
    }
    throw new Error('the run has written no keys');
  }

  async bench(
    root: string,
    words: readonly string[],
    ends: readonly (number | string)[],
    during: (running: RunningSubject) => Promise<void> = () => Promise.resolve(),
  ): Promise<string | null> {
    const load = [
      '--strategy',
      'pipeline,multi-key',
      '-t',
      'get',
      '-r',
      '100',
      '-c',
      '2',
      '--bystander',
      '20',
    ];
    const where = ['-u', urlOf(this.#target), '--prefix', root];
    const running = this.#subject.start(['bench', ...where, ...load, '--warmup', '0', '-q', ...words]);
    await during(running);
    return wrongEnd(running, ends);
  }

  async clean(root: string, ends: readonly number[], ...words: readonly string[]): Promise<string | null> {
    // The marks of killed runs would expire by themselves, in 9 s.
    const marks = (await this.#own(root)).filter((key) => key.endsWith(':running'));
    if (marks.length > 0) await this.redis.del(...marks);
    const line = ['clean', '-u', urlOf(this.#target), '--prefix', root, ...words];
    return wrongEnd(this.#subject.start(line), ends);
  }

  /** The record of a run, and keys behind its lane prefixes that no strategy of ours would write. */
  async leaveRun(root: string): Promise<null> {
    const run = { root, id: newRunId() };
    const prefix = runPrefixOf(run);
    const record = { ...run, lanes: [`${prefix}a`, `${prefix}{t}b`] };
    await this.redis.set(recordKeyOf(prefix), JSON.stringify(record));
    await this.redis.mset(`${prefix}a`, 'x', `${prefix}a:users:1`, 'x', `${prefix}{t}bs00001`, 'x');
    await this.redis.set(markerOf(prefix), '1', 'PX', 1);
    return null;
  }

  /** For a prefix of others, of a run that was never recorded, or of a crashed one. */
  async forgeJob({ root, random }: Order): Promise<string | null> {
    const names = [root, `${root}users:`, ...[...this.#foreign.keys()].filter((key) => key.endsWith(':'))];
    const runs = [...this.#foreign.keys()].flatMap((key) => /^[\w:.-]+:(?=run$|as00001$)/.exec(key) ?? []);
    const prefixes = [...names, ...runs, runPrefixOf({ root, id: newRunId() })].filter((one) =>
      /^[\w:.-]+$/.test(one),
    );
    const prefix = prefixes[Math.floor(random() * prefixes.length)] ?? root;
    const run = `forged-${++this.#jobs}`;
    await forgeJob(this.#control.target.endpoint, { run, prefix, target: 'shop' });
    await this.#agent.shows(new RegExp(`Run ${run}: (refused|ended|given up)`));
    return null;
  }

  /** The keys that are left beside those of others, and those of others that are missing; `null`: none. */
  async leftAfterClean(): Promise<string | null> {
    for (const root of roots) {
      const wrong = await this.clean(root, [0], '--yes');
      if (wrong !== null) return wrong;
    }
    const left = await this.#own();
    const harm = await this.harm();
    return left.length === 0 ? harm : `${left.length} keys of runs are left: ${left.slice(0, 3).join(', ')}`;
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    this.#subject.remove();
    await this.#agent.ended;
    await Promise.all([this.#target.stop(), this.#control.stop()]);
  }
}

async function wrongEnd(running: RunningSubject, ends: readonly (number | string)[]): Promise<string | null> {
  const ended = await running.endedWithin(endWithinMs);
  if (!ended) return `had not ended ${endWithinMs / 1000} s later`;
  if (!ends.some((end) => end === ended.by))
    return `ended by ${String(ended.by)}: ${ended.stderr.slice(-500)}`;
  return stumble.test(ended.stderr) ? `stumbled: ${ended.stderr.slice(-500)}` : null;
}
