import type { PresenterPlace } from '../../../shared/contract/live.ts';
import type { Route } from '../navigation/route.svelte.ts';
import { isOfFile } from '../navigation/comparison-id.ts';

/** Where the audience is to come along to: of what is open on the presenter's page alone, to the room that it is in. */
export const placeFor = (
  { view, id }: Pick<Route, 'view' | 'id'>,
  step: string | null,
  prepares: boolean,
): PresenterPlace => ({
  room: view,
  id: view === 'runs' && id !== null && isOfFile(id) ? null : id,
  step,
  ...(view === 'compare' && prepares ? { prepares } : {}),
});
