import { formatBytes, formatRate } from '../../../../shared/format.ts';
import { limits } from '../../../../shared/limits.ts';
import type { NetworkPlan, Workload } from '../../../../shared/schemas.ts';
import { messages } from '../../messages/index.ts';
import { networkInWords } from '../network-in-words.ts';

type Described = Pick<Workload, 'commands' | 'clients' | 'dataSize' | 'rps'>;

/** What a search is about, in words. */
export function aboutSearch(
  workload: { [Field in keyof Described]?: Described[Field] | undefined },
  network: NetworkPlan | undefined,
  target: string | undefined,
): string {
  const { commands = ['set'], clients = limits.clients.default, rps } = workload;
  const { dataSize = limits.dataSize.default } = workload;
  const text = messages.outcome;
  return [
    commands.map((command) => command.toUpperCase()).join(' + '),
    text.clients(clients, ''),
    text.payload(formatBytes(dataSize)),
    ...(rps === undefined ? [] : [messages.search.rate(formatRate(rps))]),
    text.network(networkInWords(network)),
    ...(target === undefined ? [] : [target]),
  ].join(' · ');
}
