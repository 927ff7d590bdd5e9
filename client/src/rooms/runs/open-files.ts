import type { Route } from '../../navigation/route.svelte.ts';
import type { Runs } from './runs.svelte.ts';

/** Result files from disk: shown at once, several side by side, or refused with a word in the Runs room. */
export async function openFiles(files: readonly File[], runs: Runs, route: Route): Promise<void> {
  if (files.length > 0) route.go('runs', await runs.take(files));
}
