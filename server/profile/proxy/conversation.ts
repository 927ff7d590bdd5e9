import type { SentMode, TracedCommandLine } from '../../../shared/contract/profile-trace.ts';
import { roughly, sizeOf } from '../process/sizes.ts';
import { clientName, commandName, isNumbered, ofConnections, prefixOf } from '../process/unit-name.ts';
import type { Burst, Bursts } from './bursts.ts';
import { ReplyParser, type Reply } from './reply-parser.ts';
import { RequestParser } from './request-parser.ts';
import { Desynchronised } from './resp.ts';
import { waitingCommands } from '../../../shared/commands/redis.ts';
import { thousandths } from '../../../shared/statistics/thousandths.ts';

/** What waits for its reply. `null`: a command that is not recorded. */
type Awaited = { burst: Burst; line: TracedCommandLine } | Subscribing | null;

/** SUBSCRIBE and the like: it is answered once for each channel, by messages. */
interface Subscribing {
  replies: number;
}

/** A pause of a client on this machine that ends its burst. */
const pauseMs = 5;
/** A client elsewhere needs a round trip before it can go on: its burst ends after so many of its shortest pauses. */
const pauses = 3;
const longestPauseMs = 50;
/** Commands of a burst; what follows begins a new one. */
const mostInBurst = 1000;
/** The kernel cuts what is sent into chunks of so many bytes: after one of this size, more of the same is to come. */
const wholeChunk = 65_536;

const subscribes = /^[PS]?(?:UN)?SUBSCRIBE$/;
const messages = /^(?:[ps]?(?:un)?subscribe|[ps]?message)$/;

/** Pairs the commands of one connection with their replies. Throws Desynchronised; nothing after that is to be read. */
export class Conversation {
  readonly #bursts: Bursts;
  readonly #connection: number;
  readonly #requests: RequestParser;
  readonly #replies: ReplyParser;
  /** In the order in which replies come. */
  #awaited: Awaited[] = [];
  #answered = 0;
  #burst: Burst | null = null;
  /** Commands of the burst, recorded or not. */
  #length = 0;
  #turn = 0;
  /** When the last reply to all that was sent arrived; 0: none has. */
  #idleSince = 0;
  #shortestPauseMs: number;
  #now = 0;
  #chunkTurn = 0;
  #batch: number | null = null;
  #continues = false;
  #inTransaction = false;
  #subscribed = false;
  #client = 'client';

  constructor(bursts: Bursts, connection: number, isNear: boolean) {
    this.#bursts = bursts;
    this.#connection = connection;
    this.#shortestPauseMs = isNear ? 0 : longestPauseMs;
    this.#requests = new RequestParser(
      (args) => {
        this.#command(args);
      },
      (bytes, from, to) => this.#passes(bytes, from, to),
    );
    this.#replies = new ReplyParser({
      pass: () => this.#passesReply(),
      begin: () => this.#wantsReply(),
      text: (bytes) => {
        this.#replyText(bytes);
      },
      end: (reply) => {
        this.#reply(reply);
      },
    });
  }

  /** What the client calls itself. */
  get client(): string {
    return this.#client;
  }

  sent(bytes: Buffer, nowMs: number): void {
    const start = performance.now();
    this.#now = nowMs;
    const isIdle = this.#waiting === 0;
    if (!this.#requests.isWithin) {
      if (isIdle) this.#afterPause(nowMs);
      this.#requests.keepsAll = this.#burst !== null;
    }
    this.#chunkTurn = isIdle ? this.#turn : 0;
    if (!this.#continues) this.#batch = null;
    this.#requests.read(bytes);
    this.#continues = this.#requests.isWithin || bytes.length >= wholeChunk;
    if (this.#burst) this.#bursts.spend(start);
  }

  received(bytes: Buffer, nowMs: number): void {
    const start = performance.now();
    this.#now = nowMs;
    this.#replies.read(bytes);
    if (this.#burst) this.#bursts.spend(start);
  }

  close(): void {
    this.#end();
    this.#awaited = [];
  }

  get #waiting(): number {
    return this.#awaited.length - this.#answered;
  }

  /** Begins a burst, where the one before is over. */
  #afterPause(nowMs: number): void {
    const paused = nowMs - this.#idleSince;
    const isFirst = this.#idleSince === 0;
    const limit = pauseMs + pauses * Math.min(this.#shortestPauseMs, longestPauseMs);
    if (!isFirst) this.#shortestPauseMs = Math.min(this.#shortestPauseMs, paused);
    if (!isFirst && this.#length > 0 && paused <= limit && this.#length < mostInBurst) return;
    this.#end();
    this.#burst = this.#bursts.begin(thousandths(nowMs));
  }

  #end(): void {
    if (this.#burst) this.#bursts.end(this.#burst, this.#client);
    this.#burst = null;
    this.#length = 0;
    this.#turn = 0;
  }

  #command(args: readonly Buffer[]): void {
    const [word, ...values] = args;
    const name = word ? commandName(word.subarray(0, 64).toString('latin1')) : 'OTHER';
    const isPlain = !ofConnections.has(name) && !isUnusual(name, values);
    if (isPlain) {
      this.#bursts.commands++;
      this.#length++;
      this.#awaited.push(this.#recorded(name, values));
    } else this.#unusual(name, values);
  }

  /** A command of a burst that is not recorded. */
  #passes(bytes: Buffer, from: number, to: number): boolean {
    if (mayBeUnusual(bytes[from] ?? 0, bytes[to - 1] ?? 0, to - from)) return false;
    this.#bursts.commands++;
    this.#length++;
    this.#awaited.push(null);
    return true;
  }

  #passesReply(): boolean {
    if (this.#answered >= this.#awaited.length || this.#awaited[this.#answered] !== null) return false;
    this.#done();
    return true;
  }

  #recorded(name: string, values: readonly Buffer[]): Awaited {
    const burst = this.#burst;
    if (!burst || burst.commands.length >= 2 * mostInBurst) return null;
    const follows = this.#awaited.at(-1);
    const isWithOthers = this.#waiting > 0;
    if (name === 'MULTI') this.#inTransaction = true;
    const mode: SentMode = this.#inTransaction ? 'multi' : 'pipe';
    if (name === 'EXEC' || name === 'DISCARD') this.#inTransaction = false;
    // The first of a batch is known by the second.
    if (isWithOthers && this.#batch === null && this.#chunkTurnHolds(follows)) {
      this.#batch = this.#bursts.nextId();
      if (follows && 'line' in follows) Object.assign(follows.line, { b: this.#batch, mode });
    }
    const [key, ...rest] = values;
    const text = key?.subarray(0, 64).toString('latin1') ?? '';
    const sentMs = thousandths(this.#now);
    const line: TracedCommandLine = {
      ...{ k: 'cmd', id: this.#bursts.nextId(), u: 0, s: null, n: name, lib: '' },
      key: prefixOf(text),
      kn: this.#bursts.keys.of(values.slice(0, 1)),
      an: this.#bursts.arguments.of(rest),
      ...{ b: this.#batch, mode: this.#batch === null ? 'one' : mode, conn: this.#connection },
      ...{ tc: sentMs, t0: sentMs, t1: null, nil: 0, err: 0 },
      turn: [this.#chunkTurn, 0],
      sent: sizeOf(rest, 1),
      deps: burst.origins.ofArguments(values),
    };
    if (isNumbered(text)) this.#bursts.seeKey(line);
    burst.commands.push(line);
    return { burst, line };
  }

  /** Whether the command before came with this one: in the same piece, or in the one that it continues. */
  #chunkTurnHolds(before: Awaited | undefined): boolean {
    return (
      before != null && 'line' in before && (before.line.t0 === thousandths(this.#now) || this.#continues)
    );
  }

  #unusual(name: string, values: readonly Buffer[]): void {
    const texts = () => values.map((value) => value.subarray(0, 64).toString('latin1'));
    if (name === 'MONITOR' || name === 'SYNC' || name === 'PSYNC')
      throw new Desynchronised(`${name}, which is followed by a stream`);
    if (name === 'CLIENT') this.#ofClient(texts());
    if (name === 'HELLO') {
      const at = texts().findIndex((text) => /^setname$/i.test(text));
      if (at >= 0) this.#call(texts()[at + 1] ?? '');
    }
    if (name === 'RESET') [this.#subscribed, this.#inTransaction] = [false, false];
    if (subscribes.test(name)) {
      this.#subscribed = true;
      this.#awaited.push({ replies: Math.max(1, values.length) });
    } else this.#awaited.push(null);
    // What is waited for on the server, or is of the connection, belongs to no burst.
    if (waitingCommands.has(name) || isRead(name)) this.#end();
  }

  #ofClient([what = '', name = '', value = '']: readonly string[]): void {
    if (/^reply$/i.test(what)) throw new Desynchronised('CLIENT REPLY, which leaves out replies');
    if (/^setname$/i.test(what)) this.#call(name);
    if (/^setinfo$/i.test(what) && /^lib-name$/i.test(name) && this.#client === 'client') this.#call(value);
  }

  #call(name: string): void {
    const said = clientName(name);
    if (said !== '') this.#client = said;
  }

  #wantsReply(): boolean {
    const next = this.#awaited[this.#answered];
    return next != null && 'line' in next;
  }

  #replyText(bytes: Buffer): void {
    const next = this.#awaited[this.#answered];
    if (!next || !('line' in next)) return;
    if (bytes.length === 6 && bytes.toString('latin1') === 'QUEUED') return;
    const [count, size] = next.line.got ?? [0, 0];
    next.line.got = [count + 1, size + bytes.length];
    if (!next.burst.origins.reply(next.line, bytes)) next.line.long = 1;
  }

  #reply(reply: Reply): void {
    const next = this.#awaited[this.#answered];
    if (this.#isMessage(reply)) {
      if (!next || !('replies' in next) || !/subscribe$/.test(reply.first)) return;
      if (--next.replies > 0) return;
      this.#done();
      return;
    }
    if (reply.isPush) return;
    if (next === undefined) throw new Desynchronised('a reply without a command');
    if (reply.isError && /^(?:MOVED|ASK) /.test(reply.first)) this.#bursts.isCluster = true;
    if (next && 'line' in next) {
      const { line } = next;
      line.t1 = thousandths(this.#now);
      if (line.got) line.got = [line.got[0], roughly(line.got[1])];
      if (reply.isNil) line.nil = 1;
      if (reply.isError) line.err = 1;
      line.turn[1] = this.#turn + 1;
    }
    this.#done();
  }

  /** Whether it answers no command by itself: a message, or that a channel is subscribed. */
  #isMessage({ isPush, isContainer, first, last }: Reply): boolean {
    if (!messages.test(first) || !(isPush || (isContainer && this.#subscribed))) return false;
    if (/unsubscribe$/.test(first) && last === '0' && this.#waiting <= 1) this.#subscribed = false;
    return true;
  }

  #done(): void {
    this.#answered++;
    if (this.#waiting > 0) {
      if (this.#answered > 1024) {
        this.#awaited = this.#awaited.slice(this.#answered);
        this.#answered = 0;
      }
      return;
    }
    this.#awaited = [];
    this.#answered = 0;
    this.#idleSince = this.#now;
    this.#turn++;
  }
}

/** First letter, last letter and length of names whose commands or replies are unlike others. */
const unusual = new Set(
  [...ofConnections, ...waitingCommands, 'SYNC', 'PSYNC', 'XREAD', 'XREADGROUP'].map((name) =>
    signOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length),
  ),
);

/** True for a name that must be read: its ends and length are those of an unusual command. */
const mayBeUnusual = (first: number, last: number, length: number): boolean =>
  unusual.has(signOf(first & 0xdf, last & 0xdf, length));

function signOf(first: number, last: number, length: number): number {
  return (first * 256 + last) * 64 + Math.min(length, 63);
}

const isRead = (name: string): boolean => name === 'XREAD' || name === 'XREADGROUP';

const isUnusual = (name: string, values: readonly Buffer[]): boolean =>
  name === 'SYNC' ||
  name === 'PSYNC' ||
  waitingCommands.has(name) ||
  (isRead(name) && values.slice(0, 8).some((value) => /^block$/i.test(value.toString('latin1'))));
