import { manyFormOf } from '../commands/redis.ts';
import { isPublicCommand } from '../commands/public-command.ts';

/** Commands of one client of which each follows the one before within this are a sequence, ms. */
export const withinMs = 50;

/** What is counted at a time: a log has as many clients, and may have as many kinds of sequence, as it likes. */
const most = { clients: 10_000, kinds: 2000, steps: 4, places: 5 };

/** Times between commands, rounded to two digits: that bounds how many there are. */
class Spread {
  readonly #counts = new Map<number, number>();
  #all = 0;

  add(ms: number): void {
    const rounded = Number(ms.toPrecision(2));
    this.#counts.set(rounded, (this.#counts.get(rounded) ?? 0) + 1);
    this.#all++;
  }

  /** `null`: there is none. */
  get median(): number | null {
    let sum = 0;
    const sorted = [...this.#counts].toSorted(([one], [other]) => one - other);
    return sorted.find(([, count]) => (sum += count) * 2 >= this.#all)?.[0] ?? null;
  }
}

/** Sequences of one kind: the same commands in the same order, however often each. */
interface Kind {
  steps: readonly string[];
  sequences: number;
  commands: number;
  longest: number;
  between: Spread;
}

/** The sequence that a client is in. */
interface Open {
  steps: string[];
  length: number;
  lastUs: number;
  /** ms. */
  gaps: number[];
  /** True from MULTI on: a batch already. */
  isBatch: boolean;
  /** EXEC or DISCARD was its last command. */
  isOver: boolean;
}

/** One kind of sequence, as it is told. */
interface MonitoredSequence {
  /** `get`, or `hget`, `set`; repeats are one; `…` for steps after the fourth. */
  steps: readonly string[];
  sequences: number;
  commands: number;
  longest: number;
  /** Time from one command to the next, median, ms, with two digits. */
  betweenMs: number | null;
  /** What could take their place: a command for many keys, or `pipeline`; `null`: a batch already. */
  gather: string | null;
}

/** What a log of MONITOR holds. Neither keys nor values are kept. */
export interface MonitorLog {
  kind: 'monitor';
  schema: 1;
  /** Of clients; those of scripts are told apart. */
  commands: number;
  ofScripts: number;
  /** Commands whose client the log does not name: they are in no sequence. */
  withoutClient: { bySocket: number; byOldServer: number };
  clients: number;
  databases: number;
  spanMs: number;
  byCommand: { command: string; count: number; share: number }[];
  sequences: MonitoredSequence[];
  /** Lines that are none of MONITOR: how many, and where the first of them are, from 1. */
  garbage: { lines: number; first: number[] };
  /** Whether there was more to count at a time than is kept. */
  isBounded: boolean;
}

/** A time, the database with the client in brackets, and the name of the command. A time, a container or `+` may stand before it. */
const line =
  /(?:^|[^\d.\\"])(\d+)\.(\d{1,6}) \[(\d+) (unix:[^"]+?|\[[^\]"]*\]:\d+|[^\]"]+)\] "((?:[^"\\]|\\.)*)"/;
/** Redis 2.4 and older name no client. */
const oldLine = /(?:^|[^\d.\\"])(\d{9,11})\.(\d{6}) (?:\(db (\d+)\) )?()"((?:[^"\\]|\\.)*)"/;

/** A name that is none of Redis may be anything, also a secret: it is not repeated. */
const nameOf = (word: string): string => (isPublicCommand(word) ? word.toLowerCase() : 'another');

/** Reads a log of MONITOR line by line, in bounded memory. */
export class MonitorReader {
  readonly #counts = new Map<string, number>();
  readonly #open = new Map<string, Open>();
  readonly #kinds = new Map<string, Kind>();
  readonly #databases = new Set<string>();
  readonly #garbage: number[] = [];
  #garbageLines = 0;
  #lines = 0;
  #clients = 0;
  #scripts = 0;
  #bySocket = 0;
  #byOldServer = 0;
  #commands = 0;
  #firstUs: number | null = null;
  #lastUs = 0;
  #isBounded = false;

  /** `isWhole`: false for the last line of a file that ends in it: it may be cut off. */
  add(text: string, isWhole = true): void {
    this.#lines++;
    const [, seconds, fraction = '', database = '0', client = '', word = ''] =
      line.exec(text) ?? oldLine.exec(text) ?? [];
    if (seconds === undefined) {
      if (!isWhole || /^\s*(?:\+?OK\s*)?$/.test(text)) return;
      this.#garbageLines++;
      if (this.#garbage.length < most.places) this.#garbage.push(this.#lines);
      return;
    }
    const atUs = Number(seconds) * 1_000_000 + Number(fraction.padEnd(6, '0'));
    this.#firstUs ??= atUs;
    this.#lastUs = Math.max(this.#lastUs, atUs);
    if (client === 'lua') {
      this.#scripts++;
      return;
    }
    const name = nameOf(word);
    this.#commands++;
    if (this.#databases.size < most.kinds) this.#databases.add(database);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (client === '') this.#byOldServer++;
    else if (/^(?:unix:|\/)/.test(client)) this.#bySocket++;
    else this.#follow(client, name, atUs);
  }

  #follow(client: string, name: string, atUs: number): void {
    const before = this.#open.get(client);
    if (before === undefined) this.#clients++;
    else if (isNext(before, name, atUs)) {
      // The client that was seen last is the last to be forgotten.
      this.#open.delete(client);
      this.#open.set(client, before);
      before.gaps.push((atUs - before.lastUs) / 1000);
      if (before.gaps.length > 100) before.gaps.shift();
      before.length++;
      before.lastUs = atUs;
      before.isOver = before.isBatch && /^(?:exec|discard)$/.test(name);
      if (before.steps.at(-1) !== name && before.steps.length <= most.steps)
        before.steps.push(before.steps.length === most.steps ? '…' : name);
      return;
    } else this.#close(before);
    this.#open.delete(client);
    const isBatch = name === 'multi';
    this.#open.set(client, { steps: [name], length: 1, lastUs: atUs, gaps: [], isBatch, isOver: false });
    if (this.#open.size <= most.clients) return;
    const [oldest] = this.#open;
    if (!oldest) return;
    this.#close(oldest[1]);
    this.#open.delete(oldest[0]);
    this.#isBounded = true;
  }

  #close({ steps, length, gaps, isBatch }: Open): void {
    if (length < 2) return;
    const key = `${isBatch} ${steps.join(' ')}`;
    let kind = this.#kinds.get(key);
    if (!kind) {
      if (this.#kinds.size >= most.kinds) {
        this.#isBounded = true;
        return;
      }
      kind = { steps, sequences: 0, commands: 0, longest: 0, between: new Spread() };
      this.#kinds.set(key, kind);
    }
    kind.sequences++;
    kind.commands += length;
    kind.longest = Math.max(kind.longest, length);
    for (const gap of gaps) kind.between.add(gap);
  }

  end(): MonitorLog {
    for (const open of this.#open.values()) this.#close(open);
    this.#open.clear();
    return {
      ...{ kind: 'monitor', schema: 1 },
      commands: this.#commands,
      ofScripts: this.#scripts,
      withoutClient: { bySocket: this.#bySocket, byOldServer: this.#byOldServer },
      clients: this.#clients,
      databases: this.#databases.size,
      spanMs: this.#firstUs === null ? 0 : Math.round((this.#lastUs - this.#firstUs) / 1000),
      byCommand: [...this.#counts]
        .toSorted(([, one], [, other]) => other - one)
        .map(([command, count]) => ({ command, count, share: count / this.#commands })),
      sequences: [...this.#kinds]
        .map(([key, { steps, sequences, commands: all, longest, between }]): MonitoredSequence => {
          const gather = key.startsWith('true') ? null : gatheredAs(steps);
          return { steps, sequences, commands: all, longest, betweenMs: between.median, gather };
        })
        .toSorted((one, other) => other.commands - one.commands),
      garbage: { lines: this.#garbageLines, first: [...this.#garbage] },
      isBounded: this.#isBounded,
    };
  }
}

/** A transaction is a sequence of its own, from MULTI to EXEC. */
const isNext = ({ lastUs, isOver }: Open, name: string, atUs: number): boolean =>
  atUs - lastUs <= withinMs * 1000 && atUs >= lastUs && name !== 'multi' && !isOver;

function gatheredAs([only = '', ...others]: readonly string[]): string {
  const form = others.length === 0 ? manyFormOf(only.toUpperCase()) : null;
  return form?.of === 'keys' || form?.of === 'entries' ? form.name : 'pipeline';
}
