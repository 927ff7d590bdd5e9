import { existsSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { parseJson, readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { benchOptions } from './bench.ts';
import { readList } from '../../../shared/settings/notation.ts';
import type { BenchOption } from '../../terminal/options/option.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { besideRecipe } from './recipe.ts';
import { serverOptions } from './settings.ts';
import { recipes } from '../../../shared/sweep/recipes.ts';

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
  const document = await readConfig(lastOf(words, 'config'), folder);
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

/** Options that say where to measure, or that private servers are started. */
const placeOptions = ['url', 'target', 'agents', 'plan', ...serverOptions.map(({ name }) => name)];

/** The server of ROUNDTRIP_URL, as `start` reads it, where no option says where to measure. */
export function withServerOfEnvironment(given: GivenOptions, env: NodeJS.ProcessEnv): GivenOptions {
  const url = env['ROUNDTRIP_URL'] ?? '';
  const recipe = recipes.find(({ id }) => id === lastOf(given.values, 'recipe'));
  const isSaid = placeOptions.some((name) => given.values.has(name)) || recipe?.needsPrivateServer;
  return url === '' || isSaid ? given : { ...given, values: new Map([...given.values, ['url', [url]]]) };
}

/** What a file says is not meant where the command line says it otherwise, or brings a whole plan. */
function beatenBy(words: OptionValues): (name: string) => boolean {
  const others = oneOf.flatMap((pair) => (pair.some((name) => words.has(name)) ? pair : []));
  if (words.has('recipe')) return (name) => !besideRecipe.includes(name) || others.includes(name);
  const replaced = words.has('plan') ? [...ofPlan, 'strategy', 'recipe', 'quick', 'load-curve'] : [];
  return (name) => others.includes(name) || replaced.includes(name);
}

const endings = ['.json', '.ts', '.js'];
const names = endings.map((ending) => `roundtrip.config${ending}`);

interface ConfigDocument {
  /** How it is called in messages. */
  name: string;
  content: unknown;
}

/**
 * The file of `--config`, else `roundtrip.config.json`, `.ts` or `.js` in the folder; `null` when there is none. A
 * program's configuration is its default export. Throws UsageError.
 */
export async function readConfig(named: string | null, folder: string): Promise<ConfigDocument | null> {
  const found = named === null ? names.filter((name) => existsSync(join(folder, name))) : [named];
  const [file, other] = found;
  if (file === undefined) return null;
  if (other !== undefined)
    throw new UsageError(`there are ${found.join(' and ')}: keep one of them, or name one with --config`);
  if (!endings.includes(extname(file)))
    throw new UsageError(`--config ${file}: a configuration ends in ${endings.join(', ')}`);
  const path = resolve(folder, file);
  const name = named === null ? basename(file) : file;
  try {
    return { name, content: extname(file) === '.json' ? parse(path) : await run(path) };
  } catch (error) {
    throw new UsageError(`${name}: ${messageOf(error)}`);
  }
}

const parse = (path: string): unknown => parseJson(readTextFile(path));

/** Node 20 runs no TypeScript of its own. Nothing is kept for the next time, so nothing is left behind. */
async function run(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false, interopDefault: true });
  return jiti.import(path, { default: true });
}

/** They say where the options are, or end the call; or they name code, which no file does. */
const onlyAsWords = ['config', 'help', 'lane', 'yes'];

/** The options that a configuration sets, as if they were words of the command line. Throws UsageError. */
export function configValues({ name: file, content }: ConfigDocument): OptionValues {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(`${file}: a configuration is an object such as { "clients": 50 }`);
  const known = benchOptions.filter(({ name }) => !onlyAsWords.includes(name));
  const values = new Map<string, string[]>();
  for (const [field, value] of Object.entries(content)) {
    const option = known.find(({ name }) => name === field);
    if (!option) throw new UsageError(`${file}: there is no option "${field}"${suggestion(field, known)}`);
    const texts = textsOf(option, value, `${file}: ${field}`);
    if (texts) values.set(field, texts);
    const text = texts?.at(-1) ?? '';
    for (const word of texts ? (option.makesServers ? readList(text) : [text]) : [])
      option.plan?.read(word, `${file}: ${field}`);
  }
  return values;
}

/** `null`: as if it were not there. Throws UsageError. */
function textsOf(option: BenchOption, value: unknown, label: string): string[] | null {
  if (!option.argument) {
    if (typeof value !== 'boolean') throw wrong(label, 'true or false', value);
    return value ? ['true'] : null;
  }
  if (!Array.isArray(value)) return [textOf(value, label)];
  const texts = value.map((one) => textOf(one, label));
  if (option.takesList) return [texts.join(',')];
  if (option.repeatable) return texts;
  throw wrong(label, 'one text or number', value);
}

function textOf(value: unknown, label: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw wrong(label, 'a text or a number', value);
}

const wrong = (label: string, wanted: string, value: unknown) =>
  new UsageError(`${label}: must be ${wanted}, not ${JSON.stringify(value)}`);

function suggestion(field: string, known: readonly BenchOption[]): string {
  const plain = (name: string) => name.replace(/[-_]/g, '').toLowerCase();
  const meant = known.find(({ name, short }) => plain(name) === plain(field) || short === field);
  if (meant) return `: write "${meant.name}"`;
  return onlyAsWords.includes(field)
    ? ': it belongs on the command line'
    : '; names are those of bench --help, without the hyphens before them';
}
