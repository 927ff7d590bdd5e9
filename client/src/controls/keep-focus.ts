/**
 * For what a press replaces: where the control that had the focus is gone, the focus goes to `selector` inside of
 * the element that stays. A browser would put it at the top of the page.
 */
export function keepFocus(selector: string) {
  return (around: HTMLElement) => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => (last = target as Element);
    // Who leaves a control that stays, leaves it for good.
    const leave = () =>
      queueMicrotask(() => {
        if (last?.isConnected && last !== document.activeElement) last = null;
      });
    const changes = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body)
        around.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    });
    changes.observe(around, { childList: true, subtree: true });
    around.addEventListener('focusin', note);
    around.addEventListener('focusout', leave);
    return () => {
      changes.disconnect();
      around.removeEventListener('focusin', note);
      around.removeEventListener('focusout', leave);
    };
  };
}
