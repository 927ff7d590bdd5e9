import { expect, test } from 'vitest';
import type { Frame } from '../../../shared/contract/profile-trace.ts';
import type { Exchange } from '../../../shared/profile/exchanges.ts';
import { areSamePlace } from '../../../shared/profile/places.ts';
import type { TracedCommand, TracedSite } from '../../../shared/profile/read-trace.ts';
import { allSequences, chainsOf } from '../../../shared/profile/runs.ts';

const site = (line: number, looked: () => void = () => undefined): TracedSite => {
  const frames: Frame[] = [['a.js', line, 1, 'f']];
  return {
    owner: 'app',
    key: JSON.stringify(frames),
    get frames() {
      looked();
      return frames;
    },
  };
};

const exchange = (place: TracedSite, issued: number, replied: number, ms: [number, number]): Exchange => ({
  ...{ site: place, name: 'GET', commands: [{} as TracedCommand] },
  ...{ issuedMs: ms[0], sentMs: ms[0], repliedMs: ms[1], issuedTurn: issued, repliedTurn: replied },
});

/** Two stages of many commands side by side: all replies of the first come in one turn, in which the second is sent. */
const inTwoStages = (width: number, second: (at: number) => TracedSite) => [
  ...Array.from({ length: width }, (_, at) => exchange(site(at % 7), 0, 1, [0, 1 + at / width])),
  ...Array.from({ length: width }, (_, at) => exchange(second(at), 1, 2, [3, 4])),
];

test('Each chain is continued by a command of its own place, the one that was answered first before others', () => {
  const all = inTwoStages(21, (at) => site(at % 7));
  const chains = chainsOf(all);
  expect(chains.map((chain) => chain.map((one) => all.indexOf(one)))).toEqual(
    Array.from({ length: 21 }, (_, at) => [at, at + 21]),
  );
});

test('A command of another place continues the chain that was answered last, and none that was not answered', () => {
  const all = [
    exchange(site(1), 0, 1, [0, 2]),
    exchange(site(1), 0, 1, [0, 9]),
    exchange(site(2), 1, 2, [3, 4]),
    exchange(site(2), 1, 3, [3, 4]),
  ];
  expect(chainsOf(all).map((chain) => chain.map((one) => all.indexOf(one)))).toEqual([[0, 2], [1], [3]]);
});

test.each<[what: string, exchangesOf: (count: number, looked: () => void) => Exchange[]]>([
  [
    'side by side, then at other places',
    (count, looked) => inTwoStages(count / 2, (at) => site(9 + (at % 7), looked)),
  ],
  [
    'one after another, of 300 places',
    (count, looked) =>
      Array.from({ length: count }, (_, at) => exchange(site(at % 300, looked), at, at + 1, [at, at + 0.5])),
  ],
])('Twice as many commands %s are not looked at more than twice as often', (_what, exchangesOf) => {
  const looks = (count: number) => {
    let times = 0;
    const all = exchangesOf(count, () => times++);
    const runs = allSequences(all);
    expect(runs.length).toBeLessThanOrEqual(count);
    return times;
  };
  expect(looks(8000)).toBeLessThan(2.2 * looks(4000));
});

test('Places of other stacks are told apart', () => {
  expect(areSamePlace(site(1), site(1))).toBe(true);
  expect(areSamePlace(site(1), site(2))).toBe(false);
});

test('A line ends where several commands of one place are sent at once, as at a batch', () => {
  const line = [1, 2, 3].map((at) => exchange(site(at), at, at + 1, [at, at + 0.5]));
  const beside = [4, 5].map((at) => exchange(site(9), 4, at + 1, [4, 4.5]));
  expect(allSequences([...line, ...beside]).map(({ exchanges }) => exchanges.length)).toEqual([3]);
});
