import { untrack } from 'svelte';
import { prefersReducedMotion, Tween } from 'svelte/motion';

/** As long as the bar beside it takes, ms. */
const durationMs = 200;

/**
 * A figure on its way to each new value, for as long as its bar is. At once where there was none, for readers who want
 * no motion, and in a tab that nobody sees.
 */
export function eased(read: () => number | null): Pick<Tween<number>, 'current'> {
  const tween = new Tween(read() ?? 0);
  $effect.pre(() => {
    const value = read() ?? 0;
    untrack(() => {
      const still = tween.target === 0 || prefersReducedMotion.current || document.hidden;
      void tween.set(value, { duration: still ? 0 : durationMs });
    });
  });
  return tween;
}
