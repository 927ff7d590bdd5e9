import { waitingCommands } from '../commands/redis.ts';
import type { TracedCommand, TracedSite, TracedUnit } from './read-trace.ts';
import { callAt } from './places.ts';

/** A shorter delay may be the network’s. */
const shortestMs = 10;

/** A command that waited behind a blocking one, which was sent before it on the same connection. */
export interface HeldCommand {
  unit: TracedUnit;
  held: TracedCommand;
  by: TracedCommand;
  heldMs: number;
}

/**
 * The commands of units that a blocking command held, of whichever unit: a connection replies in the order in which it was
 * asked, so what was sent while BLPOP waited had to wait as well. Within a transaction nothing blocks.
 */
export function heldIn(units: readonly TracedUnit[]): HeldCommand[] {
  const byConnection = new Map<string, { unit: TracedUnit; command: TracedCommand }[]>();
  for (const unit of units)
    for (const command of unit.commands) {
      if (command.conn === 0) continue;
      const key = `${unit.process ?? 0} ${command.conn}`;
      const sent = byConnection.get(key);
      if (sent) sent.push({ unit, command });
      else byConnection.set(key, [{ unit, command }]);
    }
  return [...byConnection.values()].flatMap((sent) => {
    if (!sent.some(({ command }) => blocks(command))) return [];
    let by: TracedCommand | null = null;
    return sent
      .toSorted((one, other) => one.command.t0 - other.command.t0 || one.command.id - other.command.id)
      .flatMap(({ unit, command }) => {
        const heldMs = by?.t1 == null ? 0 : by.t1 - command.t0;
        if (blocks(command)) {
          if ((command.t1 ?? 0) > (by?.t1 ?? 0)) by = command;
          return [];
        }
        return by && heldMs >= shortestMs && (command.t1 ?? 0) >= (by.t1 ?? Infinity)
          ? [{ unit, held: command, by, heldMs }]
          : [];
      });
  });
}

const blocks = ({ n, mode, t1 }: TracedCommand): boolean =>
  mode !== 'multi' && t1 !== null && waitingCommands.has(n);

/** The same two lines in units of one name. */
export function heldByPlace(held: readonly HeldCommand[]) {
  const places = new Map<string, { site: TracedSite; held: TracedSite; all: HeldCommand[] }>();
  for (const one of held) {
    const [site, other] = [one.by.site, one.held.site];
    if (!site || !other) continue;
    const key = [callAt(site), callAt(other), one.by.n, one.held.n].join(' ');
    const known = places.get(key);
    if (known) known.all.push(one);
    else places.set(key, { site, held: other, all: [one] });
  }
  return [...places.values()];
}
