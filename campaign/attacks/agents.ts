import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LoadMachines, urlOf } from '../../bench/agents/load-machines.ts';
import { RunWatch, type WatchedSlice } from '../../bench/agents/run-watch.ts';
import { SentCommands } from '../../bench/agents/sent-commands.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import type { Result } from '../../shared/contract/result.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { Findings, type Attack, type Scale } from '../attack.ts';
import { stumble, type SubjectEnd } from '../subject.ts';

const victims = ['an agent', 'the coordinator', 'the control Redis', 'all but the control Redis'] as const;
type Victim = (typeof victims)[number];

/** When it is killed: before a slice, in it, and after it. */
const moments = ['joining', 'answering', 'settling', 'sending', 'between slices', 'closing'] as const;
type Moment = (typeof moments)[number];

interface Kill {
  victim: Victim;
  moment: Moment;
  /** Slices before that in which it happens. */
  slices: number;
  /** Part of the slice that is over when it happens in one. */
  part: number;
}

const rps = 200;
const sliceMs = 400;
/** Two lanes of ten slices each: a busy machine may see a slice late, and the run is not over by then. */
const run = [
  ...['--strategy', 'one-by-one,pipeline', '-P', '4', '-c', '4', '-r', '100', '--rps', String(rps), '-q'],
  ...['--warmup', '100ms', '--duration', '4s', '--slice', `${sliceMs}ms`],
];
const slicesBefore = 8;
const agents = 2;
/** One more agent is free: it could carry a share out a second time. */
const names = ['a', 'b', 'spare'];
/** After this time the remaining processes have stopped sending and have removed the keys. */
const cleanWithinMs = 10_000;
const silentAfterMs = 3500;
const endWithinMs = 30_000;
const atATime = 3;

/** Kills each kind of process of a run by agents in each phase. What is left of the run is judged by others than itself. */
export const lostAgents: Attack = {
  name: 'agents',
  isTimed: true,
  about:
    'kill -9 of an agent, the coordinator, the control Redis and all at once: before, in and after a slice',
  async run({ seed, scale }) {
    const found = new Findings();
    const random = randomFrom(seed);
    const kills = casesOf(scale).map(([victim, moment]): Kill => {
      const slices = Math.floor(random() * slicesBefore);
      return { victim, moment, slices, part: random() };
    });
    const hits = new Map<string, number>();
    const work = async () => {
      for (let kill = kills.shift(); kill; kill = kills.shift()) {
        const { victim, moment, slices } = kill;
        const tried = `${victim}, ${moment}, after ${slices} slices`;
        found.add(
          tried,
          await strike(kill).catch((error: unknown) => `could not be tried: ${String(error)}`),
        );
        hits.set(`${victim}, ${moment}`, (hits.get(`${victim}, ${moment}`) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
    for (const victim of victims)
      found.notes.push(
        `${victim}: ${moments.map((moment) => `${moment} ${hits.get(`${victim}, ${moment}`) ?? 0}`).join(', ')}`,
      );
    return found;
  },
};

/** In full the three first victims are killed 72 times in all, and everybody at once 24 times. */
const times: Record<Exclude<Scale, 'short'>, number> = { pairs: 1, full: 4 };

function casesOf(scale: Scale): (readonly [Victim, Moment])[] {
  if (scale === 'short')
    return [
      ['an agent', 'sending'],
      ['the coordinator', 'between slices'],
      ['the control Redis', 'settling'],
    ];
  return Array.from({ length: times[scale] }, () =>
    moments.flatMap((moment) => victims.map((victim) => [victim, moment] as const)),
  ).flat();
}

/** What was wrong afterwards; `null`: nothing. */
async function strike(kill: Kill): Promise<string | null> {
  const machines = await LoadMachines.start(...names);
  const sent = await SentCommands.watch(machines.target);
  const watch = await RunWatch.begin(machines.control, agents);
  try {
    const file = join(machines.subject.folder, '.result.json');
    const coordinator = machines.bench(agents, ...run, '--json', file);
    const tooSoon = coordinator.ended.then(({ stderr }) =>
      Promise.reject(new Error(`ended before: ${stderr}`)),
    );
    await Promise.race([comes(kill, watch), tooSoon]);
    tooSoon.catch(() => undefined);
    const { lost, killedAt } = killIn(kill, machines, watch, coordinator.child.pid);
    const silent = wait(silentAfterMs).then(() => sent.total);
    const ended = await coordinator.endedWithin(endWithinMs);
    const left = await keysLeft(machines, killedAt, kill);
    const late = sent.total - (await silent);
    const faults = [
      ended === null ? `had not ended ${endWithinMs / 1000} s later` : wrongEnd(kill, ended, lost),
      ended === null ? null : wrongFigures(readResult(file), ended, sent, watch),
      sharedTwice(machines, watch.run),
      wrongFarewell(kill, machines, watch),
      left,
      late > 0 && ended?.by !== 0 ? `${late} commands were sent more than ${silentAfterMs} ms later` : null,
      await wrongNext(kill, machines),
    ].filter((fault) => fault !== null);
    return faults.length === 0 ? null : faults.join('; ');
  } finally {
    watch.end();
    sent.end();
    await machines.close();
  }
}

async function comes({ moment, slices, part }: Kill, watch: RunWatch): Promise<void> {
  switch (moment) {
    case 'joining':
      await watch.when(({ run }) => run !== '');
      break;
    case 'answering':
      await watch.when(({ hellos }) => hellos.size > 0);
      break;
    case 'settling':
      await watch.when((seen) => seen.slices.length > slices);
      break;
    case 'sending': {
      await watch.when((seen) => (seen.slices[slices]?.goAt ?? null) !== null);
      const inMs = (watch.slices[slices]?.goAt ?? 0) - Date.now();
      await wait(Math.max(0, inMs) + part * sliceMs);
      break;
    }
    case 'between slices':
      await watch.when((seen) => {
        const slice = seen.slices[slices];
        return slice !== undefined && seen.isOver(slice);
      });
      break;
    case 'closing':
      await watch.when(({ isClosing }) => isClosing);
  }
}

interface Killed {
  /** What the coordinator is to name. */
  lost: RegExp | null;
  killedAt: number;
}

function killIn(
  { victim, part }: Kill,
  machines: LoadMachines,
  watch: RunWatch,
  coordinator: number | undefined,
): Killed {
  const present = [...watch.hellos.values()].map(({ name }) => name);
  // Nobody has answered: any of them may be the one that is about to.
  if (present.length === 0) present.push(...names);
  const killedAt = performance.now();
  const end = (pid: number | undefined) => pid !== undefined && process.kill(pid, 'SIGKILL');
  switch (victim) {
    case 'an agent': {
      const name = present[Math.floor(part * present.length)] ?? '';
      end(machines.agents.get(name)?.child.pid);
      // One that was lost before it had answered is known by its share.
      return { lost: new RegExp(`Agent (${name}|\\d) .*was lost`), killedAt };
    }
    case 'the coordinator':
      end(coordinator);
      return { lost: null, killedAt };
    case 'the control Redis':
      end(machines.control.pid);
      return { lost: /The control Redis at 127\.0\.0\.1:\d+ was lost/, killedAt };
    case 'all but the control Redis':
      end(coordinator);
      for (const { child } of machines.agents.values()) end(child.pid);
      return { lost: null, killedAt };
  }
}

/** A run that had all its figures when something was lost may end well, and so may one without the agent that was. */
function wrongEnd({ victim, moment }: Kill, { by, stdout, stderr }: SubjectEnd, lost: RegExp | null) {
  const said = stdout + stderr;
  if (stumble.test(said)) return `stumbled: ${said.slice(-600)}`;
  if (lost === null) return by === 'SIGKILL' ? null : `the coordinator ended by ${String(by)} before`;
  if (by === 0 && (moment === 'closing' || (victim === 'an agent' && moment === 'joining'))) return null;
  if (by !== 1) return `after ${victim} was killed it ended by ${String(by)}: ${said.slice(-600)}`;
  return lost.test(said) ? null : `does not say ${String(lost)}: ${said.slice(-600)}`;
}

const readResult = (file: string): Result | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : null;

/** What a result says of each lane against what the server was sent, but for the slice that was cut off. */
function wrongFigures(
  result: Result | null,
  { by }: SubjectEnd,
  sent: SentCommands,
  watch: RunWatch,
): string | null {
  if (result === null) return by === 0 ? 'ended well without a result' : null;
  const last = watch.slices.at(-1);
  for (const [
    lane,
    { id, commands, failed, warmupCommands, countsAgree, throughput },
  ] of result.lanes.entries()) {
    const told = commands + failed + warmupCommands;
    const all = sent.of(lane, 0, Infinity).length;
    const before = last?.lane === lane ? sent.of(lane, 0, last.saidAt).length : all;
    // The end of the newest slice may be the message that was lost: it counts as a whole, or not at all.
    const whole = last && watch.isOver(last) ? [before, all] : [before];
    if (!whole.includes(told))
      return `${id}: ${told} commands in the result, ${whole.join(' or ')} at the server`;
    if (countsAgree === false) return `${id}: counts do not agree`;
    const slowest =
      0.8 *
      Math.min(...watch.slices.map((slice) => (slice.lane === lane ? seenRate(slice, sent, watch) : rps)));
    const off = throughput?.slices.find((rate) => rate < slowest || rate > 1.1 * rps);
    if (off !== undefined)
      return `${id}: a slice of ${off} commands per second, at a rate of ${rps}; the server saw ${slowest / 0.8} at least`;
  }
  return null;
}

/** Of all agents together, by the server: a busy machine delays the last commands of a slice. */
function seenRate(slice: WatchedSlice, sent: SentCommands, watch: RunWatch): number {
  const next = watch.slices[watch.slices.indexOf(slice) + 1];
  if (slice.goAt === null || !watch.isOver(slice)) return rps;
  const seen = sent.of(slice.lane, slice.goAt, next?.saidAt ?? Infinity);
  return (seen.length * 1000) / ((seen.at(-1)?.at ?? slice.goAt) - slice.goAt);
}

/** Each agent says which share it carries out. */
function sharedTwice({ agents: running }: LoadMachines, id: string): string | null {
  const shares = [...running.values()].flatMap(({ stderr }) =>
    [...stderr.matchAll(new RegExp(`Run ${id}: share (\\d+) of`, 'g'))].map(([, share]) => share),
  );
  return new Set(shares).size === shares.length ? null : `shares ${shares.join(', ')} were carried out`;
}

/** Agents that a coordinator has left say why they stopped. */
function wrongFarewell({ victim, moment }: Kill, { agents: running }: LoadMachines, { run: id }: RunWatch) {
  if (victim !== 'the coordinator' || moment === 'closing') return null;
  const ends = [...running.values()].flatMap(
    ({ stderr }) => new RegExp(`Run ${id}: ended, (.*)`).exec(stderr)?.[1] ?? [],
  );
  const other = ends.find((why) => why !== 'its coordinator was not heard of for 3 s');
  return other === undefined ? null : `an agent whose coordinator was killed says "${other}"`;
}

/** Where nobody lives who could remove them, `clean` does. */
async function keysLeft({ subject, target }: LoadMachines, killedAt: number, { victim }: Kill) {
  if (victim === 'all but the control Redis') {
    const cleaned = await subject.start(['clean', '-u', urlOf(target)]).endedWithin(endWithinMs);
    if (cleaned?.by !== 0) return `clean ended by ${String(cleaned?.by)}: ${cleaned?.stderr ?? ''}`;
  } else await wait(Math.max(0, killedAt + cleanWithinMs - performance.now()));
  const redis = await openAdmin(target.target);
  const keys = await redis.keys('*');
  redis.disconnect();
  return keys.length === 0 ? null : `${keys.length} keys are left: ${keys.slice(0, 3).join(', ')}`;
}

/** Whoever lives, and an agent in place of each that was killed, carries the next run out. */
async function wrongNext({ victim }: Kill, machines: LoadMachines): Promise<string | null> {
  if (victim === 'the control Redis') await machines.restartControl();
  if (victim === 'all but the control Redis')
    await Promise.all(['c', 'd'].map((name) => machines.join(name)));
  const words = ['--strategy', 'one-by-one', '-c', '4', '-n', '200', '--warmup', '0'];
  const ended = await machines.bench(agents, ...words).endedWithin(endWithinMs);
  return ended?.by === 0 ? null : `the next run ended by ${String(ended?.by)}: ${ended?.stderr ?? ''}`;
}
