import { expect, test } from 'vitest';
import type { TripPart } from '../../../../client/src/rooms/compare/anatomy/anatomy.ts';
import { framesOf } from '../../../../client/src/rooms/compare/anatomy/trip-motion.ts';

const partsOf = (wayMs: number, restMs: number): TripPart[] =>
  (['handover', 'client', 'there', 'server', 'waiting', 'back'] as const).map((name) => {
    const ms = name === 'there' || name === 'back' ? wayMs : restMs;
    return { name, ms, measuredMs: ms };
  });

test.each([
  ['nothing in between', 0, 1],
  ['a short way', 0.01, 0.2],
  ['a long way', 90, 0.01],
])('With %s a packet is seen all the time, and on its way for at least 30 %% of it', (_, wayMs, restMs) => {
  const { out, back } = framesOf(partsOf(wayMs, restMs));
  const visible = (frames: Keyframe[]) => frames.filter(({ opacity }) => opacity === 1);
  const spanOf = (frames: Keyframe[]) => [frames[0]?.offset, frames.at(-1)?.offset];
  const [there, here] = [spanOf(visible(out)), spanOf(visible(back))];
  expect([there[0], here[1]]).toEqual([0, 1]);
  expect(there[1]).toBe(here[0]);
  const moving = [out, back].map((frames) => {
    const seen = visible(frames);
    return seen.reduce((sum, { offset, transform }, at) => {
      const before = seen[at - 1];
      const moved = before && before.transform !== transform;
      return moved ? sum + Number(offset) - Number(before.offset) : sum;
    }, 0);
  });
  for (const share of moving) expect(share).toBeGreaterThanOrEqual(0.15 - 1e-9);
});
