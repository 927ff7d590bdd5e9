import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { Api } from '../../../client/src/connection/api.ts';
import { Feed, type FeedSocket } from '../../../client/src/connection/feed.svelte.ts';
import { ViewerId } from '../../../client/src/connection/viewer-id.ts';
import { PlanLink } from '../../../client/src/plan/plan-link.svelte.ts';
import { Fragment, resultStart } from '../../../client/src/navigation/fragment.ts';
import { StandInBrowser } from '../../support/stand-in-browser.ts';
import { browserStorage, pageState } from '../../support/page-state.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function begin(hash = '') {
  const browser = new StandInBrowser();
  browser.location.hash = hash;
  const checks: (() => void)[] = [];
  const api = new Api(null, en.connection, async (path, init) => {
    await new Promise<void>((answer) => checks.push(answer));
    const asked = typeof init.body === 'string' ? (JSON.parse(init.body) as object) : {};
    return new Response(JSON.stringify(parsePlan(asked)), { status: path.includes('plan') ? 200 : 500 });
  });
  const nowhere = { on: () => nowhere, io: { on: () => nowhere } };
  const viewer = new ViewerId(browserStorage());
  const { editor, feed } = pageState(api, new Feed(nowhere as unknown as FeedSocket, en.connection, viewer));
  const fragment = new Fragment(browser as unknown as Window);
  fragment.register(resultStart, () => undefined);
  const link = new PlanLink(editor, api, feed, fragment, browser.location.origin, en);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { browser, checks, editor, link, settle };
}

/** The page has read its address, in which there is no plan. */
async function atRest() {
  const page = begin();
  await page.link.open();
  return page;
}

test('The address follows the settings when they have stood still', async () => {
  const { browser, editor, link } = await atRest();
  editor.draft.setValue('clients', 21);
  link.follow(editor.own.address);
  await vi.advanceTimersByTimeAsync(299);
  expect(browser.location.hash).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(browser.location.hash).toContain('clients=21');
});

test('Units that would make an address too long are in none', async () => {
  const { browser, editor, link } = await atRest();
  const unitsOf = (value: string) => ({
    name: 'x',
    units: [{ stages: [{ commands: [{ command: `SET a ${value}` }] }] }],
  });
  editor.write('…', unitsOf('b'));
  link.follow(editor.own.address);
  await vi.advanceTimersByTimeAsync(300);
  expect(browser.location.hash).toContain('written=');
  expect(link.link).toContain('written=');
  editor.write('…', unitsOf('b'.repeat(8000)));
  link.follow(editor.own.address);
  await vi.advanceTimersByTimeAsync(300);
  expect([browser.location.hash, link.link]).toEqual(['', null]);
});

test('An address that somebody goes to is not overwritten by settings that came before it', async () => {
  const { browser, checks, editor, link, settle } = await atRest();
  editor.draft.setValue('clients', 21);
  link.follow(editor.own.address);
  const told = browser.goTo('#plan=1&clients=12&lane=pipeline');
  await vi.advanceTimersByTimeAsync(1000);
  expect(browser.location.hash).toContain('clients=12');
  told();
  checks.shift()?.();
  await settle();
  expect(editor.draft.value('clients')).toBe(12);
});

test('An address that is told of after another was written is set up all the same', async () => {
  const { browser, checks, editor, settle } = await atRest();
  const told = browser.goTo('#plan=1&clients=12&lane=pipeline');
  browser.history.replaceState(null, '', 'http://127.0.0.1/');
  told();
  checks.shift()?.();
  await settle();
  expect(editor.draft.value('clients')).toBe(12);
});

test('Of two addresses the one that was gone to last holds, in whichever order the server answers', async () => {
  const { browser, checks, editor, settle } = await atRest();
  browser.goTo('#plan=1&clients=12&lane=pipeline')();
  browser.goTo('#plan=1&clients=13&lane=pipeline')();
  const [first, second] = checks;
  second?.();
  await settle();
  first?.();
  await settle();
  expect(editor.draft.value('clients')).toBe(13);
});

test('What the page was opened with is awaited until it is set up: what was changed before would be lost', async () => {
  const { checks, link, settle } = begin('#plan=1&clients=12&lane=pipeline');
  expect(link.isAwaited).toBe(true);
  void link.open();
  checks.shift()?.();
  await settle();
  expect(link.isAwaited).toBe(false);
  expect(begin('').link.isAwaited).toBe(false);
});

test('The address of a result is not overwritten before it is opened', async () => {
  const { browser, editor, link } = await atRest();
  browser.goTo('#result=abc')();
  editor.draft.setValue('clients', 21);
  link.follow(editor.own.address);
  await vi.advanceTimersByTimeAsync(300);
  expect(browser.location.hash).toBe('#result=abc');
});
