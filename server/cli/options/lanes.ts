import { clientIds, type ClientId } from '../../../shared/contract/enums.ts';
import { clientFault } from '../../../shared/plan/check/plan-faults.ts';
import { readLane, type NamedLane } from '../../../shared/plan/lane-words.ts';
import { strategyDescriptions } from '../../engine/clients/index.ts';
import { UsageError } from '../exit-codes.ts';
import { readList } from '../../../shared/settings/notation.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { BenchOption } from '../../terminal/options/option.ts';
import { parseCount } from '../../terminal/options/values.ts';
import { laneIdOf } from '../../../shared/plan/lane-ids.ts';
import { counted } from '../../../shared/words/workload.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { put } from './plan-input.ts';
import { serverOptions } from './settings.ts';

interface CrossedLanes {
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
        fault.why === 'no-cache'
          ? `${strategy}@${client} is left out: ${client} has no cache in the client, ${fault.has} has.`
          : `${strategy}@${client} is left out: ${client} sends together what one turn of the event loop gathers.`,
      );
      return [];
    });
  });
  if (lanes.length === 0)
    throw new UsageError(
      `--client ${clients}: ${skipped.join(' ')} No lane is left: choose another strategy, as auto-pipeline.`,
    );
  return { lanes, skipped };
}

/** Throws UsageError. `option`: where it was given. */
export function asClient(word: string, option = '--client'): ClientId {
  const found = clientIds.find((id) => id === word);
  if (!found) throw new UsageError(`${option} takes ${clientIds.join(', ')}, not "${word}"`);
  return found;
}

/** Several numbers of connections that callers share; `null`: one, or the default. Throws UsageError. */
export function connectionsIn(values: OptionValues): number[] | null {
  const clients = lastOf(values, 'clients');
  if (!clients?.includes(',')) return null;
  if (!values.has('callers'))
    throw new UsageError(
      '-c takes a list only with --callers, which share the connections: --callers 200 -c 1,5,20',
    );
  return distinct(clients, '-c').map((word) => parseCount(word, '-c'));
}

/** The same lanes with each of these numbers of connections. */
export const withConnections = (lanes: readonly NamedLane[], connections: readonly number[]) =>
  lanes.flatMap((lane) =>
    connections.map((clients) => {
      const { client: library = '', strategy } = lane;
      const label = strategyDescriptions.find(({ id }) => id === strategy)?.label ?? strategy;
      return {
        ...lane,
        id: laneIdOf(strategy, [library, `c${clients}`].filter(Boolean)),
        label: `${label}, ${library === '' ? '' : `${library}, `}${counted(clients, 'connection')}`,
        workload: { clients },
      };
    }),
  );

/** A lane with a server of its own, as it was written: not checked. */
interface ServedLane extends NamedLane {
  target?: string;
  server?: Record<string, unknown>;
}

/** Options that name several servers, with commas; each of them is a dimension of the lanes. */
export const severalIn = (values: OptionValues): readonly BenchOption[] =>
  serverOptions.filter(({ name }) => lastOf(values, name)?.includes(','));

/**
 * The same lanes on each server that the options name: every target of `--target`, and on private ones every
 * combination of the settings that are lists. `common`: settings that are the same for all. Throws UsageError.
 */
export function onServers(
  lanes: readonly NamedLane[],
  values: OptionValues,
  common: Record<string, unknown> | undefined,
): { lanes: ServedLane[]; targets: string[] } | null {
  const targets = distinct(lastOf(values, 'target') ?? '', '--target');
  const several = severalIn(values);
  if (targets.length < 2 && several.length === 0) return null;
  const settings = several.reduce<Record<string, unknown>[]>(crossed(values), [common ?? {}]);
  const ours = settings.filter((server) => Object.keys(server).length > 0).map((server) => ({ server }));
  const servers = targets.flatMap((target): Omit<ServedLane, 'strategy'>[] => {
    const named = targets.length < 2 ? {} : { target };
    if (target !== serverPlanTarget && targets.length > 1) return [named];
    return ours.length === 0 ? [named] : ours.map((server) => ({ ...named, ...server }));
  });
  return { lanes: lanes.flatMap((lane) => servers.map((server) => ({ ...lane, ...server }))), targets };
}

const crossed =
  (values: OptionValues) =>
  (servers: Record<string, unknown>[], { name, plan }: BenchOption): Record<string, unknown>[] =>
    servers.flatMap((server) =>
      distinct(lastOf(values, name) ?? '', `--${name}`).map((word) => {
        const own = { server: { ...server } };
        if (plan) put(own, plan.path, plan.read(word, `--${name}`));
        return own.server;
      }),
    );

function distinct(text: string, option: string): string[] {
  const words = readList(text);
  const twice = words.find((word, index) => words.indexOf(word) < index);
  if (twice !== undefined)
    throw new UsageError(
      `${option} names ${twice} twice: lanes with the same server share it. Two servers of one kind are two private targets in ROUNDTRIP_TARGETS`,
    );
  return words;
}
