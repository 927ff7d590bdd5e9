import { cachedStrategy } from '../../../shared/contract/strategies.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { RunEvent, Settings } from '../../../shared/contract/run-events.ts';
import type { WriteBooks } from '../../../shared/contract/figures.ts';
import { defined } from '../../../shared/contract/defined.ts';
import { type LatencyKind, type Phase, overloadCode } from '../../../shared/contract/enums.ts';
import { addressOf, type Endpoint } from '../../redis/connection/target.ts';
import {
  connectionLost,
  unexpectedReply,
  isOverload,
  serialiseError,
  timedOut,
} from '../lane/failure-class.ts';
import { leastOverlap } from './agent-sums.ts';
import { addBooks, noBooks } from '../lane/write-ledger.ts';
import { LaneStats } from './lane-stats.ts';
import { LaneShareFailed } from '../lane/lane-worker.ts';
import { Lane, type LaneOptions, type OpenTask } from '../lane/lane.ts';
import { summarise } from '../latency/histogram.ts';
import type { Turn } from '../lane/turn.ts';
import type { ServerWindow } from '../probes/server-figures.ts';
import { noProbeFigures, type ProbeFigures } from './segment.ts';
import { startShareIn } from '../program/start-lane.ts';
import type { CodeOfLanes } from '../lane/lane-code.ts';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { findStrategy } from '../strategies/index.ts';
import { overlapOf, type LaneTotals } from '../lane/merge.ts';
import { lineAt } from '../../../shared/commands/custom-words.ts';
import type { CountedNames } from './live-commands.ts';
import { prepareCommand } from '../workload/prepared-command.ts';

interface SliceInRun {
  slice: number;
  /** Which start of the lane it is of, from 0. */
  start: number;
  phase: Phase;
  turn: Turn;
  settleMs: number;
  /** At a rate: the time for which its arrivals went on after its last turn, ms. */
  passedMs: number;
}

/** Says why a lane lost its connections, or had no reply. */
interface AskedServer {
  whyLost: (plan: LanePlan) => Promise<string>;
  whySilent: (plan: LanePlan) => Promise<string | null>;
}

interface SliceTotals {
  totals: LaneTotals;
  settings: Settings;
  in: SliceInRun;
}

interface SliceAround {
  /** `null`: it does not tell, or others ran as well. */
  server: ServerWindow | null;
  probes: ProbeFigures;
}

/** A slice that was cut below this share of its time says nothing of throughput. */
const leastOfSlice = 0.5;
/** Up to so many times a usual reply, the last of them is only late. */
const mostOfUsual = 5;
/** What is left of a slice that was cut tells no rate when it is shorter than this. */
const leastMomentMs = 50;

/** What is measured beside a lane and shown with each of its samples; `undefined`: nothing yet. */
interface LaneProbes {
  roundTripMs: () => number | undefined;
  bystanderP99Ms: () => number | null | undefined;
}

interface MeasuredLaneOptions extends Omit<LaneOptions, 'code'> {
  /** Of the lanes of its run that are code of the user. */
  code?: CodeOfLanes | undefined;
  server: Endpoint;
  probes: LaneProbes;
  /** True where nobody else uses its server. */
  isPrivate?: boolean;
  /** What the server calls lines of one's own, where that was asked. */
  countedAs?: CountedNames | undefined;
}

/** A lane with its books: runs its slices, emits its samples. */
export class MeasuredLane {
  readonly lane: Lane;
  readonly stats: LaneStats;
  /** Whether it carries units out: code of the user, or written ones. */
  readonly isProgram: boolean;
  /** In a race: calls sent and counted of all lanes together. */
  raced: { sent: number; counted: number | null } | null = null;
  /** Slices that were void and were run again. */
  repeated = 0;
  #failureReported = false;
  /** Where its link is cut: what became of its counted writes. */
  books: WriteBooks | null = null;
  readonly #server: Endpoint;
  readonly #probes: LaneProbes;
  /** It has one command in flight on each connection, whatever the batch size. */
  #last: SliceTotals | null = null;
  readonly #commands: readonly string[];

  constructor(options: MeasuredLaneOptions) {
    this.#server = options.server;
    this.#probes = options.probes;
    const { code, plan } = options;
    this.isProgram = plan.strategy === programStrategy || code?.has(plan.id) === true;
    this.lane = new Lane({ ...options, code: code?.get(plan.id), start: startShareIn(plan, code) });
    if (options.reconnects) this.books = noBooks;
    this.stats = new LaneStats(options.plan.id, {
      ...options.plan.workload,
      hasCache: options.plan.strategy === cachedStrategy,
      isPrivate: options.isPrivate ?? false,
    });
    const strategy = findStrategy(options.plan.strategy);
    this.#commands = options.plan.workload.commands.flatMap((id, place) => {
      const command = prepareCommand(id, options.plan.workload, place);
      const name = (strategy?.serverCommand?.(command) ?? command.name).toLowerCase();
      const [first] = command.parts;
      // Redis 7 counts subcommands apart: object|encoding.
      const counted = options.countedAs?.get(lineAt(options.plan.workload, place) ?? '');
      if (command.id === 'custom' && counted !== undefined) return [counted];
      return command.id === 'custom' && first?.is === 'word'
        ? [name, `${name}|${first.word.toLowerCase()}`]
        : [name];
    });
  }

  /** Under which names the server counts what this lane sends, in lower case. */
  get serverCommands(): readonly string[] {
    return this.isProgram ? (this.#last?.totals.alone?.names ?? []) : this.#commands;
  }

  get id(): string {
    return this.lane.plan.id;
  }

  /** Commands of the slice that has just ended, its settling moment included. */
  get commandsInSlice(): number {
    const totals = this.#last?.totals;
    return totals
      ? totals.tally.completed + totals.tally.failed + totals.settled.completed + totals.settled.failed
      : 0;
  }

  /** How long it had something to send in that slice, its settling moment included. */
  get loadMsInSlice(): number {
    const totals = this.#last?.totals;
    return totals ? totals.settledMs + totals.elapsedMs : 0;
  }

  /** By how much its settling moment was longer than planned, where its own replies do not explain it, ms. */
  get stallMsInSettling(): number {
    const { totals, in: here } = this.#last ?? {};
    if (!totals || !here || totals.settledMs === 0) return 0;
    const overMs = totals.settledMs - here.settleMs;
    return overMs > mostOfUsual * this.replyMs ? overMs : 0;
  }

  /** The median time to a reply in the slice that has just ended, ms; 0: none came. */
  get replyMs(): number {
    return summarise(this.lane.latencies('batch'))?.p50 ?? 0;
  }

  /** The time from the end of its last turn to the last reply, ms. */
  get overrunMs(): number {
    const { totals, in: here } = this.#last ?? {};
    return totals && here?.turn.durationMs != null ? Math.max(0, totals.elapsedMs - here.turn.durationMs) : 0;
  }

  get callsInSlice(): number {
    const totals = this.#last?.totals;
    return totals ? totals.tally.calls + totals.settled.calls : 0;
  }

  /** Runs a slice and tells its samples but for the last, which waits for what the server has to say. Never rejects. */
  async run(here: SliceInRun, emit: (event: RunEvent) => void, now: () => number): Promise<void> {
    this.#last = null;
    try {
      await this.lane.run(
        here.slice,
        here.turn,
        here.settleMs,
        (totals, settings) => {
          const told = { totals, settings, in: here };
          if (totals.endsSlice) this.#last = told;
          else this.#emitSample(told, { server: null, probes: noProbeFigures }, emit, now());
        },
        openTask(here),
      );
    } catch (error) {
      this.lane.error = error instanceof LaneShareFailed ? error.reason : serialiseError(error);
    }
  }

  /** Where its link is cut, after a slice. Never rejects. */
  async checkWrites(): Promise<void> {
    if (!this.books || this.lane.error || !this.#last) return;
    try {
      const books = await this.lane.check();
      if (this.#last.in.phase === 'counted') this.books = addBooks(this.books, books);
    } catch (error) {
      this.lane.error = error instanceof LaneShareFailed ? error.reason : serialiseError(error);
    }
  }

  /** Opens its connections. Resolves with why it cannot take part; `null`: it can. Never rejects. */
  async ready(): Promise<unknown> {
    try {
      await this.lane.ready();
      return null;
    } catch (error) {
      this.lane.error = error instanceof LaneShareFailed ? error.reason : serialiseError(error);
      return error;
    }
  }

  /** Makes its threads and connections anew, to be warmed up again. Never rejects. */
  async restart(): Promise<void> {
    this.stats.warmupSlices.length = 0;
    try {
      await this.lane.restart();
    } catch (error) {
      this.lane.error = error instanceof LaneShareFailed ? error.reason : serialiseError(error);
    }
  }

  /** Whether the slice that has just ended is void, because its agents did not send at the same time. */
  get isApart(): boolean {
    const totals = this.#last?.totals;
    return totals !== undefined && totals.fatal === null && overlapOf(totals) < leastOverlap;
  }

  /** The slice that has just ended does not count: it is booked with the warm-up, and run again. */
  repeatSlice(): void {
    if (!this.#last) return;
    this.#last = { ...this.#last, in: { ...this.#last.in, phase: 'warmup' } };
    this.repeated++;
  }

  /** Whether the slice that has just ended was the lane's last; `server` is asked why. */
  async noteFailure(server: AskedServer): Promise<void> {
    const totals = this.#last?.totals;
    if (totals === undefined || totals.fatal === null || this.lane.error) return;
    this.lane.error = {
      name: 'LaneFailed',
      code: isOverload(totals.fatal) ? overloadCode : null,
      message: await this.#explain(totals, server),
      stack: null,
    };
  }

  /** Once. */
  reportFailure(emit: (event: RunEvent) => void): void {
    if (!this.lane.error || this.#failureReported) return;
    this.#failureReported = true;
    emit({ type: 'lane-failed', lane: this.id, error: this.lane.error });
  }

  /** Tells the last sample of the slice and books it. */
  closeSlice(around: SliceAround, emit: (event: RunEvent) => void, atMs: number): void {
    if (!this.#last) return;
    this.#emitSample(this.#last, around, emit, atMs);
  }

  /** In a race the count of a server is that of all its lanes that ran. */
  countTogether(running: readonly MeasuredLane[], window: ServerWindow | null): void {
    if (running.length === 1) return;
    this.raced ??= { sent: 0, counted: 0 };
    this.raced.sent += running.reduce((sum, one) => sum + one.callsInSlice, 0);
    const calls = running.some((one) => one.lane.error) ? null : (window?.calls ?? null);
    this.raced.counted = this.raced.counted === null || calls === null ? null : this.raced.counted + calls;
  }

  /** A lost connection says nothing of what was lost. */
  async #explain({ fatal, tally, settled }: LaneTotals, server: AskedServer): Promise<string> {
    const counted = (failure: string) => (tally.failures[failure] ?? 0) + (settled.failures[failure] ?? 0);
    // A library that connects again by itself says of a closed connection only that no reply came.
    if (fatal?.startsWith(timedOut) && this.lane.plan.client === 'glide') {
      const why = await server.whySilent(this.lane.planWith({}));
      return why === null ? fatal : `${fatal}. ${why}`;
    }
    // A server that answers wrongly may close the connection as well.
    if (counted(connectionLost) === 0 || counted(unexpectedReply) > 0) return fatal ?? '';
    // Of what a library says, the code of the system alone means something to a reader.
    const [code] = /\bE[A-Z]{3,}\b/.exec(fatal ?? '') ?? [];
    const why = code === undefined ? '' : ` (${code})`;
    return `The connection to ${addressOf(this.#server)} was lost${why}. ${await server.whyLost(this.lane.planWith({}))}`;
  }

  #inFlight({ clients, pipeline }: Settings): number {
    const { strategy, workload } = this.lane.plan;
    const batching = findStrategy(strategy)?.batching;
    return this.isProgram
      ? clients
      : commandsInFlight({ strategy, workload: { ...workload, clients, pipeline } }, batching);
  }

  #emitSample(
    { totals, settings, in: here }: SliceTotals,
    around: SliceAround,
    emit: (event: RunEvent) => void,
    atMs: number,
  ): void {
    const latencies = (kind: LatencyKind) => this.lane.latencies(kind);
    const isShort = here.turn.durationMs !== null && totals.elapsedMs < leastOfSlice * here.turn.durationMs;
    const isApart = totals.endsSlice && overlapOf(totals) < leastOverlap;
    const cut = isShort || isApart;
    const sample = this.stats.sample(
      totals,
      {
        ...{ command: latencies('command'), batch: latencies('batch'), response: latencies('response') },
        ...(totals.endsSlice ? { byCommand: this.lane.latenciesByCommand() } : {}),
        ...(totals.endsSlice && this.lane.plan.workload.writesPerSecond
          ? { stale: this.lane.latencies('stale') }
          : {}),
        ...(totals.endsSlice && totals.agents
          ? { byAgent: this.lane.latenciesByAgent(settings.rps === null ? 'command' : 'response') }
          : {}),
      },
      {
        slice: here.slice,
        phase: here.phase,
        start: here.start,
        atMs,
        settings,
        ...around,
        cut,
        inFlight: this.#inFlight(settings),
      },
    );
    const hasRate = !cut || sample.elapsedMs >= leastMomentMs || sample.failed > 0;
    if (!hasRate) return;
    const roundTripMs = this.#probes.roundTripMs();
    const bystanderP99Ms = this.#probes.bystanderP99Ms();
    emit({
      type: 'sample',
      sample: {
        ...sample,
        ...defined({ roundTripMs, bystanderP99Ms }),
      },
    });
  }
}

/** The last turn of a lane sends what a stall has left. A lane that cannot keep its rate would send for far longer. */
const overtimeMs = 1000;

/** A later turn sends what a turn at a rate leaves; what the warm-up leaves is never sent. */
function openTask({ turn, phase, passedMs }: SliceInRun): OpenTask {
  if (turn.durationMs === null) return {};
  if (phase === 'warmup') return { rest: 'drop' };
  return { rest: 'carry', ...(turn.isLast && { overtimeMs }), withCarried: true, passedMs };
}
