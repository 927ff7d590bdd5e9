import type { Frame } from '../contract/profile-trace.ts';
import type { ReasonCode } from '../contract/profile.ts';
import { onlyReads } from '../commands/redis.ts';
import type { Exchange } from './exchanges.ts';
import type { ValueFlow } from './flow.ts';
import type { Sequence } from './runs.ts';

export interface SourceReader {
  /** True where it is known where in the program a command was sent. */
  seesSites: boolean;
  /** The flow of values in a file of the program; `null`: it cannot be read. */
  flowOf: (file: string) => ValueFlow | null;
}

/** An earlier place of a round, and a later one. */
type Link = readonly [origin: number, place: number];

/** The evidence of the source about a sequence. */
export interface SourceEvidence {
  /** Why the source proves nothing; `null`: it shows every way that a reply takes. */
  doubt: ReasonCode | null;
  /** Pairs of places of a round: the second needs the reply of the first. */
  links: Link[];
  /** True where the call of the first place was found in a source. */
  isRead: boolean;
  /** Pairs of places, the second of which needs the reply of the first, be it of the round before. */
  needs: Link[];
}

/** Frames that a trace keeps of the program. */
const deepest = 4;

/**
 * Follows the replies of a sequence from the functions that send its commands outwards, to the loop or the function that
 * carries all of it out.
 */
export function sourceOf(run: Sequence, reader: SourceReader): SourceEvidence {
  const evidence: SourceEvidence = { doubt: null, isRead: false, links: [], needs: [] };
  const unseen = (doubt: ReasonCode): SourceEvidence => ({ ...evidence, doubt: evidence.doubt ?? doubt });
  const places = run.exchanges.slice(0, run.period);
  const reads = places.map(({ commands }) => commands.every(({ n }) => onlyReads(n)));
  /** Pairs of places whose calls stood in one function. */
  const compared = new Set<string>();
  let inner = null as Depth | null;
  for (let depth = 0; depth < deepest; depth++) {
    const at = depthOf(run, depth, reader);
    if (!at && depth === 0 && isTranspiled(run, reader)) return unseen('transpiled');
    if (!at || (inner && !isReached(inner, at))) return unseen('not-seen');
    evidence.isRead = true;
    const { flow, calls } = at;
    const functions = calls.map((call) => flow.functionOf(call));
    const known = inner?.functions ?? [];
    // A function that calls itself does so for a reason that is not seen.
    if (inner?.flow === flow && functions.some((one) => known.includes(one))) return unseen('condition');
    const isAll = flow.areTogether(calls);
    const isDistinct = new Set(calls).size === calls.length;
    const isCarrier = isAll && (run.form === 'line' ? isDistinct : flow.isInLoop(calls[0] ?? 0));
    for (const [origin, from] of calls.entries())
      for (const [place, to] of calls.entries()) {
        if (!flow.areTogether([from, to])) continue;
        if (isCarrier && run.form === 'line' && origin >= place) continue;
        if (from !== to) compared.add(`${origin} ${place}`);
        const reach = flow.reach(from, to, {
          ...{ isRead: reads[place] === true, known: calls, isClient: depth === 0 },
        });
        if (reach === 'condition' || reach === 'handed') evidence.doubt ??= reach;
        else if (reach === 'argument') {
          evidence.needs.push([origin, place]);
          if (from < to && origin < place) evidence.links.push([origin, place]);
          else evidence.doubt ??= 'some-need';
        }
      }
    evidence.doubt ??= doubtOf(at, places, depth === 0);
    if (isCarrier) {
      const isWhole = places.every((_, place) =>
        places.every((_origin, origin) => origin >= place || compared.has(`${origin} ${place}`)),
      );
      return isWhole ? evidence : unseen('not-seen');
    }
    inner = { flow, calls, functions };
  }
  return unseen('not-seen');
}

interface Depth {
  flow: ValueFlow;
  /** The call of each place at this depth. */
  calls: number[];
  functions: number[];
}

/** The calls of all places at a depth of their stacks; `null`: one of them is not in the source, or not in the same file. */
function depthOf(run: Sequence, depth: number, reader: SourceReader): Omit<Depth, 'functions'> | null {
  const frames = Array.from({ length: run.period }, (_, place): Frame | undefined =>
    run.exchanges
      .filter((_exchange, index) => index % run.period === place)
      .map(({ site }) => site?.frames[depth])
      .find((frame) => frame !== undefined),
  );
  const file = frames[0]?.[0];
  const flow = file === undefined ? null : reader.flowOf(file);
  if (!flow || frames.some((frame) => frame?.[0] !== file)) return null;
  const calls = frames.flatMap((frame) => (frame ? (flow.callAt(frame[1], frame[2]) ?? []) : []));
  return calls.length < frames.length ? null : { flow, calls };
}

/** True where a file of TypeScript has no call at a place that was recorded: what ran was made of the file, without a map. */
const isTranspiled = ({ exchanges, period }: Sequence, reader: SourceReader): boolean =>
  exchanges.slice(0, period).some(({ site }) => {
    const [file, line, column] = site?.frames[0] ?? ['', 0, 0];
    return /\.[cm]?tsx?$/.test(file) && reader.flowOf(file)?.callAt(line, column) === null;
  });

/** Why calls at a depth prove nothing, by what stands around them and between them. */
function doubtOf(
  { flow, calls }: Pick<Depth, 'flow' | 'calls'>,
  places: readonly Exchange[],
  isClient: boolean,
): ReasonCode | null {
  if (!flow.isPlain(calls)) return 'handed';
  const writes = places.map(({ commands }) => commands.some(({ n }) => !onlyReads(n)));
  for (const [origin, from] of calls.entries())
    for (const [place, to] of calls.entries()) {
      if (!writes[place] || !flow.areTogether([from, to])) continue;
      const isLater = origin < place || flow.isInLoop(from);
      if (isLater && flow.mayThrow(from, to, { known: calls, isClient })) return 'condition';
      if (origin >= place || !writes[origin] || !isOneKey(places[origin], places[place])) continue;
      if (flow.worksBetween(from, to, calls)) return 'handed';
    }
  return null;
}

const isOneKey = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  one?.commands.some(({ kn }) => kn !== null && other?.commands.some((later) => later.kn === kn)) ?? false;

/** True where each call at a depth is a call of the function that holds the one within. */
const isReached = (inner: Depth, outer: Omit<Depth, 'functions'>): boolean =>
  inner.calls.every((call, place) => {
    const from = outer.calls[place];
    return from !== undefined && outer.flow.calls(from, call, inner.flow);
  });
