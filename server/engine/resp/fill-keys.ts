import { changedTypes, filledTypes, type KeyType } from '../../../shared/commands/workload.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping, CommandLine } from '../../redis/keys/bookkeeping.ts';
import type { Removal } from '../../redis/keys/keys.ts';
import { KeyNames } from '../workload/key-names.ts';
import { makePayloads, type Payload } from '../workload/payloads.ts';
import { elementsPerKey } from '../workload/prepared-command.ts';
import { WireWriter } from './wire-writer.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const mostKeysPerBatch = 500;
const bytesPerBatch = 4_194_304;
/** Sent before the reply to the first of them is awaited. */
const batchesInFlight = 4;

/** With more keys, a slice changes too few of them to matter, and writing them would take longer than the slice. */
const mostRefilled = 100_000;

/** Types of the keys that commands of a lane change: they are written again before each of its slices. */
export const refilledTypes = ({ commands, keyspace }: LanePlan['workload']): KeyType[] =>
  keyspace > mostRefilled ? [] : changedTypes(commands);

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
  await fillTypes(filledTypes(workload.commands), { target, workload, prefix, signal, onFilled });
}

/** Writes the keys again that commands of the lane have changed, so that each slice finds the same. Throws as fillKeys. */
export async function refillKeys(
  target: Bookkeeping,
  { workload }: LanePlan,
  prefix: string,
  signal: AbortSignal,
): Promise<void> {
  await fillTypes(refilledTypes(workload), { target, workload, prefix, signal, overwrites: true });
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

interface Filling {
  target: Bookkeeping;
  workload: LanePlan['workload'];
  prefix: string;
  signal: AbortSignal;
  onFilled?: ((keys: number) => void) | undefined;
  /** The keys may exist, with other content. */
  overwrites?: boolean;
}

async function fillTypes(
  types: readonly KeyType[],
  { target, workload, prefix, signal, onFilled, overwrites = false }: Filling,
): Promise<void> {
  const payloads = makePayloads(workload);
  for (const type of types) {
    if (signal.aborted) return;
    const names = new KeyNames(prefix, type, workload.keyspace, workload.keyPrefix);
    const verb = target.removal ?? 'UNLINK';
    const order = { type, overwrites, verb, names, payloads, keyspace: workload.keyspace, signal, onFilled };
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
  type: KeyType;
  overwrites: boolean;
  verb: Removal;
  names: KeyNames;
  payloads: readonly Payload[];
  keyspace: number;
  signal: AbortSignal;
  onFilled: Filling['onFilled'];
}

/** All keys of one type, in batches. */
class FillBatches {
  readonly #order: FillOrder;
  readonly #verb: string;
  /** What follows the key, by payload, as words and in RESP (one byte a character). */
  readonly #values: readonly { words: Payload[]; resp: string }[];
  readonly #keysPerBatch: number;
  #first = 0;

  constructor(order: FillOrder) {
    this.#order = order;
    this.#verb = order.type === 'list' ? 'RPUSH' : order.type === 'hash' ? 'HSET' : 'SET';
    this.#values = order.payloads.map((payload) => {
      const words = valuesOf(order.type, payload);
      return { words, resp: words.map(bulkOf).join('') };
    });
    const longest = largest(this.#values.map(({ resp }) => resp.length));
    this.#keysPerBatch = Math.max(1, Math.min(mostKeysPerBatch, Math.floor(bytesPerBatch / longest)));
  }

  /** The next batch; `undefined` after the last, or when the filling is given up. */
  next(): { lines: () => CommandLine[]; encoded: () => { text: string; replies: number } } | undefined {
    const { keyspace, signal, onFilled } = this.#order;
    const first = this.#first;
    if (first >= keyspace || signal.aborted) return undefined;
    this.#first = Math.min(keyspace, first + this.#keysPerBatch);
    const keys = this.#first - first;
    onFilled?.(keys);
    return {
      lines: () => Array.from({ length: keys }, (_, key) => this.#linesOf(first + key)).flat(),
      encoded: () => this.#encode(first, keys),
    };
  }

  /** SET overwrites; what is pushed is added to what is there. */
  get #removesFirst(): boolean {
    return this.#order.overwrites && this.#verb !== 'SET';
  }

  #linesOf(key: number): CommandLine[] {
    const name = this.#order.names.name(key);
    const fill: CommandLine = [this.#verb, name, ...this.#valueOf(key).words];
    return this.#removesFirst ? [[this.#order.verb, name], fill] : [fill];
  }

  #encode(first: number, keys: number): { text: string; replies: number } {
    const isSet = this.#verb === 'SET';
    const words = 2 + (this.#values[0]?.words.length ?? 0);
    const head = isSet ? '' : `*${words}\r\n${bulkOf(this.#verb)}`;
    const names = namesInResp(this.#order.names, first, keys);
    let text = isSet ? `*${1 + 2 * keys}\r\n${bulkOf('MSET')}` : '';
    if (this.#removesFirst) text += removalInResp(this.#order.verb, names);
    for (const [key, name] of names.entries()) text += head + name + this.#valueOf(first + key).resp;
    return { text, replies: isSet ? 1 : keys + (this.#removesFirst ? 1 : 0) };
  }

  #valueOf(key: number): { words: Payload[]; resp: string } {
    return this.#values[key % this.#values.length] ?? { words: [''], resp: bulkOf('') };
  }
}

function valuesOf(type: KeyType, payload: Payload): Payload[] {
  if (type === 'list') return Array.from({ length: elementsPerKey }, () => payload);
  return type === 'hash' ? ['field:1', payload] : [payload];
}

/** Names of keys are ASCII. */
const namesInResp = (names: KeyNames, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, key) => {
    const name = names.name(first + key);
    return `$${name.length}\r\n${name}\r\n`;
  });

const removalInResp = (verb: Removal, names: readonly string[]): string =>
  `*${1 + names.length}\r\n${bulkOf(verb)}${names.join('')}`;

/** A bulk string in RESP, with one byte a character. */
function bulkOf(value: Payload): string {
  const bytes = Buffer.from(value as string);
  return `$${bytes.length}\r\n${bytes.toString('latin1')}\r\n`;
}
