import { HistoryStore } from '../../history/history-store.ts';
import { HistoryUnusable } from '../../history/history-unusable.ts';

export interface OpenedHistory {
  history: HistoryStore | null;
  /** For the page, where there is none. */
  whyNoHistory?: string;
}

/** Opens the history; one that cannot be opened is none, and `warn` is told why: the server measures without it. */
export async function openHistory(file: string | null, warn: (text: string) => void): Promise<OpenedHistory> {
  if (file === null)
    return { history: null, whyNoHistory: 'Nothing is kept: the server was started with --history off.' };
  try {
    return { history: await HistoryStore.open(file) };
  } catch (error) {
    if (!(error instanceof HistoryUnusable)) throw error;
    warn(
      `The history is off: ${error.message}\nWhat is measured is not kept. Another place: --history FILE; none: --history off.`,
    );
    return { history: null, whyNoHistory: `Nothing is kept. ${error.withoutPlace}` };
  }
}
