import { alternatives } from './alternatives.ts';
import { batchLimits } from './batch-limits.ts';
import { bulkInsert } from './bulk-insert.ts';
import { bystander } from './bystander.ts';
import { clientLibraries } from './clients.ts';
import { cluster } from './cluster.ts';
import { commandsAtDepth } from './commands.ts';
import { connections } from './connections.ts';
import { durability } from './durability.ts';
import { payload } from './payload.ts';
import { pipelineDepth } from './pipeline-depth.ts';
import type { Recipe } from './recipe.ts';
import { reconnect } from './reconnect.ts';
import { rtt } from './rtt.ts';
import { servers } from './servers.ts';
import { shallowPipelines } from './shallow-pipelines.ts';
import { threads } from './threads.ts';
import { timeouts } from './timeouts.ts';
import { whenAutoHelps } from './when-auto-helps.ts';

/** Every recipe; the command line and the page offer them in this order. */
export const recipes = [
  rtt,
  connections,
  payload,
  pipelineDepth,
  commandsAtDepth,
  shallowPipelines,
  threads,
  bulkInsert,
  alternatives,
  batchLimits,
  bystander,
  durability,
  reconnect,
  cluster,
  whenAutoHelps,
  clientLibraries,
  timeouts,
  servers,
] as const satisfies readonly Recipe[];

export type RecipeId = (typeof recipes)[number]['id'];

/** One of them: its id is known, so that there are words for it. */
export type KnownRecipe = Recipe & { id: RecipeId };

export const findRecipe = (id: string): KnownRecipe | undefined => recipes.find((recipe) => recipe.id === id);
