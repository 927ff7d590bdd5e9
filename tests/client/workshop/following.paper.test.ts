import { expect, test } from 'vitest';
import { Following } from '../../../client/src/workshop/following.svelte.ts';
import type { Room } from '../../../shared/contract/enums.ts';
import { Shelf } from '../../support/shelf.ts';

class Walk {
  view: Room;
  id: string | null;
  readonly steps: string[] = [];
  constructor(view: Room, id: string | null) {
    this.view = view;
    this.id = id;
  }
  go(view: Room, id: string | null = null): void {
    [this.view, this.id] = [view, id];
    this.steps.push(id === null ? view : `${view}/${id}`);
  }
}

interface Opened {
  view?: Room;
  id?: string | null;
  isPresenter?: boolean;
  shelf?: Shelf;
}

function open({ view = 'compare', id = null, isPresenter = false, shelf = new Shelf() }: Opened = {}) {
  const route = new Walk(view, id);
  return { route, shelf, following: new Following(route, shelf.asStorage(), isPresenter) };
}

const at = (room: Room, id: string | null = null, step: string | null = null) => ({ room, id, step });

test('A viewer goes where the presenter goes', () => {
  const { route, following } = open();
  following.onPresenter(at('lessons'));
  following.onPresenter(at('lessons', 'rtt', 'guess'));
  following.onPresenter(at('lessons', 'rtt', 'run'));
  expect(route.steps).toEqual(['lessons', 'lessons/rtt']);
  expect(following.step).toBe('run');
});

test('When nobody leads any longer a viewer stays, and comes along with the next', () => {
  const { route, following } = open();
  following.onPresenter(at('search'));
  following.onPresenter(null);
  expect(following.presenter).toBeNull();
  expect(route.view).toBe('search');
  following.onPresenter(at('compare'));
  expect(route.steps).toEqual(['search', 'compare']);
});

test('Who reads a result when somebody begins to present stays with it until they follow', () => {
  const { route, following } = open();
  following.onPresenter(null, true);
  following.onPresenter(at('lessons'), true);
  following.onPresenter(at('search'));
  expect([route.steps, following.on]).toEqual([[], false]);
  following.toggle();
  expect([route.steps, following.on]).toEqual([['search'], true]);
});

test('Who has followed once comes along with the next presenter from a result as well', () => {
  const { route, following } = open();
  following.onPresenter(at('compare'));
  following.onPresenter(null);
  following.onPresenter(at('lessons'), true);
  expect([route.steps, following.on]).toEqual([['lessons'], true]);
});

test('A viewer who goes elsewhere is left there', () => {
  const { route, following } = open();
  following.onPresenter(at('lessons', 'rtt'));
  route.go('runs');
  expect(following.on).toBe(false);
  expect(following.step).toBeNull();
  following.onPresenter(at('search'));
  expect(route.view).toBe('runs');
});

test('The switch brings a viewer back, and lets them off', () => {
  const { route, following } = open();
  following.onPresenter(at('lessons', 'rtt', 'guess'));
  route.go('runs');
  following.toggle();
  expect([route.view, route.id, following.on]).toEqual(['lessons', 'rtt', true]);
  following.toggle();
  following.onPresenter(at('compare'));
  expect([route.view, following.on]).toEqual(['lessons', false]);
});

test('Who opened one particular room wanted to be there', () => {
  const { route, following } = open({ view: 'runs', id: 'abc' });
  following.onPresenter(at('compare'));
  expect(following.on).toBe(false);
  expect(route.steps).toEqual([]);
});

test('A presenter is led by nobody who has not been asked to', () => {
  const { route, following } = open({ isPresenter: true });
  following.onPresenter(at('lessons'));
  expect(route.steps).toEqual([]);
  following.toggle();
  expect(route.steps).toEqual(['lessons']);
});

test('A reload keeps following, wherever it is', () => {
  const { following, shelf } = open();
  following.onPresenter(at('lessons', 'rtt'));
  const reloaded = open({ view: 'lessons', id: 'rtt', shelf });
  expect(reloaded.following.on).toBe(true);
  reloaded.following.onPresenter(at('compare'));
  expect(reloaded.route.steps).toEqual(['compare']);
});

test('A reload elsewhere stays there', () => {
  const { following, shelf } = open();
  following.onPresenter(at('lessons', 'rtt'));
  const reloaded = open({ view: 'runs', shelf });
  reloaded.following.onPresenter(at('compare'));
  expect(reloaded.route.steps).toEqual([]);
});

test('Who said no is not asked again by a reload', () => {
  const { following, shelf } = open();
  following.toggle();
  const reloaded = open({ shelf });
  reloaded.following.onPresenter(at('lessons'));
  expect(reloaded.route.steps).toEqual([]);
});

test('Who strays within a lesson, or to another room, can go back to the presenter', () => {
  const { route, following } = open();
  expect(following.strayed(null)).toBe(false);
  following.onPresenter(at('lessons', 'rtt', 'run'));
  expect(following.strayed('run')).toBe(false);
  expect(following.strayed('question')).toBe(true);
  route.go('runs');
  expect(following.strayed(null)).toBe(true);
  following.back();
  expect(route).toMatchObject({ view: 'lessons', id: 'rtt' });
  expect(following.on).toBe(true);
  expect(following.strayed('run')).toBe(false);
  following.toggle();
  route.go('runs');
  expect(following.strayed(null)).toBe(false);
});
