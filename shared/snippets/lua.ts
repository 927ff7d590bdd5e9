import type { SnippetRequest } from './asked.ts';
import { perCommand, snippetCalls, type SnippetCall } from './commands.ts';
import { libraryOf } from './libraries.ts';

/** The batch as one script: keys as KEYS, by which a cluster finds the node, all else as ARGV. */
export function luaLines(asked: SnippetRequest, name: string): string[] {
  const { scriptCall, scriptLines } = libraryOf(asked);
  const calls = snippetCalls(asked.workload);
  const [only] = calls;
  const simple = only && calls.length === 1 && only.words.filter((word) => word === 'key').length === 1;
  return [
    ...(simple ? oneCommandLines(only) : anyCommandLines(calls)),
    '',
    `async function ${name}(redis, batch) {`,
    ...(simple ? collectFields(only) : collectWords),
    `  const replies = await ${scriptCall};`,
    '  for (const reply of replies) if (reply instanceof Error) throw reply;',
    '  return replies;',
    '}',
    '',
    ...scriptLines,
  ];
}

const literal = /^('.*'|\d+)$/;

/** Literals stand in the script, and only what differs from item to item is sent. */
function oneCommandLines({ words }: SnippetCall): string[] {
  const sent = words.filter((word) => word !== 'key' && !literal.test(word));
  const place = (word: string) => {
    const at = sent.indexOf(word);
    return sent.length === 1 ? 'ARGV[i]' : `ARGV[(i - 1) * ${sent.length} + ${at + 1}]`;
  };
  const call = words.map((word) => (word === 'key' ? 'key' : literal.test(word) ? word : place(word)));
  return [
    'const script = `',
    'local replies = {}',
    'for i, key in ipairs(KEYS) do',
    `  replies[i] = redis.pcall(${call.join(', ').replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}) or false`,
    'end',
    'return replies`;',
  ];
}

function collectFields({ fields, words }: SnippetCall): string[] {
  const sent = words.filter((word) => word !== 'key' && !literal.test(word));
  const args =
    sent.length === 0
      ? '[]'
      : `batch.${sent.length === 1 ? 'map' : 'flatMap'}(({ ${fields.filter((field) => field !== 'key').join(', ')} }) => ${sent.length === 1 ? sent.join('') : `[${sent.join(', ')}]`})`;
  return ['  const keys = batch.map(({ key }) => key);', `  const args = ${args};`];
}

/** For each command its name and a letter a word: k is the next of KEYS, a the next of ARGV. */
function anyCommandLines(calls: readonly SnippetCall[]): string[] {
  return [
    'const script = `',
    'local replies, key, arg = {}, 1, 1',
    'while arg <= #ARGV do',
    '  local words, letters = { ARGV[arg] }, ARGV[arg + 1]',
    '  arg = arg + 2',
    "  for letter in letters:gmatch('.') do",
    "    if letter == 'k' then",
    '      words[#words + 1], key = KEYS[key], key + 1',
    '    else',
    '      words[#words + 1], arg = ARGV[arg], arg + 1',
    '    end',
    '  end',
    '  replies[#replies + 1] = redis.pcall(unpack(words)) or false',
    'end',
    'return replies`;',
    '',
    '// Name, letters, words.',
    ...perCommand(
      'wordsOf',
      '',
      calls,
      ({ words: [command = "''", ...rest] }) => `[${[command, lettersOf(rest), ...rest].join(', ')}]`,
    ),
  ];
}

function lettersOf(words: readonly string[]): string {
  const [first] = words;
  if (first === '...keys') return "'k'.repeat(keys.length)";
  if (first?.startsWith('...Object.entries')) return "'ka'.repeat(Object.keys(entries).length)";
  return `'${words.map((word) => (word === 'key' ? 'k' : 'a')).join('')}'`;
}

const collectWords = [
  '  const keys = [];',
  '  const args = [];',
  '  for (const item of batch) {',
  '    const [name, letters, ...words] = wordsOf(item);',
  '    args.push(name, letters);',
  "    words.forEach((word, at) => (letters[at] === 'k' ? keys : args).push(word));",
  '  }',
];
