import { mostKeysToFill } from '../../../../shared/limits.ts';
import { largest, smallest } from '../../../../shared/statistics/extremes.ts';
import type { EqualLine } from './equal-line.ts';
import { CannotBeHad, type ForeignTool } from './foreign-tool.ts';
import { sayKeyPattern } from './key-pattern.ts';
import { sayMemtierCommands } from './memtier-commands.ts';
import { memtierOptions } from './memtier-options.ts';
import { commonDivisor, strict } from './numbers.ts';

const count = (into: EqualLine, name: string, otherwise: number): number =>
  Number(into.kept(name) ?? otherwise);

function finish(into: EqualLine): void {
  const threads = count(into, '--threads', 4);
  const connections = count(into, '--clients', 50) * threads;
  const [most, least] = [into.kept('--key-maximum'), into.kept('--key-minimum')];
  const keys = Number(most ?? 10_000_000) - Number(least ?? 0) + 1;
  if (keys < 1) throw new CannotBeHad('--key-minimum is above --key-maximum');
  into.say('-c', String(connections));
  into.say('--threads', String(threads));
  into.differs('their -c is for each of -t threads; ours is for a whole lane');
  const by = [...(least === null ? [] : ['--key-minimum']), ...(most === null ? [] : ['--key-maximum'])];
  const isSent = sayMemtierCommands({ of: keys, by: by.join(', ') || null }, into);
  if (!isSent) sayRatio(keys, into);
  sayRequests(connections, keys, into);
  sayRate(connections, into);
  sayConnections(into);
  saySizes(into);
  into.fill('-d', '32');
  into.fill('--resp', '2');
  if (into.said('-P') === null)
    into.differs(
      'without --pipeline they wait for each reply, as lane one-by-one does; the others have 16 in flight',
    );
  else
    into.differs('lane pipeline is what they do with --pipeline; the others are other ways to send the same');
}

/** SET and GET by their ratio. */
function sayRatio(keys: number, into: EqualLine): void {
  const ratio = into.kept('--ratio') ?? '1:10';
  const [, first = '', second = ''] = /^(\d+):(\d+)$/.exec(ratio) ?? [];
  if (first === '' || Number(first) + Number(second) === 0)
    throw new CannotBeHad(`--ratio must be SETs and GETs such as 1:10, not "${ratio}"`);
  const sets = setOf(into);
  const gets = getOf(Number(second), into);
  const weights = [Number(first), Math.ceil(Number(second) / gets.keys)];
  sayPattern(weights, into);
  const sent = [sets, gets.said].filter((_, place) => (weights[place] ?? 0) > 0);
  const positive = weights.filter((weight) => weight > 0);
  const divisor = positive.reduce(commonDivisor, 0);
  const places = sent.map(({ test }) => test ?? 'custom');
  const isOwn = places.every((place) => place === 'custom');
  if (!isOwn) into.say('-t', places.join(','));
  for (const [place, { line }] of sent.entries()) {
    if (line !== undefined) into.add('--command', line);
    if (isOwn && sent.length > 1) into.add('--weight', String((positive[place] ?? 1) / divisor));
  }
  if (sent.length > 1) {
    if (!isOwn) into.say('--ratio', positive.map((weight) => weight / divisor).join(':'));
    into.differs('their --ratio goes in turn; here each command is drawn by its weight');
  }
  const isFilled = places.some((place) => place === 'get' || place === 'mget');
  into.say('-r', String(isFilled ? Math.min(keys, mostKeysToFill) : keys));
  if (!isFilled) return;
  into.differs('keys that are read are written first, so that each read finds one; theirs may be missing');
  if (keys > mostKeysToFill)
    into.differs(`their ${keys} keys are ${mostKeysToFill} here, the most that are written before reads`);
}

/** A command of ours, or a line of one's own. */
interface Words {
  test?: string;
  line?: string;
}

/** SET in their words: SETEX with an expiry, SETRANGE at an offset. */
function setOf(into: EqualLine): Words {
  const offset = into.kept('--data-offset') ?? '0';
  const expiry = into.kept('--expiry-range');
  if (offset !== '0') {
    into.keep('--offset of gets', offset);
    if (expiry !== null) into.differs('--expiry-range: SETRANGE sets no expiry, in their tool as well');
    return { line: `SETRANGE __key__ ${offset} __data__` };
  }
  if (expiry === null) return { test: 'set' };
  const [, low = '', high = ''] = /^(\d+)-(\d+)$/.exec(expiry) ?? [];
  if (high === '' || Number(high) < 1)
    throw new CannotBeHad(`--expiry-range must be seconds such as 10-20, not "${expiry}"`);
  const seconds = Math.max(1, Math.round((Number(low) + Number(high)) / 2));
  into.say('--ttl', `${seconds}s`);
  if (low !== high) into.differs(`--expiry-range: all keys expire after ${seconds} s here`);
  return { test: 'setex' };
}

/** GET in their words, and how many keys one takes. `inTurn`: GETs of a ratio, of which MGET takes several. */
function getOf(inTurn: number, into: EqualLine): { said: Words; keys: number } {
  const offset = into.kept('--offset of gets');
  const keys = Math.min(count(into, '--multi-key-get', 0), Math.max(1, inTurn));
  if (offset !== null) return { said: { line: `GETRANGE __key__ ${offset} -1` }, keys: 1 };
  if (keys === 0) return { said: { test: 'get' }, keys: 1 };
  if (keys === 10) return { said: { test: 'mget' }, keys };
  into.differs('--multi-key-get: keys of MGET are not written first, but with 10 of them');
  return { said: { line: `MGET${' __key__'.repeat(keys)}` }, keys };
}

/** `--key-pattern` has one for SET and one for GET. */
function sayPattern([sets = 0, gets = 0]: readonly number[], into: EqualLine): void {
  const pattern = into.kept('--key-pattern');
  if (pattern === null) return;
  const [, ofSets = '', ofGets = ''] = /^([RSGZP]):([RSGZP])$/.exec(pattern.toUpperCase()) ?? [];
  if (ofGets === '')
    throw new CannotBeHad(`--key-pattern must be two of R, S, G, Z, P such as R:R, not "${pattern}"`);
  sayKeyPattern(sets > 0 ? ofSets : ofGets, into);
  if (sets > 0 && gets > 0 && ofSets !== ofGets)
    into.differs(`their --key-pattern has ${ofSets} for SET and ${ofGets} for GET; both have the first here`);
}

function sayRequests(connections: number, keys: number, into: EqualLine): void {
  const requests = into.kept('--requests');
  const isParallel = into.kept('--parallel') !== null;
  if (into.said('--duration') !== null) {
    if (requests === null) return;
    throw new CannotBeHad('-n and --test-time do not go together, in their tool as well');
  }
  if (requests !== 'allkeys') {
    into.say('-n', String(Number(requests ?? 10_000) * connections));
    into.differs(`their -n is for each of ${connections} connections; ours is for a whole lane`);
    return;
  }
  into.say('-n', String(keys));
  into.say('--key-pattern', 'S');
  into.differs(
    isParallel
      ? '-n allkeys: each key once, as theirs'
      : `-n allkeys: each key once; their ${connections} connections each send as many commands as there are keys, ${connections} times as many in all`,
  );
}

function sayRate(connections: number, into: EqualLine): void {
  const rate = into.kept('--rate-limiting');
  if (rate === null) return;
  if (Number(rate) === 0) {
    into.differs('--rate-limiting 0: no rate');
    return;
  }
  into.say('--rps', String(Number(rate) * connections));
  into.differs(`their --rate-limiting is for each of ${connections} connections; --rps is for a whole lane`);
}

function sayConnections(into: EqualLine): void {
  const interval = into.kept('--reconnect-interval');
  if (interval === null) return;
  if (strict(interval, '--reconnect-interval', 1) <= Number(into.said('-P') ?? 1))
    into.say('--keepalive', '0');
  else
    into.differs(
      `--reconnect-interval ${interval}: connections are kept here; --keepalive 0 opens one for each command or batch`,
    );
}

/** `size:weight,size:weight`. */
function saySizes(into: EqualLine): void {
  const list = into.kept('--data-size-list');
  if (list === null) return;
  const sizes = list.split(',').map((entry) => Number(/^(\d+):\d+$/.exec(entry)?.[1] ?? 0));
  const [least, most] = [smallest(sizes), largest(sizes)];
  if (least < 1)
    throw new CannotBeHad(`--data-size-list must be sizes with weights such as 10:5,200:1, not "${list}"`);
  if (least === most) into.say('-d', String(least));
  else {
    into.say('--data-size-range', `${least}-${most}`);
    into.differs('--data-size-list: sizes are drawn evenly from the least to the largest here');
  }
}

export const memtier: ForeignTool = {
  name: 'memtier_benchmark',
  syntax: 'getopt',
  options: memtierOptions,
  finish,
};
