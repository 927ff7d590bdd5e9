import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Budget } from '../../server/profile/process/budget.ts';
import { ProgramRecorder, type Recorded, type Unit } from '../../server/profile/process/recorder.ts';
import { TraceFile } from '../../server/profile/process/trace-file.ts';
import { traceVersion } from '../../shared/contract/profile-trace.ts';
import { readTrace, type Trace } from '../../shared/profile/read-trace.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();
const sender = { lib: 'ioredis', below: null, frames: 0 };
const share = 0.03;
const windowMs = 5000;
const isFollowedAtNoCost = Number(process.versions.node.split('.', 1)[0]) >= 24;

/** A recorder on a clock of which each look takes so long, ms. A turn of the event loop never comes. */
class RecordedProgram {
  ms = 0;
  test: { name: string } | null = null;
  readonly path = join(folder(), `${randomUUID()}.trace`);
  readonly budget: Budget;
  readonly recorder: ProgramRecorder;

  constructor({ share: ofCore = share, lookMs = 0.01, mostBytes = 1e9 } = {}) {
    const now = () => (this.ms += lookMs);
    this.budget = new Budget(ofCore, { now });
    const file = new TraceFile(this.path, mostBytes, this.budget);
    file.write({ k: 'meta', v: traceVersion, node: '', source: 'patch', budget: ofCore, pid: 1 });
    this.recorder = new ProgramRecorder(file, this.budget, {
      ...{ root: folder(), program: () => 'app.js', now },
      runningTest: () => this.test,
    });
  }

  begin(name = ''): Unit {
    return this.recorder.begin('http', [], name);
  }

  issue(unit: Unit | undefined, key = 'item:1'): Recorded | null {
    return this.recorder.context.run(unit, () => this.recorder.issued([key], 'GET', sender));
  }

  /** Sends a command that gets its reply at once. */
  send(unit: Unit | undefined, reply: unknown = 'value'): Recorded | null {
    const recorded = this.issue(unit);
    if (recorded) this.recorder.settled(recorded, reply, false);
    return recorded;
  }

  end(unit: Unit): void {
    this.recorder.end(unit, 'GET /events');
  }

  trace(): Trace {
    this.recorder.close();
    return readTrace(readFileSync(this.path, 'utf8'));
  }
}

describe('recording takes at most its share of any 5 s, once the advance is spent', () => {
  test.each<[string, number, (program: RecordedProgram) => () => void]>([
    [
      'event streams that stay open',
      0,
      (program) => {
        const streams = Array.from({ length: 40 }, () => program.begin());
        let at = 0;
        return () => program.send(streams[at++ % streams.length]);
      },
    ],
    [
      'streams that all end within one ms, and begin again',
      0.5,
      (program) => {
        let streams: Unit[] = [];
        let at = 0;
        return () => {
          if (at++ % 2000 === 0) {
            for (const stream of streams) program.end(stream);
            streams = Array.from({ length: 40 }, () => program.begin());
          }
          program.send(streams[at % streams.length]);
        };
      },
    ],
    [
      'requests of five commands, 1,000 a second',
      0.5,
      (program) => () => {
        const request = program.begin();
        for (let command = 0; command < 5; command++) program.send(request);
        program.end(request);
      },
    ],
    [
      'jobs that send 2,000 commands at once, and then get all replies',
      0.1,
      (program) => {
        let sent: (Recorded | null)[] = [];
        let job = program.begin();
        return () => {
          if (sent.length < 2000) sent.push(program.issue(job));
          else {
            for (const one of sent) if (one) program.recorder.settled(one, 'value', false);
            program.end(job);
            job = program.begin();
            sent = [];
          }
        };
      },
    ],
    ['commands outside of units', 0.5, (program) => () => program.send(undefined)],
  ])('%s', (_, least, start) => {
    const program = new RecordedProgram();
    const step = start(program);
    while (program.budget.allows) {
      program.ms = Math.floor(program.ms) + 1;
      step();
    }
    const advancedMs = Math.ceil(program.ms);
    /** What was spent by each ms since then. */
    const spent: number[] = [];
    while (spent.length < 30_000) {
      program.ms = Math.floor(program.ms) + 1;
      step();
      while (advancedMs + spent.length < program.ms) spent.push(program.budget.spentMs);
    }
    const windows = spent.slice(windowMs).map((until, at) => until - (spent[at] ?? 0));
    const most = windows.reduce((largest, one) => Math.max(largest, one));
    expect(most).toBeLessThanOrEqual(share * windowMs);
    // Streams that are cut take nothing more.
    expect(most).toBeGreaterThan(least * share * windowMs);
  });
});

describe('a unit that goes over is cut', () => {
  test('its first commands are kept, and the trace says how many it sent', () => {
    const program = new RecordedProgram();
    const stream = program.begin();
    for (let command = 0; command < 100_000; command++) program.send(stream);
    program.end(stream);
    const { units, commands, recorded, leftOut } = program.trace();
    expect([commands, leftOut]).toEqual([100_000, ['long-units']]);
    expect(units).toMatchObject([{ name: 'GET /events', of: 100_000 }]);
    const kept = units[0]?.commands ?? [];
    expect(recorded).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(1000);
    expect(kept.length).toBeLessThan(50_000);
    expect(kept.every(({ id, t1 }, at) => id === (kept[0]?.id ?? 0) + at && t1 !== null)).toBe(true);
  });

  test('replies to its first commands are kept when they come later', () => {
    const program = new RecordedProgram({ lookMs: 0.5 });
    const stream = program.begin();
    const sent = Array.from({ length: 2000 }, () => program.issue(stream)).filter((one) => one !== null);
    for (const one of sent) program.recorder.settled(one, 'value', false);
    program.end(stream);
    const [unit] = program.trace().units;
    expect(unit).toMatchObject({ of: 2000 });
    expect(unit?.commands.map(({ t1 }) => t1 === null)).toEqual(sent.map(() => false));
  });

  test('a unit within its bounds is none', () => {
    const program = new RecordedProgram();
    const request = program.begin();
    for (let command = 0; command < 5; command++) program.send(request);
    program.end(request);
    const { units, leftOut } = program.trace();
    expect([units[0]?.of, units[0]?.commands.length, leftOut]).toEqual([undefined, 5, []]);
  });
});

describe('bounds hold for all units together, whatever the budget', () => {
  test('commands that wait for their replies', () => {
    const program = new RecordedProgram({ share: 1 });
    const streams = Array.from({ length: 40 }, () => program.begin());
    const sent = streams.flatMap((stream) => Array.from({ length: 3000 }, () => program.issue(stream)));
    expect(sent.filter((one) => one !== null)).toHaveLength(20_000);
    for (const stream of streams) program.end(stream);
    expect(program.trace().leftOut).toEqual(['long-units']);
  });

  test('stacks of commands that have their replies', () => {
    const program = new RecordedProgram({ share: 1 });
    const streams = Array.from({ length: 40 }, () => program.begin());
    const sent = Array.from({ length: 300 }, () => streams.map((stream) => program.send(stream))).flat();
    expect(sent.filter((one) => one !== null && one.stack !== null)).toHaveLength(100);
    for (const stream of streams) program.end(stream);
    const { units, leftOut } = program.trace();
    expect(units.map(({ commands }) => commands.length)).toEqual(streams.map(() => 300));
    expect(leftOut).toEqual([]);
  });

  test('tokens: a reply without room for them is no origin, and says so', () => {
    const program = new RecordedProgram({ share: 1 });
    const streams = Array.from({ length: 40 }, () => program.begin());
    const words = (stream: number) => Array.from({ length: 5000 }, (_, word) => `word${stream}x${word}`);
    const long = streams.map((stream, at) => program.send(stream, words(at))?.line.long ?? 0);
    expect(long.filter((one) => one === 0)).toHaveLength(19);
    const [first] = streams;
    if (first) program.end(first);
    expect(program.send(streams[1], words(0))?.line.long).toBeUndefined();
  });

  test('bytes of the trace', () => {
    const program = new RecordedProgram({ share: 1, mostBytes: 100_000 });
    const streams = Array.from({ length: 40 }, () => program.begin());
    for (let command = 0; command < 300; command++) for (const stream of streams) program.send(stream);
    for (const stream of streams) program.end(stream);
    expect(program.trace().leftOut).toEqual(['bounded', 'long-units']);
    expect(readFileSync(program.path).length).toBeLessThan(200_000);
  });
});

test('where no unit may begin, one whose name was not recorded yet goes first, once', () => {
  const program = new RecordedProgram();
  while (program.budget.allows) program.begin('GET /front');
  const begun = ['GET /front', 'GET /cart/*', 'GET /cart/*', 'GET /front'].map((name) => program.begin(name));
  expect(begun.map(({ isSampled }) => isSampled)).toEqual([false, true, false, false]);
});

test('a process that is killed in a unit whose lines are written says that the unit is not whole', () => {
  const program = new RecordedProgram({ share: 1 });
  const stream = program.begin();
  for (let command = 0; command < 300; command++) program.send(stream);
  // The first 16 KiB of lines, as a process leaves them that is killed then.
  const lines = readFileSync(program.path, 'utf8').split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(10);
  expect(readTrace(lines.join('\n')).leftOut).toEqual(['unfinished']);
});

describe('while only units that are left out are open, nothing follows their context', () => {
  const resting = () => {
    const program = new RecordedProgram();
    while (program.budget.allows) program.end(program.begin());
    return program;
  };
  const issuedBy = (program: RecordedProgram, unit: Unit) => {
    program.recorder.enter(unit);
    const recorded = program.recorder.issued(['item:1'], 'GET', sender);
    program.recorder.enter(undefined);
    return recorded;
  };
  const isFollowed = (program: RecordedProgram, unit: Unit) => {
    program.recorder.enter(unit);
    return program.recorder.context.getStore() === unit;
  };

  test('their commands are counted, and not taken for those of the program', () => {
    const program = resting();
    const left = program.begin();
    expect(issuedBy(program, left)).toBeNull();
    // The budget is full again, but the command may still be one of theirs.
    program.ms += 60_000;
    expect(issuedBy(program, left)).toBeNull();
    // Before they are looked at: a connection's own are none of the program.
    const counted = ['get', 'AUTH', 'GET'].filter((name) => program.recorder.onlyCounts(name));
    program.end(left);
    const { commands, recorded, units } = program.trace();
    expect(counted).toEqual(isFollowedAtNoCost ? [] : ['get', 'AUTH', 'GET']);
    expect([commands, recorded]).toEqual([isFollowedAtNoCost ? 2 : 4, 0]);
    expect(units.filter(({ kind }) => kind === 'program')).toEqual([]);
  });

  test('commands of the program are recorded again when they have ended', () => {
    const program = resting();
    program.end(program.begin());
    program.ms += 60_000;
    expect(program.send(undefined)).not.toBeNull();
  });

  test('a unit that is recorded is followed, and so is one that is left out beside it', () => {
    const program = resting();
    const first = program.begin();
    expect(isFollowed(program, first)).toBe(isFollowedAtNoCost);
    program.ms += 60_000;
    const sampled = program.begin();
    expect(isFollowed(program, sampled)).toBe(true);
    while (program.budget.allows) program.end(program.begin());
    const second = program.begin();
    expect(second.isSampled).toBe(false);
    expect(isFollowed(program, second)).toBe(true);
    for (const unit of [first, sampled, second]) program.end(unit);
  });

  test('with a budget of 100 % every unit is followed', () => {
    const program = new RecordedProgram({ share: 1 });
    expect(isFollowed(program, program.begin())).toBe(true);
  });
});

test('a test lasts from its first command to its last reply, and the next one is another unit', () => {
  const program = new RecordedProgram({ share: 1 });
  for (const name of ['reads', 'writes']) {
    program.test = { name };
    program.send(undefined);
    program.ms += 1000;
  }
  program.test = null;
  program.send(undefined);
  const units = program
    .trace()
    .units.map(({ kind, name, commands, durationMs }) => [
      ...[kind, name, commands.length],
      durationMs < 500,
    ]);
  expect(units).toEqual([
    ['test', 'reads', 1, true],
    ['test', 'writes', 1, true],
    ['program', 'app.js', 1, true],
  ]);
});
