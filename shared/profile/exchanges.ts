import type { TracedCommand, TracedSite } from './read-trace.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** The part of a command that its round trip is known by. */
export type TimedCommand = Pick<TracedCommand, 'id' | 'n' | 'b' | 'tc' | 't0' | 't1' | 'turn' | 'site'>;

/** What went to the server and came back together: a command, a pipeline, a transaction. */
export interface Exchange<Command extends TimedCommand = TracedCommand> {
  commands: Command[];
  site: TracedSite | null;
  /** Of its first command. */
  name: string;
  issuedMs: number;
  sentMs: number;
  /** `null`: no reply came while the unit lasted. */
  repliedMs: number | null;
  issuedTurn: number;
  repliedTurn: number;
}

/** The exchanges of a unit, in the order in which they were issued. */
export function exchangesOf<Command extends TimedCommand>({
  commands,
}: {
  commands: readonly Command[];
}): Exchange<Command>[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const key = command.b === null ? `c${command.id}` : `b${command.b}`;
    const group = groups.get(key);
    if (group) group.push(command);
    else groups.set(key, [command]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const replies = group.map(({ t1 }) => t1);
    const last = group.reduce(
      (latest, command) => ((command.t1 ?? 0) >= (latest.t1 ?? 0) ? command : latest),
      first,
    );
    return {
      commands: group,
      site: first.site,
      name: first.n,
      issuedMs: first.tc,
      sentMs: smallest(group.map(({ t0 }) => t0)),
      repliedMs: replies.includes(null) ? null : largest(replies.map((t1) => t1 ?? 0)),
      issuedTurn: first.turn[0],
      repliedTurn: last.turn[1],
    };
  });
}

export const waitMs = ({ issuedMs, repliedMs }: Pick<Exchange, 'issuedMs' | 'repliedMs'>): number =>
  repliedMs === null ? 0 : Math.max(0, repliedMs - issuedMs);

/** The longest chain of exchanges that do not overlap: round trips that follow one another. */
export function tripsOf(exchanges: readonly Pick<Exchange, 'issuedMs' | 'repliedMs'>[]): number {
  let trips = 0;
  let end = -Infinity;
  for (const { issuedMs, repliedMs } of replied(exchanges).toSorted(
    (one, other) => one.repliedMs - other.repliedMs,
  ))
    if (issuedMs >= end) {
      trips++;
      end = repliedMs;
    }
  return trips;
}

/** For how long anything was in flight. */
export function waitingMs(exchanges: readonly Exchange[]): number {
  let waiting = 0;
  let end = -Infinity;
  for (const { issuedMs, repliedMs } of replied(exchanges).toSorted(
    (one, other) => one.issuedMs - other.issuedMs,
  )) {
    waiting += Math.max(0, repliedMs - Math.max(issuedMs, end));
    end = Math.max(end, repliedMs);
  }
  return waiting;
}

const replied = (exchanges: readonly Pick<Exchange, 'issuedMs' | 'repliedMs'>[]) =>
  exchanges.flatMap((exchange) =>
    exchange.repliedMs === null ? [] : [{ ...exchange, repliedMs: exchange.repliedMs }],
  );
