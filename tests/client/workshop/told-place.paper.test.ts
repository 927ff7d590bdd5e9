import { expect, test } from 'vitest';
import { comparisonId } from '../../../client/src/navigation/comparison-id.ts';
import { placeFor } from '../../../client/src/workshop/following.svelte.ts';

test.each([
  ['a run that was kept', 'run-1', 'run-1'],
  ['the list', null, null],
  ['a comparison of such runs', comparisonId(['run-1', 'run-2']), comparisonId(['run-1', 'run-2'])],
  ['a file', 'file-1', null],
  ['a comparison with a file in it', comparisonId(['run-1', 'file-2']), null],
])('With %s open, the audience is told of what it can see too', (_what, id, told) => {
  expect(placeFor({ view: 'runs', id }, null, true)).toEqual({ room: 'runs', id: told, step: null });
});

test('A lesson is told with its part, whatever its name', () => {
  const step = 'guess';
  expect(placeFor({ view: 'lessons', id: 'file-sizes' }, step, true)).toEqual({
    room: 'lessons',
    id: 'file-sizes',
    step,
  });
});

test('The room where runs are set up says that the next one is being set up', () => {
  const place = { room: 'compare', id: null, step: null };
  expect(placeFor({ view: 'compare', id: null }, null, true)).toEqual({ ...place, prepares: true });
  expect(placeFor({ view: 'compare', id: null }, null, false)).toEqual(place);
});
