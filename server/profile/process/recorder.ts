import { after, inThisTurn, now as realNow } from './clock.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  otherUnits,
  programUnit,
  type CountLine,
  type TracedCommandLine,
  type SentMode,
  type UnitKind,
} from '../../../shared/contract/profile-trace.ts';
import { waitingCommands } from '../../../shared/commands/redis.ts';
import type { Budget } from './budget.ts';
import type { CommandRecorder, Sender, WatchedCommand } from './command-recorder.ts';
import { keepStack, Sites, type Stack } from './sites.ts';
import { kindOfFault } from './fault-kind.ts';
import { ValueNumbers } from './value-numbers.ts';
import { Origins, TokenRoom } from './origins.ts';
import { titleOf } from './running-test.ts';
import { sizeOf } from './sizes.ts';
import type { TraceFile } from './trace-file.ts';
import { Turns } from './turns.ts';
import { commandName, ofConnections, prefixOf } from './unit-name.ts';
import { thousandths } from '../../../shared/statistics/thousandths.ts';

/** One command while its unit lasts. */
export interface Recorded extends WatchedCommand {
  readonly unit: Unit;
  readonly line: TracedCommandLine;
  stack: Stack | null;
  /** Budget set aside for its reply and its line, ms. */
  readonly dueMs: number;
}

/** A request, a job, a mark, a test, or what the program does outside of these. */
export interface Unit {
  readonly id: number;
  readonly kind: UnitKind;
  readonly startedMs: number;
  /** Whether its commands are recorded. */
  isSampled: boolean;
  isOpen: boolean;
  /** True where it went over a bound: its next commands are only counted. */
  isCut: boolean;
  /** Commands that it sent, and how many of them are recorded. */
  sent: number;
  recorded: number;
  /** Commands whose lines are not written yet. */
  readonly commands: Set<Recorded>;
  readonly origins: Origins;
  /** Of a unit that is left out: the number of rests before it was entered, -1 where it never was; otherwise `null`. */
  sight: number | null;
}

/**
 * Until Node 24 a context slows every promise of the program, by 15 to 25 % of what a request with five commands costs.
 * So it is switched off while only units that are left out are open.
 */
const isContextCostly = Number(process.versions.node.split('.', 1)[0]) < 24;

/** A bound on the commands of one unit. */
const mostCommands = 20_000;
/** A bound on the commands of all units whose lines are not written: each keeps a stack, of about 2 KB. */
const mostUnwritten = 20_000;
/** From so many on, a command is written with its reply, and not at the end of its unit. */
const mostWaiting = 100;
const mostNames = 300;

/** Reading a stack and its position takes time: below so many commands nothing can be said of a unit’s sites. */
const fewestWithSites = 2;

/** The time between two looks at whether a test is over, ms: no runner says so, and some kill their process soon after. */
const testCheckMs = 5;

/** After so many faults nothing more is recorded. */
const mostFaults = 20;

/** Records the commands of one process. What calls its methods is guarded (never-throws.ts). */
export class ProgramRecorder implements CommandRecorder {
  readonly context = new AsyncLocalStorage<Unit | undefined>();
  readonly #budget: Budget;
  readonly #file: TraceFile;
  #turns = new Turns();
  readonly #salt = (Math.random() * 2 ** 32) >>> 0;
  readonly #sites: Sites;
  readonly #counts = new Map<string, [kind: UnitKind, name: string, count: number]>();
  readonly #keys = new ValueNumbers();
  readonly #arguments = new ValueNumbers();
  readonly #prefixes = new Map<number, Prefix>();
  readonly #program: Unit;
  readonly #programName: () => string;
  /** The program’s own unit is the first. */
  #lastId = programUnit - 1;
  #commands = 0;
  #recorded = 0;
  /** Commands whose lines are not written yet, of all units. */
  #unwritten = 0;
  /** Replies and lines so far: their time, ms, and how many lines there were. The first values are a guess. */
  readonly #later = { ms: 1, lines: 50 };
  /** Left out because their unit, or all units, had too many. */
  #beyond = 0;
  /** True where a command was sent outside of all other units. */
  #hasOutside = false;
  #open = new Set<Unit>();
  /** True while the context is switched off. */
  #rests = false;
  #restCount = 0;
  /** Open units that are left out, and how many of them no command can be told to belong to. */
  #left = 0;
  #unseen = 0;
  /** Connections that had a blocking command: it may hold another one, whose line is then named. */
  readonly #blocked = new Set<number>();
  readonly #room = new TokenRoom();
  /** Names, as they were known at the beginning, of units that are recorded. They are never written. */
  readonly #begun = new Set<string>();
  readonly #now: () => number;
  readonly #runningTest: () => object | null;
  /** The test in progress, from its first command to its last reply by now. */
  #test: OpenTest | null = null;
  #watchesTests = false;
  #faults = 0;
  #cause = '';

  constructor(
    file: TraceFile,
    budget: Budget,
    {
      root,
      program,
      now = realNow,
      runningTest = () => null,
    }: {
      root: string;
      program: () => string;
      now?: () => number;
      runningTest?: () => object | null;
    },
  ) {
    this.#file = file;
    this.#runningTest = runningTest;
    this.#now = now;
    this.#budget = budget;
    this.#programName = program;
    this.#sites = new Sites(root, (site) => {
      file.write({ k: 'site', ...site });
    });
    this.#program = this.#unit('program', true, new TokenRoom());
  }

  /**
   * Begins a unit; `texts`: what came with it, whose tokens come from no reply; `name`: what is known of its name by now.
   * One that was not recorded yet goes first: it may take what is kept for units that have begun.
   */
  begin(kind: UnitKind, texts: readonly unknown[], name: string): Unit {
    const start = this.#now();
    const isNew = !this.#begun.has(name) && this.#begun.size < mostNames;
    const isAllowed = isNew ? this.#budget.allowsMore : this.#budget.allows;
    const unit = this.#unit(kind, this.#faults < mostFaults && !this.#isFull && isAllowed, this.#room);
    if (unit.isSampled) {
      if (isNew) this.#begun.add(name);
      this.#open.add(unit);
      for (const text of texts) unit.origins.note(text);
      this.#budget.spend(start);
    } else this.#leave(unit);
    return unit;
  }

  /** What runs from here on belongs to a unit; `undefined`: to none. */
  enter(unit: Unit | undefined): void {
    if (this.#rests && !unit?.isSampled) return;
    this.#rests = false;
    this.context.enterWith(unit);
  }

  #leave(unit: Unit): void {
    if (isContextCostly && !this.#rests && this.#open.size === 0) {
      this.context.disable();
      this.#rests = true;
      this.#restCount++;
      this.#unseen = this.#left;
    }
    unit.sight = this.#rests ? -1 : this.#restCount;
    this.#left++;
    if (this.#rests) this.#unseen++;
  }

  end(unit: Unit, name: string, endedMs = this.#now()): void {
    if (!unit.isOpen) return;
    const start = this.#now();
    unit.isOpen = false;
    if (unit.sight !== null) {
      this.#left--;
      if (unit.sight < this.#restCount) this.#unseen--;
    }
    if (!unit.isSampled) {
      this.#count(unit.kind, name);
      return;
    }
    const { id, kind, startedMs, sent, isCut } = unit;
    for (const recorded of unit.commands) this.#write(recorded);
    this.#later.ms += this.#now() - start;
    const times = { t0: thousandths(startedMs), t1: thousandths(endedMs) };
    this.#file.write({ k: 'unit', id, kind, name, ...times, ...(isCut ? { of: sent } : {}) });
    this.#open.delete(unit);
    forget(unit);
    // Its line has no command of this unit among those of open ones.
    this.#count(kind, name);
    this.#budget.spend(start);
  }

  /** Counts a command where that is all that can be done with it now; false: it has to be looked at. */
  onlyCounts(name: unknown): boolean {
    if (!this.#rests || this.#unseen === 0) return false;
    if (!ofConnections.has(commandName(name))) {
      this.#commands++;
      this.#writeCounts();
    }
    return true;
  }

  /** The unit of the test in progress, which begins with its first command; `null`: there is none. */
  #unitOfTest(): Unit | null {
    const running = this.#runningTest();
    if (running === (this.#test?.of ?? null)) return this.#test?.unit ?? null;
    this.#endTest();
    if (!running) return null;
    const title = titleOf(running);
    const unit = this.begin('test', [], title);
    this.#test = { of: running, title, unit, lastMs: unit.startedMs, isAsked: false };
    this.#watchTest();
    return unit;
  }

  #watchTest(): void {
    if (this.#watchesTests) return;
    this.#watchesTests = true;
    after(testCheckMs, () => {
      this.#watchesTests = false;
      this.#endTestIfOver();
      if (this.#test) this.#watchTest();
    });
  }

  #replyOfTest(test: OpenTest, ms: number): void {
    test.lastMs = ms;
    if (test.isAsked) return;
    test.isAsked = true;
    // Most tests are over when what follows from their last reply has run.
    inThisTurn(() => {
      test.isAsked = false;
      this.#endTestIfOver();
    });
  }

  #endTestIfOver(): void {
    if (this.#test && this.#runningTest() !== this.#test.of) this.#endTest();
  }

  #endTest(): void {
    if (!this.#test) return;
    const { unit, title, lastMs } = this.#test;
    this.#test = null;
    this.end(unit, title, lastMs);
  }

  /** A command is issued; its arguments begin at `from`. `null`: it is not recorded. */
  issued(
    given: readonly unknown[],
    name: unknown,
    { lib, below, frames, buffers = false }: Sender,
    from = 0,
  ): Recorded | null {
    const n = commandName(name);
    if (ofConnections.has(n)) return null;
    this.#commands++;
    const current = this.context.getStore();
    // The command may belong to a unit that is left out: it was sent outside of units, or after its own had ended.
    if (!current?.isOpen && this.#unseen > 0) return this.#leaveOut();
    const unit = current?.isOpen ? current : (this.#unitOfTest() ?? this.#program);
    if (unit === this.#program) this.#hasOutside = true;
    unit.sent++;
    if (!unit.isSampled || !this.#allowsMore(unit)) return this.#leaveOut();
    const start = this.#now();
    this.#recorded++;
    unit.recorded++;
    this.#unwritten++;
    const dueMs = this.#later.ms / this.#later.lines;
    this.#budget.reserve(dueMs);
    const args = from === 0 ? given : given.slice(from);
    const [key, ...rest] = args;
    const deps = unit.origins.ofArguments(args);
    const recorded: Recorded = {
      unit,
      frames,
      dueMs,
      stack: keepStack(below),
      line: {
        k: 'cmd',
        id: ++this.#lastId,
        u: unit.id,
        s: null,
        n,
        lib,
        key: prefixOf(textOf(key)),
        kn: this.#keys.of(args.slice(0, 1)),
        an: this.#arguments.of(rest),
        b: null,
        mode: 'one',
        conn: 0,
        tc: thousandths(start),
        t0: thousandths(start),
        t1: null,
        nil: 0,
        err: 0,
        turn: [this.#turns.current, 0],
        deps,
        sent: sizeOf(rest, 1),
        ...(buffers ? { buf: 1 } : {}),
      },
    };
    unit.commands.add(recorded);
    // A process that a signal ends in this unit has said that the unit is open.
    if (unit !== this.#program && unit.recorded === 1) this.#writeCounts();
    this.#budget.spend(start);
    return recorded;
  }

  /** It is written to a connection, by itself or with others. */
  sent({ line }: Recorded, conn: number): void {
    line.t0 = thousandths(this.#now());
    line.conn = conn;
    if (waitingCommands.has(line.n)) this.#blocked.add(conn);
  }

  together({ line }: Recorded, batch: number, mode: SentMode): void {
    line.b = batch;
    line.mode = mode;
  }

  settled(recorded: Recorded, reply: unknown, failed: boolean): void {
    const start = this.#now();
    const { line, unit } = recorded;
    if (unit === this.#test?.unit) this.#replyOfTest(this.#test, start);
    if (line.t1 !== null || !unit.isOpen || !unit.isSampled) return;
    line.t1 = thousandths(start);
    line.turn[1] = this.#turns.ofReply();
    if (reply === null || reply === undefined) line.nil = 1;
    if (failed) line.err = 1;
    else if (!isQueued(reply)) {
      line.got = sizeOf(reply);
      // Nothing more of a unit that is cut can come from it.
      if (!unit.isCut && !unit.origins.reply(line, reply)) line.long = 1;
    }
    if (unit === this.#program) this.#stream(recorded);
    else if (this.#unwritten > mostWaiting && unit.sent >= fewestWithSites) this.#write(recorded);
    this.#later.ms += this.#now() - start;
    this.#budget.spend(start);
  }

  /**
   * Recording has failed. What is open may lack a command or a reply, so that it is left out, and the trace says so with
   * the kind of the fault. Its text is not kept, because it may quote the program.
   */
  fault(fault: unknown): void {
    this.#faults++;
    if (this.#cause === '') this.#cause = kindOfFault(fault);
    const left = [...this.#open].map(({ id }) => id);
    for (const unit of [...this.#open, this.#program]) {
      unit.isSampled = false;
      forget(unit);
    }
    this.#unwritten = 0;
    this.#open.clear();
    this.#turns = new Turns();
    if (this.#faults > mostFaults) return;
    this.#writeFaults(left);
    this.#file.flush();
  }

  /** Writes all that is known: the process ends. */
  close(): void {
    this.#endTest();
    for (const unit of [...this.#open]) this.end(unit, 'unfinished');
    for (const recorded of this.#program.commands) this.#write(recorded);
    this.#writeCounts();
    if (this.#faults > 0) this.#writeFaults([]);
    this.#file.flush();
  }

  #writeFaults(left: readonly number[]): void {
    this.#file.write({ k: 'fault', count: this.#faults, cause: this.#cause, left });
  }

  /** The program’s own unit has no end: each command is written as soon as it has its reply. */
  #stream(recorded: Recorded): void {
    this.#write(recorded);
    this.#program.origins.forgetWhereFull();
    this.#writeCounts();
  }

  /** True where nothing more can be kept, of whichever unit. */
  get #isFull(): boolean {
    return this.#file.isFull || this.#unwritten >= mostUnwritten;
  }

  /**
   * True where one more command of a unit may be recorded. A unit that may have no more is cut: its first commands are
   * kept. Outside of units, later commands may be recorded again.
   */
  #allowsMore(unit: Unit): boolean {
    if (unit === this.#program) {
      if (this.#unwritten >= mostUnwritten) this.#beyond++;
      return !this.#isFull && this.#budget.allows;
    }
    if (!unit.isCut) {
      if (unit.recorded < mostCommands && !this.#isFull && this.#budget.allowsMore) return true;
      unit.isCut = true;
      unit.origins.forget();
    }
    this.#beyond++;
    return false;
  }

  /** Counts a command that is not recorded, also where the process is killed soon. */
  #leaveOut(): null {
    this.#writeCounts();
    return null;
  }

  #unit(kind: UnitKind, isSampled: boolean, room: TokenRoom): Unit {
    return {
      ...{ id: ++this.#lastId, kind, isSampled, isOpen: true, isCut: false, startedMs: this.#now() },
      ...{ sent: 0, recorded: 0, commands: new Set(), origins: new Origins(this.#salt, room), sight: null },
    };
  }

  #count(kind: UnitKind, name: string): void {
    const key = this.#counts.has(`${kind} ${name}`) || this.#counts.size < mostNames ? `${kind} ${name}` : '';
    const counted = this.#counts.get(key);
    if (counted) counted[2]++;
    else this.#counts.set(key, [kind, key === '' ? otherUnits : name, 1]);
    this.#writeCounts();
    // Written at once: a gate must know of a unit whose process is killed in the next moment.
    if (!counted) this.#file.flush();
  }

  #writeCounts(): void {
    this.#file.writeLast(this.#countLine);
  }

  readonly #countLine = (): CountLine => {
    const units = [...this.#counts.values()];
    if (this.#hasOutside) units.push(['program', this.#programName(), 1]);
    const open = this.#unwritten - this.#program.commands.size;
    return {
      ...{ k: 'count', units },
      ...{ commands: this.#commands - this.#unwritten, recorded: this.#recorded - this.#unwritten },
      ...{
        spentMs: thousandths(this.#budget.spentMs),
        tookMs: thousandths(this.#now()),
        full: this.#file.isFull,
      },
      ...(open > 0 ? { open } : {}),
      ...(this.#beyond > 0 ? { beyond: this.#beyond } : {}),
      ...(this.#sites.isFull ? { placesFull: true } : {}),
    };
  };

  #write(recorded: Recorded): void {
    const { unit, line, stack, frames, dueMs } = recorded;
    const withSite = unit === this.#program || unit.sent >= fewestWithSites || this.#blocked.has(line.conn);
    if (withSite && stack) line.s = this.#sites.idOf(stack, frames);
    line.key = this.#patternAt(line);
    this.#file.write(line);
    recorded.stack = null;
    unit.commands.delete(recorded);
    this.#unwritten--;
    this.#later.lines++;
    this.#budget.release(dueMs);
  }

  /** The first word of a key, once three different keys of a site have had it, if the source there has it. */
  #patternAt({ s, key, kn }: TracedCommandLine): string | null {
    if (s === null || kn === null) return null;
    const seen = this.#prefixes.get(s) ?? { text: key, keys: new Set<number>() };
    this.#prefixes.set(s, seen);
    if (seen.text !== key) seen.text = null;
    if (seen.keys.size < 3) seen.keys.add(kn);
    if (seen.text === null || seen.keys.size < 3) return null;
    if (!this.#sites.startsKeys(s, seen.text)) seen.text = null;
    return seen.text === null ? null : `${seen.text}*`;
  }
}

interface OpenTest {
  /** The object by which its runner knows it. */
  of: object;
  title: string;
  unit: Unit;
  lastMs: number;
  /** True while it is about to be asked whether it is over. */
  isAsked: boolean;
}

interface Prefix {
  text: string | null;
  keys: Set<number>;
}

/** Nothing that a program handed over is reached from here afterwards. */
function forget(unit: Unit): void {
  for (const recorded of unit.commands) recorded.stack = null;
  unit.commands.clear();
  unit.origins.forget();
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Buffer.isBuffer(value)
      ? value.toString('latin1')
      : typeof value === 'number' || typeof value === 'bigint'
        ? String(value)
        : '';

const isQueued = (reply: unknown): boolean =>
  (typeof reply === 'string' || Buffer.isBuffer(reply)) && reply.length === 6 && String(reply) === 'QUEUED';
