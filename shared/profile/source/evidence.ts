import { onlyReads } from '../../commands/redis.ts';
import type { ReasonCode } from '../../contract/profile.ts';
import type { Frame } from '../../contract/profile-trace.ts';
import type { Exchange } from '../exchanges.ts';
import type { Need, SourceEvidence, Spot } from '../source-evidence.ts';
import type { Sequence } from '../runs.ts';
import { sendingFunction, stacksOf, type SourceFiles } from './sending-function.ts';
import { Interpreter } from './interpreter.ts';
import { hasOneKey } from './syntax.ts';
import type { SentCommand } from './walk.ts';

/** Replies that are always there, if the command succeeds. */
const neverNull =
  /^(?:HGETALL|HKEYS|HVALS|H?MGET|SMEMBERS|SINTER|SUNION|SDIFF|LRANGE|Z(?:REV)?RANGE\w*|KEYS|S?SCAN|HSCAN|ZSCAN|X(?:REV)?RANGE|\w*LEN|\w*CARD|EXISTS|INCR\w*|DECR\w*|P?TTL|TYPE|ZCOUNT|DEL|UNLINK|[SH]EXISTS|SISMEMBER|EXPIRE|[SZ]ADD|HSET|[LR]PUSH|[SZ]REM|HDEL|HINCRBY\w*|ZINCRBY|GEOPOS|SMISMEMBER)$/;

/** Follows the replies of a sequence through the source; `null`: the source of its commands cannot be read. */
export function evidenceOf(run: Sequence, files: SourceFiles): SourceEvidence | null {
  const places = run.exchanges.slice(0, run.period);
  const located = stacksOf(run, files);
  const unseen = (doubt: ReasonCode, isIterator = false): SourceEvidence => ({
    ...{ doubt, spot: null, isChain: false, isIterator, placeOf: places.map((_, at) => at) },
    needs: places.map(() => ({ data: [], checks: [], spot: null })),
    leads: places.map(() => null),
    isBehindWork: places.map(() => true),
  });
  if (places.some(({ site }) => files.sourceOf(site?.frames[0]?.[0] ?? '') === null)) return null;
  if (located.some(({ length }) => length === 0))
    return isTranspiled(run, files) ? unseen('transpiled') : unseen('not-seen', isIterator(run, files));
  const carrier = sendingFunction(located, run);
  if (!carrier) return unseen('not-seen');
  const { source, node, loop, ways, placeOf } = carrier;
  const firsts = ways.map((_, way) => places[placeOf.indexOf(way)]);
  const interpreter = new Interpreter({
    ...{ source, node, loop, ways, importOf: files.importOf },
    isRead: (way) => !changes(firsts[way]),
    isExtended: files.isExtended,
    isNeverNull: (way) => firsts[way]?.commands.every(({ n }) => neverNull.test(n)) ?? false,
  });
  const reached = interpreter.run();
  if (!reached) return unseen('not-seen');
  return { ...judged(firsts, reached, interpreter, loop !== null, ways.length < places.length), placeOf };
}

/** True where a `for await` stands at the place of each command: the library sends them. */
const isIterator = ({ exchanges, period }: Sequence, { sourceOf }: SourceFiles): boolean =>
  exchanges.slice(0, period).every(({ site }) => {
    const [file, line, column]: Frame = site?.frames[0] ?? ['', 0, 0, ''];
    return sourceOf(file)?.isForAwait(line, column) === true;
  });

/** The function around a place, by a name that no other has. */
export function functionAt([file, line, column]: Frame = ['', 0, 0, ''], { sourceOf }: SourceFiles): string {
  const source = sourceOf(file);
  const call = source?.callAt(line, column);
  return `${file} ${source && call ? source.functionAround(call).start : ''}`;
}

/** True where a file of TypeScript has no call at a place that was recorded: what ran was made of the file, without a map. */
const isTranspiled = ({ exchanges, period }: Sequence, files: SourceFiles): boolean =>
  exchanges.slice(0, period).some(({ site }) => {
    const [file, line, column]: Frame = site?.frames[0] ?? ['', 0, 0, ''];
    const source = /\.[cm]?tsx?$/.test(file) ? files.sourceOf(file) : null;
    return source !== null && source.callAt(line, column) === null;
  });

function judged(
  places: readonly (Exchange | undefined)[],
  reached: readonly SentCommand[],
  interpreter: Interpreter,
  isLoop: boolean,
  isRepeated: boolean,
): Omit<SourceEvidence, 'placeOf'> {
  const { world } = interpreter;
  const count = reached.length;
  const bit = (at: number) => 1n << BigInt(at);
  const listed = (labels: bigint) =>
    Array.from({ length: count }, (_, at) => at).filter((at) => (labels & bit(at)) !== 0n);
  const spotOf = (code: ReasonCode, labels: bigint, place: number): Spot | null => {
    // What comes after the command in the source is no reason for it.
    const before = world.doubts.slice(0, reached[place]?.doubts);
    const found = before.findLast((one) => one.code === code && (one.places & labels) !== 0n);
    return found ? { file: found.file, line: found.line, name: found.name } : null;
  };
  let found: { doubt: ReasonCode; spot: Spot | null } | null = null;
  const needs = reached.map(({ sure, maybe, asked, thrown }, place): Need => {
    const held = asked | (changes(places[place]) ? thrown : 0n);
    const before = isRepeated ? bit(count) - 1n : bit(place) - 1n;
    if (isLoop) {
      const isAgain = (labels: bigint) => (labels & ~before) !== 0n;
      if (isAgain(held)) found ??= { doubt: 'condition', spot: spotOf('condition', held & ~before, place) };
      if (isAgain(sure)) found ??= { doubt: 'some-need', spot: null };
      if (isAgain(maybe)) found ??= { doubt: 'handed', spot: spotOf('handed', maybe & ~before, place) };
    }
    const checks = listed(held & before);
    return {
      data: listed((sure | maybe) & before),
      checks,
      spot: checks.length > 0 ? spotOf('condition', held, place) : null,
    };
  });
  const leads = reached.map(({ lead }, place) => (isOfOneKey(places[place]) ? lead : null));
  if (isLoop && interpreter.isTimed && places.some(changes))
    found ??= { doubt: 'condition', spot: interpreter.isTimed };
  const isHandedOn = (labelsOf: (one: SentCommand) => bigint) =>
    !isRepeated &&
    reached.every((one, place) => {
      if (place > 0) return (labelsOf(one) & bit(place - 1)) !== 0n;
      return !isLoop || (labelsOf(one) & bit(2 * count - 1)) !== 0n;
    });
  return {
    ...{ doubt: null, spot: null, ...(found as Pick<SourceEvidence, 'doubt' | 'spot'> | null) },
    ...{ needs, isIterator: false },
    isChain: isHandedOn(({ must }) => must),
    leads,
    isBehindWork: reached.map((one) => one.isBehindWork),
  };
}

const changes = (exchange: Exchange | undefined): boolean =>
  exchange?.commands.some(({ n }) => !onlyReads(n)) ?? true;

const isOfOneKey = (exchange: Exchange | undefined): boolean =>
  exchange?.commands.every(({ n }) => hasOneKey(n)) ?? false;
