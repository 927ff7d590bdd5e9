import { randomBytes } from 'node:crypto';

/** Base 32 as Crockford wrote it, in lower case: without i, l, o and u, which look like others or make words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Odd, so that each change of one character changes the sum modulo 32. */
const weights = [1, 3, 5, 7, 9, 11, 13];
const form = /^[0-9a-hjkmnp-tv-z]{8}$/;
const length = weights.length + 1;

/** 35 random bits and the character that checks them: `k3x9qm7q`. */
export function newRunId(): string {
  const drawn = [...randomBytes(weights.length)].map((byte) => alphabet.charAt(byte & 31)).join('');
  return drawn + checkOf(drawn);
}

/** Of texts that have the length and the alphabet of an id, one in 32 passes. */
export const isRunId = (text: string): boolean => form.test(text) && text.endsWith(checkOf(text));

/** Keeps out the texts that repeat one character. */
const offset = 5;

/** The weighted sum of the first seven characters, modulo 32. */
const checkOf = (text: string): string =>
  alphabet.charAt(
    weights.reduce((sum, weight, at) => sum + weight * alphabet.indexOf(text.charAt(at)), offset) & 31,
  );

interface NamedRun {
  /** The text in front of the id: `roundtrip:`. */
  root: string;
  id: string;
}

/** The prefix of all keys of a run: `roundtrip:k3x9qm7q:`. */
export const runPrefixOf = ({ root, id }: NamedRun): string => `${root}${id}:`;

/** The root and the id in the prefix of a run; `null`: it is none. */
export function readRunPrefix(prefix: string): NamedRun | null {
  const root = prefix.slice(0, -length - 1);
  const id = prefix.slice(root.length, -1);
  return root !== '' && prefix.endsWith(':') && isRunId(id) ? { root, id } : null;
}

/** The key that says that a run is in progress: it expires, and says nothing about which keys are the run's. */
export const markerOf = (runPrefix: string): string => `${runPrefix}running`;

/** The key that says which keys are the run's: it has no expiry, and is removed last. */
export const recordKeyOf = (runPrefix: string): string => `${runPrefix}run`;
