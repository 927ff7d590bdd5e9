import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  endOf,
  playlist,
  stopAfter,
  stopAt,
  stopIn,
  workshopId,
} from '../../../client/src/workshop/playlist.ts';
import { workshop } from '../../../client/src/messages/workshop/en.ts';
import { recipe as rtt, words as ofRtt } from '../../../shared/recipes/rtt.ts';
import { words as ofLimits } from '../../../shared/recipes/batch-limits.ts';
import { words as ofAuto } from '../../../shared/recipes/when-auto-helps.ts';

test('The plan on the page is that of the tutorial, minute by minute', () => {
  const tutorial = readFileSync('docs/tutorials/workshop.md', 'utf8');
  const titles: Partial<Record<string, string>> = {
    rtt: ofRtt.title,
    'batch-limits': ofLimits.title,
    'when-auto-helps': ofAuto.title,
  };
  const told = [...tutorial.matchAll(/^\| (\d+) +\| ([^|]*?) +\|/gm)].map(([, minute, title]) => [
    Number(minute),
    title,
  ]);
  expect(playlist.map(({ id, minute }) => [minute, workshop.stops[id].title ?? titles[id]])).toEqual(told);
});

test('What follows is said by the plan, and where the class is by room and clock', () => {
  expect(stopAfter(rtt.id)?.lesson).toBe('batch-limits');
  expect(stopAfter('when-auto-helps')).toMatchObject({ view: 'search', lesson: null });
  expect(stopAfter('payload')).toBeUndefined();
  expect([stopAt(0)?.id, stopAt(13)?.id, stopAt(60)?.id]).toEqual(['welcome', 'rtt', 'takeaways']);
  expect([stopIn('compare', null, 2)?.id, stopIn('compare', null, 9)?.id]).toEqual(['welcome', 'first-run']);
  expect([stopIn('lessons', 'rtt', 30)?.id, stopIn('lessons', 'payload', 30)]).toEqual(['rtt', undefined]);
  // “Next” moves on also in the same room, and to the page of the plan.
  const [, firstRun = null] = playlist;
  const [last = null] = playlist.slice(-1);
  expect(stopIn('compare', null, 2, firstRun)?.id).toBe('first-run');
  expect(stopIn('lessons', 'rtt', 2, firstRun)?.id).toBe('rtt');
  expect(stopIn('lessons', workshopId, 2, last)?.id).toBe('takeaways');
  // A look back at the first run does not lead back in the plan; the clock leads on.
  const third = playlist.find(({ id }) => id === 'rtt') ?? null;
  expect([stopIn('compare', null, 2, third)?.id, stopIn('runs', null, 2, third)?.id]).toEqual(['rtt', 'rtt']);
  expect(stopIn('search', null, 40, third)?.id).toBe('own-workload');
  expect(playlist.map(endOf)).toEqual([4, 12, 20, 28, 36, 43, 45]);
});
