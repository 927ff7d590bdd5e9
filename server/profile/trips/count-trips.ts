import { exchangesOf, tripsOf, type TimedCommand } from '../../../shared/profile/exchanges.ts';
import type { TripPlace } from './trip-places.ts';

/** The commands of one line of the program; `file` is empty where no line was on the stack. */
export interface TripLine extends TripPlace {
  /** `GET`, or several as `HGET/GET`. */
  command: string;
  commands: number;
  /** Round trips one after another. Lines that send side by side share theirs. */
  trips: number;
}

export interface CountedTrips {
  trips: number;
  commands: number;
  /** The line with the most round trips first. */
  lines: TripLine[];
}

export interface PlacedCommand {
  readonly line: TimedCommand;
  place: TripPlace | null;
}

const nowhere: TripPlace = { file: '', line: 0, column: 0 };

/** Counts the round trips of a function, and those of each of its lines, as a profile counts those of a unit. */
export function countTrips(commands: readonly PlacedCommand[]): CountedTrips {
  const exchanges = exchangesOf({ commands: commands.map(({ line }) => line) });
  const byPlace = new Map<string, PlacedCommand[]>();
  for (const command of commands) {
    const key = JSON.stringify(command.place);
    const known = byPlace.get(key);
    if (known) known.push(command);
    else byPlace.set(key, [command]);
  }
  const lines = [...byPlace.values()].map((ofLine): TripLine => {
    const sent = new Set<TimedCommand>(ofLine.map(({ line }) => line));
    return {
      ...(ofLine[0]?.place ?? nowhere),
      command: [...new Set(ofLine.map(({ line }) => line.n))].join('/'),
      commands: ofLine.length,
      trips: tripsOf(exchanges.filter((exchange) => exchange.commands.some((one) => sent.has(one)))),
    };
  });
  return {
    trips: tripsOf(exchanges),
    commands: commands.length,
    lines: lines.toSorted((one, other) => other.trips - one.trips || other.commands - one.commands),
  };
}
