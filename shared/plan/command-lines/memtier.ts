import { commands, type CommandId } from '../../commands/workload.ts';
import { clusterTarget } from '../../contract/private-server.ts';
import { hasName, laneForTools, type ToolLine } from './lane-for-tools.ts';
import type { Workload } from '../../contract/workload.ts';
import { lineAt } from '../../commands/custom-words.ts';
import { decimal } from '../../settings/units.ts';
import { shellLine, type ShellWord } from './words.ts';

/** The line of memtier_benchmark that sends like this lane of the plan. */
export function memtierLine(plan: Parameters<typeof laneForTools>[0], index: number): ToolLine {
  const lane = laneForTools(plan, index);
  if (Array.isArray(lane)) return { line: null, notes: lane };
  const { workload, target } = lane;
  const sent = commandWords(workload);
  if (!sent) return { line: null, notes: ['command'] };
  // Its connections are counted by thread, its requests and its rate by connection.
  const clients = Math.max(1, Math.floor(workload.clients / workload.threads));
  const connections = clients * workload.threads;
  const seconds = Math.max(1, Math.round(workload.durationMs / 1000));
  const line = shellLine('memtier_benchmark', [
    ...(hasName(target)
      ? ([
          ['-s', 'HOST'],
          ['-p', '6379'],
        ] as const)
      : []),
    ...(target === clusterTarget ? ['--cluster-mode'] : []),
    ...(workload.resp === 3 ? ['--protocol=resp3'] : ['--protocol=resp2']),
    ['-t', String(workload.threads)],
    ['-c', String(clients)],
    `--pipeline=${lane.depth}`,
    ...howMuch(workload, connections, seconds),
    ...payloadWords(workload),
    `--key-maximum=${workload.keyspace}`,
    ...(workload.keyPrefix ? [`--key-prefix=${workload.keyPrefix}`] : []),
    ...(workload.keyPattern === 'Z' ? [`--key-zipf-exp=${decimal(workload.zipfExponent)}`] : []),
    ...(workload.keepalive ? [] : [`--reconnect-interval=${lane.depth}`]),
    ...sent,
  ]);
  return {
    line,
    notes: [
      ...lane.notes,
      ...(connections === workload.clients ? [] : (['connections'] as const)),
      ...(workload.requests === undefined && seconds * 1000 !== workload.durationMs
        ? (['whole seconds'] as const)
        : []),
      ...(workload.rps !== undefined && workload.arrivals === 'poisson' ? (['arrivals'] as const) : []),
      ...(workload.members === undefined ? [] : (['few members'] as const)),
      ...(workload.commands.some((id) => commands[id].words.includes('member'))
        ? (['members'] as const)
        : []),
    ],
  };
}

const howMuch = ({ requests, rps }: Workload, connections: number, seconds: number): ShellWord[] => [
  requests === undefined ? `--test-time=${seconds}` : `--requests=${Math.ceil(requests / connections)}`,
  ...(rps === undefined ? [] : [`--rate-limiting=${Math.max(1, Math.round(rps / connections))}`]),
];

const payloadWords = ({ dataSize, dataSizeRange, data }: Workload): ShellWord[] => [
  dataSizeRange ? `--data-size-range=${dataSizeRange.join('-')}` : `--data-size=${dataSize}`,
  ...(data === 'random' ? ['--random-data'] : []),
];

/** SET and GET by their ratio, any others as commands with their shares. `null`: it has no words for one of them. */
function commandWords(workload: Workload): ShellWord[] | null {
  const { commands: ids, ratio, keyPattern } = workload;
  const weights = ids.map((_, index) => ratio?.[index] ?? 1);
  const weightOf = (id: CommandId) =>
    ids.reduce((sum, one, index) => sum + (one === id ? (weights[index] ?? 0) : 0), 0);
  if (ids.every((id) => id === 'set' || id === 'get'))
    return [`--ratio=${weightOf('set')}:${weightOf('get')}`, `--key-pattern=${keyPattern}:${keyPattern}`];
  const lines = ids.map((id, place) => commandLine(id, workload, lineAt(workload, place)));
  if (lines.some((line) => line === null)) return null;
  return lines.flatMap((line, index): ShellWord[] => [
    `--command=${line ?? ''}`,
    `--command-ratio=${weights[index] ?? 1}`,
    `--command-key-pattern=${keyPattern}`,
  ]);
}

function commandLine(id: CommandId, { ttlSeconds }: Workload, own = ''): string | null {
  if (id === 'custom') return own.includes('__rand_int__') ? null : own;
  const { words, times } = commands[id];
  // It puts one key into a command, and draws no numbers.
  if (times > 1) return null;
  const placeholders: Readonly<Record<string, string>> = {
    ...{ key: '__key__', value: '__data__', member: '__data__', score: '1', ttl: String(ttlSeconds) },
  };
  return [id, ...words.map((word) => placeholders[word] ?? word)].join(' ');
}
