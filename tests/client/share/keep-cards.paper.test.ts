import { expect, test } from 'vitest';
import type { ServerToClientEvents } from '../../../shared/contract/live.ts';
import type { PageSession } from '../../../client/src/connection/page-session.svelte.ts';
import { en } from '../../../client/src/messages/en.ts';
import { keepCards } from '../../../client/src/share/keep-cards.ts';
import { sampleResult } from '../../support/a-result.ts';

interface Reader {
  onlyHere?: true;
  mayControl?: false;
  holdsToken?: true;
  presents?: true;
  presenters?: number;
  /** The run is one of a lesson. */
  isPart?: true;
}

/** Ids of the runs whose cards this reader's page sends when one has ended and the history has something new twice. */
async function cardsOf(reader: Reader): Promise<string[]> {
  const sent: string[] = [];
  const listeners: Partial<ServerToClientEvents>[] = [];
  const {
    onlyHere = false,
    mayControl = true,
    holdsToken = false,
    presents = false,
    presenters = 0,
  } = reader;
  const feed = { presenters, listen: (one: Partial<ServerToClientEvents>) => void listeners.push(one) };
  keepCards(
    {
      api: { keepCard: (id) => Promise.resolve((sent.push(id), null)) },
      session: { feed, mayControl, holdsToken } as unknown as PageSession,
      link: { onlyHere },
      shownRun: { part: (reader.isPart ? { id: sampleResult.id } : null) as never },
      presenting: { on: presents },
      messages: en,
    },
    () => Promise.resolve(new Blob()),
  );
  for (const one of listeners) one.finished?.(sampleResult);
  for (let times = 0; times < 2; times++) for (const one of listeners) one.kept?.();
  await new Promise(setImmediate);
  return sent;
}

test.each<[string, Reader, number]>([
  ['of who may control, where nobody presents', {}, 1],
  ['of the presenter', { presents: true, presenters: 1 }, 1],
  ['of who has the token', { holdsToken: true, presenters: 2 }, 1],
  ['of another one while somebody presents', { presenters: 1 }, 0],
  ['of who only watches', { mayControl: false }, 0],
  ['on a server that nobody else reaches', { onlyHere: true }, 0],
  ['of a run of a lesson', { isPart: true }, 0],
])('The page %s sends so many cards: %j, %i', async (_whose, reader, count) => {
  expect(await cardsOf(reader)).toEqual(Array(count).fill(sampleResult.id));
});
