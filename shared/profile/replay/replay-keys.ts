import type { TracedCommand } from '../read-trace.ts';
import { writtenLimits } from '../../limits.ts';
import { fillLine, formOf, mayHaveStored, mostElements, type Filled, type HeldType } from './forms.ts';

/** Taken for a reply that was not seen, as within a transaction. */
const usualBytes = 100;

/** What a recorded key is known to hold, of one type. */
interface Known {
  elements: number;
  bytes: number;
  /** Whether a reply had something of it. */
  isFound: boolean;
}

/** A line has a blank and at least a letter for each argument. */
const mostArguments = writtenLimits.lineLength / 2;

/** True where its shape says what to send, in a line that a plan can hold. */
export const isWritable = ({
  n,
  kn,
  sent: [count],
  got: [values] = [0, 0],
}: Pick<TracedCommand, 'n' | 'kn' | 'sent' | 'got'>): boolean =>
  kn !== null &&
  formOf(n) !== undefined &&
  count <= mostArguments &&
  !mayHaveStored(n, { args: count - 1, got: values });

/** Names for the keys of a trace, by their numbers: equal ones have equal names, and what units read is there. */
export class ReplayKeys {
  readonly #typeOf = new Map<number, HeldType>();
  readonly #known = new Map<string, Known>();
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #filled = new Map<string, Filled>();

  constructor(commands: Iterable<TracedCommand>) {
    for (const command of commands) this.#note(command);
  }

  /** `null`: its shape alone does not say what to send. */
  lineOf(command: TracedCommand): string | null {
    const form = formOf(command.n);
    if (!form || command.kn === null || !isWritable(command)) return null;
    const shape = shapeOf(command);
    const type = form.type === 'any' ? (this.#typeOf.get(command.kn) ?? 's') : form.type;
    const every = form.many === 'pairs' ? 2 : 1;
    const keys = form.many ? Math.max(1, Math.round((shape.args + 1) / every)) : 1;
    const { kn } = command;
    const known = this.#knownOf(kn, type);
    // Only the number of the first of several keys is known: the others are the same as in any such command.
    const names = Array.from({ length: keys }, (_, at) =>
      this.#name(at === 0 ? `${kn}` : `${kn} ${at}`, type, known),
    );
    const rest = form.rest(shape);
    return [command.n, ...names.flatMap((name) => [name, ...rest])].join(' ');
  }

  /** What writes the keys that units read, for all names that were given. */
  setup(): { command: string; times: number }[] {
    return [...this.#filled].flatMap(([prefix, filled]) => {
      const command = fillLine(filled, prefix);
      return command === null ? [] : [{ command, times: this.#counts.get(prefix) ?? 1 }];
    });
  }

  #note(command: TracedCommand): void {
    const form = formOf(command.n);
    if (!form || command.kn === null) return;
    if (form.type === 'any') return;
    if (!this.#typeOf.has(command.kn)) this.#typeOf.set(command.kn, form.type);
    const { elements, bytes, isFound } = this.#knownOf(command.kn, form.type);
    const { args, got, gotBytes } = shapeOf(command);
    const isOne = form.type === 's' || form.type === 'n';
    const named = /^(?:HMGET|GEOPOS|GEOHASH)$/.test(command.n) ? args : command.n === 'GEODIST' ? 2 : 0;
    this.#known.set(`${form.type} ${command.kn}`, {
      elements: isOne ? 1 : Math.max(elements, named, form.reads ? got : 0),
      bytes: Math.max(bytes, form.reads ? gotBytes : 0),
      isFound: isFound || (form.reads && command.nil === 0 && command.err === 0 && got > 0),
    });
  }

  #knownOf(number: number, type: HeldType): Known {
    return this.#known.get(`${type} ${number}`) ?? { elements: 0, bytes: 0, isFound: false };
  }

  #name(recorded: string, type: HeldType, known: Known): string {
    const filled = {
      type,
      elements: Math.min(mostElements, power(known.elements)),
      bytes: power(known.bytes),
    };
    const sizes = type === 's' ? filled.bytes : `${filled.elements}x${filled.bytes}`;
    const prefix = known.isFound ? `${type}${sizes}:` : `${type}:`;
    if (known.isFound) this.#filled.set(prefix, filled);
    const key = `${prefix}${recorded}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#counts.get(prefix) ?? 0;
      this.#numbers.set(key, number);
      this.#counts.set(prefix, number + 1);
    }
    return `${prefix}${number}`;
  }
}

function shapeOf({ n, sent, got }: TracedCommand) {
  const [count, bytes] = sent;
  const [values, gotBytes] = got ?? [1, usualBytes];
  const pairs = formOf(n)?.many === 'pairs' || n === 'HSET' || n === 'HMSET';
  const payloads = Math.max(1, pairs ? Math.floor(count / 2) : count - 1);
  return {
    args: count - 1,
    bytes: Math.round(bytes / payloads),
    got: values,
    gotBytes: Math.round(gotBytes / Math.max(1, values)),
  };
}

/** The power of two that holds so many. */
const power = (value: number): number => Math.min(1_048_576, 2 ** Math.ceil(Math.log2(Math.max(1, value))));
