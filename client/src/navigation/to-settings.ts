/** Goes to the settings of the room, or to the room itself where it shows none. */
export function toSettings(): void {
  const settings = document.querySelector<HTMLElement>('main > .plan');
  const goal = settings?.checkVisibility() ? settings : document.querySelector('main');
  goal?.scrollIntoView({ block: 'start' });
  goal?.focus({ preventScroll: true });
}
