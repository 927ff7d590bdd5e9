import type { Messages } from '../../messages/en.ts';

/** How far a guess was from what was measured, in words; empty where that cannot be said. */
export function judgeGuess(
  guess: number | string,
  answer: number | string | null,
  { lessons: text, words: { numbers } }: Messages,
): string {
  if (answer === null) return '';
  if (typeof guess === 'string' || typeof answer === 'string')
    return guess === answer ? text.rightChoice : text.wrongChoice;
  if (guess <= 0 || answer <= 0) return guess === answer ? text.hit : '';
  const times = Math.max(guess / answer, answer / guess);
  return times < 1.1 ? text.hit : text.offBy(numbers.fixed(times, times < 10 ? 1 : 0));
}
