import { benchOptions } from '../bench.ts';
import { readList } from '../../../../shared/settings/notation.ts';
import type { BenchOption } from '../option.ts';
import type { OptionValues } from '../option-words.ts';
import { UsageError } from '../../usage/usage-error.ts';
import type { ConfigDocument } from './read-config.ts';

/** They say where the options are, or end the call: they have no meaning in a file. */
const onlyAsWords = ['config', 'help'];
/** Options whose words are put together with commas. */
const isList = ({ name, makesServers }: BenchOption) =>
  makesServers === true || ['strategy', 'client', 'target', 'tests', 'load-curve'].includes(name);

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
  if (isList(option)) return [texts.join(',')];
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
