import { describe, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { SearchSnapshot } from '../../../shared/contract/search.ts';
import type {
  ErrorBody,
  Health,
  LiveSnapshot,
  RunStarted,
  RunStopped,
  RunSummary,
  Sample,
  Session,
} from '../../../shared/contract/events.ts';
import type { HistoryEntry, HistoryPage, HistoryRecord } from '../../../shared/contract/history.ts';
import type { KeptLesson, LessonDescription, LessonSnapshot } from '../../../shared/contract/lesson.ts';
import type { Plan } from '../../../shared/contract/schemas.ts';
import type { StrategyDescription, TargetDescription } from '../../../shared/contract/terms.ts';
import type { Join } from '../../../shared/contract/workshop.ts';
import type { answerSchemas } from '../../../server/http/openapi/schemas/index.ts';

/** Whether a list may be changed is nothing that JSON says; nor is a value left out told from one that is unknown. */
type Plain<T> = T extends readonly unknown[]
  ? { -readonly [Index in keyof T]: Plain<T[Index]> }
  : T extends object
    ? { -readonly [Key in keyof T as unknown extends T[Key] ? never : Key]: Plain<T[Key]> }
    : T;
type Told<Name extends keyof typeof answerSchemas> = Plain<z.output<(typeof answerSchemas)[Name]>>;

describe('the described schema is that of the type', () => {
  test('of the server', () => {
    expectTypeOf<Told<'Health'>>().toEqualTypeOf<Plain<Health>>();
    expectTypeOf<Told<'Session'>>().toEqualTypeOf<Plain<Session>>();
    expectTypeOf<Told<'Strategy'>>().toEqualTypeOf<Plain<StrategyDescription>>();
    expectTypeOf<Told<'Target'>>().toEqualTypeOf<Plain<TargetDescription>>();
    expectTypeOf<Told<'Join'>>().toEqualTypeOf<Plain<Join>>();
  });

  test('of runs', () => {
    expectTypeOf<Told<'CompletePlan'>>().toEqualTypeOf<Plain<Plan>>();
    expectTypeOf<Told<'Started'>>().toEqualTypeOf<Plain<RunStarted>>();
    expectTypeOf<Told<'Stopped'>>().toEqualTypeOf<Plain<RunStopped>>();
    expectTypeOf<Told<'RunSummary'>>().toEqualTypeOf<Plain<RunSummary>>();
    expectTypeOf<Told<'Sample'>>().toEqualTypeOf<Plain<Sample>>();
    expectTypeOf<Told<'RunSnapshot'>>().toEqualTypeOf<Plain<LiveSnapshot>>();
    expectTypeOf<Told<'Error'>>().toEqualTypeOf<Plain<ErrorBody>>();
  });

  test('of lessons and searches', () => {
    expectTypeOf<Told<'Lesson'>>().toEqualTypeOf<Plain<LessonDescription>>();
    expectTypeOf<Told<'LessonResult'>>().toEqualTypeOf<Plain<KeptLesson>>();
    expectTypeOf<Told<'LessonSnapshot'>>().toEqualTypeOf<Plain<LessonSnapshot>>();
    expectTypeOf<Told<'SearchSnapshot'>>().toEqualTypeOf<Plain<SearchSnapshot>>();
  });

  test('of the history', () => {
    expectTypeOf<Told<'HistoryEntry'>>().toEqualTypeOf<Plain<HistoryEntry>>();
    expectTypeOf<Told<'HistoryPage'>>().toEqualTypeOf<Plain<HistoryPage>>();
    expectTypeOf<Told<'HistoryRecord'>>().toEqualTypeOf<Plain<HistoryRecord>>();
  });
});
