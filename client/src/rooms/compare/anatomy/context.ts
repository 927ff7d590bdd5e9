import { createContext } from 'svelte';
import type { AnatomyMessages } from '../../../messages/anatomy/en.ts';

export const [useAnatomyWords, setAnatomyWords] = createContext<AnatomyMessages>();
