import type { SearchWords } from '../search-words.ts';
import { numbers } from './numbers.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const labels = import.meta.glob<string>('../../strategies/*.ts', {
  eager: true,
  query: '?label',
  import: 'label',
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** As it is called everywhere else, within a sentence: "one by one", but "MULTI/EXEC". */
const nameOf = (id: string) =>
  (labels[`../../strategies/${id}.ts`] ?? id).replace(/^\p{Lu}(?=\p{Ll})/u, lower);
const connections = (count: number) => `${count} ${count === 1 ? 'connection' : 'connections'}`;
const both = (...kept: (string | false)[]) => kept.filter((one) => one !== false).join(' and ');
const asGood = (same: string) => (same === '' ? '' : ` (as good within the interval: ${same})`);

const notWorth = (own: boolean) => `${own ? 'Batches of your own are' : 'Batching is'} not worth it here:`;

/** The answer of a search and what it rests on, in English. */
export const search: SearchWords = {
  numbers,
  verdict,
  name: nameOf,
  way: (name, batchSize) => `${name}, ${batchSize} at a time`,
  rate: (perSecond) => `${perSecond} commands/s`,
  p99InSlices: (p99, range) => `${p99} (${range} ms from slice to slice)`,
  incomparable: 'nothing comparable',
  then: '; ',

  batch: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `Batch: ${way}.`,
    `${rate}, ${gain} against ${baseline}; p99 ${p99} instead of ${baselineP99}.`,
  ],
  batchUnsure: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    'Batching pays; the best batch size is uncertain.',
    `Best so far: ${way}, ${rate}, ${gain} against ${baseline}; p99 ${p99} instead of ${baselineP99}. Search longer before you settle on it.`,
  ],
  batchForP99: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `Batch: ${way}.`,
    `p99 response time ${p99} instead of ${baselineP99} of ${baseline}${gain === null ? '' : `, ${gain} shorter`}, at ${rate}.`,
  ],
  inconclusive: ({ way, gain, baseline, least }) => [
    'Too noisy to tell: search longer.',
    `${capital(way)} brings ${gain} against ${baseline}, and that does not say whether batching is worth it: less than × ${least} is not.`,
  ],
  outOfReach: ({ boundMs, p99, way, rate, withoutBatch }) => [
    `Nothing that was compared keeps p99 under ${boundMs ?? '–'} ms.`,
    `The lowest p99 is ${p99}: ${way}, with ${rate}.${withoutBatch ? ' So it is not the batch that takes so long.' : ''}`,
  ],
  notCompared: ({ boundMs, baseline, way, rate, p99 }) => [
    `Not decided: ${baseline === null ? 'nothing that was compared in turns' : `of what was compared in turns only ${baseline}`} keeps p99 under ${boundMs} ms, but more was tried.`,
    `In one short turn ${way} had p99 ${p99}, with ${rate}. Search with this bound, or for longer, to compare it.`,
  ],
  nearBound: ({ boundMs, baseline, way, rate, p99 }) => [
    `Not decided: ${baseline === null ? 'no batch size' : `only ${baseline}`} kept p99 under ${boundMs} ms reliably.`,
    `The closest is ${way}, under the bound in some slices only: p99 ${p99}, with ${rate}. Search for longer, on a quiet machine.`,
  ],
  baselineOnEdge: ({ way, p99, boundMs }) => [
    `Not decided: not even ${way} kept p99 under ${boundMs} ms reliably.`,
    `Its p99 is ${p99}, and no batch was found to keep the bound. Search for longer, on a quiet machine.`,
  ],
  noBatchServes: ({ own, way, underBound, atRate, rate, p99 }) => [
    notWorth(own),
    `${way} is ${underBound || atRate ? `all that was found to keep ${both(atRate && 'the rate', underBound && 'the bound')}` : 'the best that was found'}, with ${rate} and p99 ${p99}.`,
  ],
  tooLittle: ({ own, way, gain, percent }) => [
    notWorth(own),
    `${way} brings ${gain}, less than the ${percent} % that its code and its latency should bring.`,
  ],

  gathers: (library, baseline) =>
    `${library} always sends together what one turn of the event loop gathers. So the baseline is ${baseline}, without batches of your own.`,
  choice: ({ batchSize, share, underBound, knee, kneeShare, kneeP99, p99 }) =>
    `For bulk work take ${batchSize}${share === null ? '' : `, which reaches ${share} of the best${underBound ? ' under the bound' : ''}`}. Where latency matters take ${knee}, the knee: deeper batches cost more latency than they bring throughput. It has ${kneeShare} % of the throughput of ${batchSize}, with p99 ${kneeP99} instead of ${p99}.`,
  mostUnderBound: ({ boundMs, way, rate, p99 }) =>
    `Most throughput with p99 under ${boundMs} ms: ${way}, ${rate} with p99 ${p99}.`,
  noneMoreUnderBound: (boundMs) =>
    `Nothing else that was compared has more throughput and keeps p99 under ${boundMs} ms.`,
  edge: ({ way, rate, p99, steady }) =>
    `${capital(way)} has more throughput, ${rate}, but is on the edge: p99 ${p99}. The most that kept the bound in every slice is ${steady}.`,
  edgeByP99: ({ way, p99, steady }) =>
    `${capital(way)} has a shorter p99 on the whole, but is on the edge: ${p99}. The shortest that kept the bound in every slice is that of ${steady}.`,
  withoutBound: ({ way, rate, p99 }) =>
    `Without the bound, ${way} does the most of what was compared: ${rate} with p99 ${p99}.`,
  onEdge: (way, atRate) =>
    `That is on the edge: p99 of ${way} was over the bound in some slices, as that of every batch that ${atRate ? 'keeps the rate' : 'was compared'}.`,

  nothingKeepsUp: (perSecond) =>
    `Nothing that was compared keeps up with ${perSecond}/s; what is said here is about the most throughput.`,
  doesNotKeepUp: (way) => `${way} does not keep up with the rate.`,
  reaches: ({ share, best, figure, same }) =>
    `It reaches ${share} of the best. The best is ${best} with ${figure}${asGood(same)}.`,
  reachesUnderBound: (share) => `It reaches ${share} of the best under the bound.`,
  p99BesideBest: ({ times, best, figure, same }) =>
    `Its p99 is ${times} that of the best. The best is ${best} with ${figure}${asGood(same)}.`,
  bestIs: ({ best, figure, same }) => `The best is ${best} with ${figure}${asGood(same)}.`,
  isBest: (same) => `It is the best; as good within the interval: ${same}.`,
  stillClimbing: (batchSize, all) =>
    `Throughput was still climbing at ${batchSize}, ${all ? 'the deepest that fits into the memory of a search.' : 'the deepest that was tried.'}`,
  kneeAt: ({ name, batchSize, rate, p99 }) =>
    `The knee of ${name} is at ${batchSize} (${rate}, p99 ${p99}): deeper batches cost more latency than they bring throughput.`,
  otherWays: (ways) => `Other ways: ${ways}.`,
  otherWay: (way, figure) => `${way}, ${figure}`,

  reason: (way, verdict) => `${capital(way)}: ${lower(verdict)}`,
  noise: (ways, aboutP99) =>
    `Slices disagree${aboutP99 ? ' about p99' : ''} (coefficient of variation: ${ways}): something else used the machine or the network. Ask again when it is quiet, or search longer.`,
  strays: (way, percent) => `${way} by ${percent} %`,
  littleInFlight: (inFlight, clients) =>
    `At this rate ${inFlight === null ? 'hardly any' : `about ${inFlight}`} commands are in flight at a time, over ${connections(clients)}: there is little to put into a batch.`,
  holdsFor: (batchSize, clients) =>
    `This holds for a program that has ${batchSize} commands at hand at once on each of its ${connections(clients)}. One that needs each reply before its next command has nothing to batch.`,
  holds: (ms, largest) =>
    `The server carries it out in steps of about ${ms}, and others wait so long.${largest === null ? '' : ` Batches of up to about ${largest} commands keep that below 1 ms.`}`,
  multiKey:
    'MSET, MGET and DEL succeed or fail as a whole, nobody else is served meanwhile, and in a cluster all keys have to be in one slot.',

  unusable: {
    'not-measured': () => 'not measured',
    'no-replies': () => 'nothing came back',
    'commands-failed': ({ failed, classes }) =>
      `${numbers.count(failed)} ${failed === 1 ? 'command' : 'commands'} failed: ${classes.join(', ')}`,
    'broke-off': ({ message }) => message,
  },
  nothingUsable: (reasons) => `nothing could be measured that can be advised: ${reasons}`,
  warning: {
    ...warning,
    'no-room-for-larger': ({ batchSize }) =>
      `batches above ${batchSize} were not tried: this server evicts keys, and has too little room for what they have in flight`,
    'out-of-time': ({ candidates }) =>
      `the time was over before larger batches were tried: ${candidates.map(({ strategy, batchSize }) => `${nameOf(strategy)} above ${batchSize}`).join(', ')}; a longer search tries them`,
  },
};
