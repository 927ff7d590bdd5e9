import type { EqualLine } from './equal-line.ts';

/** One letter of memtier_benchmark’s patterns. */
export function sayKeyPattern(letter: string, into: EqualLine): void {
  into.say('--key-pattern', letter === 'P' ? 'S' : letter);
  if (letter === 'P') {
    into.keep('--parallel', '');
    into.differs('their P gives each connection a range of its own; S goes through all keys in turn');
  }
}
