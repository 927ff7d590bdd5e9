import type { Result } from '../../../shared/contract/result.ts';
import { resultWithoutPrivate } from '../../../shared/plan/private-result.ts';
import { readColours } from '../charts/colours.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import { canvasMeasure, pngOf } from './card-image.ts';
import { cardSvg } from './card.ts';
import { cardOf } from './cards.ts';

/** The card of a run as PNG, without private texts: on white paper, whatever the page looks like. */
export async function keptCard(whole: Result, session: PageSession, messages: Messages): Promise<Blob> {
  const result = resultWithoutPrivate(whole);
  const paper = document.createElement('span');
  paper.className = 'own-palette';
  Object.assign(paper.style, { display: 'none', colorScheme: 'light' });
  document.body.append(paper);
  try {
    const colours = readColours(paper);
    const card = cardOf({ kind: 'run', id: result.id, result }, { session, messages, colours });
    return await pngOf(cardSvg({ ...card, address: null }, canvasMeasure()));
  } finally {
    paper.remove();
  }
}
