import type { ProfileFinding, ProfileSite } from '../../contract/profile.ts';
import { exchangesOf, type Exchange } from '../exchanges.ts';
import type { TracedCommand, TracedSite, TracedUnit } from '../read-trace.ts';
import { chainsOf, sequencesOf, type Sequence } from '../runs.ts';

/** A command with the round trip in which its program sent it, and the one that it needs. */
export interface PlacedCommand {
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
  for (const run of chainsOf(all).flatMap(sequencesOf))
    for (const finding of sharing) share(partOf(run, finding), finding.tripsNeeded, tripOf, stageOf);
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
function tripsOfEach(exchanges: readonly Exchange[]): Map<Exchange, number> {
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

/** The exchanges of a run that a finding is about, round by round. */
function partOf({ exchanges, period, form }: Sequence, finding: ProfileFinding): Exchange[][] {
  const places = [finding.site, ...finding.others];
  const count = places.length + (finding.more ?? 0);
  const startsAt = (at: number) => places.every((place, index) => isAt(exchanges[at + index]?.site, place));
  if (form === 'line') {
    const from = exchanges.findIndex((_, at) => startsAt(at));
    return from < 0 ? [] : [exchanges.slice(from, from + count)];
  }
  if (period !== count || !startsAt(0)) return [];
  const rounds = Math.ceil(exchanges.length / period);
  return Array.from({ length: rounds }, (_, round) => exchanges.slice(round * period, (round + 1) * period));
}

function isAt(site: TracedSite | null | undefined, { file, line, column }: ProfileSite): boolean {
  const [frame] = site?.frames ?? [];
  return frame !== undefined && frame[0] === file && frame[1] === line && frame[2] === column;
}

/** How many round trips of a unit a finding says that it need not make; 0: the unit has none of them. */
export function sparedIn(unit: TracedUnit, finding: ProfileFinding): number {
  if (finding.unit !== unit.name) return 0;
  return chainsOf(exchangesOf(unit))
    .flatMap(sequencesOf)
    .map((run) => partOf(run, finding).flat().length)
    .reduce((sum, length) => sum + Math.max(0, length - finding.tripsNeeded), 0);
}

function share(
  rounds: readonly (readonly Exchange[])[],
  needed: number,
  tripOf: ReadonlyMap<Exchange, number>,
  stageOf: Map<Exchange, number>,
): void {
  const [first] = rounds;
  if (!first) return;
  const levels = levelsOf(first, needed);
  let earliest = 0;
  for (let level = 0; level < needed; level++) {
    const members = rounds.flatMap((round) => round.filter((_, place) => levels[place] === level));
    const stage = Math.max(earliest, Math.min(...members.map((one) => tripOf.get(one) ?? Infinity)));
    if (!Number.isFinite(stage)) continue;
    for (const member of members) stageOf.set(member, stage);
    earliest = stage + 1;
  }
}

/** Which of the trips that are needed each place of a round takes: by where arguments came from, or else in order. */
function levelsOf(round: readonly Exchange[], needed: number): number[] {
  const levels: number[] = [];
  for (const [place, { commands }] of round.entries()) {
    const from = round
      .slice(0, place)
      .flatMap((origin, at) =>
        commands.some(({ deps }) => origin.commands.some(({ id }) => deps.includes(id)))
          ? [levels[at] ?? 0]
          : [],
      );
    levels.push(Math.max(-1, ...from) + 1);
  }
  return Math.max(...levels) === needed - 1
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
