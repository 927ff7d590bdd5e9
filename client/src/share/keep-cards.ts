import type { Result } from '../../../shared/contract/result.ts';
import type { Api } from '../connection/api.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import type { PlanLink } from '../plan/plan-link.svelte.ts';
import type { ShownRun } from '../run/shown-run.svelte.ts';
import type { Presenting } from '../workshop/presenting.svelte.ts';

interface CardKeeper {
  api: Pick<Api, 'keepCard'>;
  session: PageSession;
  link: Pick<PlanLink, 'onlyHere'>;
  shownRun: Pick<ShownRun, 'part'>;
  presenting: Pick<Presenting, 'on'>;
  messages: Messages;
}

type Draw = (result: Result, session: PageSession, messages: Messages) => Promise<Blob>;

/** The first screen does without. */
const drawCard: Draw = async (...card) => (await import('./kept-card.ts')).keptCard(...card);

/**
 * Sends the card of each run that the history has just kept, where others reach the server: their programs show it for
 * the link. Of many pages that may control, that of the presenter does.
 */
export function keepCards(
  { api, session, link, shownRun, presenting, messages }: CardKeeper,
  draw = drawCard,
): void {
  const { feed } = session;
  let ended: Result | null = null;
  const isOurs = () => session.holdsToken || presenting.on || feed.presenters === 0;
  feed.listen({
    // A run of a lesson or search has no entry of its own.
    finished: (result) => (ended = shownRun.part?.id === result.id ? null : result),
    kept: () => {
      const result = ended;
      ended = null;
      if (result === null || link.onlyHere || !session.mayControl || !isOurs()) return;
      // A link without a picture is still a link.
      void draw(result, session, messages)
        .then((png) => api.keepCard(result.id, png))
        .catch(() => undefined);
    },
  });
}
