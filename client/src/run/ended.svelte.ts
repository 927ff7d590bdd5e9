import { untrack } from 'svelte';
import type { EndedHeadline } from './headline.ts';
import type { LiveRun } from './live-run.svelte.ts';

/** What says what an ended run has found: loaded with the first run, so that it is there when that has ended. */
export function loadedEnded(run: () => LiveRun | null): { readonly current: EndedHeadline | null } {
  let current = $state.raw<EndedHeadline | null>(null);
  $effect(() => {
    if (run() && !untrack(() => current))
      void import('./ended-headline.ts').then((loaded) => (current = loaded.endedHeadline));
  });
  return {
    get current() {
      return current;
    },
  };
}
