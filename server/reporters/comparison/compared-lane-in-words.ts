import { comparedLatencyInWords } from '../../../shared/comparison/compare-latency.ts';
import type { ComparedLane } from '../../../shared/comparison/compare-results.ts';
import { english } from '../../../shared/words/en/index.ts';

/** `better; p50 +12 %` */
export function comparedLaneInWords({
  ci95,
  outcome,
  latency,
}: Extract<ComparedLane, { state: 'compared' }>): string {
  const word = outcome === 'not told apart' ? 'inconclusive' : outcome;
  const throughput = ci95 ? word : `${word}: one slice has no interval`;
  const paid = comparedLatencyInWords(latency, outcome === 'better', english.praise);
  return paid === null ? throughput : english.praise.beside(throughput, paid);
}
