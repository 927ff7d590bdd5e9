import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import { letterOf } from '../../workshop/keys.ts';

/** The parts of a lesson, in their order. */
export const lessonParts = ['question', 'guess', 'run', 'outcome', 'claims', 'reading'] as const;
export type LessonPart = (typeof lessonParts)[number];

export const isPart = (name: string | null): name is LessonPart => lessonParts.some((part) => part === name);

/** What comes after the run has nothing to show before there is an outcome. */
export const isOpen = (part: LessonPart, lesson: LessonSnapshot | null): boolean =>
  lessonParts.indexOf(part) <= lessonParts.indexOf('run') || (lesson?.outcome ?? null) !== null;

/** Where somebody begins who opens the lesson now; `watched`: this page has seen it in progress. */
export const firstPart = (lesson: LessonSnapshot | null, watched: boolean): LessonPart =>
  watched || lesson?.state === 'running' ? 'run' : 'question';

/** The next open part in this direction; the same one at the end. */
export function partBeside(part: LessonPart, by: 1 | -1, lesson: LessonSnapshot | null): LessonPart {
  const next = lessonParts[lessonParts.indexOf(part) + by];
  return next !== undefined && isOpen(next, lesson) ? next : part;
}

export type PartWish = 'next' | 'previous' | 'enter' | 'run' | 'stop';

const keys: Readonly<Record<string, PartWish>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Enter: 'enter',
};
const letters: Readonly<Record<string, PartWish>> = { n: 'next', p: 'previous' };
/** While presenting only, so that nobody starts or stops a lesson by chance. */
const presenterLetters: Readonly<Record<string, PartWish>> = { r: 'run', s: 'stop' };
/** A clicker sends these. When nobody presents, they scroll. */
const presenterKeys: Readonly<Record<string, PartWish>> = { PageDown: 'next', PageUp: 'previous' };

/** What a key asks for, when it goes to nothing that takes it itself; `null`: nothing. */
export function partKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  presenting: boolean,
): PartWish | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const letter = letterOf(event) ?? '';
  const ofPresenter = presenting ? (presenterKeys[event.key] ?? presenterLetters[letter]) : null;
  return keys[event.key] ?? letters[letter] ?? ofPresenter ?? null;
}
