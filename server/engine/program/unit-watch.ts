import { redisCommand } from '../../../shared/commands/redis.ts';
import { ReplyReader } from '../resp/reply-reader.ts';
import { CommandReader } from './command-reader.ts';
import { strayWrite } from './stray-write.ts';

/** What one unit sent that was carried out alone. */
export interface SeenUnit {
  commands: number;
  /** The longest chain of commands each of which was sent after the reply to the one before it. */
  trips: number;
  /** Commands without a reply when the unit said that it was over. */
  unanswered: number;
}

/** Commands of one unit that wait for their replies. */
const mostWaiting = 100_000;

/**
 * The names under which servers count a command, by its first two words in lower case. Libraries send a script whole on
 * each new connection, and by its hash from then on.
 */
export function countedAs(name: string, first: string): string[] {
  if (/^evalsha(?:_ro)?$/.test(name)) return [name, name.replace('sha', '')];
  return redisCommand(name)?.hasSubcommands ? [name, `${name}|${first}`] : [name];
}

/** One connection, as it is listened to. */
export interface WatchedConnection {
  /** What the program sends, in pieces of any size. */
  sent: (bytes: Buffer) => void;
  /** What the program gets. */
  answered: (bytes: Buffer) => void;
  close: () => void;
}

interface Listened {
  /** Of each command that waits for its reply, how many trips of its unit lie before its reply. */
  waiting: number[];
  isOpen: () => boolean;
}

interface UnitWatchParts {
  prefix: string;
  /** How a key gets the prefix, for who has forgotten it. */
  advice: string;
  /** A command is about to be sent, while so many of its connection have no reply. */
  onCommand?: (waiting: number, isStray: boolean) => void;
  /** The program does what no lane can be measured with. */
  refuse: (message: string) => void;
}

/** Counts what the code of one lane says to the server, over all its connections, and judges it. */
export class UnitWatch {
  /** Commands that were seen, under the names by which servers count them. */
  readonly names = new Set<string>();
  readonly #parts: UnitWatchParts;
  readonly #open = new Set<Listened>();
  #unit: { commands: number; replied: number; trips: number } | null = null;

  constructor(parts: UnitWatchParts) {
    this.#parts = parts;
  }

  /** Whether a command that was seen waits for its reply. */
  get isTalking(): boolean {
    return [...this.#open].some(({ waiting }) => waiting.length > 0);
  }

  /** Whether a unit is carried out alone. */
  get isInUnit(): boolean {
    return this.#unit !== null;
  }

  listen(isOpen: () => boolean): WatchedConnection {
    const one: Listened = { waiting: [], isOpen };
    this.#open.add(one);
    const commands = new CommandReader((words) => {
      this.#sent(one, words);
    });
    const answer = () => {
      this.#answered(one);
    };
    const replies = new ReplyReader({ accept: answer, refuse: answer, broken: () => undefined });
    return {
      sent: (bytes) => {
        commands.read(bytes);
      },
      answered: (bytes) => void replies.read(bytes),
      close: () => this.#open.delete(one),
    };
  }

  /** Of one unit that is carried out alone. */
  beginUnit(): void {
    for (const one of this.#open) one.waiting = [];
    this.#unit = { commands: 0, replied: 0, trips: 0 };
  }

  endUnit(): SeenUnit {
    const { commands = 0, trips = 0 } = this.#unit ?? {};
    this.#unit = null;
    let unanswered = 0;
    for (const { waiting, isOpen } of this.#open)
      if (isOpen()) unanswered += waiting.filter((trip) => trip > 0).length;
    return { commands, trips, unanswered };
  }

  #sent({ waiting }: Listened, words: readonly string[]): void {
    const { prefix, advice, onCommand, refuse } = this.#parts;
    const [name = '', first = ''] = words.map((word) => word.toLowerCase());
    for (const one of countedAs(name, first)) this.names.add(one);
    const stray = strayWrite(words, prefix);
    onCommand?.(waiting.length, stray !== null);
    if (stray !== null)
      refuse(
        `would write ${JSON.stringify(stray)} (${name.toUpperCase()}), which is outside the prefix of the run. It was not sent. ${advice}`,
      );
    const unit = this.#unit;
    if (!unit) {
      waiting.push(0);
      return;
    }
    unit.commands++;
    unit.trips = Math.max(unit.trips, unit.replied + 1);
    waiting.push(unit.replied + 1);
    if (waiting.length > mostWaiting)
      refuse(
        `has sent ${mostWaiting.toLocaleString('en-US')} commands in one unit without awaiting a reply: await them in parts`,
      );
  }

  #answered({ waiting }: Listened): void {
    const trip = waiting.shift() ?? 0;
    if (this.#unit) this.#unit.replied = Math.max(this.#unit.replied, trip);
  }
}
