import { expect, test } from 'vitest';
import { FailedTokens } from '../../../server/http/plugins/failed-tokens.ts';

const free = 10;

/** Wrong tokens on a clock that is set by hand, each another one. */
function guesser(most?: number) {
  let now = 0;
  let guesses = 0;
  const failed = new FailedTokens({ now: () => now, ...(most === undefined ? {} : { most }) });
  return {
    failed,
    guess: (address = 'a') => failed.refusal(address, `guess-${guesses++}`),
    wait: (ms: number) => (now += ms),
  };
}

test('The first wrong tokens cost nothing; then each is followed by a pause twice as long', () => {
  const { guess, wait } = guesser();
  for (let n = 0; n < free; n++) expect(guess()).toBeNull();
  for (const seconds of [1, 2, 4, 8]) {
    expect(guess()).toMatchObject({ status: 429, details: { retryAfterSeconds: seconds } });
    wait(seconds * 1000 - 1);
    expect(guess()).toMatchObject({ details: { retryAfterSeconds: 1 } });
    wait(1);
    expect(guess()).toBeNull();
  }
});

test('A pause lasts five minutes at most', () => {
  const { guess, wait } = guesser();
  for (let n = 0; n < 40; n++) {
    guess();
    wait(300_000);
  }
  guess();
  expect(guess()?.details.retryAfterSeconds).toBe(300);
});

test('Addresses wait each for themselves, and are forgotten in time', () => {
  const { guess, wait } = guesser();
  for (let n = 0; n < free; n++) guess('a');
  expect(guess('a')).not.toBeNull();
  expect(guess('b')).toBeNull();
  wait(900_000);
  for (let n = 0; n < free; n++) expect(guess('a')).toBeNull();
});

test('A page that shows its old token again and again guesses nothing', () => {
  const { failed, guess } = guesser();
  for (let n = 0; n < 100; n++) expect(failed.refusal('a', 'of-yesterday')).toBeNull();
  for (let n = 1; n < free; n++) expect(guess()).toBeNull();
  expect(guess()).not.toBeNull();
  expect(failed.refusal('a', 'of-yesterday')).toBeNull();
});

test('No more addresses are remembered than the table holds: the one that failed longest ago is forgotten', () => {
  const { failed, guess } = guesser(3);
  for (let n = 0; n < free; n++) for (const address of ['a', 'b', 'c']) guess(address);
  expect(guess('d')).toBeNull();
  expect(failed.size).toBe(3);
  expect(guess('c')).not.toBeNull();
  expect(guess('a')).toBeNull();
});
