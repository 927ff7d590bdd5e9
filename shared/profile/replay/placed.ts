import type { ProfileFinding, ProfileSite } from '../../contract/profile.ts';
import { exchangesOf, type Exchange } from '../exchanges.ts';
import type { TracedCommand, TracedSite, TracedUnit } from '../read-trace.ts';
import { allSequences, type Sequence } from '../runs.ts';
import { largest, smallest } from '../../statistics/extremes.ts';

/** A command with the round trip in which its program sent it, and the one that it needs. */
interface PlacedCommand {
  command: TracedCommand;
  /** From 0, in the order in which they were sent. */
  trip: number;
  /** The trip that it shares once everything shares one that may. */
  stage: number;
  /** Whether it was sent in a pipeline, or another batch. */
  isPiped: boolean;
}

export interface PlacedUnit {
  /** By stage, and then as they were sent. */
  commands: PlacedCommand[];
  /** Before each stage, for how long nothing was in flight, ms. */
  ownMs: ReadonlyMap<number, number>;
}

/**
 * Places the commands of a unit in the round trips that it made, and in those that it needs by what was found of it.
 * There are as many of the first as `tripsOf` counts, which also takes as one what overlaps.
 */
export function placedIn(unit: TracedUnit, findings: readonly ProfileFinding[]): PlacedUnit {
  const all = exchangesOf(unit);
  const tripOf = tripsOfEach(all);
  const stageOf = new Map(tripOf);
  const sharing = findings.filter(
    ({ code, unit: name }) => code === 'independent-sequence' && name === unit.name,
  );
  for (const { finding, rounds } of partsOf(all, sharing))
    shareTrips(rounds, levelsOf(rounds[0] ?? [], finding.tripsNeeded), tripOf, stageOf);
  const commands = [...tripOf].flatMap(([exchange, trip]) =>
    exchange.commands.map((command) => ({
      ...{ command, trip, stage: stageOf.get(exchange) ?? trip },
      isPiped: exchange.commands.length > 1,
    })),
  );
  return {
    commands: commands.toSorted((one, other) => one.stage - other.stage || one.trip - other.trip),
    ownMs: pausesOf(tripOf, stageOf),
  };
}

/** Each ends the one before it, or overlaps with it: the counting of `tripsOf`. */
export function tripsOfEach(exchanges: readonly Exchange[]): Map<Exchange, number> {
  const trips = new Map<Exchange, number>();
  let [trip, end] = [-1, -Infinity];
  const ended = exchanges.filter(({ repliedMs }) => repliedMs !== null);
  for (const exchange of ended.toSorted((one, other) => (one.repliedMs ?? 0) - (other.repliedMs ?? 0))) {
    if (exchange.issuedMs >= end) {
      trip++;
      end = exchange.repliedMs ?? 0;
    }
    trips.set(exchange, trip);
  }
  return trips;
}

/** The rounds of a run that a finding is about, if it starts at this exchange; `null`: it does not. */
function partAt({ exchanges, period, form }: Sequence, from: number, finding: ProfileFinding) {
  const places = [finding.site, ...finding.others];
  const count = places.length + (finding.more ?? 0);
  if (form === 'loop' && (from > 0 || period !== count)) return null;
  if (!places.every((place, index) => isAt(exchanges[from + index]?.site, place))) return null;
  if (form === 'line') return [exchanges.slice(from, from + count)];
  const rounds = Math.ceil(exchanges.length / period);
  return Array.from({ length: rounds }, (_, round) => exchanges.slice(round * period, (round + 1) * period));
}

function isAt(site: TracedSite | null | undefined, { file, line, column }: ProfileSite): boolean {
  const [frame] = site?.frames ?? [];
  return frame !== undefined && frame[0] === file && frame[1] === line && frame[2] === column;
}

/** The round trips that each finding can save in a unit; findings that save none are left out. */
export function sparedIn(unit: TracedUnit, findings: readonly ProfileFinding[]): Map<ProfileFinding, number> {
  const spared = new Map<ProfileFinding, number>();
  const named = findings.filter((finding) => finding.unit === unit.name);
  if (named.length === 0) return spared;
  for (const { finding, rounds } of partsOf(exchangesOf(unit), named)) {
    const trips = rounds.flat().length - finding.tripsNeeded;
    if (trips > 0) spared.set(finding, (spared.get(finding) ?? 0) + trips);
  }
  return spared;
}

interface Part {
  finding: ProfileFinding;
  /** The exchanges that the finding is about, round by round. */
  rounds: Exchange[][];
}

/** The parts of runs that findings are about. A run is compared with findings alone that start at one of its places. */
function* partsOf(exchanges: readonly Exchange[], findings: readonly ProfileFinding[]): Generator<Part> {
  const startingAt = new Map<string, ProfileFinding[]>();
  for (const finding of findings) {
    const { file, line, column } = finding.site;
    const place = [file, line, column].join(':');
    startingAt.set(place, [...(startingAt.get(place) ?? []), finding]);
  }
  for (const run of allSequences(exchanges)) {
    const seen = new Set<ProfileFinding>();
    for (const [at, { site }] of run.exchanges.entries())
      for (const finding of startingAt.get(site?.frames[0]?.slice(0, 3).join(':') ?? '') ?? []) {
        if (seen.has(finding)) continue;
        const rounds = partAt(run, at, finding);
        if (rounds) {
          seen.add(finding);
          yield { finding, rounds };
        }
      }
  }
}

/** Puts the exchanges of all rounds that have one level into one stage. `levels`: that of each place of a round, from 0. */
export function shareTrips(
  rounds: readonly (readonly Exchange[])[],
  levels: readonly number[],
  tripOf: ReadonlyMap<Exchange, number>,
  stageOf: Map<Exchange, number>,
): void {
  const byLevel: Exchange[][] = [];
  for (const round of rounds)
    for (const [place, one] of round.entries()) (byLevel[levels[place] ?? 0] ??= []).push(one);
  let earliest = 0;
  for (const members of byLevel) {
    const stage = Math.max(
      earliest,
      smallest(
        members.map((one) => tripOf.get(one) ?? Infinity),
        Infinity,
      ),
    );
    if (!Number.isFinite(stage)) continue;
    for (const member of members) stageOf.set(member, stage);
    earliest = stage + 1;
  }
}

/** Which of the trips that are needed each place of a round takes: by where arguments came from, or else in order. */
function levelsOf(round: readonly Exchange[], needed: number): number[] {
  const levelOf = new Map<number, number>();
  const levels = round.map(({ commands }) => {
    const from = commands.flatMap(({ deps }) => deps.flatMap((id) => levelOf.get(id) ?? []));
    const level = largest(from, -1) + 1;
    for (const { id } of commands) levelOf.set(id, level);
    return level;
  });
  return largest(levels, -1) === needed - 1
    ? levels
    : round.map((_, place) => Math.floor((place * needed) / round.length));
}

function pausesOf(
  tripOf: ReadonlyMap<Exchange, number>,
  stageOf: ReadonlyMap<Exchange, number>,
): Map<number, number> {
  const trips: { stage: number; issuedMs: number; repliedMs: number }[] = [];
  for (const [exchange, trip] of tripOf) {
    const { stage, issuedMs, repliedMs } = trips[trip] ?? {
      stage: Infinity,
      issuedMs: Infinity,
      repliedMs: 0,
    };
    trips[trip] = {
      stage: Math.min(stage, stageOf.get(exchange) ?? trip),
      issuedMs: Math.min(issuedMs, exchange.issuedMs),
      repliedMs: Math.max(repliedMs, exchange.repliedMs ?? 0),
    };
  }
  const pauses = new Map<number, number>();
  let freeMs = trips[0]?.issuedMs ?? 0;
  for (const { stage, issuedMs, repliedMs } of trips) {
    pauses.set(stage, (pauses.get(stage) ?? 0) + Math.max(0, issuedMs - freeMs));
    freeMs = Math.max(freeMs, repliedMs);
  }
  return pauses;
}
