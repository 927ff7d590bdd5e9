import type { NamedLane } from '../../../shared/plan/lane-words.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { UsageError } from '../usage/usage-error.ts';
import { readList } from '../../../shared/settings/notation.ts';
import type { BenchOption } from './option.ts';
import { put, type OptionValues } from './option-words.ts';
import { serverOptions } from './settings.ts';

/** A lane with a server of its own, as it was written: not checked. */
export interface ServedLane extends NamedLane {
  target?: string;
  server?: Record<string, unknown>;
}

/** Options that name several servers, with commas; each of them is a dimension of the lanes. */
export const severalIn = (values: OptionValues): readonly BenchOption[] =>
  serverOptions.filter(({ name }) => values.get(name)?.at(-1)?.includes(','));

/**
 * The same lanes on each server that the options name: every target of `--target`, and on private ones every
 * combination of the settings that are lists. `common`: settings that are the same for all. Throws UsageError.
 */
export function onServers(
  lanes: readonly NamedLane[],
  values: OptionValues,
  common: Record<string, unknown> | undefined,
): { lanes: ServedLane[]; targets: string[] } | null {
  const targets = distinct(values.get('target')?.at(-1) ?? '', '--target');
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
      distinct(values.get(name)?.at(-1) ?? '', `--${name}`).map((word) => {
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
