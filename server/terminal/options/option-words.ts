import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { optionName, type CommandOption } from './option.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { didYouMean, nearest } from '../../../shared/words/nearest.ts';

/** What was given on the command line, by the name of its option; all values of one that is repeated. */
export type OptionValues = ReadonlyMap<string, readonly string[]>;

/** The value of an option; `null`: it was not given. */
export const lastOf = (values: OptionValues, name: string): string | null => values.get(name)?.at(-1) ?? null;

/** The words of a call, read by a table of options. */
export interface CommandCall {
  values: OptionValues;
  operands: readonly string[];
}

/** What words are read by. */
export interface WordTable {
  options: readonly CommandOption[];
  /** What words without an option are, for completion; absent where none are allowed. */
  operands?: 'files' | readonly string[];
  /** The command that lists all options, for messages. */
  helpCommand: string;
}

/** Reads the words behind a command. Throws UsageError. */
export function readCall(words: readonly string[], table: WordTable): CommandCall {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    table.options.map(({ name, short, argument }) => [
      name,
      { type: argument ? 'string' : 'boolean', multiple: true, ...(short ? { short } : {}) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: joined(words, table.options),
      options,
      allowPositionals: table.operands !== undefined,
    });
    const given = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat().map(String)]));
    refuseRepeated(given, table.options);
    return { values: given, operands: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = messageOf(error);
    const said =
      withoutValue(message, table.options) ??
      unknownOption(message, table.options) ??
      addressAlone(message, table.options) ??
      message.split('. To specify')[0] ??
      '';
    throw new UsageError(`${said}${said.endsWith('?') ? '' : '.'} All options: ${table.helpCommand}`);
  }
}

/** One of two values would be dropped. Throws UsageError. */
function refuseRepeated(values: OptionValues, options: readonly CommandOption[]): void {
  const repeated = options.find(
    ({ name, argument, repeatable }) => argument && !repeatable && (values.get(name)?.length ?? 0) > 1,
  );
  if (!repeated) return;
  const given = values.get(repeated.name) ?? [];
  const right = repeated.takesList
    ? `several go into one, as in --${repeated.name} ${given.join(',')}`
    : 'give one of them';
  throw new UsageError(`${optionName(repeated)} is given more than once, and takes one value: ${right}`);
}

/** What Node says of an address without its option; `null`: it says something else. */
function addressAlone(message: string, options: readonly CommandOption[]): string | null {
  const isAddress = /^Unexpected argument '(rediss?|unix|valkeys?):/.test(message);
  const option = options.find(({ name }) => name === 'url');
  return isAddress && option ? 'an address is given by -u: -u redis://HOST:PORT' : null;
}

/** The two words of an option that takes two, as one. */
function joined(words: readonly string[], options: readonly CommandOption[]): string[] {
  const twos = options.filter(({ takesTwo }) => takesTwo).map(({ name }) => `--${name}`);
  const place = words.findIndex((word) => twos.includes(word));
  const [option, first, second] = words.slice(Math.max(0, place));
  if (place < 0 || first === undefined || second === undefined) return [...words];
  return [...words.slice(0, place), `${option ?? ''}=${first} ${second}`, ...words.slice(place + 3)];
}

/** Options of other tools that we have under another name. */
const elsewhere: Readonly<Record<string, string>> = {
  password: 'a password stands in the address: -u redis://[USER:PASSWORD@]HOST, or in ROUNDTRIP_URL',
  host: 'the server is an address: -u redis://HOST:PORT',
  port: 'the server is an address: -u redis://HOST:PORT',
  sarif: 'SARIF is of lines of code, which roundtrip profile --sarif FILE -- node app.js finds',
  patch: 'a patch is of lines of code, which roundtrip profile --patch FILE -- node app.js finds',
};

/** What Node says of an option that there is not, with what was probably meant; `null`: it says something else. */
function unknownOption(message: string, options: readonly CommandOption[]): string | null {
  const [, word = ''] = /^Unknown option '(--?[^']+)'/.exec(message) ?? [];
  if (word === '') return null;
  const names = options.map(({ name }) => name);
  const other = elsewhere[nearest(word.slice(2), Object.keys(elsewhere)) ?? ''];
  const meant = word.startsWith('--') ? didYouMean(word.slice(2), names, '--') : '';
  return `there is no option ${word}${meant === '' && other !== undefined ? `: ${other}` : meant}`;
}

/** What Node says of an option without its value, in our words; `null`: it says something else. */
function withoutValue(message: string, options: readonly CommandOption[]): string | null {
  const [, said = '', , how] =
    /^Option '(.+?)( <value>)?' argument (missing|is ambiguous)/.exec(message) ?? [];
  const names = said.split(', ');
  const option = options.find(
    ({ name, short }) => names.includes(`--${name}`) || names.includes(`-${short}`),
  );
  if (!option) return null;
  const needed = `${said} needs a value (${option.argument})`;
  return how === 'missing' ? needed : `${needed}; one that begins with "-" is written --${option.name}=-…`;
}

/** Two options that say the same thing are one too many. Throws UsageError. */
export function refuseBoth(values: OptionValues, one: string, other: string, what: string): void {
  if (values.has(one) && values.has(other))
    throw new UsageError(`--${one} and --${other} are two ways to say ${what}: give one of them`);
}
