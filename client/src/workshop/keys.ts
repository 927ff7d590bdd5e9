/** What is asked for by a key while presenting. */
export type KeyCommand =
  | {
      do:
        | 'run'
        | 'stop'
        | 'race'
        | 'next'
        | 'previous'
        | 'fullScreen'
        | 'keys'
        | 'join'
        | 'settings'
        | 'present';
    }
  /** A lane by its place, from 0; `null`: all of them. */
  | { do: 'focus'; lane: number | null };

/** The part of a `KeyboardEvent` that decides. */
export interface KeyPress {
  key: string;
  code: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  isComposing: boolean;
}

/** What the key goes to: a field takes all of them, a slider or a row of options those that move it. */
type KeyTarget = 'field' | 'slider' | 'page';

const letters: Record<string, KeyCommand> = {
  r: { do: 'run' },
  s: { do: 'stop' },
  w: { do: 'race' },
  n: { do: 'next' },
  p: { do: 'previous' },
  f: { do: 'fullScreen' },
  j: { do: 'join' },
  e: { do: 'settings' },
};

const arrows: Record<string, KeyCommand> = { ArrowRight: { do: 'next' }, ArrowLeft: { do: 'previous' } };

/**
 * The command of a key; `null`: none. Single letters count while presenting only, so that nobody starts a run by chance:
 * all but those that only show something, how to join and a race.
 */
export function commandOf(press: KeyPress, target: KeyTarget, presenting: boolean): KeyCommand | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.isComposing) return null;
  if (press.repeat || target === 'field') return null;
  const letter = letterOf(press);
  if (press.shiftKey && letter === 'p') return { do: 'present' };
  if (!presenting)
    return press.shiftKey || (letter !== 'j' && letter !== 'w') ? null : (letters[letter] ?? null);
  // By what it writes: where it is on the keyboard differs from country to country, and so does its Shift.
  if (press.key === '?') return { do: 'keys' };
  if (press.shiftKey) return null;
  if (press.key === 'Escape') return { do: 'focus', lane: null };
  const digit = /^(?:Digit|Numpad)([0-8])$/.exec(press.code)?.[1];
  if (digit !== undefined) return { do: 'focus', lane: digit === '0' ? null : Number(digit) - 1 };
  if (target === 'page' && press.key in arrows) return arrows[press.key] ?? null;
  return (letter === null ? undefined : letters[letter]) ?? null;
}

/** A Latin letter, also of a keyboard that writes Cyrillic: there the key that has it printed on it as well. */
export function letterOf({ key, code }: Pick<KeyPress, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^\p{L}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}

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
