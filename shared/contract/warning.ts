import * as z from 'zod/mini';
import { count, describe, orNull, real, text } from './describe.ts';
import { sharedAs } from './sharing.ts';

const one = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.object({ code: describe(z.literal(code), 'What was found.'), ...shape });

/** As the system or the server put it. */
const reason = sharedAs('private', text('Why, as the system or the server said it.'));

/** What there is to know before the figures of a run are believed. */
const ofRun = [
  one('server-busy', { commandsPerSecond: real('What others send to the server, commands per second.') }),
  one('server-restarted', { ended: sharedAs('open', text('How the private server had ended.')) }),
  one('node-restarted', { ended: sharedAs('open', text('How a node of the private cluster had ended.')) }),
  one('run-not-marked', { reason }),
  /** INFO is not allowed. */
  one('server-tells-nothing', {}),
  /** It knows no HELLO 3: every lane speaks RESP2. */
  one('resp2-only', { reason }),
  /** Memory is taken and freed by other code, so that a ratio is not that of the servers alone. */
  one('different-allocators', {
    lane: sharedAs('name', text('A lane whose server has another memory allocator.')),
    allocator: sharedAs('open', text('That one, as in libc.')),
    baseline: sharedAs('name', text('The first lane.')),
    baselineAllocator: sharedAs('open', text('The memory allocator of its server, as in jemalloc-5.3.0.')),
  }),
  one('keys-left', { prefix: sharedAs('private', text('What the keys begin with.')), reason }),
  one('slots-not-moved', { reason }),
  one('memory-nearly-full', {}),
  one('keys-evicted', { keys: count('Evicted during the run.') }),
  /** The figures are from before the change. */
  one('changed-too-late', {}),
  /** Some lanes had had their last turn. */
  one('changed-after-some', {}),
  /** Lanes over the same network; medians while they ran, told apart by over 20 %. */
  one('round-trips-differ', {
    shortest: sharedAs('name', text('The lane with the shortest round trip.')),
    shortestMs: real('Its median while that lane ran, ms.'),
    longest: sharedAs('name', text('The lane with the longest one.')),
    longestMs: real('Its median while that lane ran, ms.'),
  }),
  /** It was to last until throughput is level, and its time was up. */
  one('warm-up-not-level', {}),
  /** Agents that share a machine share its cores: they add less load than as many machines would. */
  one('agents-on-one-host', {
    host: sharedAs('private', text('Name of the machine.')),
    agents: count('Agents that run on it.'),
    cores: count('Its cores.'),
  }),
  one('agent-messages-ignored', {
    messages: count('Messages on the control Redis that were from no agent of the run.'),
  }),
  /** Where nothing is counted, so that no latency shows it. */
  one('server-stalled', {
    times: count('How often the server gave no reply for a second or more between slices.'),
    longestMs: real('The longest of these times, ms.'),
  }),
  /** At a rate: commands that became due in these times are counted as late. */
  one('late-between-turns', {
    times: count('How often a gap between two turns was longer than usual by 20 ms or more.'),
    longestMs: real('By how much the longest of them was longer, ms.'),
    cause: describe(
      z.enum(['replies', 'counters']),
      'What was waited for in the longest: the last replies of a turn, or counters of the server.',
    ),
  }),
  /** They are counted in no lane. */
  one('rounds-void', { rounds: count('Rounds in which figures of a slice contradicted one another.') }),
  /** Their rates are not compared. */
  one('units-beside-commands', {}),
  /** A function of the caller is a lane: what the caller's thread does beside it disturbs all. */
  one('lanes-in-caller', {}),
  /** A lane is a program whose commands are counted at a port of this machine: all lanes pass one. */
  one('lanes-counted-at-port', {}),
  /** Of a program: part of each of its units. */
  one('line-cost', {
    lineMs: orNull(
      z.number(),
      'What an empty line to a process and its answer take, ms; null: it takes such a line for a unit.',
    ),
  }),
  one('not-precise', {
    asked: real('How close to its ratio an interval was to end, a share.'),
    reached: orNull(z.number(), 'Of the widest interval; null: a ratio has none.'),
  }),
] as const;

/** Likewise, of one lane. */
const ofLane = [
  one('slices-disagree', { cv: real('Coefficient of variation of the slices, a share.') }),
  one('throughput-drifted', {
    change: real('From the first slices to the last, a share; below 0: it fell.'),
  }),
  one('counts-differ', {
    sent: count('Calls that were sent.'),
    counted: orNull(z.int(), 'Calls that the server counted; null: it does not tell.'),
  }),
  /** By over 30 %, medians, and by more than they scatter. */
  one('round-trip-rose', {
    beforeMs: real('Median before the run, ms.'),
    duringMs: real('Median while the lane ran, ms.'),
  }),
  /** The lane is not compared. */
  one('work-differs', {
    hitRate: real('Share of its commands that found what they asked for.'),
    baseline: real('The same of the first lane.'),
  }),
  /** The lane is not compared. */
  one('units-differ', {
    commands: real('Commands that one of its units sends.'),
    baseline: real('The same of the first lane.'),
  }),
  /** A line of one's own, for which no keys are written, read what is not there. */
  one('replies-empty', { hitRate: real('Share of its commands that found what they asked for.') }),
  /** Its keys were written before, and are no longer there: the lane is not compared. */
  one('keys-gone', { hitRate: real('Share of its commands that found what they asked for.') }),
  /** The rate is more than the lane can do: its response times grow as long as it runs. */
  one('queue-grows', { backlog: count('Commands that were due and not sent when its last slice ended.') }),
  /** The others have time left, so the lane could do more with other shares. */
  one('agent-saturated', {
    agent: sharedAs('private', text('Name of the agent.')),
    busy: real('How busy its threads were, a share.'),
  }),
  /** Commands count, and the rate does not. */
  one('agents-apart', { slices: count('Slices in which agents did not send at the same time.') }),
  one('commands-failed', { failed: count('Commands that failed.') }),
] as const;

export const warningSchema = z.discriminatedUnion('code', [...ofRun, ...ofLane]);

export type Warning = z.infer<typeof warningSchema>;
