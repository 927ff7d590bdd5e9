import { commands, type CommandId } from '../../commands/workload.ts';
import { clusterTarget } from '../../contract/private-server.ts';
import { hasName, laneForTools, type ToolLine } from './lane-for-tools.ts';
import type { Workload } from '../../contract/workload.ts';
import { shellLine, type ShellWord } from './words.ts';

/** It stops by count alone: where the plan has none, this one. */
const usualCount = 1_000_000;

const number = '__rand_int__';

/** The line of redis-benchmark that sends like this lane of the plan. */
export function redisBenchmarkLine(plan: Parameters<typeof laneForTools>[0], index: number): ToolLine {
  const lane = laneForTools(plan, index);
  if (Array.isArray(lane)) return { line: null, notes: lane };
  const { workload, target } = lane;
  const [command, ...others] = workload.commands;
  if (others.length > 0 || !command) return { line: null, notes: ['mix'] };
  const sent = wordsFor(command, workload);
  if (!sent) return { line: null, notes: ['command'] };
  const count = workload.requests ?? usualCount;
  const line = shellLine('redis-benchmark', [
    ...(hasName(target)
      ? ([
          ['-h', 'HOST'],
          ['-p', '6379'],
        ] as const)
      : []),
    ...(target === clusterTarget ? ['--cluster'] : []),
    ['-c', String(workload.clients)],
    ['-n', String(count)],
    ['-P', String(lane.depth)],
    ['-r', String(isOneKey(workload) ? workload.members : workload.keyspace)],
    ...(workload.threads > 1 ? ([['--threads', String(workload.threads)]] as const) : []),
    ...(workload.keepalive ? [] : ([['-k', '0']] as const)),
    ...(workload.resp === 3 ? ['-3'] : []),
    ...sent,
  ]);
  return {
    line,
    notes: [
      ...lane.notes,
      ...(workload.requests === undefined ? (['no duration'] as const) : []),
      ...(workload.rps === undefined ? [] : (['rate'] as const)),
      ...(workload.dataSizeRange ? (['sizes'] as const) : []),
      ...(workload.members === undefined ? [] : (['few members'] as const)),
      ...(workload.keyPattern === 'R' && !workload.keyPrefix ? [] : (['keys'] as const)),
    ],
  };
}

/** It draws keys and members from one range, so that a key with its members is one whose name does not vary. */
const isOneKey = ({ keyspace, members }: Workload) => keyspace === 1 && members !== undefined;

/** Its own tests that send the same. */
const ownTests: Partial<Record<CommandId, string>> = {
  ...{ ping: 'ping_mbulk', set: 'set', get: 'get', incr: 'incr', mset: 'mset' },
};

/** One of its own tests where that is the same; else the command itself. `null`: it cannot be written so. */
function wordsFor(command: CommandId, workload: Workload): ShellWord[] | null {
  const { dataSize, ttlSeconds, customCommand = '' } = workload;
  const { type } = commands[command];
  /** Named for its type, so that lines for several commands can follow one another; for strings as its own tests do. */
  const ofType = type === null || type === 'string' ? 'key' : type;
  const key = isOneKey(workload) ? ofType : `${ofType}:${number}`;
  /** So many zeros. */
  const payload: ShellWord = { shell: `$(printf %0${dataSize}d 0)` };
  const test = ownTests[command];
  const { words, times, payload: hasPayload } = commands[command];
  if (test !== undefined) return [...(hasPayload ? [['-d', String(dataSize)] as const] : []), ['-t', test]];
  if (command === 'custom')
    // Quotes group words and a leading dash is an option, so such a line has to be written by hand.
    return /["'\\]|^\s*-/.test(customCommand)
      ? null
      : customCommand
          .trim()
          .split(/\s+/)
          .map((word) => (word === '__data__' ? payload : word.replace('__key__', key)));
  const written: Readonly<Record<string, ShellWord>> = {
    ...{ key, value: payload, member: `element:${number}`, score: number, ttl: String(ttlSeconds) },
  };
  const field = workload.members === undefined ? 'field:1' : `field:${number}`;
  const sent = words.map((word) => (word === 'field:1' ? field : (written[word] ?? word)));
  return [command, ...Array.from({ length: times }, () => sent).flat()];
}
