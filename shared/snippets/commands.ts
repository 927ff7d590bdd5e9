import { commands, type CommandId } from '../commands/workload.ts';
import { lineAt } from '../commands/custom-words.ts';
import type { SnippetWorkload } from './asked.ts';

/** How a command reads in a program. */
export interface SnippetCall {
  id: CommandId;
  /** The fields that it takes of an item. */
  fields: readonly string[];
  /** Behind `redis.`, as in `set(key, value)`. */
  call: string;
  /** Its words as they are sent, each an expression: `'set'`, `key`, `value`. */
  words: readonly string[];
}

export const snippetCalls = (workload: SnippetWorkload): SnippetCall[] =>
  workload.commands.map((id, place) => snippetCall(id, workload, lineAt(workload, place)));

function snippetCall(id: CommandId, { ttlSeconds }: SnippetWorkload, own = ''): SnippetCall {
  if (id === 'custom') return customCall(own);
  const { words, times, payload } = commands[id];
  if (times > 1)
    return payload
      ? { ...callOf(id, ['entries']), words: [`'${id}'`, '...Object.entries(entries).flat()'] }
      : { ...callOf(id, ['keys']), words: [`'${id}'`, '...keys'] };
  const written: Readonly<Record<string, string>> = {
    ...{ key: 'key', value: 'value', member: 'value', score: 'score', ttl: String(ttlSeconds) },
  };
  return callOf(
    id,
    words.map((word) => written[word] ?? (/^\d+$/.test(word) ? word : `'${word}'`)),
  );
}

const fieldNames = ['key', 'value', 'score', 'entries', 'keys'];

const callOf = (id: CommandId, args: readonly string[]): SnippetCall => ({
  id,
  fields: args.filter((arg) => fieldNames.includes(arg)),
  call: `${commands[id].name.toLowerCase()}(${args.join(', ')})`,
  words: [`'${id}'`, ...args],
});

/** Words are parted by spaces, quoted ones may hold some. */
function customCall(line: string): SnippetCall {
  const fields = new Set<string>();
  const named = (field: string) => {
    fields.add(field);
    return field;
  };
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => {
    const word = double ?? single ?? bare ?? '';
    if (word === '__key__') return named('key');
    if (word === '__data__') return named('value');
    const [before, after, ...more] = word.split('__rand_int__');
    if (before === undefined || after === undefined || more.length > 0) return quote(word);
    const number = `String(${named('number')})`;
    return [before && quote(before), number, after && quote(after)].filter((part) => part !== '').join(' + ');
  });
  return { id: 'custom', fields: [...fields], call: `call(${words.join(', ')})`, words };
}

const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** What a function takes of an item: `{ key, value }`. */
const parameter = (fields: readonly string[]) => (fields.length === 0 ? '_item' : `{ ${fields.join(', ')} }`);

export const allFields = (calls: readonly SnippetCall[]) => [
  ...new Set(calls.flatMap(({ fields }) => fields)),
];

const examples: Record<string, string> = {
  key: "'user:7'",
  value: "'text'",
  score: '1',
  number: '7',
  entries: "{ 'user:7': 'text', 'user:8': 'text' }",
  keys: "['user:7', 'user:8']",
};

/** An item as the code takes it, by example: `{ key: 'user:7', value: 'text' }`. */
export function itemOf(workload: SnippetWorkload): string {
  const [first, ...more] = snippetCalls(workload);
  const fields = (first?.fields ?? []).map((field) => `${field}: ${examples[field] ?? "''"}`);
  const parts = [...(first && more.length > 0 ? [`command: '${first.id}'`] : []), ...fields];
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** A function of an item that does for each command of a mix what `body` says. */
export function perCommand(
  name: string,
  before: string,
  calls: readonly SnippetCall[],
  body: (call: SnippetCall) => string,
): string[] {
  const [only, ...more] = calls;
  const fields = allFields(calls);
  if (!only) return [];
  if (more.length === 0) return [`const ${name} = (${before}${parameter(fields)}) => ${body(only)};`];
  return [
    `function ${name}(${before}${parameter(['command', ...fields])}) {`,
    ...calls.map((call) => `  if (command === '${call.id}') return ${body(call)};`),
    '  throw new Error(`no command ${command}`);',
    '}',
  ];
}
