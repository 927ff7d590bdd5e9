import { counted } from './counted.ts';

/** Heads of tables of figures, and what is remarked in their cells. */
export const tables = {
  run: 'Figures by lane',
  bottlenecks: 'Bottlenecks',
  agents: 'Figures by agent',
  agent: 'Agent',
  cpu: 'CPU',
  cpuMore: 'Of its threads, as a share of one core.',
  loop: 'Event loop',
  loopMore: 'Time in which its event loops were busy.',
  overlap: (share: string) => `All agents sent at the same time for at least ${share} of a slice.`,
  cuts: {
    title: 'What became of each write',
    times: 'cuts',
    applied: 'applied',
    reported: 'reported',
    unknown: 'unknown',
    unknownMore: 'The caller got an error, so that it cannot know.',
    unknownApplied: 'of them applied',
    twice: 'twice',
    twiceMore: 'Applied twice or more: the library sent the command again.',
    missing: 'missing',
    missingMore: 'Reported as done, and not applied.',
    silence: 'silence, ms',
    silenceMore: 'Longest time in which no reply came, reconnecting included.',
    saidTwice: (times: number, library: string) =>
      `${counted(times, 'command')} ${times === 1 ? 'was' : 'were'} applied twice: ${library} sends again what had no reply.`,
    saidUnknown: (times: number, applied: number) =>
      applied === 0
        ? `${counted(times, 'command')} failed for the caller, and none of them was applied.`
        : `${counted(times, 'command')} failed for the caller, and ${applied} of them ${applied === 1 ? 'was' : 'were'} applied all the same: to repeat them would do it twice.`,
    saidMissing: (times: number) =>
      `${counted(times, 'command')} ${times === 1 ? 'was' : 'were'} reported as done, and the server has not applied ${times === 1 ? 'it' : 'them'}.`,
    saidOnce: 'Each command was applied once, and the caller knows it.',
    saidUncut: 'No cut met this lane.',
    saidUnlike: (fewest: number, most: number) =>
      `Lanes met ${fewest} to ${most} cuts: their counts are not of equal trouble.`,
  },
  search: 'Figures',
  way: 'Way',
  batch: 'Batch',
  asDue: 'as due',
  interval: '95 % interval of commands/s',
  p99More: 'Below it the least and the most of its slices.',
  remarks: 'Remarks',
  marks: {
    advised: 'advised',
    bestSoFar: 'best so far',
    leastP99: 'least p99',
    knee: 'knee',
    best: 'best',
    bestUnderBound: 'best under the bound',
    missesRate: 'does not keep the rate',
    over: 'over the bound',
    overInSome: 'over the bound, not in every slice',
    onEdge: 'on the edge',
    live: 'being measured',
    survey: 'one short turn',
    unusable: 'not usable',
  },
};

export type TableWords = typeof tables;
