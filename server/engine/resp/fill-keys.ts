import type { KeyType } from '../../../shared/commands/workload.ts';
import { fillingsOf, wordsPerMember, type KeyFilling } from '../../../shared/plan/fillings.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping, CommandLine } from '../../redis/keys/bookkeeping.ts';
import type { Removal } from '../../redis/keys/keys.ts';
import { KeyNames } from '../workload/key-names.ts';
import { makePayloads, type Payload } from '../workload/payloads.ts';
import { WireWriter } from './wire-writer.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const mostKeysPerBatch = 500;
const bytesPerBatch = 4_194_304;
/** Sent before the reply to the first of them is awaited. */
const batchesInFlight = 4;

/** A limit: of more members a slice changes too few to matter, and writing them would take longer than the slice. */
const mostRefilled = 100_000;

/** Keys that commands of a lane change: they are written again before each of its slices. */
export const refillings = (workload: LanePlan['workload']): KeyFilling[] =>
  fillingsOf(workload).filter(
    ({ changes, members }) =>
      changes && workload.keyspace * (workload.members === undefined ? 1 : members) <= mostRefilled,
  );

/**
 * Writes every key that the lane may read. Stops early when `signal` says so; throws the first error of Redis. One
 * server is written to over a raw socket, strings by MSET; of a cluster each key goes to its node. `onFilled` is told
 * of each batch.
 */
export async function fillKeys(
  target: Bookkeeping,
  { workload }: LanePlan,
  prefix: string,
  signal: AbortSignal,
  onFilled?: (keys: number) => void,
): Promise<void> {
  await fillAll(fillingsOf(workload), { target, workload, prefix, signal, onFilled });
}

/** Writes the keys again that commands of the lane have changed, so that each slice finds the same. Throws as fillKeys. */
export async function refillKeys(
  target: Bookkeeping,
  { workload }: LanePlan,
  prefix: string,
  signal: AbortSignal,
): Promise<void> {
  await fillAll(refillings(workload), { target, workload, prefix, signal, overwrites: true });
}

/** Removes keys of a lane by their names: several times as fast as a search. Throws the first error of Redis. */
export async function removeByName(
  target: Pick<Bookkeeping, 'endpoint' | 'send'>,
  { workload: { keyspace, keyPrefix } }: LanePlan,
  prefix: string,
  types: readonly (KeyType | null)[],
  verb: Removal = 'UNLINK',
): Promise<void> {
  const writer = target.endpoint && (await WireWriter.open(target.endpoint));
  try {
    for (const type of types) {
      const names = new KeyNames(prefix, type, keyspace, keyPrefix);
      let first = 0;
      const next = () => {
        const keys = Math.min(mostKeysPerBatch, keyspace - first);
        first += keys;
        return keys === 0 ? undefined : { first: first - keys, keys };
      };
      await inFlight<{ first: number; keys: number }>(next, ({ first: from, keys }) =>
        writer
          ? writer.write(removalInResp(verb, namesInResp(names, from, keys)), 1)
          : target.send(
              Array.from({ length: keys }, (_, key): CommandLine => [verb, names.name(from + key)]),
            ),
      );
    }
  } finally {
    writer?.close();
  }
}

interface FillRequest {
  target: Bookkeeping;
  workload: LanePlan['workload'];
  prefix: string;
  signal: AbortSignal;
  onFilled?: ((keys: number) => void) | undefined;
  /** The keys may exist, with other content. */
  overwrites?: boolean;
}

async function fillAll(
  fillings: readonly KeyFilling[],
  { target, workload, prefix, signal, onFilled, overwrites = false }: FillRequest,
): Promise<void> {
  const payloads = makePayloads(workload);
  for (const filling of fillings) {
    if (signal.aborted) return;
    const names = new KeyNames(prefix, filling.type, workload.keyspace, workload.keyPrefix);
    const removal = target.removal ?? 'UNLINK';
    const order = {
      filling,
      overwrites,
      removal,
      names,
      payloads,
      keyspace: workload.keyspace,
      signal,
      onFilled,
    };
    if (!target.endpoint || !(await fillServer(target.endpoint, new FillBatches(order), signal))) {
      const batches = new FillBatches(order);
      await inFlight(() => batches.next()?.lines(), target.send);
    }
  }
}

/** Resolves with whether it was done: a user may be allowed to SET and not to MSET. */
async function fillServer(
  endpoint: NonNullable<Bookkeeping['endpoint']>,
  batches: FillBatches,
  signal: AbortSignal,
): Promise<boolean> {
  const writer = await WireWriter.open(endpoint);
  // A stop does not wait for a server that is silent.
  const stop = () => {
    writer.close();
  };
  signal.addEventListener('abort', stop);
  try {
    await inFlight(
      () => batches.next()?.encoded(),
      ({ text, replies }) => writer.write(text, replies),
    );
    return true;
  } catch (error) {
    if (signal.aborted) return true;
    if (error instanceof Error && error.message.startsWith('NOPERM')) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    writer.close();
  }
}

/** Handles what `next` gives, until it gives nothing, several at once. Rejects with the first error. */
async function inFlight<T>(next: () => T | undefined, handle: (one: T) => Promise<unknown>): Promise<void> {
  const worker = async () => {
    for (let one = next(); one !== undefined; one = next()) await handle(one);
  };
  await Promise.all(Array.from({ length: batchesInFlight }, worker));
}

interface FillOrder {
  filling: KeyFilling;
  overwrites: boolean;
  removal: Removal;
  names: KeyNames;
  payloads: readonly Payload[];
  keyspace: number;
  signal: AbortSignal;
  onFilled: FillRequest['onFilled'];
}

/** Members in one command. */
const mostMembers = 500;
/** Endings of commands that are kept, so that many keys share them. */
const mostKept = 256;

/** Words behind the key, and the same in RESP (one byte a character). */
interface Ending {
  words: Payload[];
  resp: string;
}

/** All keys of one filling, in batches of commands: one for each key, or several where it has many members. */
class FillBatches {
  readonly #order: FillOrder;
  readonly #membersEach: number;
  readonly #commandsPerKey: number;
  readonly #commandsPerBatch: number;
  readonly #kept = new Map<string, Ending>();
  #first = 0;

  constructor(order: FillOrder) {
    this.#order = order;
    const { members, verb } = order.filling;
    const largestPayload = largest(order.payloads.map(({ length }) => length));
    const fitting = Math.max(
      1,
      Math.floor(bytesPerBatch / (largestPayload + perWord * wordsPerMember[verb])),
    );
    this.#membersEach = verb === 'XADD' ? 1 : Math.min(members, mostMembers, fitting);
    this.#commandsPerKey = Math.ceil(members / this.#membersEach);
    this.#commandsPerBatch = Math.max(1, Math.min(mostKeysPerBatch, Math.floor(fitting / this.#membersEach)));
  }

  /** The next batch; `undefined` after the last, or when the filling is given up. */
  next(): { lines: () => CommandLine[]; encoded: () => { text: string; replies: number } } | undefined {
    const { keyspace, signal, onFilled } = this.#order;
    const first = this.#first;
    const all = keyspace * this.#commandsPerKey;
    if (first >= all || signal.aborted) return undefined;
    this.#first = Math.min(all, first + this.#commandsPerBatch);
    const count = this.#first - first;
    onFilled?.(this.#keysBefore(this.#first) - this.#keysBefore(first));
    const places = Array.from({ length: count }, (_, index) => first + index);
    return {
      lines: () => places.flatMap((place) => this.#linesOf(place)),
      encoded: () => this.#encode(places),
    };
  }

  #keysBefore = (place: number): number => Math.floor(place / this.#commandsPerKey);

  /** SET overwrites; what is pushed is added to what is there. */
  get #removesFirst(): boolean {
    return this.#order.overwrites && this.#order.filling.verb !== 'SET';
  }

  #startsKey(place: number): boolean {
    return place % this.#commandsPerKey === 0;
  }

  #linesOf(place: number): CommandLine[] {
    const { filling, names, removal } = this.#order;
    const name = names.name(this.#keysBefore(place));
    const fill: CommandLine = [filling.verb, name, ...this.#endingOf(place).words];
    return this.#removesFirst && this.#startsKey(place) ? [[removal, name], fill] : [fill];
  }

  #encode(places: readonly number[]): { text: string; replies: number } {
    const { filling, names, removal } = this.#order;
    const isSet = filling.verb === 'SET';
    const removed = this.#removesFirst ? places.filter((place) => this.#startsKey(place)) : [];
    const nameOf = (place: number) => nameInResp(names.name(this.#keysBefore(place)));
    let text = isSet ? `*${1 + 2 * places.length}\r\n${bulkOf('MSET')}` : '';
    if (removed.length > 0) text += removalInResp(removal, removed.map(nameOf));
    for (const place of places) {
      const { words, resp } = this.#endingOf(place);
      const head = isSet ? '' : `*${2 + words.length}\r\n${bulkOf(filling.verb)}`;
      text += head + nameOf(place) + resp;
    }
    return { text, replies: isSet ? 1 : places.length + (removed.length > 0 ? 1 : 0) };
  }

  #endingOf(place: number): Ending {
    const { filling, payloads } = this.#order;
    const part = place % this.#commandsPerKey;
    const payload = this.#keysBefore(place) % payloads.length;
    const id = `${part} ${payload}`;
    const known = this.#kept.get(id);
    if (known) return known;
    const first = part * this.#membersEach;
    const count = Math.min(this.#membersEach, filling.members - first);
    const words = Array.from({ length: count }, (_, index) =>
      memberWords(filling, first + index, payloads[payload] ?? ''),
    ).flat();
    const ending = { words, resp: words.map(bulkOf).join('') };
    if (this.#kept.size < mostKept) this.#kept.set(id, ending);
    return ending;
  }
}

/** Bytes that a word takes beside the payload, about. */
const perWord = 40;

/** Words of one member, as its command has them behind the key. */
function memberWords(
  { verb, before, after, from, members }: KeyFilling,
  index: number,
  payload: Payload,
): Payload[] {
  const name = `${before}${from + index}${after}`;
  switch (verb) {
    case 'SET':
    case 'RPUSH':
      return [payload];
    case 'SADD':
    case 'PFADD':
      return [name];
    case 'HSET':
      return [name, payload];
    case 'ZADD':
      return [String(index), name];
    case 'XADD':
      return ['*', 'field', payload];
    case 'GEOADD':
      // Redis takes no place near the poles.
      return [((360 * index) / members - 180).toFixed(6), (((index * 61) % 160) - 80).toFixed(6), name];
  }
}

/** Names of keys are ASCII. */
const nameInResp = (name: string): string => `$${name.length}\r\n${name}\r\n`;

const namesInResp = (names: KeyNames, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, key) => nameInResp(names.name(first + key)));

const removalInResp = (verb: Removal, names: readonly string[]): string =>
  `*${1 + names.length}\r\n${bulkOf(verb)}${names.join('')}`;

/** A bulk string in RESP, with one byte a character. */
function bulkOf(value: Payload): string {
  const bytes = Buffer.from(value as string);
  return `$${bytes.length}\r\n${bytes.toString('latin1')}\r\n`;
}
