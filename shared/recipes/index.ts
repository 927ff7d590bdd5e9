import { connections } from './connections.ts';
import type { Recipe } from './recipe.ts';
import { rtt } from './rtt.ts';
import { shallowPipelines } from './shallow-pipelines.ts';

/** Every recipe; the command line and the page offer them in this order. */
export const recipes: readonly Recipe[] = [connections, shallowPipelines, rtt];

export const findRecipe = (id: string): Recipe | undefined => recipes.find((recipe) => recipe.id === id);
