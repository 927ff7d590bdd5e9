import type { Frame } from '../../contract/profile-trace.ts';
import { largest } from '../../statistics/extremes.ts';
import { callersOf, type Sequence } from '../runs.ts';
import type { FunctionNode, LoopNode, SourceFile } from './source-file.ts';
import type { CallPath, CallStep } from './walk.ts';
import type { Program } from 'acorn';

export interface SourceFiles {
  /** A file of the program; `null`: it cannot be read or parsed. */
  sourceOf: (file: string) => SourceFile | null;
  /** True where a class of the program, as far as it was read, extends one of this name. */
  isExtended: (name: string) => boolean;
  /** The file that an import names; `null`: none of the program. */
  importOf: (source: SourceFile, specifier: string) => SourceFile | null;
}

interface Located {
  step: CallStep;
  around: FunctionNode | Program;
}

/** The function (and its loop) that sends all places of a round, with the different ways to their commands. */
export interface SendingFunction {
  source: SourceFile;
  node: FunctionNode | Program;
  loop: LoopNode | null;
  ways: CallPath[];
  /** The way of each place: a line may come to one place several times. */
  placeOf: number[];
}

/** The calls of each place of a round, from the command outwards. */
export const stacksOf = (run: Sequence, files: SourceFiles): Located[][] =>
  run.exchanges.slice(0, run.period).map((_, place) => stackOf(run, place, files));

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

/** The innermost function (and its loop) that sends all places; `null`: the source shows none. */
export function sendingFunction(
  located: readonly (readonly Located[])[],
  { exchanges, period, form }: Pick<Sequence, 'exchanges' | 'period' | 'form'>,
): SendingFunction | null {
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
    // A loop that waits for nothing sends its rounds side by side: what waits is around it.
    if (isLoop && loop && !step.source.waitsIn(loop)) continue;
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
    const [different, placeOf] = differentWays(ways);
    return { source: step.source, node: around, loop: isLoop ? loop : null, ways: different, placeOf };
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
