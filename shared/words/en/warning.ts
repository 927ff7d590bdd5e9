import type { WarningWords } from '../words.ts';
import { counted } from './counted.ts';
import { numbers } from './numbers.ts';

export const warning: WarningWords = {
  'server-busy': ({ commandsPerSecond }) =>
    `this server is busy: ${numbers.count(commandsPerSecond)} commands/s that are not ours`,
  'server-restarted': ({ ended }) =>
    `the private server had ended (${ended}); it was started again for this run`,
  'node-restarted': ({ ended }) =>
    `a node of the private cluster had ended (${ended}); it was started again for this run`,
  'run-not-marked': ({ reason }) =>
    `this run could not be recorded on the server, so "roundtrip clean" will not find its keys if it is killed: ${reason}`,
  'server-tells-nothing': () =>
    'this user may not ask the server (INFO): its figures are empty, counts are not verified, and whether it evicts keys is not known',
  'resp2-only': ({ reason }) => `all lanes spoke RESP2, because the server refused HELLO 3: ${reason}`,
  'different-allocators': ({ lane, allocator, baseline, baselineAllocator }) =>
    `servers with different memory allocators are compared: ${baselineAllocator} of ${baseline}, ${allocator} of ${lane}; part of the difference may be theirs`,
  'keys-left': ({ prefix, reason }) => `keys under ${prefix} could not be removed: ${reason}`,
  'slots-not-moved': ({ reason }) => `slots could not be moved: ${reason}`,
  'memory-nearly-full': () =>
    'stopped before the server’s memory was full: fewer keys, smaller payloads or a shorter run',
  'keys-evicted': ({ keys }) =>
    `stopped: ${counted(keys, 'key')} evicted during this run, perhaps of others: fewer keys, smaller payloads or batches`,
  'changed-too-late': () =>
    'settings were changed too late for a whole round: where there are figures from before the change, these are they',
  'changed-after-some': () =>
    'settings were changed when some lanes had had their last turn: their figures are from before the change',
  'warm-up-not-level': () =>
    'warm-up ended before throughput was known to be level: figures may hold the end of the climb; a longer one shows it',
  'units-beside-commands': () =>
    'lanes of your own code count units, the others commands: they are not compared with each other',
  'lanes-in-caller': () =>
    'all lanes ran in the thread of the caller, since one is a function of it: what else that thread does slows them all',
  'lanes-counted-at-port': () =>
    'all lanes passed a port of this machine, where the commands of a program are counted: each round trip is a little longer',
  'line-cost': ({ lineMs }) =>
    lineMs === null
      ? 'what a line to the program costs is not known, since it does a unit for an empty one as well: it is part of each unit'
      : `a line to the program and its answer take ${numbers.inMs(lineMs)}, which is part of each unit`,
  'agents-on-one-host': ({ host, agents, cores }) =>
    `${agents} agents run on one machine (${host}, ${counted(cores, 'core')}): they share its cores, and add less load than as many machines`,
  'server-stalled': ({ times, longestMs }) =>
    `the server gave no reply for a second or more, ${counted(times, 'time')} between slices, where nothing is counted: ${numbers.inMs(longestMs)} at the longest`,
  'late-between-turns': ({ times, longestMs, cause }) =>
    `the server stalled between turns, ${counted(times, 'time')}, ${numbers.inMs(longestMs)} at the longest (${cause === 'replies' ? 'last replies of a turn' : 'its counters'}): commands that became due meanwhile are counted, as late as they were`,
  'agent-messages-ignored': ({ messages }) =>
    `${counted(messages, 'message')} to this run ignored, because no agent of the run can have sent them: another program writes to the control Redis`,
  'rounds-void': ({ rounds }) =>
    `${counted(rounds, 'round')} not counted: figures of a slice contradicted one another, as where a clock has jumped`,
  'not-precise': ({ asked, reached }) =>
    `the ratios are not as precise as was asked, ±${numbers.percent(asked, 1)}: ${reached === null ? 'a ratio has no interval' : `the widest interval is ±${numbers.percent(reached, 1)}`}; a longer run is more precise`,
  'round-trips-differ': ({ shortest, shortestMs, longest, longestMs }) =>
    `round trips of lanes differ: ${shortest} ${numbers.inMs(shortestMs)}, ${longest} ${numbers.inMs(longestMs)}`,
  'round-trip-rose': ({ beforeMs, duringMs }) =>
    `its round trip rose from ${numbers.inMs(beforeMs)} before the run to ${numbers.inMs(duringMs)}`,
  'slices-disagree': ({ cv }) => `noisy: turns varied by ${numbers.percent(cv)}`,
  'throughput-drifted': ({ change }) =>
    `throughput ${change > 0 ? 'rose' : 'fell'} by about ${numbers.percent(Math.abs(change))} over the run`,
  'counts-differ': ({ sent, counted }) =>
    `${numbers.count(sent)} calls were sent, but the server counted ${counted === null ? 'none' : numbers.count(counted)}`,
  'work-differs': ({ hitRate, baseline }) =>
    `not compared, because it did other work: ${numbers.percent(hitRate)} of its commands found what they asked for, ${numbers.percent(baseline)} of those of the first lane. Take more keys, so that a slice neither uses them up nor fills them`,
  'units-differ': ({ commands, baseline }) =>
    `not compared, because most units of one lane send nothing: ${numbers.fixed(commands, 1)} commands a unit, ${numbers.fixed(baseline, 1)} in the first lane. A cache or an early return answers in their place`,
  'replies-empty': ({ hitRate }) =>
    `only ${numbers.percent(hitRate)} of its commands found anything: empty replies take less time than those of your data`,
  'keys-gone': ({ hitRate }) =>
    `not compared: only ${numbers.percent(hitRate)} of its commands found their keys, which were written before. The server has evicted or lost them`,
  'queue-grows': ({ backlog }) =>
    `the requested rate is more than this lane can do: ${numbers.count(backlog)} commands were due and not sent at the end. Their number grows from slice to slice, so response times grow as long as it runs`,
  'agent-saturated': ({ agent, busy }) =>
    `agent ${agent} is busy all the time (${numbers.percent(busy)}) and others are not: its machine bounds its share`,
  'agents-apart': ({ slices }) =>
    `${counted(slices, 'slice')} without a rate: agents did not send at the same time for 98 % of it`,
  'commands-failed': ({ failed }) =>
    `${numbers.count(failed)} ${failed === 1 ? 'command' : 'commands'} failed`,
};
