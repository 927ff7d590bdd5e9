import type { RecipeLanguage } from '../../recipe-words.ts';
import { numbers } from '../numbers.ts';
import { warning } from '../warning.ts';
import { alternatives } from './alternatives.ts';
import { batchLimits } from './batch-limits.ts';
import { bulkInsert } from './bulk-insert.ts';
import { bystander } from './bystander.ts';
import { clients } from './clients.ts';
import { cluster } from './cluster.ts';
import { commands } from './commands.ts';
import { labels, sentences } from './common.ts';
import { connections } from './connections.ts';
import { durability } from './durability.ts';
import { loadCurve } from './load-curve.ts';
import { payload } from './payload.ts';
import { pipelineDepth } from './pipeline-depth.ts';
import { reconnect } from './reconnect.ts';
import { rtt } from './rtt.ts';
import { servers } from './servers.ts';
import { shallowPipelines } from './shallow-pipelines.ts';
import { threads } from './threads.ts';
import { timeouts } from './timeouts.ts';
import { whenAutoHelps } from './when-auto-helps.ts';

/** Recipes in English. */
export const recipeLanguage: RecipeLanguage = {
  lang: 'en',
  comma: ', ',
  between: ' ',
  numbers,
  labels,
  sentences,
  warning,
  countedClaims: {
    holds: 'holds',
    'does not hold here': 'does not hold',
    'cannot be seen here': 'cannot be seen',
  },
  recipes: {
    connections,
    payload,
    'pipeline-depth': pipelineDepth,
    commands,
    'shallow-pipelines': shallowPipelines,
    rtt,
    threads,
    'bulk-insert': bulkInsert,
    alternatives,
    'batch-limits': batchLimits,
    bystander,
    durability,
    reconnect,
    cluster,
    'when-auto-helps': whenAutoHelps,
    clients,
    timeouts,
    servers,
    'load-curve': loadCurve,
  },
};
