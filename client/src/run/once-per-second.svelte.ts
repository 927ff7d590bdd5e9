import { untrack } from 'svelte';

/** A value that follows at once, or once a second while it is `live`. */
export function oncePerSecond<T>(read: () => T, live: () => boolean): { readonly current: T } {
  let shown = $state.raw(untrack(read));
  $effect(() => {
    if (!live()) {
      shown = read();
      return;
    }
    const timer = setInterval(() => (shown = untrack(read)), 1000);
    return () => clearInterval(timer);
  });
  return {
    get current() {
      return shown;
    },
  };
}
