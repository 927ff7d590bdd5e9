import type { KeyTarget } from './keys.ts';

/** Inputs that no letter goes into. */
const withoutText = new Set(['range', 'radio', 'checkbox', 'button', 'submit', 'reset', 'file', 'color']);

/** What would take a key itself if the page did not. */
export function keyTargetOf(target: EventTarget | null): KeyTarget {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target instanceof HTMLInputElement) {
    if (!withoutText.has(target.type)) return 'field';
    return target.type === 'range' || target.type === 'radio' ? 'slider' : 'page';
  }
  const types = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return types || target.isContentEditable ? 'field' : 'page';
}
