import { commands, type CommandDescription, type CommandId } from '../../../shared/commands/workload.ts';
import { bytesPerCommand } from '../../../shared/limits.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import { commandsInFlight } from '../../../shared/plan/in-flight.ts';
import { ownLines, payloadsIn, splitWords } from '../../../shared/commands/custom-words.ts';
import { fillingsOf, usualElements, type KeyFilling } from '../../../shared/plan/fillings.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/*
 * Upper bounds for what a lane takes of a server's memory, by its plan alone: on a server that evicts, asking by keys
 * written for a try would cost somebody else's.
 */

/** Of a connection that is in use: its buffers for queries and replies. */
const bytesPerConnection = 49_152;
/** Of a key beside its name and its values: entry, object, headers, its part of the hash table while that grows. */
const bytesPerKey = 200;
/** Bytes of a member beside its payload: its name and score, its entries in a skip list and a hash table. */
const bytesPerMember = 150;
/** An allocator has four sizes for each doubling. */
const allocated = 1.25;
/** The most commands per second that one server carries out. */
const mostPerSecond = 2_000_000;
/** A lane may be so many times nearer to the server than its PINGs: its reply is the shortest wait of all. */
const nearer = 2;

/** Values in one reply. A line of one's own reads one, where nothing is known of its keys. */
const valuesInReply: Partial<Record<CommandDescription['reply'], number>> = {
  value: 1,
  values: Math.max(usualElements, commands.mget.keys),
  any: 1,
};

type Workload = LanePlan['workload'];

const largestValue = ({ dataSize, dataSizeRange }: Workload) => dataSizeRange?.[1] ?? dataSize;

function valuesSent(id: CommandId, workload: Workload): number {
  const { payload, keys } = commands[id];
  if (id === 'custom') return largest(ownLines(workload).map(payloadsIn), 0);
  return payload ? keys : 0;
}

/** Reads of all members of a key. */
const readsAll = /^(?:SMEMBERS|HGETALL|HKEYS|HVALS|SORT|SORT_RO|SDIFF|SINTER|SUNION|GEOSEARCH|GEORADIUS.*)$/;

function valuesRead(id: CommandId, workload: Workload): number {
  const { members } = workload;
  if (id !== 'custom' || members === undefined) return valuesInReply[commands[id].reply] ?? 0;
  return largest(
    ownLines(workload).map((line) => {
      const [name = '', , ...words] = splitWords(line);
      const command = name.toUpperCase();
      if (/^(?:HMGET|ZMSCORE|SMISMEMBER)$/.test(command)) return words.length;
      if (/RANGE/.test(command)) {
        const [first = NaN, last = NaN] = words.map(Number);
        return first >= 0 && last >= first ? Math.min(members, last - first + 1) : members;
      }
      return readsAll.test(command) ? members : 1;
    }),
    0,
  );
}

const isGrowing = (id: CommandId, workload: Workload) =>
  commands[id].grows || (id === 'custom' && valuesSent(id, workload) > 0);

const most = (workload: Workload, bytesOf: (id: CommandId) => number) =>
  largest(workload.commands.map(bytesOf));

/** Requests and replies of all commands that may be in flight, as the server keeps them. */
export const bytesInFlight = (lane: LanePlan): number => allocated * bytesOnWay(lane);

/** The same on their way. */
export function bytesOnWay(lane: LanePlan): number {
  const { workload } = lane;
  const perCommand = most(workload, (id) => {
    const values = valuesSent(id, workload) + valuesRead(id, workload);
    return values * largestValue(workload) + bytesPerCommand * Math.max(1, commands[id].keys);
  });
  return commandsInFlight(lane) * perCommand;
}

/** Of the lane's open connections. */
export const connectionBytes = ({ workload }: LanePlan): number => workload.clients * bytesPerConnection;

/** What its commands may add in one slice, where each stores more than the one before. */
export function bytesAdded(lane: LanePlan, sliceMs: number, pingMs: number): number {
  const { workload } = lane;
  const perCommand = most(workload, (id) =>
    isGrowing(id, workload)
      ? Math.max(1, valuesSent(id, workload)) * allocated * largestValue(workload) + bytesPerKey
      : 0,
  );
  const perSecond = Math.min(
    mostPerSecond,
    workload.rps ?? Infinity,
    (commandsInFlight(lane) * nearer * 1000) / pingMs,
  );
  return perCommand * Math.max(workload.requests ?? 0, (perSecond * sliceMs) / 1000);
}

/** All keys that the lane writes or has to find, but for what grows with each command. */
export function bytesStored({ workload }: LanePlan): number {
  const { keyspace, requests = Infinity, warmupMs, members } = workload;
  const name = 50 + (workload.keyPrefix?.length ?? 0);
  const ofKey = (values: number, more = 0) =>
    allocated * values * largestValue(workload) + more + name + bytesPerKey;
  const ofTypes = new Map<string | null, number>();
  const add = (type: string | null, bytes: number) =>
    ofTypes.set(type, Math.max(ofTypes.get(type) ?? 0, bytes));
  for (const filling of fillingsOf(workload)) {
    const beside = members === undefined ? 0 : filling.members * bytesPerMember;
    add(filling.type, keyspace * ofKey(valuesIn(filling), beside));
  }
  for (const id of workload.commands) {
    const { type, keys } = commands[id];
    if (type === null) continue;
    // What warms up draws from all keys.
    const written = warmupMs > 0 ? keyspace : Math.min(keyspace, requests * keys);
    add(type, written * ofKey(isGrowing(id, workload) ? 0 : 1));
  }
  return [...ofTypes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Payloads in one key. */
const valuesIn = ({ verb, members }: KeyFilling): number =>
  verb === 'SET' || verb === 'RPUSH' || verb === 'HSET' || verb === 'XADD' ? members : 0;

/** Whether the lane stores anything. */
export const storesKeys = ({ workload }: LanePlan): boolean =>
  workload.commands.some((id) => id === 'custom' || commands[id].type !== null);
