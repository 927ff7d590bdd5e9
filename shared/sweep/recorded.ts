import type { RecipeResult } from '../contract/recipe.ts';
import type { Environment } from '../contract/result.ts';
import type { RecipeOutcome } from './recipe-in-words.ts';
import { environmentOf } from './recipe.ts';

/** What a lesson measured on a quiet machine of the project, without what its steps measured. */
export type RecordedOutcome = RecipeOutcome & {
  on: Pick<Environment, 'node' | 'cores' | 'cpuModel' | 'client'> & { server: string };
};

/** By the id of the lesson. */
export type RecordedOutcomes = Record<string, RecordedOutcome>;

/** `null`: no step of it ran. */
export function recordedOutcome(result: RecipeResult): RecordedOutcome | null {
  const environment = environmentOf(result);
  if (!environment) return null;
  const { steps: _, ...outcome } = result;
  const { node, cores, cpuModel, client, server } = environment;
  return {
    ...withoutDigits(outcome),
    on: { node, cores, cpuModel, client, server: `${server.name} ${server.version ?? ''}`.trim() },
  };
}

/** Five digits are more than is shown, and keep the file small. */
const withoutDigits = <Document>(document: Document): Document =>
  JSON.parse(
    JSON.stringify(document, (_, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(5)) : value,
    ),
  ) as Document;
