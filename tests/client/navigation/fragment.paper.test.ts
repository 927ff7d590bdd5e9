import { expect, test } from 'vitest';
import { Fragment, resultStart } from '../../../client/src/navigation/fragment.ts';
import { StandInBrowser } from '../../support/stand-in-browser.ts';

function begin(hash = '') {
  const browser = new StandInBrowser();
  browser.location.hash = hash;
  const fragment = new Fragment(browser as unknown as Window);
  const opened: string[] = [];
  // In this order on the page as well: the plan is registered first.
  fragment.register('', (text) => opened.push(`plan ${text}`));
  fragment.register(resultStart, (text) => {
    opened.push(`result ${text}`);
    fragment.markOpened(text);
  });
  return { browser, fragment, opened };
}

test.each([
  ['#result=abc', 'result #result=abc'],
  ['#plan=1', 'plan #plan=1'],
])('%s opens in a new page, and the same in an open one', (hash, expected) => {
  const fresh = begin(hash);
  fresh.fragment.openFirst();
  expect(fresh.opened).toEqual([expected]);
  const { browser, fragment, opened } = begin();
  fragment.openFirst();
  browser.goTo(hash)();
  expect(opened).toEqual(['plan ', expected]);
});

test('A step back to a result does not open it again; the link pasted again and a reload do', () => {
  const { browser, fragment, opened } = begin('#result=abc');
  fragment.openFirst();
  const { state } = browser.history;
  browser.goTo('')();
  browser.goTo('#result=abc', state)();
  expect(opened.at(-1)).toBe('plan #result=abc');
  browser.goTo('#result=abc')();
  expect(opened.at(-1)).toBe('result #result=abc');
  fragment.openFirst();
  expect(opened.at(-1)).toBe('result #result=abc');
  expect(opened).toHaveLength(5);
});

test('A fragment is of a plan where it is of nothing else, or was opened', () => {
  const { browser, fragment } = begin();
  expect(fragment.isOf('')).toBe(true);
  browser.goTo('#result=abc');
  expect([fragment.isOf(''), fragment.isOf(resultStart)]).toEqual([false, true]);
  fragment.markOpened('#result=abc');
  expect(fragment.isOf('')).toBe(true);
});
