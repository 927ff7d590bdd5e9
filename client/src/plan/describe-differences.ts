import type { Messages } from '../messages/en.ts';
import { describeServer } from '../../../shared/words/server.ts';
import { fieldInWords } from './field-in-words.ts';
import { adoptLane, type DraftLane } from './draft-lanes.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { networkForReader } from '../messages/for-reader.ts';

/** In what a lane differs from the others, in words: "batch 64, 20 ms round trip"; empty: in nothing. */
export function describePlanDifferences(
  { workload = {}, network, target, server }: Omit<DraftLane, 'id' | 'strategy'>,
  messages: Messages,
): string {
  return [
    ...(target === undefined ? [] : [target]),
    ...(server === undefined ? [] : [describeServer(server, messages.words.server)]),
    ...Object.entries(workload).flatMap(
      ([name, value]) => describeField(name, value, workload, messages) ?? [],
    ),
    ...(network ? [networkForReader(network, messages)] : []),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The same of a lane of a run that was measured. */
export function ownDifferences({ lanes, workload }: Plan, id: string, messages: Messages): string {
  const lane = lanes.find((one) => one.id === id);
  return lane ? describePlanDifferences(adoptLane(lane, workload), messages) : '';
}

function describeField(
  name: string,
  value: unknown,
  workload: Record<string, unknown>,
  messages: Messages,
): string | null {
  if (name === 'ratio') return null;
  if (name === 'commands' && Array.isArray(value)) return describeMix(value.map(String), workload['ratio']);
  if (name === 'clientTimeout') return messages.tuning.clientTimeout;
  if (typeof value !== 'number') return `${fieldInWords(name, messages)} ${JSON.stringify(value)}`;
  if (name === 'dataSize') return messages.words.numbers.bytes(value);
  if (name === 'pipeline' || name === 'clients' || name === 'rps' || name === 'threads')
    return messages.tuning[name](value);
  return `${fieldInWords(name, messages)} ${value}`;
}

/** "SET", "SETEX + GET 1:10". */
export function describeMix(commands: readonly string[], ratio?: unknown): string {
  const names = commands.map((command) => command.toUpperCase());
  return joinMix(names, commands.length > 1 && Array.isArray(ratio) ? ratio : null);
}

/** The same of names as they are to be written; `ratio`: `null` where there is one. */
export const joinMix = (names: readonly string[], ratio: readonly unknown[] | null): string =>
  names.join(' + ') + (ratio ? ` ${ratio.join(':')}` : '');
