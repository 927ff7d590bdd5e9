import { describe, expect, test } from 'vitest';
import { prepareCommand } from '../../../server/engine/workload/prepared-command.ts';
import { splitWords } from '../../../shared/commands/custom-words.ts';
import { commandIds, commands } from '../../../shared/commands/workload.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

const prepare = (id: Parameters<typeof prepareCommand>[0], customCommand?: string) =>
  prepareCommand(
    id,
    parsePlan({
      workload: { commands: [id], ttlSeconds: 77, ...(customCommand ? { customCommand } : {}) },
      lanes: [{ strategy: 'pipeline' }],
    }).workload,
  );

const key = { is: 'key' };
const payload = { is: 'payload' };
const word = (text: string) => ({ is: 'word', word: text });
const random = (before = '', after = '') => ({ is: 'random', before, after });

describe('a command of the list', () => {
  test.each(commandIds.filter((id) => id !== 'custom'))(
    '%s has the keys and the payload it declares',
    (id) => {
      const { parts, name, method } = prepare(id);
      expect(name).toBe(commands[id].name);
      expect(method).toBe(commands[id].name.toLowerCase());
      expect(parts.filter((part) => part.is === 'key')).toHaveLength(commands[id].keys);
      expect(parts.some((part) => part.is === 'payload')).toBe(commands[id].payload);
    },
  );

  test.each([
    { id: 'setex', parts: [key, word('77'), payload] },
    { id: 'expire', parts: [key, word('77')] },
    { id: 'lrange', parts: [key, word('0'), word('9')] },
    { id: 'zadd', parts: [key, random(), random('element:')] },
    { id: 'xadd', parts: [key, word('*'), word('field'), payload] },
  ] as const)('$id has its arguments in the order of Redis', ({ id, parts }) => {
    expect(prepare(id).parts).toEqual(parts);
  });

  test('mset is ten pairs of a key and a payload', () => {
    expect(prepare('mset').parts).toEqual(Array.from({ length: 10 }, () => [key, payload]).flat());
  });
});

test('members are drawn by their number: fields of a hash as well', () => {
  const { workload } = parsePlan({
    workload: { commands: ['hset'], members: 50 },
    lanes: [{ strategy: 'pipeline' }],
  });
  expect(prepareCommand('hset', workload).parts).toEqual([key, random('field:'), payload]);
});

test('a script is sent by its digest', () => {
  const command = prepare('custom', 'eval "return 1" 1 __key__ x');
  expect(command).toMatchObject({ name: 'EVALSHA', method: 'evalsha', script: 'return 1' });
  expect(command.parts).toEqual([
    word('e0e1f9fabfc9d4800c877a703b823ac0578ff8db'),
    word('1'),
    key,
    word('x'),
  ]);
});

describe('a command line of one’s own', () => {
  test.each([
    ['GET __key__', true],
    ['hgetall __key__', true],
    ['getset __key__ __data__', false],
    ['sadd __key__ __rand_int__', false],
    // It answers an empty text for a missing key, and for an empty value.
    ['GETRANGE __key__ 0 9', false],
    // Only the server knows what a command of a module does.
    ['JSON.GET __key__', false],
  ])('%s looks something up: %s', (line, countsHits) => {
    expect(prepare('custom', line).countsHits).toBe(countsHits);
  });

  test.each(commandIds.filter((id) => commands[id].type !== null && id !== 'expire'))(
    '%s counts hits as the command of the list does',
    (id) => {
      const line = `${commands[id].name} __key__`;
      expect(prepare('custom', line).countsHits).toBe(prepare(id).countsHits);
    },
  );

  test.each([
    ['HGETALL __key__', 'hash'],
    ['RPOPLPUSH __key__ __key__', 'list'],
    ['DECRBY __key__ 2', 'counter'],
    ['GETBIT __key__ 7', 'string'],
    ['PERSIST __key__', 'string'],
    ['OBJECT ENCODING __key__', 'string'],
    ['PFADD __key__ a', null],
    ['VADD __key__ VALUES 1 0.1 a', null],
    ['JSON.GET __key__', null],
  ])('%s beside other lines has keys of the type %s', (line, type) => {
    const { workload } = parsePlan({
      workload: { commands: ['custom', 'custom'], customCommands: [line, 'GET __key__'] },
      lanes: [{ strategy: 'pipeline' }],
    });
    expect(prepareCommand('custom', workload, 0).type).toBe(type);
  });

  test.each([
    { line: 'getrange __key__ 0 9', name: 'GETRANGE', parts: [key, word('0'), word('9')] },
    { line: 'SETRANGE __key__ 5 __data__', name: 'SETRANGE', parts: [key, word('5'), payload] },
    {
      line: 'zadd __key__ __rand_int__ user:__rand_int__:x',
      name: 'ZADD',
      parts: [key, random(), random('user:', ':x')],
    },
    { line: '  echo   "two words"  ', name: 'ECHO', parts: [word('two words')] },
    { line: "echo 'single quotes' ''", name: 'ECHO', parts: [word('single quotes'), word('')] },
    { line: 'time', name: 'TIME', parts: [] },
    { line: 'echo a__key__b', name: 'ECHO', parts: [word('a__key__b')] },
    { line: 'mget __key__ __key__', name: 'MGET', parts: [key, key] },
  ])('is parted into words and what is drawn: $line', ({ line, name, parts }) => {
    const command = prepare('custom', line);
    expect(command.name).toBe(name);
    expect(command.method).toBe(name.toLowerCase());
    expect(command.parts).toEqual(parts);
  });

  test.each([
    { line: '', words: [] },
    { line: 'a b', words: ['a', 'b'] },
    { line: 'a\tb\n c', words: ['a', 'b', 'c'] },
    { line: `"it's" 'say "hi"'`, words: ["it's", 'say "hi"'] },
    { line: String.raw`"say \"hi\" \\ \n"`, words: [String.raw`say "hi" \ \n`] },
    { line: 'a (b c)*2 (d)*3 e', words: ['a', 'b', 'c', 'b', 'c', 'd', 'd', 'd', 'e'] },
    { line: 'z (1 +inf', words: ['z', '(1', '+inf'] },
    { line: '"return (1 + 2)*3 "', words: ['return (1 + 2)*3 '] },
    { line: 'a (b)*0 c', words: ['a', 'c'] },
    { line: 'a (b c)*99999', words: ['a', '(b', 'c)*99999'] },
  ])('has words parted by spaces, and quotes that hold them together: $line', ({ line, words }) => {
    expect(splitWords(line)).toEqual(words);
  });
});
