import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { Result } from '../../../../shared/contract/result.ts';
import { bestComparison } from '../../../../shared/report/answer.ts';
import { pointOf } from '../../../../shared/words/latency.ts';
import type { Messages } from '../../messages/en.ts';
import { momentInWords } from '../../messages/for-reader.ts';
import type { Compared } from './runs.svelte.ts';

const [onOneDay, onSeveral] = [{}, { dateStyle: 'medium' }] as const;

/** Names of runs side by side: the one that a reader gave, else the outcome with its time: "MSET × 14.2, 13:05". */
export function comparedNames(
  compared: readonly Pick<Compared, 'name' | 'result'>[],
  nameOf: (lane: LaneResult) => string,
  { code, words: { numbers } }: Pick<Messages, 'code' | 'words'>,
): string[] {
  const moments = (form: Intl.DateTimeFormatOptions) =>
    compared.map(({ result }) => momentInWords(result.startedAt, code, undefined, form));
  const day = new Set(moments(onSeveral)).size === 1 ? onOneDay : onSeveral;
  const named = (timeStyle: 'short' | 'medium') => {
    const times = moments({ ...day, timeStyle });
    return compared.map(
      ({ name, result }, run) =>
        name ?? numbers.list([...outcomeOf(result, nameOf, numbers), times[run] ?? '']),
    );
  };
  const short = named('short');
  return new Set(short).size === short.length ? short : named('medium');
}

/** The fastest lane and its gain; nothing where no lane is proven faster. */
function outcomeOf(
  result: Result,
  nameOf: (lane: LaneResult) => string,
  numbers: Messages['words']['numbers'],
): string[] {
  const best = bestComparison(result);
  const lane = result.lanes.find(({ id }) => id === best?.lane);
  return best?.outcome === 'faster' && lane ? [`${nameOf(lane)} ${pointOf(best, numbers)}`] : [];
}
