import { now } from './clock.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  otherUnits,
  programUnit,
  type CountLine,
  type TracedCommandLine,
  type SentMode,
  type UnitKind,
} from '../../../shared/contract/profile-trace.ts';
import type { Budget } from './budget.ts';
import { keepStack, Sites, type Stack } from './sites.ts';
import { kindOfFault } from './fault-kind.ts';
import { ValueNumbers } from './value-numbers.ts';
import { Origins } from './origins.ts';
import { sizeOf } from './sizes.ts';
import type { TraceFile } from './trace-file.ts';
import { Turns } from './turns.ts';
import { commandName, ofConnections, prefixOf } from './unit-name.ts';

/** One command while its unit lasts. */
export interface Recorded {
  readonly unit: Unit;
  readonly line: TracedCommandLine;
  stack: Stack | null;
  /** How many functions of the library stand on its stack before the program’s own. */
  frames: number;
}

/** The sender of a command. `below`: the function whose caller issued it; `buffers`: its reply comes as Buffers. */
export interface Sender {
  lib: string;
  buffers?: boolean;
  below: unknown;
  frames: number;
}

/** A request, a job, a mark, or what the program does outside of these. */
export interface Unit {
  readonly id: number;
  readonly kind: UnitKind;
  readonly startedMs: number;
  /** Whether its commands are recorded. */
  isSampled: boolean;
  isOpen: boolean;
  /** Commands whose lines are not written yet. */
  commands: Recorded[];
  readonly origins: Origins;
}

const mostCommands = 20_000;
const mostNames = 300;

/** Reading a stack and its position takes time: below so many commands nothing can be said of a unit’s sites. */
const fewestWithSites = 2;

/** After so many faults nothing more is recorded. */
const mostFaults = 20;

/** Records the commands of one process. What calls its methods is guarded (never-throws.ts). */
export class ProgramRecorder {
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
  readonly #programName: string;
  /** The program’s own unit is the first. */
  #lastId = programUnit - 1;
  #commands = 0;
  #recorded = 0;
  /** Left out because their unit had too many. */
  #beyond = 0;
  /** True where a command was sent outside of requests, jobs and marks. */
  #hasOutside = false;
  #open = new Set<Unit>();
  #faults = 0;
  #cause = '';

  constructor(file: TraceFile, budget: Budget, { root, program }: { root: string; program: string }) {
    this.#file = file;
    this.#budget = budget;
    this.#programName = program;
    this.#sites = new Sites(root, (site) => {
      file.write({ k: 'site', ...site });
    });
    this.#program = this.#unit('program', true);
  }

  /** Begins a unit; `texts`: what came with it, whose tokens come from no reply. */
  begin(kind: UnitKind, texts: readonly unknown[]): Unit {
    const start = now();
    const unit = this.#unit(kind, this.#faults < mostFaults && this.#budget.allows && !this.#file.isFull);
    if (unit.isSampled) {
      this.#open.add(unit);
      for (const text of texts) unit.origins.note(text);
      this.#budget.spend(start);
    }
    return unit;
  }

  end(unit: Unit, name: string): void {
    if (!unit.isOpen) return;
    const start = now();
    unit.isOpen = false;
    if (!unit.isSampled) {
      this.#count(unit.kind, name);
      return;
    }
    const { id, kind, startedMs } = unit;
    const withSites = unit.commands.length >= fewestWithSites;
    for (const recorded of unit.commands) this.#write(recorded, withSites);
    this.#file.write({ k: 'unit', id, kind, name, t0: rounded(startedMs), t1: rounded(start) });
    this.#open.delete(unit);
    forget(unit);
    // Its line has no command of this unit among those of open ones.
    this.#count(kind, name);
    this.#budget.spend(start);
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
    // Work that outlives its request is the program's.
    const unit = current?.isOpen ? current : this.#program;
    if (unit === this.#program) this.#hasOutside = true;
    if (!unit.isSampled) return this.#leaveOut();
    const start = now();
    if (unit === this.#program && (!this.#budget.allows || this.#file.isFull)) return this.#leaveOut();
    if (unit.commands.length >= mostCommands) {
      this.#beyond++;
      return this.#leaveOut();
    }
    this.#recorded++;
    const args = from === 0 ? given : given.slice(from);
    const [key, ...rest] = args;
    const deps = unit.origins.ofArguments(args);
    const recorded: Recorded = {
      unit,
      frames,
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
        tc: rounded(start),
        t0: rounded(start),
        t1: null,
        nil: 0,
        err: 0,
        turn: [this.#turns.current, 0],
        deps,
        sent: sizeOf(rest, 1),
        ...(buffers ? { buf: 1 } : {}),
      },
    };
    unit.commands.push(recorded);
    // A process that a signal ends in this unit has said that the unit is open.
    if (unit !== this.#program && unit.commands.length === 1) this.#writeCounts();
    this.#budget.spend(start);
    return recorded;
  }

  /** It is written to a connection, by itself or with others. */
  sent({ line }: Recorded, conn: number): void {
    line.t0 = rounded(now());
    line.conn = conn;
  }

  together({ line }: Recorded, batch: number, mode: SentMode): void {
    line.b = batch;
    line.mode = mode;
  }

  settled(recorded: Recorded, reply: unknown, failed: boolean): void {
    const start = now();
    const { line, unit } = recorded;
    if (line.t1 !== null || !unit.isOpen || !unit.isSampled) return;
    line.t1 = rounded(start);
    line.turn[1] = this.#turns.ofReply();
    if (reply === null || reply === undefined) line.nil = 1;
    if (failed) line.err = 1;
    else if (!isQueued(reply)) {
      line.got = sizeOf(reply);
      if (!unit.origins.reply(line, reply)) line.long = 1;
    }
    if (unit === this.#program) this.#stream(recorded);
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
    this.#open.clear();
    this.#turns = new Turns();
    if (this.#faults > mostFaults) return;
    this.#writeFaults(left);
    this.#file.flush();
  }

  /** Writes all that is known: the process ends. */
  close(): void {
    for (const unit of [...this.#open]) this.end(unit, 'unfinished');
    for (const recorded of this.#program.commands) this.#write(recorded, true);
    this.#program.commands = [];
    this.#writeCounts();
    if (this.#faults > 0) this.#writeFaults([]);
    this.#file.flush();
  }

  #writeFaults(left: readonly number[]): void {
    this.#file.write({ k: 'fault', count: this.#faults, cause: this.#cause, left });
  }

  /** The program’s own unit has no end: each command is written as soon as it has its reply. */
  #stream(recorded: Recorded): void {
    const program = this.#program;
    this.#write(recorded, true);
    const place = program.commands.indexOf(recorded);
    if (place >= 0) program.commands.splice(place, 1);
    program.origins.forgetWhereFull();
    this.#writeCounts();
  }

  /** Counts a command that is not recorded, also where the process is killed soon. */
  #leaveOut(): null {
    this.#writeCounts();
    return null;
  }

  #unit(kind: UnitKind, isSampled: boolean): Unit {
    return {
      ...{ id: ++this.#lastId, kind, isSampled, isOpen: true, startedMs: now(), commands: [] },
      origins: new Origins(this.#salt),
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
    if (this.#hasOutside) units.push(['program', this.#programName, 1]);
    let open = 0;
    for (const unit of this.#open) open += unit.commands.length;
    const unwritten = open + this.#program.commands.length;
    return {
      ...{ k: 'count', units },
      ...{ commands: this.#commands - unwritten, recorded: this.#recorded - unwritten },
      ...{
        spentMs: rounded(this.#budget.spentMs),
        tookMs: rounded(now()),
        full: this.#file.isFull,
      },
      ...(open > 0 ? { open } : {}),
      ...(this.#beyond > 0 ? { beyond: this.#beyond } : {}),
      ...(this.#sites.isFull ? { placesFull: true } : {}),
    };
  };

  #write({ line, stack, frames }: Recorded, withSite: boolean): void {
    if (withSite && stack) line.s = this.#sites.idOf(stack, frames);
    line.key = this.#patternAt(line);
    this.#file.write(line);
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

interface Prefix {
  text: string | null;
  keys: Set<number>;
}

/** Nothing that a program handed over is reached from here afterwards. */
function forget(unit: Unit): void {
  for (const recorded of unit.commands) recorded.stack = null;
  unit.commands = [];
  unit.origins.forget();
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

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
