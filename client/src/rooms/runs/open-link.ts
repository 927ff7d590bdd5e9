import type { Route } from '../../navigation/route.svelte.ts';
import { fragmentStart, unpack } from '../../share/link/packed.ts';
import type { Runs } from './runs.svelte.ts';

/** Shows the result that an address holds, or says in the Runs room that it is damaged. */
export async function openLink(fragment: string, runs: Runs, route: Route): Promise<void> {
  const text = await unpack(fragment.slice(fragmentStart.length)).catch(() => null);
  route.go('runs', await runs.takeLinked(text));
}
