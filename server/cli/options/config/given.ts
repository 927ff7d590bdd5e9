import { benchOptions } from '../bench.ts';
import { besideRecipe } from '../recipe.ts';
import type { OptionValues } from '../option-words.ts';
import { configValues } from './config-values.ts';
import { readConfig } from './read-config.ts';

/** Options as they were given, and where. */
export interface GivenOptions {
  values: OptionValues;
  /** How an option is called in messages when it comes from a file: `roundtrip.config.json: clients`. Else `null`. */
  inFile: (name: string) => string | null;
}

/** Two ways to say one thing: the words of the command line for one win over a file's for the other. */
const oneOf = [
  ['requests', 'duration'],
  ['url', 'target'],
  ['load-curve', 'rps'],
  ['load-curve', 'requests'],
];
const ofPlan = benchOptions.filter(({ plan }) => plan).map(({ name }) => name);

/**
 * Puts the configuration under the words of the command line, which win option by option. All of it is checked;
 * `isRead` says which options are taken. Throws UsageError.
 */
export async function withConfig(
  words: OptionValues,
  folder: string,
  isRead: (name: string) => boolean = () => true,
): Promise<GivenOptions> {
  const document = await readConfig(words.get('config')?.at(-1) ?? null, folder);
  if (document === null) return { values: words, inFile: () => null };
  const beaten = beatenBy(words);
  const kept = [...configValues(document)].filter(
    ([name]) => isRead(name) && !words.has(name) && !beaten(name),
  );
  const fromFile = new Set(kept.map(([name]) => name));
  return {
    values: new Map([...words, ...kept]),
    inFile: (name) => (fromFile.has(name) ? `${document.name}: ${name}` : null),
  };
}

/** What a file says is not meant where the command line says it otherwise, or brings a whole plan. */
function beatenBy(words: OptionValues): (name: string) => boolean {
  const others = oneOf.flatMap((pair) => (pair.some((name) => words.has(name)) ? pair : []));
  if (words.has('recipe')) return (name) => !besideRecipe.includes(name) || others.includes(name);
  const replaced = words.has('plan') ? [...ofPlan, 'strategy', 'recipe', 'quick', 'load-curve'] : [];
  return (name) => others.includes(name) || replaced.includes(name);
}
