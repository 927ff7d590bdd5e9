import type { Arrivals } from './arrivals.ts';
import type { Clock } from './clock.ts';
import { connectionLost, failureClass, isFatal } from './failure-class.ts';
import { kindsOf, replyInWords, kindsInWords, type ReplyKind, wrongKind } from '../workload/reply-kind.ts';
import type { WriteLedger } from './write-ledger.ts';
import type { Recorder } from './recorder.ts';
import type { ReadJudge } from './staleness.ts';
import type { Drawn, DrawnFrom } from '../workload/command-source.ts';
import type { PreparedCommand } from '../workload/prepared-command.ts';

/** One connection, or what a strategy uses in its place. */
export interface LaneClient {
  /**
   * The hot method: draws `batch.size` commands, sends them and returns at once; tells the batch every reply.
   * Never throws: what goes wrong goes to the batch. Several batches at a time only for `in-flight` strategies.
   */
  send(batch: Batch): void;
  /** Closes the connection; what is still outstanding fails. */
  close(): void;
  /** Whether it looks at the clock again and again before it sends what it was given: work of the client. */
  isPolling?: () => boolean;
}

interface BatchParts {
  client: LaneClient;
  source: DrawnFrom;
  recorder: Recorder;
  /** Where the link is cut: a lost connection ends nothing then, and each write is entered. */
  ledger?: WriteLedger | null;
  clock: Clock;
  /** Hears of each round that is over, with the time at which it was. */
  settled: (batch: Batch, now: number) => void;
  /** While another client writes the keys of the lane. */
  judge?: ReadJudge | null;
  /** Asked when a single command is answered: whether the next may follow in its place at once, without settling. */
  again: (now: number) => boolean;
}

/**
 * Commands handed over together, used again and again by one place in the lane loop. A strategy draws its
 * commands from it, says when they are flushed and tells it every reply; when all are answered, the batch
 * records the latencies and goes back to the loop.
 *
 * Two clock readings serve a whole batch: calls are made in a tight row, so the moment of each is interpolated
 * between the first and the flush instead of costing a reading of its own.
 */
export class Batch {
  /** Commands in this round. */
  size = 1;
  /** Called once all is recorded, before the loop hears of it: a strategy's own tidying up. */
  afterwards: (() => void) | null = null;
  /** Why no further command can follow on this connection. */
  fatal: string | null = null;
  /** Its connection was lost, and the library is making a new one. */
  isReconnecting = false;

  /** For strategies of single commands: whether a loop awaits their replies, and whether it is to send again. */
  isDriven = false;
  isWanted = false;
  /**
   * For strategies of single commands: the reply to theirs, or the Error in its place. Tells whether the loop that
   * awaits replies is to send the next one at once.
   */
  readonly onReply = (reply: unknown): boolean => {
    this.isWanted = false;
    const command = this.#commands[0];
    if (
      !this.#isOpenLoop &&
      this.#open &&
      this.#judge === null &&
      this.afterwards === null &&
      this.#ledger === null &&
      command &&
      (command.accepts & kindsOf(reply)) !== 0 &&
      !(reply instanceof Error)
    ) {
      // What every command of a lane that does not batch goes through: the same as below, in one piece.
      const recorder = this.#recorder;
      recorder.completed++;
      if (command.countsHits) this.#countHit(isFound(reply));
      const now = this.#clock.now();
      recorder.alone(now - this.#calledAt);
      if (this.#isMix) recorder.ofCommand(command.place, now - this.#calledAt);
      if (this.#again(now)) {
        this.#calledAt = this.#flushedAt = now;
        this.#drawn = 0;
        return true;
      }
      this.#settle(now);
    } else {
      this.reply(reply);
      this.answer(1);
    }
    return this.isWanted;
  };
  readonly client: LaneClient;
  readonly #source: DrawnFrom;
  readonly #recorder: Recorder;
  readonly #ledger: WriteLedger | null;
  /** Of each command of this round, where writes are entered. */
  readonly #places: number[] = [];
  readonly #isMix: boolean;
  readonly #clock: Clock;
  readonly #settled: (batch: Batch, now: number) => void;
  readonly #again: (now: number) => boolean;
  readonly #commands: PreparedCommand[] = [];
  readonly #judge: ReadJudge | null;
  /** Of each command, with a judge: the number of its key, and the newest version that was acknowledged. */
  readonly #keys: number[] = [];
  readonly #versions: number[] = [];
  #calledAt = 0;
  #flushedAt = 0;
  #calledInOne = false;
  /** Open loop: when each command was due. */
  readonly #dueAt: number[] = [];
  #isOpenLoop = false;
  #writtenAt = NaN;
  #drawn = 0;
  #replied = 0;
  #answered = 0;
  #lost = 0;
  /** Between `begin` and the settling; a reply that comes later belongs to nothing. */
  #open = false;

  constructor({ client, source, recorder, ledger = null, clock, settled, again, judge = null }: BatchParts) {
    this.#ledger = ledger;
    this.#judge = judge;
    this.client = client;
    this.#source = source;
    this.#recorder = recorder;
    this.#isMix = recorder.isMix;
    this.#clock = clock;
    this.#settled = settled;
    this.#again = again;
  }

  /**
   * Begins a round of `size` commands called at `now`. In an open loop they are those from this place of the arrivals
   * on.
   */
  begin(size: number, now: number, arrivals: Arrivals | null = null, place = 0): void {
    this.size = size;
    this.#calledAt = this.#flushedAt = now;
    this.#calledInOne = false;
    this.#writtenAt = NaN;
    this.#isOpenLoop = arrivals !== null;
    if (arrivals)
      for (let index = 0; index < size; index++) this.#dueAt[index] = arrivals.dueAt(place + index);
    this.#drawn = this.#replied = this.#answered = this.#lost = 0;
    this.isReconnecting = false;
    this.#open = true;
  }

  /** The next command to be sent; call it `size` times. */
  draw(): Drawn {
    const drawn = this.#source.next();
    if (this.#ledger) this.#places[this.#drawn] = this.#ledger.newest;
    if (this.#judge) {
      const key = this.#judge.keyOf(drawn.args);
      this.#keys[this.#drawn] = key;
      this.#versions[this.#drawn] = this.#judge.newest(key);
    }
    this.#commands[this.#drawn++] = drawn.command;
    return drawn;
  }

  /** For a strategy that encodes ahead: the next key number in place of `draw`. */
  drawKey(command: PreparedCommand): number {
    this.#commands[this.#drawn++] = command;
    return this.#source.nextKey();
  }

  /** All commands of this round are handed over. Not needed for a single command. */
  flush(): void {
    this.#flushedAt = this.#clock.now();
  }

  /**
   * As `flush`, of commands that were encoded in one piece: each counts from the middle of all calls, which costs one
   * record in place of one each, and leaves the mean as it is.
   */
  flushInOne(): void {
    this.#flushedAt = this.#clock.now();
    this.#calledInOne = true;
  }

  /** Open loop: all commands of this round are written, so what follows is no doing of the client. */
  written(): void {
    this.#writtenAt = this.#clock.now();
  }

  /** The reply to the next command, or to that with this number: a value, or the Error that Redis sent in its place. */
  reply(reply: unknown, index = this.#replied): void {
    if (reply instanceof Error) {
      this.refuse(reply);
      return;
    }
    const command = this.#commands[index];
    if (!command) return;
    this.#judge?.read(this.#versions[index] ?? 0, reply, this.#recorder, this.#calledAt);
    if ((command.accepts & kindsOf(reply)) === 0)
      this.refuse(wrongKind(command.name, replyInWords(reply), command.accepts));
    else this.accept(!command.countsHits || isFound(reply), index);
  }

  /** As `reply`, of one that was not read but for its kind. */
  replyOf(kind: ReplyKind, found: boolean, index = this.#replied): void {
    const command = this.#commands[index];
    if (!command) return;
    if ((command.accepts & kind) === 0)
      this.refuse(wrongKind(command.name, kindsInWords(kind), command.accepts));
    else if (this.#open) {
      this.#recorder.completed++;
      this.#replied++;
      if (command.countsHits) this.#countHit(found);
    }
  }

  /** Whether a reply to one of its commands is still to come. */
  get isAwaiting(): boolean {
    return this.#open && this.#replied < this.size;
  }

  /**
   * A command succeeded: the next one, or that with this number in the order of drawing. `found` counts for
   * commands that look something up.
   */
  accept(found: boolean, index = this.#replied): void {
    if (!this.#open) return;
    this.#ledger?.reported(this.#places[index] ?? NaN);
    this.#recorder.completed++;
    this.#replied++;
    if (this.#commands[index]?.countsHits) this.#countHit(found);
  }

  /** The next `count` commands succeeded, none of which looks anything up. */
  acceptAll(count: number): void {
    if (!this.#open) return;
    this.#recorder.completed += count;
    this.#replied += count;
  }

  refuse(error: unknown): void {
    if (!this.#open) return;
    const failure = failureClass(error);
    this.#ledger?.failed(this.#places[this.#replied] ?? NaN);
    this.#replied++;
    this.#recorder.fail(failure, error);
    if (!isFatal(failure)) return;
    this.#lost++;
    if (this.#ledger && failure === connectionLost) this.isReconnecting = true;
    else this.fatal = error instanceof Error ? error.message : failure;
  }

  /** All commands of this round failed, for one reason. */
  refuseAll(error: unknown): void {
    while (this.#open && this.#replied < this.size) this.refuse(error);
  }

  /** Calls that the server should count; told apart because one MSET stands for many commands. */
  countCalls(calls: number): void {
    this.#recorder.calls += calls;
  }

  /** This command was answered without the server. */
  countLocal(): void {
    this.#recorder.local++;
  }

  /**
   * `count` further commands are answered as of now; with the last one the batch is settled. `indexes`: which they
   * are, where replies do not come in the order of drawing.
   */
  answer(count: number, indexes?: readonly number[]): void {
    if (!this.#open) return;
    const now = this.#clock.now();
    if (count > this.#lost) this.#ledger?.heard(now);
    this.#record(count - this.#lost, now);
    if (this.#isMix) this.#recordByCommand(count - this.#lost, now, indexes);
    this.#answered += count;
    this.#lost = 0;
    if (this.#answered >= this.size) this.#settle(now);
  }

  /** Nothing more will be answered: what is outstanding failed for this reason. */
  abort(error: unknown): void {
    if (!this.#open) return;
    this.refuseAll(error);
    this.#settle(this.#clock.now());
  }

  #countHit(found: boolean): void {
    if (found) this.#recorder.hits++;
    else this.#recorder.misses++;
  }

  #record(count: number, now: number): void {
    const recorder = this.#recorder;
    const between = (this.#flushedAt - this.#calledAt) / this.size;
    if (between === 0) recorder.command(now - this.#calledAt, count);
    else if (this.#calledInOne)
      recorder.command(now - this.#calledAt - (between * (this.size - 1)) / 2, count);
    else
      for (let index = this.#answered; index < this.#answered + count; index++)
        recorder.command(now - this.#calledAt - between * index);
    if (this.#isOpenLoop)
      for (let index = this.#answered; index < this.#answered + count; index++) {
        const dueAt = this.#dueAt[index] ?? NaN;
        recorder.response(now - dueAt);
        if (!Number.isNaN(this.#writtenAt)) recorder.apart(this.#writtenAt - dueAt, now - this.#writtenAt);
      }
    if (this.#answered + count >= this.size) recorder.batch(now - this.#flushedAt);
  }

  /** The same latencies as above, each with the command that it is of. */
  #recordByCommand(count: number, now: number, indexes: readonly number[] | undefined): void {
    const between = (this.#flushedAt - this.#calledAt) / this.size;
    const middle = (between * (this.size - 1)) / 2;
    for (let at = 0; at < count; at++) {
      const index = this.#answered + at;
      const command = this.#commands[indexes?.[at] ?? index];
      const later = this.#calledInOne ? middle : between * index;
      if (command) this.#recorder.ofCommand(command.place, now - this.#calledAt - later);
    }
  }

  #settle(now: number): void {
    this.#open = false;
    this.afterwards?.();
    this.#settled(this, now);
  }
}

function isFound(reply: unknown): boolean {
  if (Array.isArray(reply)) return reply.some((element) => element !== null);
  if (reply === null || reply === 0) return false;
  if (typeof reply !== 'object' || reply instanceof Uint8Array) return true;
  // A set or a map of RESP3, as libraries hand them over.
  return (reply instanceof Set || reply instanceof Map ? reply.size : Object.keys(reply).length) > 0;
}
