import { onlyReads } from '../../commands/redis.ts';
import type { ReasonCode } from '../../contract/profile.ts';
import type { Frame } from '../../contract/profile-trace.ts';
import { largest } from '../../statistics/extremes.ts';
import type { Exchange } from '../exchanges.ts';
import type { Need, SourceEvidence, Spot } from '../source-evidence.ts';
import { callersOf, type Sequence } from '../runs.ts';
import { Interpreter } from './interpreter.ts';
import type { FunctionNode, LoopNode, SourceFile } from './source-file.ts';
import { hasOneKey } from './syntax.ts';
import type { CallPath, CallStep, SentCommand } from './walk.ts';
import type { Program } from 'acorn';

export interface SourceFiles {
  /** A file of the program; `null`: it cannot be read or parsed. */
  sourceOf: (file: string) => SourceFile | null;
  /** True where a class of the program, as far as it was read, extends one of this name. */
  isExtended: (name: string) => boolean;
  /** The file that an import names; `null`: none of the program. */
  importOf: (source: SourceFile, specifier: string) => SourceFile | null;
}

/** Replies that are always there, if the command succeeds. */
const neverNull =
  /^(?:HGETALL|HKEYS|HVALS|H?MGET|SMEMBERS|SINTER|SUNION|SDIFF|LRANGE|Z(?:REV)?RANGE\w*|KEYS|S?SCAN|HSCAN|ZSCAN|X(?:REV)?RANGE|\w*LEN|\w*CARD|EXISTS|INCR\w*|DECR\w*|P?TTL|TYPE|ZCOUNT|DEL|UNLINK|[SH]EXISTS|SISMEMBER|EXPIRE|[SZ]ADD|HSET|[LR]PUSH|[SZ]REM|HDEL|HINCRBY\w*|ZINCRBY|GEOPOS|SMISMEMBER)$/;

interface Located {
  step: CallStep;
  around: FunctionNode | Program;
}

/** Follows the replies of a sequence through the source; `null`: the source of its commands cannot be read. */
export function evidenceOf(run: Sequence, files: SourceFiles): SourceEvidence | null {
  const places = run.exchanges.slice(0, run.period);
  const located = places.map((_, place) => stackOf(run, place, files));
  const unseen = (doubt: ReasonCode, isIterator = false): SourceEvidence => ({
    ...{ doubt, spot: null, isChain: false, isIterator, placeOf: places.map((_, at) => at) },
    needs: places.map(() => ({ data: [], checks: [], spot: null })),
    leads: places.map(() => null),
    isBehindWork: places.map(() => true),
  });
  if (places.some(({ site }) => files.sourceOf(site?.frames[0]?.[0] ?? '') === null)) return null;
  if (located.some(({ length }) => length === 0))
    return isTranspiled(run, files) ? unseen('transpiled') : unseen('not-seen', isIterator(run, files));
  const carrier = carrierOf(located, run);
  if (!carrier) return unseen('not-seen');
  const { source, node, loop } = carrier;
  // A line may come to one place several times.
  const [ways, placeOf] = differentWays(carrier.ways);
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

/** The ways that are different, and which of them each place has. */
function differentWays(ways: readonly CallPath[]): [CallPath[], placeOf: number[]] {
  const different: CallPath[] = [];
  const placeOf = ways.map((way) => {
    const known = different.findIndex(
      (one) => one.length === way.length && one.every(({ call }, at) => call === way[at]?.call),
    );
    return known >= 0 ? known : different.push(way) - 1;
  });
  return [different, placeOf];
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

/**
 * The calls of a place, from the command outwards, as far as the source shows them and all rounds have the same. Behind an
 * `await` a stack has fewer of them.
 */
function stackOf(run: Sequence, place: number, files: SourceFiles): Located[] {
  const stacks = run.exchanges
    .filter((_, at) => at % run.period === place)
    .map(({ site }) => locatedIn(site?.frames ?? [], files))
    .toSorted((one, other) => other.length - one.length);
  const [longest = [], ...others] = stacks;
  const different = longest.findIndex(({ step }, depth) =>
    others.some((stack) => stack[depth] !== undefined && stack[depth].step.call !== step.call),
  );
  return different < 0 ? longest : longest.slice(0, different);
}

function locatedIn(frames: readonly Frame[], files: SourceFiles): Located[] {
  const found: Located[] = [];
  for (const [file, line, column] of frames) {
    const source = files.sourceOf(file);
    const call = source?.callAt(line, column) ?? null;
    if (!source || !call) break;
    found.push({ step: { source, call }, around: source.functionAround(call) });
  }
  return found;
}

/** The innermost function (and its loop) that sends all places, with the way to each command. */
function carrierOf(
  located: readonly (readonly Located[])[],
  { exchanges, period, form }: Sequence,
): { source: SourceFile; node: FunctionNode | Program; loop: LoopNode | null; ways: CallPath[] } | null {
  const [first = []] = located;
  const isLoop = form === 'loop';
  // A function that each round calls again does not repeat the round: its callers are still on the stack.
  const mostSync = isLoop
    ? largest(exchanges.filter((_, at) => at >= period && at % period === 0).map(callersOf), 0)
    : 0;
  for (const [level, { step, around }] of first.entries()) {
    if (isLoop && mostSync > level + 1) continue;
    if (isLoop && isReturned(step)) continue;
    const depths = located.map((stack) => stack.findIndex((one) => one.around === around));
    if (depths.includes(-1)) continue;
    const calls = depths.map((depth, place) => located[place]?.[depth]?.step.call ?? step.call);
    const loop = step.source.loopAround(calls[0] ?? step.call);
    const areTogether = calls.every((call) => step.source.loopAround(call) === loop);
    if (isLoop ? !loop || !areTogether : calls.length > 1 && new Set(calls).size === 1) continue;
    const ways = depths.map((depth, place) =>
      (located[place] ?? [])
        .slice(0, depth + 1)
        .map((one) => one.step)
        .toReversed(),
    );
    // A function that calls itself does so for a reason that is not seen.
    const isRecursive = ways.some((way) => {
      const functions = way.map(({ source, call }) => source.functionAround(call));
      return new Set(functions).size < functions.length;
    });
    if (isRecursive) return null;
    return { source: step.source, node: around, loop: isLoop ? loop : null, ways };
  }
  return null;
}

/** True where a call is part of what is returned: a loop around it is left with it, as one that tries again is. */
function isReturned({ source, call }: CallStep): boolean {
  for (let at = source.parentOf(call); at; at = source.parentOf(at)) {
    if (at.type === 'ReturnStatement') return true;
    if (/Statement$|Declaration$|Function/.test(at.type)) return false;
  }
  return false;
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
