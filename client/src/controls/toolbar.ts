const steps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Makes the buttons in an element one stop of the Tab key; arrows go from one to the next, as in every toolbar. */
export function toolbar(element: HTMLElement): void {
  const buttons = () => [...element.querySelectorAll('button')];

  /** The one with the focus is the stop, else the one that was, else the first. */
  function settle(): void {
    const all = buttons();
    const stop =
      all.find((button) => button === document.activeElement) ?? all.find(({ tabIndex }) => tabIndex === 0);
    for (const button of all) button.tabIndex = button === (stop ?? all[0]) ? 0 : -1;
  }

  settle();
  // Buttons come and go, as when a lane can no longer be removed. All of this goes with the element.
  new MutationObserver(settle).observe(element, { childList: true, subtree: true });
  element.addEventListener('focusin', settle);
  element.addEventListener('keydown', (event) => {
    const all = buttons();
    const place = all.findIndex((button) => button === event.target);
    const step = steps[event.key];
    if (place < 0 || step === undefined) return;
    event.preventDefault();
    all.at((place + step) % all.length)?.focus();
  });
}
