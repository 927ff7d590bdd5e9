import { expect, test } from 'vitest';
import { Presenting } from '../../../client/src/workshop/presenting.svelte.ts';
import { Shelf } from '../../support/shelf.ts';

/** The root element, as far as its attributes go. */
class Root {
  readonly attributes = new Map<string, string>();
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value);
  removeAttribute = (name: string) => void this.attributes.delete(name);
}

function open(shelf = new Shelf()) {
  const root = new Root();
  const presenting = new Presenting(root as unknown as HTMLElement, shelf.asStorage());
  return { presenting, shelf, shown: () => Object.fromEntries(root.attributes) };
}

test('Presenter mode marks the page, and is kept for a reload', () => {
  const { presenting, shelf, shown } = open();
  expect(shown()).toEqual({});
  presenting.toggle();
  expect(shown()).toEqual({ 'data-presenting': '' });
  const reloaded = open(shelf);
  expect(reloaded.presenting.on).toBe(true);
  reloaded.presenting.toggle();
  expect(reloaded.shown()).toEqual({});
  expect(open(shelf).presenting.on).toBe(false);
});

test('One goes from lane to lane, and past the last to all of them, both ways', () => {
  const { presenting, shown } = open();
  presenting.toggle();
  const going = (by: 1 | -1) => {
    presenting.step(by, 2);
    return presenting.lane;
  };
  expect([1, 1, 1, 1].map(() => going(1))).toEqual([0, 1, null, 0]);
  expect(shown()['data-focus-lane']).toBe('1');
  expect([1, 1, 1].map(() => going(-1))).toEqual([null, 1, 0]);
});

test('A lane that is not there leaves all of them on screen', () => {
  const { presenting, shown } = open();
  presenting.toggle();
  presenting.focus(4, 3);
  expect(presenting.lane).toBeNull();
  expect(shown()).toEqual({ 'data-presenting': '' });
});

test('Ending it brings back what it had put away', () => {
  const { presenting, shown } = open();
  presenting.toggle();
  presenting.focus(1, 3);
  presenting.toggleSettings();
  presenting.toggleOverlay('join');
  expect(shown()).toEqual({ 'data-presenting': '', 'data-focus-lane': '2', 'data-settings': 'open' });
  presenting.toggle();
  expect(shown()).toEqual({});
  expect(presenting.overlay).toBeNull();
});

test('A key that opens an overlay closes it again, and another takes its place', () => {
  const { presenting } = open();
  presenting.toggle();
  presenting.toggleOverlay('join');
  presenting.toggleOverlay('keys');
  expect(presenting.overlay).toBe('keys');
  presenting.toggleOverlay('keys');
  expect(presenting.overlay).toBeNull();
});
