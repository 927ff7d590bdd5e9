import { createContext } from 'svelte';
import type { Lessons } from './lessons.svelte.ts';

export const [useLessons, setLessons] = createContext<Lessons>();
