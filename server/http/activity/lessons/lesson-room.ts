import type { RunBoard } from '../run-board.ts';
import { GuessBook } from './guess-book.ts';
import { LessonBoard, type LessonBoardOptions } from './lesson-board.ts';
import { LessonFeed } from './lesson-feed.ts';

export interface LessonRoomOptions extends Pick<LessonBoardOptions, 'startSweep' | 'adjust' | 'now'> {
  board: RunBoard;
  onFault: (error: unknown) => void;
  gatherMs?: number;
}

/** All about lessons, wired up: the one that goes on, the guesses about it, and what viewers hear of both. */
export interface LessonRoom {
  lessons: LessonBoard;
  guesses: GuessBook;
  feed: LessonFeed;
}

export function openLessonRoom({ gatherMs, ...options }: LessonRoomOptions): LessonRoom {
  const lessons = new LessonBoard(options);
  const guesses = new GuessBook();
  lessons.onFinished((_id, { recipe, prediction }) => {
    guesses.close(recipe, prediction.answer);
  });
  const { onFault } = options;
  const feed = new LessonFeed({ lessons, guesses, onFault, ...(gatherMs === undefined ? {} : { gatherMs }) });
  return { lessons, guesses, feed };
}
