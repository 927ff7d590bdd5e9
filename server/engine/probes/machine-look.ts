import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineLook } from '../../../shared/contract/machine.ts';

/** CPU time of one program until now. */
export interface ProgramTime {
  pid: number;
  parent: number;
  name: string;
  ticks: number;
}

/** What is read twice: all CPU time of the machine, ms, and that of each program; `null`: the system does not tell. */
export interface MachineTimes {
  atMs: number;
  busyMs: number;
  programs: readonly ProgramTime[] | null;
}

const ticksPerSecond = 100;
/** Less than this is the rest of a system that does nothing. */
const leastCores = 0.05;
/** More than this of other programs widens the intervals of a run. */
const quietCores = 0.15;
const mostNamed = 4;
/** The page runs in one of these: what it takes is not blamed on other programs. */
const browsers =
  /^(chrom|firefox|web content|isolated web|brave|msedge|opera|vivaldi|safari|epiphany|webkit|headless_shell)/i;

/** Watches this machine for two seconds. */
export async function lookAtMachine(ms = 2000, pid = process.pid): Promise<MachineLook> {
  const before = readTimes();
  await sleep(ms);
  return compareTimes(before, readTimes(), cpus().length, pid);
}

/** What happened between two readings. `pid`: of Roundtrip, which with all that it started is no other program. */
export function compareTimes(
  before: MachineTimes,
  after: MachineTimes,
  cores: number,
  pid: number,
): MachineLook {
  const lookedMs = Math.max(1, after.atMs - before.atMs);
  const busy = Math.max(0, (after.busyMs - before.busyMs) / lookedMs);
  const looked = { lookedMs, cores, busy };
  if (!before.programs || !after.programs) {
    return { ...looked, browser: null, others: null, quiet: busy < 2 * quietCores };
  }
  const earlier = new Map(before.programs.map((one) => [one.pid, one.ticks]));
  const own = familyOf(pid, after.programs);
  const byName = new Map<string, number>();
  let browser = 0;
  for (const { pid: id, name, ticks } of after.programs) {
    // One that is new has taken all of it meanwhile.
    const taken = ((ticks - (earlier.get(id) ?? 0)) / ticksPerSecond / lookedMs) * 1000;
    if (own.has(id) || taken <= 0) continue;
    if (browsers.test(name)) browser += taken;
    else byName.set(name, (byName.get(name) ?? 0) + taken);
  }
  const sum = [...byName.values()].reduce((all, one) => all + one, 0);
  const others = [...byName]
    .map(([name, taken]) => ({ name, cores: taken }))
    .filter((one) => one.cores >= leastCores)
    .sort((one, other) => other.cores - one.cores)
    .slice(0, mostNamed);
  return { ...looked, browser, others, quiet: sum < quietCores };
}

/** A program, and all that it started. */
function familyOf(pid: number, programs: readonly ProgramTime[]): Set<number> {
  const family = new Set([pid]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const one of programs) if (family.has(one.parent)) family.add(one.pid);
  }
  return family;
}

/** CPU time that a program and all that it started have taken, ms; NaN where the system does not tell it. */
export function familyCpuMs(pid: number): number {
  const programs = readPrograms();
  if (!programs) return NaN;
  const family = familyOf(pid, programs);
  return programs.reduce(
    (sum, one) => sum + (family.has(one.pid) ? (one.ticks * 1000) / ticksPerSecond : 0),
    0,
  );
}

function readTimes(): MachineTimes {
  const busyMs = cpus().reduce(
    (all, { times: { user, nice, sys, irq } }) => all + user + nice + sys + irq,
    0,
  );
  return { atMs: performance.now(), busyMs, programs: readPrograms() };
}

function readPrograms(): ProgramTime[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readProgram(Number(pid)));
  } catch {
    return null;
  }
}

/** It may have ended meanwhile. */
function readProgram(pid: number): ProgramTime[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses, and may have some itself.
    const [from, to] = [stat.indexOf('('), stat.lastIndexOf(')')];
    const fields = stat.slice(to + 2).split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    if (parent === undefined || user === undefined || system === undefined) return [];
    return [{ pid, parent, name: stat.slice(from + 1, to), ticks: user + system }];
  } catch {
    return [];
  }
}
