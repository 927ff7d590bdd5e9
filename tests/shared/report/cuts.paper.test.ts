import { describe, expect, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { cutFigures, cutInWords, unlikeCuts } from '../../../shared/report/cuts.ts';
import { tables as chinese } from '../../../shared/words/zh/tables.ts';
import { tables } from '../../../shared/words/en/tables.ts';
import { tables as russian } from '../../../shared/words/ru/tables.ts';
import { aLane } from '../../support/a-lane.ts';

type Cuts = NonNullable<LaneResult['cuts']>;
const moment = { atMs: 1000, connections: 2, bytes: 100 };
const none = { unknown: 0, unknownApplied: 0, missing: 0, twice: 0 };

function cutLane(found: Partial<Cuts> = {}, library = 'ioredis'): LaneResult {
  const lane = aLane('pipeline', 100);
  const cuts = { ...none, applied: 500, reported: 500, silenceMs: 50, moments: [moment], ...found };
  return { ...lane, cuts, client: { ...lane.client, library } };
}

describe('what a lane says of its cuts', () => {
  test.each([
    [{}, ['Each command was applied once, and the caller knows it.']],
    [{ twice: 12 }, ['12 commands were applied twice: ioredis sends again what had no reply.']],
    [{ unknown: 3 }, ['3 commands failed for the caller, and none of them was applied.']],
    [
      { unknown: 3, unknownApplied: 1 },
      [
        '3 commands failed for the caller, and 1 of them was applied all the same: to repeat them would do it twice.',
      ],
    ],
    // A library that lies.
    [{ missing: 1 }, ['1 command was reported as done, and the server has not applied it.']],
    [{ moments: [] }, ['No cut met this lane.']],
  ] satisfies [Partial<Cuts>, string[]][])('%j', (found, said) => {
    expect(cutInWords(cutLane(found), tables)).toEqual(said);
    for (const words of [russian, chinese]) {
      const translated = cutInWords(cutLane(found), words);
      const figuresOf = (texts: string[]) => texts.join(' ').match(/\d+|ioredis/g);
      expect(figuresOf(translated)).toEqual(figuresOf(said));
    }
  });

  test('nothing where no link was cut', () => {
    expect(cutInWords(aLane('pipeline', 100), tables)).toEqual([]);
    expect(cutFigures({ lanes: [aLane('pipeline', 100)] }, { tables, nameOf: ({ id }) => id })).toBeNull();
  });
});

test('lanes that met different numbers of cuts are not held against each other', () => {
  expect(unlikeCuts({ lanes: [cutLane(), cutLane()] }, tables)).toBeNull();
  expect(unlikeCuts({ lanes: [cutLane(), cutLane({ moments: [moment, moment] })] }, tables)).toBe(
    'Lanes met 1 to 2 cuts: their counts are not of equal trouble.',
  );
});
