/**
 * For what a press replaces: where the control that had the focus is gone, the focus goes to `selector` inside of
 * the element that stays. A browser would put it at the top of the page.
 */
export function keepFocus(selector: string) {
  return (around: HTMLElement) => {
    let last: EventTarget | null = null;
    const note = (event: FocusEvent) => (last = event.target);
    const changes = new MutationObserver(() => {
      if (last instanceof HTMLElement && !last.isConnected && document.activeElement === document.body)
        around.querySelector<HTMLElement>(selector)?.focus();
    });
    changes.observe(around, { childList: true, subtree: true });
    around.addEventListener('focusin', note);
    return () => {
      changes.disconnect();
      around.removeEventListener('focusin', note);
    };
  };
}
