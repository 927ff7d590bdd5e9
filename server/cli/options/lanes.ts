import { clientIds, type ClientId } from '../../../shared/contract/enums.ts';
import { clientFault } from '../../../shared/plan/check/plan-faults.ts';
import { readLane, type NamedLane } from '../../../shared/plan/lane-words.ts';
import { strategyDescriptions } from '../../engine/clients/index.ts';
import { UsageError } from '../usage/usage-error.ts';
import { readList } from '../../../shared/settings/notation.ts';

export interface CrossedLanes {
  lanes: NamedLane[];
  /** Pairs of `--client` that there are not, a sentence each. */
  skipped: string[];
}

/**
 * The lanes of `--strategy`, each with every library of `--client` that can carry it out; a pair that is named
 * (`pipeline@node-redis`) stays as it is. Throws UsageError.
 */
export function lanesOf(strategies: readonly string[], clients: string | null): CrossedLanes {
  const named = strategies.map(readLane);
  if (clients === null) return { lanes: named, skipped: [] };
  const libraries = readList(clients).map((word) => asClient(word));
  const skipped: string[] = [];
  const lanes = named.flatMap((lane): NamedLane[] => {
    if (lane.client !== undefined) return [lane];
    const { strategy } = lane;
    return libraries.flatMap((client, index): NamedLane[] => {
      const fault = clientFault(strategy, client, { strategies: strategyDescriptions });
      // One lane of it is enough: no library makes a difference.
      if (fault?.why === 'no-library') return index === 0 ? [lane] : [];
      if (!fault) return [{ strategy, client }];
      skipped.push(
        `${strategy}@${client} is left out: ${client} sends together what one turn of the event loop gathers.`,
      );
      return [];
    });
  });
  if (lanes.length === 0)
    throw new UsageError(`--client ${clients}: ${skipped.join(' ')} No lane is left: choose auto-pipeline.`);
  return { lanes, skipped };
}

/** Throws UsageError. `option`: where it was given. */
export function asClient(word: string, option = '--client'): ClientId {
  const found = clientIds.find((id) => id === word);
  if (!found) throw new UsageError(`${option} takes ${clientIds.join(', ')}, not "${word}"`);
  return found;
}
