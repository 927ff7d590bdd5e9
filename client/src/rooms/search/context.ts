import { createContext } from 'svelte';
import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import type { Api } from '../../connection/api.ts';
import type { PlanEditor } from '../../plan/plan-editor.svelte.ts';
import type { Activity } from '../../run/activity.svelte.ts';
import type { BatchSearch } from './batch-search.svelte.ts';
import type { LoadSearch } from './load-search.svelte.ts';

export const [useSearch, setSearch] = createContext<BatchSearch>();

/** What a load curve is made with, for the room to build it once it is loaded. */
export interface LoadSource {
  api: Api;
  activity: Activity;
  editor: PlanEditor;
  /** The lesson or load curve in progress, or the last that ended. */
  lesson: () => LessonSnapshot | null;
}
export const [useLoadSource, setLoadSource] = createContext<LoadSource>();
export const [useLoadSearch, setLoadSearch] = createContext<LoadSearch>();
