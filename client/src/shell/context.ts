import { createContext } from 'svelte';
import { setSession } from '../connection/context.ts';
import { setTheme } from '../controls/context.ts';
import { setMessages } from '../messages/context.ts';
import { setRoute } from '../navigation/context.ts';
import { setLessonLanguage, setOwnGuesses } from '../outcomes/lesson/context.ts';
import { setPlanEditor, setPlanLink } from '../plan/context.ts';
import { setLessons } from '../rooms/lessons/context.ts';
import { setDistanceSource } from '../rooms/compare/context.ts';
import { setRunsSource } from '../rooms/runs/context.ts';
import { setLoadSource, setSearch } from '../rooms/search/context.ts';
import { setActivities, setShownRun } from '../run/context.ts';
import { setFollowing, setPresenting, setWorkshopClock } from '../workshop/context.ts';
import type { Page } from './page.svelte.ts';

const [usePage, setPage] = createContext<Page>();
export { usePage };

/** Hands each room of the page the state that is its business: a room asks for that, and not for the whole page. */
export function providePage(page: Page): void {
  setPage(page);
  setMessages(page.messages);
  setSession(page.session);
  setTheme(page.theme);
  setRoute(page.route);
  setPresenting(page.presenting);
  setFollowing(page.following);
  setWorkshopClock(page.clock);
  setActivities(page.activities);
  setShownRun(page.shownRun);
  setPlanEditor(page.editor);
  setPlanLink(page.link);
  setOwnGuesses(page.lessons.own);
  setLessonLanguage(page.lessons.language);
  setLessons(page.lessons);
  setSearch(page.search);
  const { api, activities, editor, lessons } = page;
  setLoadSource({ api, activity: activities.lesson, editor, lesson: () => lessons.lesson });
  const recipe = 'distances';
  setDistanceSource({
    api,
    activity: activities.lesson,
    snapshot: () => lessons.of(recipe),
    guesses: () => lessons.guessesOf(recipe),
    ownGuess: () => lessons.drawnGuess(recipe),
    guess: (value) => lessons.guess(recipe, value),
    clearGuesses: () => lessons.clearGuesses(recipe),
  });
  setRunsSource(api);
}
