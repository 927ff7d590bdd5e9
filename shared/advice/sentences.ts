import { formatMsShort, formatRate } from '../format.ts';
import { summariseThroughput } from '../statistics.ts';
import type { AdvicePoint, Judgement, Rung } from './advice.ts';
import { judgedByThroughput, leastGain } from './judgement.ts';
import { gainInWords, nameRung, nameStrategy, p99Range, rangeInWords } from './names.ts';
import { isOpenLoop, type Search } from './search-plan.ts';

/** The advice in words: the answer, what it rests on, and for whom it holds. */
export function adviceSentences(search: Search, judgement: Judgement): string[] {
  const words = new Words(isOpenLoop(search.workload), judgement, search);
  return [
    words.answer(),
    ...words.choice(),
    ...words.bound(),
    ...words.figures(),
    ...words.why(),
    ...words.noise(),
    ...words.mind(),
  ];
}

/** As for the lanes of a run, and with fewer slices less strict. */
const worthAWarning = 0.2;

class Words {
  readonly #open: boolean;
  readonly #byThroughput: boolean;
  readonly #judgement: Judgement;
  readonly #search: Search;

  constructor(open: boolean, judgement: Judgement, search: Search) {
    this.#open = open;
    this.#byThroughput = judgedByThroughput(search, judgement);
    this.#judgement = judgement;
    this.#search = search;
  }

  answer(): string {
    const { worth, candidate, baseline, best } = this.#judgement;
    const plain = this.#name(baseline);
    switch (worth) {
      case 'yes':
        return `Batch: ${this.#name(candidate)}. ${this.#against(candidate)}.`;
      case 'not told':
        return `Too noisy to tell: search longer. ${capital(this.#name(candidate))} brings ${this.#gain()} against ${plain}, and that does not say whether batching is worth it: less than × ${leastGain} is not.`;
      case 'bound out of reach':
        return `Nothing that was tried keeps p99 under ${this.#search.p99BoundMs ?? '–'} ms: the least is ${this.#p99(candidate)}, ${this.#name(candidate)}, with ${rate(candidate)}.`;
      case 'no':
        return candidate === baseline
          ? `Batching is not worth it here: ${plain} is ${best === baseline ? 'the best' : 'within 5 % of the best'} that was found${this.#search.p99BoundMs === null ? '' : ' under the bound'}, with ${rate(baseline)} and p99 ${this.#p99(baseline)}.`
          : `Batching is not worth it here: ${this.#name(candidate)} brings ${this.#gain()}, less than the ${Math.round((leastGain - 1) * 100)} % that its code and its latency should bring.`;
    }
  }

  /** Which batch is for whom, where the advised one and the knee are not the same. */
  choice(): string[] {
    const { candidate, best, bound } = this.#judgement;
    const knee = this.#shallowerKnee();
    if (!knee) return [];
    const place = candidate === best ? 'the best' : 'the smallest batch within 5 % of the best';
    const share = Math.round((knee.throughput / candidate.throughput) * 100);
    return [
      `For bulk work take ${candidate.depth}, ${place}${bound ? ' under the bound' : ''}; where latency matters take ${knee.depth}, the knee, from which more depth costs more latency than it brings throughput: ${share} % of the throughput of ${candidate.depth}, with p99 ${ms(knee.p99Ms)} instead of ${ms(candidate.p99Ms)}.`,
    ];
  }

  /** The knee where it is the other choice beside what is advised: shallower, and sooner with its replies. */
  #shallowerKnee(): AdvicePoint | null {
    const { worth, candidate, knee } = this.#judgement;
    if (worth !== 'yes' || !this.#byThroughput || knee.strategy !== candidate.strategy) return null;
    return knee.depth < candidate.depth && (knee.p99Ms ?? Infinity) < (candidate.p99Ms ?? 0) ? knee : null;
  }

  bound(): string[] {
    const { bound, best, candidate, worth } = this.#judgement;
    if (!bound || worth === 'bound out of reach') return [];
    const under = `p99 under ${bound.p99Ms} ms`;
    const { edge } = bound;
    return [
      ...(bound.best && bound.best !== candidate
        ? [
            `Most throughput with ${under}: ${this.#name(bound.best)}, ${rate(bound.best)} with p99 ${this.#p99(bound.best)}.`,
          ]
        : edge === null
          ? [`No other that was tried has more throughput with ${under}.`]
          : []),
      ...(edge === null
        ? []
        : [
            `${capital(this.#name(edge))} has more throughput, ${rate(edge)}, but is on the edge: p99 ${this.#p99(edge)}. The most that kept the bound in every slice is ${this.#name(bound.best ?? candidate)}.`,
          ]),
      ...(best.p99Ms !== null && best.p99Ms >= bound.p99Ms
        ? [`Without the bound it would be ${this.#name(best)}: ${rate(best)} with p99 ${ms(best.p99Ms)}.`]
        : []),
      ...(bound.onEdge
        ? [
            `That is on the edge: p99 of ${this.#name(candidate)} was over the bound in some slices, as that of every batch that was tried.`,
          ]
        : []),
    ];
  }

  figures(): string[] {
    const { candidate, best, smallest, knee, notToldApart, alternatives, stillClimbing, worth, baseline } =
      this.#judgement;
    const lines: string[] = [];
    if (this.#open && !best.keepsRate)
      lines.push(
        `Nothing that was tried keeps up with ${formatRate(this.#search.workload.rps ?? 0)}/s; what is said here is about the most throughput.`,
      );
    if (this.#open && best.keepsRate && !baseline.keepsRate)
      lines.push(`${this.#name(baseline)} does not keep up with the rate.`);
    const same = notToldApart.filter((point) => point !== candidate);
    const apart = same.length === 0 ? '' : ` (not told apart from it: ${this.#names(same)})`;
    if (worth === 'yes' && smallest === candidate && best !== candidate)
      lines.push(
        this.#shallowerKnee() === null
          ? `It is the smallest batch within 5 % of the best, ${this.#name(best)} with ${this.#figure(best)}${apart}.`
          : `The best is ${this.#name(best)} with ${this.#figure(best)}${apart}.`,
      );
    else if (worth === 'yes' && best === candidate && same.length > 0)
      lines.push(`It is the best; not told apart from it: ${this.#names(same)}.`);
    if (stillClimbing)
      lines.push(
        `Throughput was still climbing at ${best.depth}, ${best.depth < this.#search.deepest ? 'the deepest that fits into the memory of a search.' : 'the deepest that was tried.'}`,
      );
    const deeper = [best, candidate, smallest, ...notToldApart, ...alternatives].some(
      ({ strategy, depth }) => strategy === knee.strategy && depth > knee.depth,
    );
    if (this.#byThroughput && knee.strategy !== 'one-by-one' && deeper && this.#shallowerKnee() === null)
      lines.push(
        `The knee of ${nameStrategy(knee.strategy)} is at ${knee.depth} (${rate(knee)}, p99 ${ms(knee.p99Ms)}): deeper batches cost more latency than they bring throughput.`,
      );
    if (alternatives.length > 0 && worth === 'yes')
      lines.push(
        `Other ways: ${alternatives.map((point) => `${this.#name(point)}, ${this.#figure(point)}`).join('; ')}.`,
      );
    return lines;
  }

  why(): string[] {
    const { baseline, candidate } = this.#judgement;
    const reason = (point: AdvicePoint) => `${capital(this.#name(point))}: ${lower(point.verdict.sentence)}`;
    return candidate === baseline ? [reason(baseline)] : [reason(baseline), reason(candidate)];
  }

  /** A busy machine makes wide intervals; the reader should know before relying on the answer. */
  noise(): string[] {
    const { baseline, candidate } = this.#judgement;
    const stray = (point: AdvicePoint) => strayOf(this.#byThroughput ? point.slices : point.p99Slices);
    const noisy = [...new Set([baseline, candidate])].filter((point) => stray(point) > worthAWarning);
    if (noisy.length === 0) return [];
    const named = noisy.map((point) => `${this.#name(point)} by ${Math.round(stray(point) * 100)} %`);
    return [
      `Slices disagree${this.#byThroughput ? '' : ' about p99'} (coefficient of variation: ${named.join('; ')}): something else used the machine or the network. Ask again when it is quiet, or search longer.`,
    ];
  }

  mind(): string[] {
    const { worth, baseline, candidate } = this.#judgement;
    const { clients, rps } = this.#search.workload;
    if (this.#open) {
      const inFlight = ((rps ?? 0) * (baseline.p50Ms ?? 0)) / 1000;
      return baseline.keepsRate && inFlight < clients
        ? [
            `At this rate ${inFlight < 0.1 ? 'hardly any' : `about ${inFlight.toFixed(1)}`} commands are in flight at a time, over ${clients} ${clients === 1 ? 'connection' : 'connections'}: there is little to put into a batch.`,
          ]
        : [];
    }
    if (worth === 'no' || worth === 'not told' || candidate === baseline) return [];
    return [
      `This holds for a program that has ${candidate.depth} commands at hand at once on each of its ${clients} ${clients === 1 ? 'connection' : 'connections'}. One that needs each reply before its next command has nothing to batch.`,
      ...(candidate.strategy === 'multi-key'
        ? [
            'MSET, MGET and DEL succeed or fail as a whole, nobody else is served meanwhile, and in a cluster all keys have to be in one slot.',
          ]
        : []),
    ];
  }

  #name(point: Rung): string {
    return nameRung(point, this.#open);
  }

  #names(points: readonly Rung[]): string {
    return points.map((point) => this.#name(point)).join('; ');
  }

  #figure(point: AdvicePoint): string {
    return this.#byThroughput ? rate(point) : `p99 ${ms(point.p99Ms)}`;
  }

  #against(point: AdvicePoint): string {
    const { baseline } = this.#judgement;
    const plain = this.#name(baseline);
    return this.#byThroughput
      ? `${rate(point)}, ${this.#gain()} against ${plain}; p99 ${this.#p99(point)} instead of ${ms(baseline.p99Ms)}`
      : `p99 response time ${this.#p99(point)} instead of ${ms(baseline.p99Ms)} of ${plain}${this.#judgement.gain ? `, ${this.#gain()} shorter` : ''}, at ${rate(point)}`;
  }

  #gain(): string {
    return gainInWords(this.#judgement.gain);
  }

  /** Under a bound, with what it was from slice to slice: "48.2 ms (46.0–50.7 ms from slice to slice)". */
  #p99(point: AdvicePoint): string {
    const reach = this.#judgement.bound && p99Range(point);
    return reach === null
      ? ms(point.p99Ms)
      : `${ms(point.p99Ms)} (${rangeInWords(reach)} ms from slice to slice)`;
  }
}

/** Coefficient of variation. */
const strayOf = (slices: readonly number[]) => summariseThroughput(slices)?.cv ?? 0;

const rate = ({ throughput }: AdvicePoint) => `${formatRate(throughput)} commands/s`;
const ms = (value: number | null) => `${value === null ? '–' : formatMsShort(value)} ms`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
