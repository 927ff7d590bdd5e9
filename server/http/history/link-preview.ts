import { HistoryUnusable } from '../../history/history-unusable.ts';
import type { HistoryKeeper } from './history-keeper.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { belowHeadline, resultHeadline } from '../../../shared/report/headline.ts';
import { resultWithoutPrivate } from '../../../shared/plan/private-result.ts';
import { asTitle } from '../../../shared/words/as-sentence.ts';
import { english } from '../../../shared/words/en/index.ts';
import { networkInWords } from '../../../shared/words/network-conditions.ts';
import { sentInWords } from '../../../shared/words/own-settings.ts';

/** The text that programs show in place of a link. */
export interface LinkPreview {
  title: string;
  description: string;
}

/** At most so many lanes are named that may be as fast. */
const mostNamed = 2;

/** The headline of a run, and what it rests on, without its private texts: a link goes further than the page. */
function linkPreview(whole: Result): LinkPreview {
  const result = resultWithoutPrivate(whole);
  const labelOf = ({ id }: { id: string }) => result.lanes.find((lane) => lane.id === id)?.label ?? id;
  const said = resultHeadline(result, labelOf, english, mostNamed);
  const sent = [sentInWords(result), ...(result.plan.network ? [networkInWords(result)] : [])].join(' · ');
  return { title: asTitle(said.text), description: [...belowHeadline(said), sent].join(' ') };
}

/** The preview of a run of the history, with the path of its card; `null`: there is none. */
export async function previewOf(
  { store }: Pick<HistoryKeeper, 'store'>,
  id: string,
): Promise<(LinkPreview & { image: string | null }) | null> {
  try {
    const kept = await store?.run(id);
    if (!kept) return null;
    return {
      ...linkPreview(kept.result),
      image: kept.hasCard ? `/api/history/${encodeURIComponent(id)}/card` : null,
    };
  } catch (error) {
    // The page itself says what is wrong with the history.
    if (error instanceof HistoryUnusable) return null;
    throw error;
  }
}
